/**
 * Tests the rule, the sheet and the position of data: URLs in CSS, and the elements that are outlined for them, in
 * Chromium.
 */
import { launch } from '../support/chromium.ts';
import {
  checkCachedPosition,
  checkMatched,
  checkPlaces,
  checkShown,
  checkUnused,
  cssRoutes,
} from '../support/css-places.ts';
import { openPopup, popupReport } from '../support/popup.ts';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';

testInFull('data: URLs in CSS', { timeout: 600_000 }, async (t) => {
  await using server = await serve({ routes: cssRoutes });
  const extension = await launch(t);
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  await t.test('have their rule, sheet and position in the Report', async () => {
    checkPlaces(await popupReport(extension, tab), true);
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
