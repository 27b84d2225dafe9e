/**
 * The rule, the sheet and the position of data: URLs in CSS, and the elements that are outlined for them, in
 * Chromium.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import { launchForFile, type Surface } from '../support/chromium.ts';
import {
  checkCachedPosition,
  checkMatched,
  checkPlaces,
  checkShown,
  checkUnused,
  cssRoutes,
  linkedAt,
} from '../support/css-places.ts';
import { devToolsOf, isShownInSources } from '../support/devtools.ts';
import { search } from '../support/occurrence-states.ts';
import { openDetail, openPopup, popupReport, whenRead } from '../support/popup.ts';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';

const browser = launchForFile();

testInFull('data: URLs in CSS', { timeout: 600_000 }, async (t) => {
  await using server = await serve({ routes: cssRoutes });
  const extension = browser();
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  await t.test('have their rule, sheet and position in the Report', async () => {
    checkPlaces(await popupReport(extension, tab));
  });
  const popup = await openPopup(extension, tab);
  await t.test('a row says that no element uses its rules now', () => checkUnused(popup));
  await t.test('the detail says what each of 50 rules matches', () => checkMatched(popup));
  await checkShown(popup, tab, (name, shown) => t.test(name, shown));
  await t.test('have the line of a linked sheet as the cache has it', () =>
    checkCachedPosition(popup, server),
  );
  await popup.close();
});

test('a sheet of another site that the worker fetched', { timeout: 300_000 }, async () => {
  await using server = await serve({ routes: cssRoutes });
  const link = `<link rel="stylesheet" href="${server.otherOrigin}/fetched.css">`;
  server.routes.set('/other', `<title>Other</title>${link}<p class="fetched">1</p><p class="fetched">2</p>`);
  const extension = browser();
  await extension.grantHosts();
  const tab = await extension.newPage();
  await tab.goto(server.url('/other'));
  const { dataUrls } = await popupReport(extension, tab);
  const placeOf = (wanted: string) => {
    const { occurrences: [first] = [] } = dataUrls.find(({ head }) => head === wanted) ?? {};
    const { rule, conditions, sheet, line, column } = first ?? {};
    return { rule, conditions, sheet, line, column };
  };
  assert.deepEqual(placeOf('data:,fetched'), {
    rule: '.fetched',
    conditions: ['@media all'],
    sheet: `${server.otherOrigin}/fetched.css`,
    line: 3,
    column: 30,
  });
  assert.deepEqual(placeOf('data:,further'), {
    rule: '.fetched',
    conditions: ['@import layer(base) print'],
    sheet: `${server.otherOrigin}/further.css`,
    line: 1,
    column: 24,
  });
  const popup = await openPopup(extension, tab);
  assert.ok((await rowTexts(popup)).some((text) => text.includes('in fetched.css:3')));
  await openDetail(popup, 'data:,fetched');
  await popup.click('.occurrences [data-action="show"]');
  await popup.waitFor(() =>
    document.querySelector('[data-status]')?.textContent?.includes('2 elements outlined'),
  );
  await popup.close();
});

const rowTexts = (popup: Surface): Promise<string[]> =>
  popup.evaluate(() => [...document.querySelectorAll('[data-row]')].map((row) => row.textContent ?? ''));

test('the panel knows the lines of linked sheets, and opens them', { timeout: 300_000 }, async () => {
  await using server = await serve({ routes: cssRoutes });
  server.routes.set('/linked', '<link rel="stylesheet" href="/linked.css">');
  const extension = browser();
  await extension.grantHosts();
  const tab = await extension.newPage();
  await tab.goto(server.url('/linked'));
  const panel = await extension.openDevToolsPanel(tab);
  await whenRead(panel);
  await search(panel, 'text:"data:,linked"');
  const { line, column } = linkedAt;
  await panel.waitFor(
    (text) => document.querySelector('[data-row] .place')?.textContent?.includes(text),
    `linked.css:${line}`,
  );
  await openDetail(panel, 'data:,linked');
  await panel.waitFor(
    (text) => document.querySelector('[data-action="to-sheet"]')?.textContent === text,
    `linked.css, line ${line}, column ${column}`,
  );
  const [linked] = (await reportOf(panel)).dataUrls.flatMap(({ occurrences }) => occurrences);
  assert.deepEqual([linked?.line, linked?.column], [line, column]);
  await panel.click('[data-action="to-sheet"]');
  const devTools = await devToolsOf(extension);
  await devTools.waitFor(isShownInSources, server.url('/linked.css'), line, column);
});
