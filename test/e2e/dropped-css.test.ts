/** What Chromium drops of style sheets with one mistake each is what our reader says that browsers drop. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launch } from '../support/chromium.ts';
import { plainBrowser } from '../support/differential.ts';
import { checkDropped, checkDroppedPage, droppedPage, droppedServer } from '../support/dropped-css.ts';
import { popupReport } from '../support/popup.ts';
import { serve } from '../support/serve.ts';

test('what Chromium drops of style sheets', { timeout: 300_000 }, async (t) => {
  await using server = await droppedServer(5000);
  const browser = await plainBrowser('');
  t.after(() => browser.close());
  await browser.page.goto(server.url('/'));
  checkDropped((await browser.page.textContent('body')) ?? '');
});

test('in linked and imported sheets, too, in Chromium', { timeout: 120_000 }, async (t) => {
  const css = (body: string) => ({
    headers: { 'content-type': 'text/css', 'cache-control': 'max-age=600' },
    body,
  });
  await using server = await serve({
    routes: {
      '/': '<title>Linked</title><link rel="stylesheet" href="/a.css"><link rel="stylesheet" href="/a.css"><iframe src="/frame">',
      '/frame': '<link rel="stylesheet" href="/c.css"><link rel="stylesheet" href="/a.css">',
      '/a.css': css(
        '@layer x; @import "b.css";\np { background: url(data:,kept) }\np { background: url(data:,a b) }',
      ),
      '/b.css': css('p { background: url("data:,in\nner") }'),
      '/c.css': css('p { background: url("data:,after"#x) }'),
    },
  });
  const extension = await launch(t);
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const { dataUrls } = await popupReport(extension, tab);
  const found = dataUrls.flatMap(({ head, occurrences, findings }) =>
    occurrences.map(({ sheet, state, dropped }) =>
      [
        head,
        sheet?.slice(server.origin.length),
        state?.kind,
        dropped?.cause,
        dropped ? `${dropped.line}:${dropped.column}` : '',
        findings.map(({ rule }) => rule).filter((rule) => rule === 'dropped-css').length,
      ].join(' '),
    ),
  );
  assert.deepEqual(found.sort(), [
    'data:,a b /a.css dropped blank 3:28 1',
    'data:,after /c.css dropped after-string 1:34 1',
    'data:,in\nner /b.css dropped line-break 1:30 1',
    // In the document and in its frame.
    'data:,kept /a.css refused   0',
    'data:,kept /a.css refused   0',
  ]);
});

test('the Report of a page in Chromium names it', { timeout: 120_000 }, async (t) => {
  await using server = await serve({ routes: { '/': droppedPage } });
  const extension = await launch(t);
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  checkDroppedPage(await popupReport(extension, tab));
});
