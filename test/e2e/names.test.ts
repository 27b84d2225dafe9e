/** Tests the names that a page gives its data: URLs: in the Report, in rows and in searches, in Chromium. */
import assert from 'node:assert/strict';
import { launch } from '../support/chromium.ts';
import { namedPage, namesIn, namesOfPage } from '../support/named-page.ts';
import { search } from '../support/occurrence-states.ts';
import { openPopup, popupReport } from '../support/popup.ts';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';

testInFull('names', { timeout: 300_000 }, async (t) => {
  await using server = await serve({ routes: { '/': namedPage } });
  const extension = await launch(t);
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  assert.deepEqual(namesIn(await popupReport(extension, tab)), namesOfPage);
  const popup = await openPopup(extension, tab);
  const named = (query: string) =>
    search(popup, query).then(() =>
      popup.waitFor(() => {
        const [name, ...others] = document.querySelectorAll<HTMLElement>('[data-row] .name');
        return others.length === 0 && name && [name.localName, name.textContent, name.title];
      }),
    );
  assert.deepEqual(await named('cat -png'), ['bdi', 'A cat', 'A cat (named by the page)']);
  assert.deepEqual(await named('name:cart'), ['bdi', 'Cart', 'Cart (named by the page)']);
  assert.deepEqual(await named('name:wide'), ['bdi', '.logo.wide', '.logo.wide (named by the page)']);
  await popup.close();
});
