/** Tests the thumbnails in the list for each kind of data: URL, in Firefox. */
import assert from 'node:assert/strict';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { rounded, thumbnailPage, thumbnailsOfPage, thumbnailsShown } from '../support/thumbnails.ts';
import { launch } from './firefox.ts';

testInFull('thumbnails', { timeout: 120_000 }, async (t) => {
  await using server = await serve({ routes: { '/': thumbnailPage } });
  const browser = await launch(t);
  await browser.navigate(server.url('/'));
  const popup = await browser.openPopup();
  await popup.waitFor(() => document.querySelector('main[data-state="done"] [data-row]'));
  const shown: Record<string, string> = {};
  // The list is taller than the popup.
  for (const top of [0, 300, 600, 900]) {
    await popup.evaluate((to) => document.querySelector('[role=listbox]')?.scrollTo(0, to), top);
    await popup.waitFor(() => {
      const box = document.querySelector('[role=listbox]')!.getBoundingClientRect();
      const places = [...document.querySelectorAll('[data-row] .thumbnail')].filter((place) => {
        const { top, bottom } = place.getBoundingClientRect();
        return bottom > box.top && top < box.bottom;
      });
      return places.length > 0 && places.every((place) => place.matches('[data-made]'));
    });
    // The thumbnails of rows farther down have not been rendered yet.
    for (const [name, text] of Object.entries(await popup.evaluate(thumbnailsShown)))
      if (text !== 'waiting') shown[name] = text;
  }
  // Firefox treats damaged pixels as transparent.
  assert.deepEqual(rounded(shown), { ...thumbnailsOfPage, '#damaged': 'picture, 32×32, 0 0 0 0, on any' });
  await popup.close();
});
