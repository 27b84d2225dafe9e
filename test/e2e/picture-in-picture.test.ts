/** A Document Picture-in-Picture window is not a frame of the tab, so only the page that opened it can scan it. */
import assert from 'node:assert/strict';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import { keepBusy } from '../attack/busy.ts';
import { launch } from '../support/chromium.ts';
import {
  expectedParts,
  expectedUrls,
  pageWithWindow,
  partsNotRead,
  urlsIn,
} from '../support/picture-in-picture.ts';
import { linesOf, notRead } from '../support/places.ts';
import { popupReport } from '../support/popup.ts';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';

testInFull(
  'its document, its sheets and its frames are scanned, and those of other sites named',
  {
    timeout: 120_000,
  },
  async (t) => {
    const large = Array.from({ length: 1000 }, (_, n) => `<p><img src="data:,${n}">`).join('');
    await using server = await serve({ routes: { '/nested': 'x', '/frame': 'x' } });
    server.routes.set('/small', pageWithWindow(server));
    server.routes.set('/large', pageWithWindow(server, large));
    const extension = await launch(t);
    const page = await extension.newPage();
    const open = async (path: string) => {
      await page.goto(server.url(path));
      await page.click('button');
      await page.waitForSelector('body.opened');
      // The content of the template also belongs to the page.
      await page.evaluate(() => document.querySelector('template')?.remove());
    };
    await open('/small');
    const report = await popupReport(extension, page);
    assert.deepEqual(urlsIn(report), expectedUrls, linesOf(report).join('\n'));
    assert.deepEqual(partsNotRead(report), expectedParts(server));
    const selectorOf = (written: string) =>
      report.dataUrls.find(({ head }) => head === written)?.occurrences[0]?.selector;
    assert.deepEqual(
      ['data:,image', 'data:,framed'].map(selectorOf),
      ['', ''],
      'they are not in the document of the page',
    );

    await open('/small');
    await page.evaluate(() => opened?.close());
    assert.deepEqual(urlsIn(await popupReport(extension, page)), ['data:,page', 'data:,registered']);

    await open('/large');
    await page.evaluate(keepBusy);
    const popup = await extension.clickAction(page);
    await popup.waitFor(() => document.querySelector('[data-head="data:,image"]'));
    await page.evaluate(() => {
      opened?.close();
      isBusy = false;
    });
    // The document outlives its window.
    const closed = await reportOf(popup);
    await popup.close();
    for (let n = 0; n < 1000; n++) assert.ok(urlsIn(closed).includes(`data:,${n}`));
    assert.deepEqual(
      notRead(closed).filter(({ reason }) => reason !== 'other-window'),
      [],
    );
  },
);
