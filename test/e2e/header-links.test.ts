/**
 * Tests `Link` headers. If the headers are known, their data: URLs must be listed; otherwise, the headers must be
 * reported as not scanned.
 */
import assert from 'node:assert/strict';
import { launch } from '../support/chromium.ts';
import { inHeaders, linkRoutes, ofFrame, ofPage, unknownHeadersOf } from '../support/header-links.ts';
import { openPopup, popupReport, whenRead } from '../support/popup.ts';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';

testInFull('data: URLs in the headers of a page and its frame', { timeout: 300_000 }, async (t) => {
  await using server = await serve({ routes: linkRoutes });
  const extension = await launch(t);
  const page = await extension.newPage();

  await t.test('the headers of both documents are named as not scanned', async () => {
    await page.goto(server.url('/links'));
    const report = await popupReport(extension, page);
    assert.deepEqual(report.dataUrls, []);
    assert.deepEqual(unknownHeadersOf(report), ['/framed', '/links']);
  });

  await t.test('those of the page are listed once they have been fetched', async () => {
    await extension.grantHosts();
    const popup = await openPopup(extension, page);
    await popup.click('[data-action="page"]');
    await popup.click('[data-action="ask-server"]');
    await popup.waitFor(() => document.querySelector('[data-server="answered"]'));
    await popup.close();
    const report = await popupReport(extension, page);
    assert.deepEqual(inHeaders(report), ofPage);
    assert.deepEqual(unknownHeadersOf(report), ['/framed']);
  });

  await t.test('those of both are listed from DevTools, and once', async () => {
    const panel = await extension.openDevToolsPanel(page);
    await page.reload();
    await panel.waitFor(() => document.querySelector('main[data-state="done"]'));
    await panel.waitFor(() => document.querySelector('[data-head^="data:,set"]'));
    await whenRead(panel);
    const report = await popupReport(extension, page);
    assert.deepEqual(inHeaders(report), [...ofFrame, ...ofPage]);
    assert.deepEqual(unknownHeadersOf(report), []);
  });
});
