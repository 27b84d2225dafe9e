/**
 * The worst orders of events for a watched page: surfaces open, the worker ends, frames are added, pages are closed,
 * and watching begins or ends while another of these events is being processed. In the end, the surface must show the
 * data: URLs of the page.
 */

import { test } from 'node:test';
import { type Extension, launch, type Surface } from '../support/chromium.ts';
import { serve } from '../support/serve.ts';

/** Waits until a surface shows this state of the watch mode and exactly these rows, ignoring rows marked as removed. */
const whenShown = (popup: Surface, isWatched: boolean, heads: string[]): Promise<unknown> =>
  popup.waitFor(
    ([watched, wanted]) => {
      const rows = [...document.querySelectorAll('[data-row]')].filter(
        (each) => !each.querySelector('.mark')?.textContent?.startsWith('removed at'),
      );
      const shown = rows
        .map((each) => each.querySelector('[data-head]')?.getAttribute('data-head') ?? '')
        .sort();
      const isDone = document.querySelector('main[data-state="done"]') !== null;
      const footnotes = document.querySelector('.footnotes');
      const isRight = footnotes !== null && (footnotes.querySelector('[data-watching]') !== null) === watched;
      return isDone && isRight && JSON.stringify(shown) === JSON.stringify(wanted);
    },
    [isWatched, heads.toSorted()] as const,
  );

const press = (popup: Surface) => popup.click('[data-action="watch"]');
const whenWatching = (popup: Surface) => popup.waitFor(() => document.querySelector('[data-watching]'));

test('orders of events around a watched page', { timeout: 600_000 }, async (t) => {
  await using server = await serve({
    routes: {
      '/one': '<title>One</title><img src="data:,one">',
      '/two': '<title>Two</title><img src="data:,two">',
      '/frame': '<img src="data:,framed">',
    },
  });
  const extension: Extension = await launch(t);
  await extension.grantHosts();
  const tab = await extension.newPage();
  const go = (path: string) => tab.goto(server.url(path));
  const addFrame = () =>
    tab.evaluate(() => {
      document.body.append(Object.assign(document.createElement('iframe'), { src: '/frame' }));
    });
  await go('/one');

  await t.test('watching begins before the scan has ended', async () => {
    const popup = await extension.clickAction(tab);
    await press(popup);
    await whenShown(popup, true, ['data:,one']);
    await popup.close();
  });

  await t.test('a frame comes as the popup opens', async () => {
    const [popup] = await Promise.all([extension.clickAction(tab), addFrame()]);
    await whenShown(popup, true, ['data:,one', 'data:,framed']);
    await popup.close();
  });

  await t.test('the worker dies as a frame comes', async () => {
    await Promise.all([extension.killWorker(), addFrame()]);
    const popup = await extension.clickAction(tab);
    await whenShown(popup, true, ['data:,one', 'data:,framed']);
    await popup.close();
  });

  await t.test('the worker dies under an open popup', async () => {
    const popup = await extension.clickAction(tab);
    await whenShown(popup, true, ['data:,one', 'data:,framed']);
    await extension.killWorker();
    await tab.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src="data:,later">'));
    await popup.close();
    const again = await extension.clickAction(tab);
    await whenShown(again, true, ['data:,one', 'data:,framed', 'data:,later']);
    await again.close();
  });

  await t.test('the page goes as the popup opens', async () => {
    await Promise.all([go('/two'), extension.clickAction(tab).then((popup) => popup.close())]);
    const popup = await extension.clickAction(tab);
    await whenShown(popup, false, ['data:,two']);
    await popup.close();
  });

  await t.test('watching ends and begins as a frame comes', async () => {
    const popup = await extension.clickAction(tab);
    await whenShown(popup, false, ['data:,two']);
    await press(popup);
    await whenWatching(popup);
    await Promise.all([press(popup), addFrame()]);
    await press(popup);
    await whenShown(popup, true, ['data:,two', 'data:,framed']);
    await popup.close();
  });

  await t.test('the page is put on the watch list and left at once', async () => {
    const popup = await extension.clickAction(tab);
    await whenWatching(popup);
    await popup.click('[name="watch-site"]');
    await popup.waitFor(() => document.querySelector<HTMLInputElement>('[name="watch-site"]')?.checked);
    await Promise.all([popup.close(), go('/one')]);
    const next = await extension.clickAction(tab);
    await whenShown(next, true, ['data:,one']);
    await next.close();
  });

  await t.test('a listed page comes as the worker dies', async () => {
    await Promise.all([extension.killWorker(), go('/two')]);
    const popup = await extension.clickAction(tab);
    await whenShown(popup, true, ['data:,two']);
    await popup.close();
  });

  await t.test('one listed page after the other, faster than they are scanned', async () => {
    for (const path of ['/one', '/two', '/one', '/two'])
      await tab.goto(server.url(path), { waitUntil: 'commit' });
    const popup = await extension.clickAction(tab);
    await whenShown(popup, true, ['data:,two']);
    await go('/one');
    await popup.close();
    const next = await extension.clickAction(tab);
    await whenShown(next, true, ['data:,one']);
    await next.close();
  });

  await t.test('a person stops on a listed page, and the next one is watched again', async () => {
    const popup = await extension.clickAction(tab);
    await whenWatching(popup);
    await press(popup);
    await whenShown(popup, false, ['data:,one']);
    await popup.close();
    await go('/two');
    const next = await extension.clickAction(tab);
    await whenShown(next, true, ['data:,two']);
    await next.close();
  });
});
