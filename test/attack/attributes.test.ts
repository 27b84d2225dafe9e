/** Pages that hide data: URLs, in both browsers: all of them must be reported with the right properties. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportOf } from '../../extension/build/drivers/popup-report.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { launch } from '../support/chromium.ts';
import { expectedLines, linesOf } from '../support/places.ts';
import { popupReport } from '../support/popup.ts';
import { type Served, serve } from '../support/serve.ts';
import { type HidingPage, hidingPages } from './attributes.ts';

function show(server: Served, { type, body }: HidingPage): string {
  server.routes.set('/page', { headers: { 'content-type': `${type}; charset=utf-8` }, body });
  return server.url('/page');
}

test('what a page hides is found in Chromium', { timeout: 600_000 }, async (t) => {
  await using server = await serve({});
  const extension = await launch(t);
  for (const [name, page] of Object.entries(hidingPages)) {
    await t.test(name, async () => {
      const tab = await extension.newPage();
      await tab.goto(show(server, page));
      const report = await popupReport(extension, tab);
      await tab.close();
      assert.deepEqual(linesOf(report), expectedLines(page.rows));
    });
  }
});

test('what a page hides is found in Firefox', { timeout: 600_000 }, async (t) => {
  await using server = await serve({});
  const firefox = await launchFirefox(t);
  for (const [name, page] of Object.entries(hidingPages)) {
    const { why = '', rows } = page.inFirefox ?? { rows: page.rows };
    await t.test(`${name}${why && ` (${why})`}`, async () => {
      await firefox.navigate(show(server, page));
      const popup = await firefox.openPopup();
      const report = await reportOf(popup);
      await popup.close();
      assert.deepEqual(linesOf(report), expectedLines(rows));
    });
  }
});
