/** A Document Picture-in-Picture window: no frame of the tab, so that only the page that opened it can read it. */
import assert from 'node:assert/strict';
import { launch } from '../support/chromium.ts';
import { linesOf, notRead } from '../support/places.ts';
import { popupReport } from '../support/popup.ts';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';

declare global {
  var opened: Window | undefined;
}

const opener = `<!doctype html><img alt="" src="data:,page"><button>Open</button><script>
  document.querySelector('button').onclick = async () => {
    opened = await documentPictureInPicture.requestWindow();
    opened.document.body.innerHTML = document.querySelector('template').innerHTML;
    const sheet = new opened.CSSStyleSheet();
    sheet.replaceSync('i{background:url(data:,adopted)}');
    opened.document.adoptedStyleSheets = [sheet];
    opened.document.querySelector('div').attachShadow({ mode: 'closed' }).innerHTML = '<img src="data:,shadow">';
    opened.document.querySelector('[srcdoc]').onload = () => document.body.classList.add('opened');
  };
</script>
<template><img src="data:,image" id="i"><style>b{background:url(data:,sheet)}</style><div></div>
  <iframe srcdoc="<img src='data:,framed'><iframe src='OTHER/nested'></iframe>"></iframe>
  <iframe src="OTHER/frame"></iframe>LARGE</template>`;

testInFull(
  'its document, its sheets and its frames are scanned, and those of other sites named',
  {
    timeout: 120_000,
  },
  async (t) => {
    const large = Array.from({ length: 1000 }, (_, n) => `<p><img src="data:,${n}">`).join('');
    await using server = await serve({ routes: { '/nested': 'x', '/frame': 'x' } });
    const text = opener.replaceAll('OTHER', server.otherOrigin);
    server.routes.set('/small', text.replace('LARGE', ''));
    server.routes.set('/large', text.replace('LARGE', large));
    const extension = await launch(t);
    const page = await extension.newPage();
    const open = async (path: string) => {
      await page.goto(server.url(path));
      await page.click('button');
      await page.waitForSelector('body.opened');
      // Its content is a part of the page, too.
      await page.evaluate(() => document.querySelector('template')?.remove());
    };
    const urlsIn = (report: Awaited<ReturnType<typeof popupReport>>) =>
      report.dataUrls
        .filter(({ occurrences }) => occurrences.some(({ place }) => place !== 'script'))
        .map(({ head }) => head);

    await open('/small');
    const report = await popupReport(extension, page);
    assert.deepEqual(
      urlsIn(report).sort(),
      ['data:,adopted', 'data:,framed', 'data:,image', 'data:,page', 'data:,shadow', 'data:,sheet'],
      linesOf(report).join('\n'),
    );
    assert.deepEqual(
      notRead(report).map(({ kind, url, reason }) => [kind, url, reason]),
      [
        ['frame', `${server.otherOrigin}/frame`, 'other-window'],
        ['frame', `${server.otherOrigin}/nested`, 'other-window'],
      ],
    );
    const selectorOf = (written: string) =>
      report.dataUrls.find(({ head }) => head === written)?.occurrences[0]?.selector;
    assert.deepEqual(
      ['data:,image', 'data:,framed'].map(selectorOf),
      ['', ''],
      'they are not in the document of the page',
    );

    await open('/small');
    await page.evaluate(() => opened?.close());
    assert.deepEqual(urlsIn(await popupReport(extension, page)), ['data:,page']);

    await open('/large');
    const scanned = popupReport(extension, page);
    await page.evaluate(() => opened?.close());
    assert.deepEqual(
      notRead(await scanned).filter(({ reason }) => reason !== 'other-window'),
      [],
    );
  },
);
