/**
 * Pages that block their own main thread. In both browsers, the scan of each page must end and report all data: URLs.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import type { Report } from '../../src/report/report.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { launch } from '../support/chromium.ts';
import { openPopup, popupReport } from '../support/popup.ts';
import { isFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { type HostilePage, markupOf, namesFound, scriptOf, storms, testedPages } from './page-thread.ts';

/**
 * Timeout in milliseconds. Each page takes seconds; a machine that is busy with other tests may take twenty times as
 * long.
 */
const timeout = 300_000;

/**
 * The pages whose loops depend on the browser: on its parsers, regular expressions, trees and selectors. The loops of
 * the other pages depend only on our own code. The first two pages failed only in Firefox.
 */
const inFirefox = [
  'long values',
  'a data: style sheet of 9 MB',
  '3,000 tiny shadow roots',
  'templates 1,000 deep',
  'a noscript 100,000 deep',
  'a noscript with 60,000 references',
  '3,000 elements with attributes of their own',
  'a page in quirks mode with 30,000 ids',
  'elements 100,000 deep',
  '1,000,000 siblings',
  '20,000 font faces',
  'a sheet that is adopted 3,000 times',
  '100,000 imports of one sheet',
  '30,000 imports of data: URLs',
  'a picture of 24 MB with 3,000 sources',
].slice(0, isFull ? undefined : 2);

function check({ dataUrls, unreachable }: Report, { holds }: HostilePage): void {
  const found = new Set(namesFound(dataUrls.map(({ head }) => head)));
  for (const name of holds) assert.ok(found.has(name), `${name} is not found`);
  // A reason must neither be the browser's message about an error that ended the scan, nor say that a message was too
  // large.
  const strange = unreachable.filter(({ reason }) => /\s/.test(reason) || reason === 'bad-message');
  assert.deepEqual(strange, []);
}

test('each page, and what changes on a watched one, is read to its end in Chromium', {
  timeout: 1_200_000,
}, async (t) => {
  await using server = await serve({});
  const extension = await launch(t, { deadlineMs: timeout });
  const tab = await extension.newPage();
  for (const [name, page] of Object.entries(testedPages)) {
    await t.test(name, async () => {
      server.routes.set('/', markupOf(page, false));
      await tab.goto(server.url('/'));
      check(await popupReport(extension, tab), page);
    });
  }

  server.routes.set('/watched', '<!doctype html><title>Storm</title><body>x');
  for (const [name, page] of Object.entries(storms)) {
    await t.test(`at once on a page that is watched: ${name}`, async () => {
      await tab.goto(server.url('/watched'));
      const popup = await openPopup(extension, tab);
      await popup.click('[data-action="watch"]');
      await popup.waitFor(() => document.querySelector('[data-watching]'));
      await tab.evaluate(`{${scriptOf(page, false)}}`);
      for (const held of page.holds)
        await popup.waitFor(
          (head) =>
            [...document.querySelectorAll('[data-head]')].some(
              (row) => row.getAttribute('data-head') === head,
            ),
          `data:,live-${held}`,
        );
      await popup.close();
    });
  }
});

test('each page that depends on the browser is read to its end in Firefox', {
  timeout: 1_200_000,
}, async (t) => {
  await using server = await serve({});
  const firefox = await launchFirefox(t, { deadlineMs: timeout });
  for (const [name, page] of Object.entries(testedPages).filter(([each]) => inFirefox.includes(each))) {
    await t.test(name, async () => {
      server.routes.set('/', markupOf(page, false));
      await firefox.navigate(server.url('/'));
      const popup = await firefox.openPopup();
      const report = await reportOf(popup);
      await popup.close();
      check(report, page);
    });
  }
});
