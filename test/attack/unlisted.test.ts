/**
 * Tests the ways in docs/coverage.md that are not listed in one of the browsers: the URL must be either named as a part
 * that was not scanned or absent from the Report. If a browser lists such a way one day, the table must say so.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import { poll } from '../../src/cli/drivers/wait.ts';
import type { Report } from '../../src/report/report.ts';
import { unreadParts } from '../../src/report/unreachable.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { launch } from '../support/chromium.ts';
import { popupReport } from '../support/popup.ts';
import { type Route, type Served, serve } from '../support/serve.ts';
import { type Coverage, unlistedSinks } from './sinks.ts';

const image = '<img alt="" src="data:image/gif,hidden">';
/** Returns XML that a style sheet in a data: URL transforms into a document without that URL. */
const transformed = (method: string): Route => {
  const sheet = `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:output method="${method}"/><xsl:template match="/"><html><body>x</body></html></xsl:template></xsl:stylesheet>`;
  return {
    headers: { 'content-type': 'text/xml' },
    body: `<?xml-stylesheet type="text/xsl" href="data:text/xsl;x=hidden,${encodeURIComponent(sheet)}"?><r/>`,
  };
};
const files: Record<string, Route> = {
  '/hidden.xml': transformed('html'),
  '/hidden-as-xml.xml': transformed('xml'),
  '/hidden.vtt': {
    headers: { 'content-type': 'text/vtt' },
    body: 'WEBVTT\n\nSTYLE\n::cue { background: url(data:image/gif,hidden) }\n\n00:00.000 --> 00:09.000\nx\n',
  },
  '/hidden.m3u8': {
    headers: { 'content-type': 'application/vnd.apple.mpegurl' },
    body: '#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\ndata:video/mp4;x=hidden;base64,AAAA\n#EXT-X-ENDLIST\n',
  },
  '/hidden-drawing': {
    headers: { 'content-type': 'image/svg+xml' },
    body: `<svg xmlns="http://www.w3.org/2000/svg"><image href="data:image/gif,hidden"/></svg>`,
  },
  '/hidden.png': {
    headers: { 'content-type': 'image/svg+xml' },
    body: `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="data:image/gif,hidden"/></svg>`,
  },
  '/hidden-playlist': {
    headers: { 'content-type': 'application/vnd.apple.mpegurl' },
    body: '#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\ndata:video/mp4;x=hidden;base64,AAAA\n#EXT-X-ENDLIST\n',
  },
  '/plain.gif': {
    headers: { 'content-type': 'image/gif' },
    body: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  },
  '/hidden.svg': `<svg xmlns="http://www.w3.org/2000/svg"><image href="data:image/gif,hidden"/></svg>`,
  '/unread-values.css': {
    headers: { 'cache-control': 'max-age=3600' },
    body: 'body{mask:var(--none,url(data:image/gif,hidden));mask-mode:alpha}',
  },
  '/hidden.css': 'body{background:url(data:image/gif,hidden)}',
  '/hidden.html': image,
  '/hidden.js': 'globalThis.kept = "data:text/plain,hidden";',
  '/hidden.webmanifest': '{"icons":[{"src":"data:image/gif,hidden"}]}',
  // This address never responds.
  '/never.png': () => new Promise(() => {}),
};

/** The ways in the table for which there are pages, each with one page and its path. */
const ways = unlistedSinks.flatMap(({ page, ...way }, n) =>
  'test' in page
    ? []
    : [page.script ?? '']
        .flat()
        .map((script, m) => ({ ...way, page: { ...page, script }, path: `/way-${n}-${m}` })),
);

const pageOf = ({ body = '', script }: (typeof ways)[number]['page'], { otherOrigin }: Served) =>
  `<!doctype html><title>Way</title><body>${body.replaceAll('OTHER', otherOrigin)}<script>
    const D = 'da' + 'ta:';
    (async () => { ${script.replaceAll('OTHER', otherOrigin)} })().then(() => { document.title = 'done'; }, (error) => { document.title = String(error); });
  </script>`;

async function serveWays(): Promise<Served> {
  const server = await serve({ routes: files });
  for (const { path, page } of ways)
    server.routes.set(path, {
      headers: { 'content-type': 'text/html;charset=utf-8', ...page.headers },
      body: pageOf(page, server),
    });
  return server;
}

function check({ dataUrls, unreachable }: Report, coverage: Coverage): void {
  const isListed = dataUrls.some(({ head }) => head.includes('hidden'));
  if (coverage === 'listed') {
    assert.ok(isListed, 'it is listed');
    return;
  }
  assert.equal(isListed, false, 'it is not listed');
  if ('named' in coverage)
    assert.ok(
      unreachable.some(({ kind, reason }) => kind === coverage.named && reason !== 'unread-text'),
      `${coverage.named} is named`,
    );
  else {
    // A file that never arrives may be SVG; naming it says nothing about the data: URL.
    const parts = unreadParts(unreachable).filter(({ url }) => !url.endsWith('/never.png'));
    assert.deepEqual(parts, [], 'nothing is named for it');
  }
}

/** Runs in the page: whether its script has ended. By then, the page may have no root element. */
const isDone = (): boolean => document.documentElement === null || document.title === 'done';

test('the ways that are not listed, in Chromium', { timeout: 600_000 }, async (t) => {
  await using server = await serveWays();
  const extension = await launch(t);
  const page = await extension.newPage();
  for (const { sink, path, chromium } of ways)
    await t.test(`${sink}: ${path}`, async () => {
      await page.goto(server.url(path), { waitUntil: 'commit' });
      await page.waitForFunction(isDone);
      check(await popupReport(extension, page), chromium);
    });
});

test('the ways that are not listed, in Firefox', { timeout: 600_000 }, async (t) => {
  await using server = await serveWays();
  const firefox = await launchFirefox(t);
  for (const { sink, path, firefox: coverage } of ways)
    await t.test(`${sink}: ${path}`, async () => {
      await firefox.navigate(server.url(path));
      await poll('the way', 30_000, async () => (await firefox.inPage(isDone)) || undefined);
      const popup = await firefox.openPopup();
      const report = await reportOf(popup);
      await popup.close();
      check(report, coverage);
    });
});
