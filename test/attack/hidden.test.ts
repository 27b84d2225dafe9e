/** No live data: URL may be hidden: the rows of each page of `hidden.ts` are found, in both browsers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportOf } from '../../extension/build/drivers/popup-report.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { launch } from '../support/chromium.ts';
import { expectedLines, linesOf, notRead } from '../support/places.ts';
import { popupReport } from '../support/popup.ts';
import { serve } from '../support/serve.ts';
import { pages, sheets } from './hidden.ts';

const servePages = () => {
  const bodies = Object.entries(pages).map(([file, { body }]): [string, string] => [`/${file}`, body]);
  const linked = Object.entries(sheets).map(([file, body]): [string, string] => [`/${file}`, body]);
  return serve({ routes: Object.fromEntries([...bodies, ...linked]) });
};

test('what was hidden is found, in Chromium', { timeout: 600_000 }, async (t) => {
  await using server = await servePages();
  const extension = await launch(t);
  for (const [file, { rows }] of Object.entries(pages)) {
    await t.test(file, async () => {
      const page = await extension.newPage();
      await page.goto(server.url(`/${file}`));
      const report = await popupReport(extension, page);
      await page.close();
      assert.deepEqual(linesOf(report), expectedLines(rows));
      assert.deepEqual(notRead(report), []);
    });
  }
});

test('what was hidden is found, in Firefox', { timeout: 600_000 }, async (t) => {
  await using server = await servePages();
  const firefox = await launchFirefox(t);
  for (const [file, { rows, notInFirefox = [] }] of Object.entries(pages)) {
    await t.test(file, async () => {
      await firefox.navigate(server.url(`/${file}`));
      const popup = await firefox.openPopup();
      const report = await reportOf(popup);
      await popup.close();
      const expected = rows.filter(([written]) => !notInFirefox.includes(written));
      assert.deepEqual(linesOf(report), expectedLines(expected));
      assert.deepEqual(notRead(report), []);
    });
  }
});
