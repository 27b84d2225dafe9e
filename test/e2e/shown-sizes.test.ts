/** Tests the dimensions of pictures and the sizes at which the page shows them, in Chromium. */
import assert from 'node:assert/strict';
import { launch } from '../support/chromium.ts';
import { openDetail, openPopup } from '../support/popup.ts';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { shownSizesPage, sizesIn, sizesOfPage } from '../support/shown-sizes.ts';

testInFull('dimensions and shown sizes', { timeout: 300_000 }, async (t) => {
  await using server = await serve({ routes: { '/': shownSizesPage } });
  const extension = await launch(t);
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const popup = await openPopup(extension, tab);
  assert.deepEqual(await sizesIn(popup), sizesOfPage);
  await t.test('the detail has the size of each occurrence', async () => {
    await openDetail(popup, 'Twice');
    const sizes = await popup.waitFor(() => {
      const shown = [...document.querySelectorAll('.occurrences .shown-size')];
      return shown.length === 2 && shown.map(({ textContent }) => textContent);
    });
    assert.deepEqual(sizes, ['24×16, shown 60×40', '24×16, shown 120×80']);
  });
  await popup.close();
});
