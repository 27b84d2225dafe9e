/** Tests the dimensions of pictures and the sizes at which the page shows them, in Firefox. */
import assert from 'node:assert/strict';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { shownSizesPage, sizesIn, sizesOfPage } from '../support/shown-sizes.ts';
import { launch } from './firefox.ts';

testInFull('dimensions and shown sizes, in Firefox', { timeout: 300_000 }, async (t) => {
  await using server = await serve({ routes: { '/': shownSizesPage } });
  const firefox = await launch(t);
  await firefox.navigate(server.url('/'));
  const popup = await firefox.openPopup();
  assert.deepEqual(await sizesIn(popup), sizesOfPage);
  await popup.close();
});
