/**
 * Pages on which a data: URL was once missed. Each URL must be listed, or the part that contains it must be reported as
 * unread.
 */
import assert from 'node:assert/strict';
import { casePages, checkCase, isComplete, serveCases } from '../support/case-pages.ts';
import { launchForFile } from '../support/chromium.ts';
import { popupReport } from '../support/popup.ts';
import { some, testInFull } from '../support/seed.ts';

const extension = launchForFile();

testInFull('in Chromium', { timeout: 300_000 }, async (t) => {
  const origin = await serveCases(t);
  if (origin === null) return;
  const page = await extension().newPage();
  for (const file of some(Object.keys(casePages), 4))
    await t.test(file, async () => {
      await page.goto(`${origin}${file}`);
      await page.waitForFunction(isComplete);
      checkCase(file, await popupReport(extension(), page));
    });
  await t.test('wide', async () => {
    await page.goto(`${origin}wide`);
    const report = await popupReport(extension(), page);
    const gif = report.dataUrls.find(({ essence }) => essence === 'image/gif');
    assert.ok(
      gif?.findings.some(({ rule, message }) => rule === 'bomb' && /14,000 ?× ?14,000/.test(message)),
      JSON.stringify(gif?.findings),
    );
  });
});
