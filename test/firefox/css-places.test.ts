/**
 * Tests the rule, the sheet and the position of data: URLs in CSS, and the elements that are outlined for them, in
 * Firefox.
 */
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import { checkPlaces, checkShown, checkUnused, cssRoutes } from '../support/css-places.ts';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { launch } from './firefox.ts';

testInFull('data: URLs in CSS, in Firefox', { timeout: 600_000 }, async (t) => {
  await using server = await serve({ routes: cssRoutes });
  const firefox = await launch(t);
  await firefox.navigate(server.url('/'));
  const popup = await firefox.openPopup();
  await t.test('have their rule, sheet and position in the Report', async () => {
    checkPlaces(await reportOf(popup), false);
  });
  await t.test('a row says that no element uses its rules now', () => checkUnused(popup));
  await checkShown(popup, { evaluate: firefox.inPage }, (name, shown) => t.test(name, shown));
  await popup.close();
});
