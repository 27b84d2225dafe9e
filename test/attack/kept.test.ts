/**
 * Pages that browsers keep when a person leaves them, to return to later (the back/forward cache). Firefox once showed
 * the data: URLs of the previous page as those of the next one. In Chromium, a restored page of a watched site was once
 * no longer watched, without notice.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FirefoxPopup, launch as launchFirefox } from '../firefox/firefox.ts';
import { launch, type Surface } from '../support/chromium.ts';
import { openPopup, whenRead } from '../support/popup.ts';
import { serve } from '../support/serve.ts';

/** The script of each page, by path. */
const pages = {
  '/kept': '',
  // The page adds its listener first, so later listeners never receive the event.
  '/deaf': `for (const type of ['pagehide', 'pageshow', 'visibilitychange'])
    addEventListener(type, (event) => event.stopImmediatePropagation(), true);`,
  '/false': `for (const type of ['pagehide', 'pageshow'])
    dispatchEvent(new PageTransitionEvent(type, { persisted: true }));`,
};

const servePages = () =>
  serve({
    // Browsers keep only pages that their cache may store.
    headers: { 'cache-control': 'max-age=60' },
    routes: {
      ...Object.fromEntries(
        Object.entries(pages).map(([path, script]) => [
          path,
          `<!doctype html><title>Kept</title><img src="data:,kept"><script>
            addEventListener('pageshow', ({ persisted }) => { if (persisted) document.title = 'Back'; }, true);
            ${script}
          </script>`,
        ]),
      ),
      '/next': '<!doctype html><title>Next</title><img src="data:,next">',
    },
  });

const lists = (popup: Pick<Surface | FirefoxPopup, 'waitFor'>, ...heads: string[]) =>
  popup.waitFor((wanted) => {
    const rows = [...document.querySelectorAll('main[data-state="done"] [data-row] [data-head]')];
    const shown = rows.map((row) => row.getAttribute('data-head'));
    return shown.sort().join() === wanted;
  }, heads.toSorted().join());

/** Starts watching the page of a popup and all other pages of its site. */
async function watchSite(popup: Pick<Surface | FirefoxPopup, 'waitFor' | 'click'>): Promise<void> {
  await popup.click('[data-action="watch"]');
  await popup.waitFor(() => document.querySelector('[data-watching]'));
  await popup.click('[name="watch-site"]');
  await popup.waitFor(() => document.querySelector<HTMLInputElement>('[name="watch-site"]')?.checked);
}

const addLate = () => document.body.insertAdjacentHTML('beforeend', '<img src="data:,late">');

test('what is shown is what the tab holds, in Firefox', { timeout: 300_000 }, async (t) => {
  await using server = await servePages();
  const firefox = await launchFirefox(t);
  for (const path of Object.keys(pages)) {
    await t.test(path, async () => {
      await firefox.navigate(server.url(path));
      let popup = await firefox.openPopup();
      await lists(popup, 'data:,kept');
      await popup.click('[data-action="watch"]');
      await popup.waitFor(() => document.querySelector('[data-watching]'));
      await popup.close();
      await firefox.navigate(server.url('/next'));
      popup = await firefox.openPopup();
      await lists(popup, 'data:,next');
      await popup.close();
    });
  }
  await t.test('on a site that is watched', async () => {
    await firefox.grantHosts('<all_urls>');
    await firefox.navigate(server.url('/kept'));
    let popup = await firefox.openPopup();
    await lists(popup, 'data:,kept');
    await watchSite(popup);
    await popup.close();
    for (const [path, head] of [
      ['/next', 'data:,next'],
      ['/deaf', 'data:,kept'],
      ['/next', 'data:,next'],
    ] as const) {
      await firefox.navigate(server.url(path));
      popup = await firefox.openPopup();
      await lists(popup, head);
      await popup.waitFor(() => document.querySelector('[data-watching]'));
      await popup.close();
    }
  });
});

test('a page of a watched site is watched when it comes back, in Chromium', {
  timeout: 300_000,
}, async (t) => {
  await using server = await servePages();
  const extension = await launch(t, { keepsPages: true });
  const tab = await extension.newPage();
  await tab.goto(server.url('/next'));
  await extension.grantHosts();
  const first = await openPopup(extension, tab);
  await watchSite(first);
  await first.close();
  for (const path of ['/kept', '/false']) {
    await t.test(path, async () => {
      await tab.goto(server.url(path));
      const before = await extension.clickAction(tab);
      await lists(before, 'data:,kept');
      await before.close();
      await tab.goto(server.url('/next'));
      await tab.evaluate(() => history.back()).catch(() => {});
      await tab.waitForFunction(() => document.title === 'Back');
      await tab.evaluate(addLate);
      const popup = await extension.clickAction(tab);
      await whenRead(popup);
      assert.ok(await popup.waitFor(() => document.querySelector('[data-watching]')));
      await lists(popup, 'data:,kept', 'data:,late');
      await popup.close();
    });
  }
});
