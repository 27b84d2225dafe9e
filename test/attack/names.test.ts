/** A page that uses the names of the extension's API must be scanned, shown and reported like any other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import type { Report } from '../../src/report/report.ts';
import { unreadParts } from '../../src/report/unreachable.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { launch } from '../support/chromium.ts';
import { openDetail, openPopup, rowsOf } from '../support/popup.ts';
import { isFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { blindPages, crashingPages, heads, large, namedPages, pageOf } from './names.ts';

const serveNames = () =>
  serve({
    routes: {
      ...Object.fromEntries([...namedPages.values()].map((markup, n) => [`/${n}`, pageOf(markup)])),
      ...Object.fromEntries([...crashingPages.values()].map((markup, n) => [`/ends-${n}`, pageOf(markup)])),
      '/next': '<title>Next</title><img src="data:,next">',
      '/plain': '<title>Plain</title>',
    },
  });

function check({ dataUrls, unreachable, page: { url } }: Report, isBlind: boolean): void {
  assert.deepEqual(
    unreadParts(unreachable),
    // Without the API, closed shadow roots are inaccessible, and the Report must say so.
    isBlind ? [{ kind: 'shadow-root', url, reason: 'name-taken' }] : [],
  );
  const found = dataUrls.map(({ head }) => head).filter((head) => head.startsWith('data:,'));
  assert.deepEqual(found.sort(), (isBlind ? heads.open : heads.all).toSorted());
  const [long] = dataUrls.filter(({ head }) => head.startsWith('data:text/plain'));
  assert.equal(long?.length, large.length);
}

test('pages that take names of the API, in Chromium', { timeout: 600_000 }, async (t) => {
  await using server = await serveNames();
  const extension = await launch(t);

  for (const [n, name] of [...namedPages.keys()].entries()) {
    await t.test(`${name}: read, watched, and known to have gone`, async () => {
      const page = await extension.newPage();
      await page.goto(server.url(`/${n}`));
      const popup = await openPopup(extension, page);
      const { length } = blindPages.has(name) ? heads.open : heads.all;
      assert.equal((await rowsOf(popup)).length, length + 1);
      await openDetail(popup, 'data:,page');
      await popup.click('.occurrences [data-action="show"]');
      await popup.waitFor(() =>
        document.querySelector('[data-status]')?.textContent?.includes('outlined on the page'),
      );
      await popup.click('[data-action="back"]');
      check(await reportOf(popup), blindPages.has(name));

      await popup.click('[data-action="watch"]');
      await popup.waitFor(() => document.querySelector('[data-watching]'));
      await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src="data:,new">'));
      await popup.waitFor((n) => document.querySelector(`[aria-setsize="${n}"]`), length + 2);
      await popup.click('[data-action="rescan"]');
      await popup.waitFor(
        (n) => document.querySelector(`main[data-state="done"] [aria-setsize="${n}"]`),
        length + 2,
      );
      await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src="data:,newer">'));
      await popup.waitFor((n) => document.querySelector(`[aria-setsize="${n}"]`), length + 3);
      await page.goto(server.url('/next'));
      await popup.waitFor(() => document.querySelector('[data-failure="page-gone"]'));
      await popup.close();
      await page.close();
    });
  }

  for (const [n, name] of [...crashingPages.keys()].entries()) {
    await t.test(`${name}: left alone, as Chromium would end it`, async () => {
      const page = await extension.newPage();
      await page.goto(server.url(`/ends-${n}`));
      const popup = await openPopup(extension, page);
      await popup.waitFor(() => document.querySelector('[data-failure="name-taken"]'));
      // The page still exists.
      assert.equal(await page.title(), 'Names');
      await popup.close();
      await page.close();
    });
  }

  await t.test('a page that Chromium would end is read where it is always watched', async () => {
    await extension.grantHosts();
    const page = await extension.newPage();
    await page.goto(server.url('/plain'));
    const popup = await openPopup(extension, page);
    await popup.click('[data-action="watch"]');
    await popup.waitFor(() => document.querySelector('[data-watching]'));
    await popup.click('[name="watch-site"]');
    await popup.waitFor(() => document.querySelector<HTMLInputElement>('[name="watch-site"]')?.checked);
    await popup.close();
    await page.goto(server.url('/ends-0'));
    const watched = await openPopup(extension, page);
    // The frame, the page's image and link, and its shadow trees are listed, because our script ran before the frame
    // got its name.
    assert.equal((await rowsOf(watched)).length, 6);
    await watched.close();
  });
});

test('pages that take names of the API, in Firefox', { timeout: 600_000 }, async (t) => {
  await using server = await serveNames();
  const firefox = await launchFirefox(t);
  for (const [n, name] of [...namedPages.keys()].entries()) {
    // Firefox installs its API even if something in the page has the API's name, so testing a frame, a form and an
    // element is enough.
    if (n % 3 > 0 && !isFull) continue;
    await t.test(name, async () => {
      await firefox.navigate(server.url(`/${n}`));
      const popup = await firefox.openPopup();
      check(await reportOf(popup), false);
      await popup.close();
    });
  }
});
