/**
 * Pages on which a data: URL was once missed, in Firefox. Each URL must be listed, or the part that contains it must be
 * reported as unread.
 */
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import { casePages, checkCase, serveCases } from '../support/case-pages.ts';
import { testInFull } from '../support/seed.ts';
import { launch } from './firefox.ts';

testInFull('in Firefox', { timeout: 300_000 }, async (t) => {
  const origin = await serveCases(t);
  if (origin === null) return;
  const firefox = await launch(t);
  // The page `twin` is omitted: if an address is imported twice, Firefox loads it only once.
  for (const file of Object.keys(casePages).filter((each) => each !== 'twin'))
    await t.test(file, async () => {
      await firefox.navigate(`${origin}${file}`);
      const popup = await firefox.openPopup();
      const report = await reportOf(popup);
      await popup.close();
      checkCase(file, report);
    });
});
