/**
 * Tests `Link` headers. If the headers are known, their data: URLs must be listed; otherwise, the headers must be
 * reported as not scanned.
 */
import assert from 'node:assert/strict';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import { inHeaders, linkRoutes, ofFrame, ofPage, unknownHeadersOf } from '../support/header-links.ts';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { launch } from './firefox.ts';

declare const chrome: {
  devtools: {
    network: {
      onRequestFinished: { addListener(listener: (entry: { request: { url: string } }) => void): void };
    };
  };
};

testInFull('data: URLs in the headers of a page and its frame', { timeout: 300_000 }, async (t) => {
  await using server = await serve({ routes: linkRoutes });
  const firefox = await launch(t);
  const reportNow = async () => {
    const popup = await firefox.openPopup();
    const report = await reportOf(popup);
    await popup.close();
    return report;
  };
  await firefox.navigate(server.url('/links'));
  const before = await reportNow();
  assert.deepEqual(inHeaders(before), []);
  assert.deepEqual(unknownHeadersOf(before), ['/framed', '/links']);
  assert.deepEqual(
    before.dataUrls.map(({ head }) => head),
    ['data:text/css,sheet'],
    'which only Firefox loads, and which is a style sheet of the document',
  );

  await firefox.grantHosts('http://127.0.0.1/*');
  const panel = await firefox.openDevToolsPanel();
  // While Firefox builds the log that getHAR() returns, it drops new requests: buildHarData() of its har-exporter.js turns
  // off the actions that store them. The panel asks for the log when it opens, and shows this once it has the log.
  const hasLog = (isFirst: boolean) => {
    const text = document.querySelector('[data-unreachable]')?.textContent ?? '';
    return text.includes('images and style sheets') && text.includes('from before DevTools') === isFirst;
  };
  await panel.waitFor(hasLog, true);
  await panel.waitFor(() => document.querySelector('main[data-state="done"]'));
  // The panel asks again when the page has loaded, so the page waits until Firefox has stored the frame's request.
  const page = linkRoutes['/links'] as { headers: Record<string, string>; body: string };
  server.routes.set('/links', { ...page, body: `${page.body}<img src="/late">` });
  const isStored = new Promise<string>((resolve) => {
    server.routes.set('/stored', () => {
      resolve('');
      return '';
    });
  });
  server.routes.set('/late', () => isStored);
  await panel.evaluate((stored) => {
    chrome.devtools.network.onRequestFinished.addListener(({ request }) => {
      if (request.url.includes('/framed')) void fetch(stored, { mode: 'no-cors' });
    });
  }, server.url('/stored'));
  await firefox.navigate(server.url('/links?again'));
  await panel.waitFor(hasLog, false);
  await panel.waitFor(() => document.querySelector('[data-head^="data:,set"]'));
  await panel.waitFor(() => document.querySelector('main[data-state="done"]'));
  const report = await reportNow();
  assert.deepEqual(inHeaders(report), [...ofFrame, ...ofPage]);
  assert.deepEqual(unknownHeadersOf(report), []);
});
