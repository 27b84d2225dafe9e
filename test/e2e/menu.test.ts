/**
 * The context menu's handler: the result of a click on one of its items. Another test has the native menu.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { type Extension, launch } from '../support/chromium.ts';
import { openPopup } from '../support/popup.ts';
import { stepInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';

const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

interface Click {
  menuItemId: string;
  srcUrl?: string;
  linkUrl?: string;
  frameId?: number;
  frameUrl?: string;
}

/** Chromium's own `dispatch` replaces the click, since headless mode has no menu. */
declare const chrome: {
  tabs: { query(query: object): Promise<{ id: number }[]> };
  contextMenus: { onClicked: { dispatch(info: object, tab: object): void } };
};

async function click(extension: Extension, info: Click): Promise<Page> {
  const [tab] = await Promise.all([
    extension.context.waitForEvent('page'),
    extension.worker.evaluate(async (clicked) => {
      const [active] = await chrome.tabs.query({ active: true });
      chrome.contextMenus.onClicked.dispatch(
        { frameId: 0, editable: false, pageUrl: '', ...clicked },
        active ?? {},
      );
    }, info),
  ]);
  await tab.waitForSelector('main:is([data-state="done"], [data-state="failed"])');
  return tab;
}

test('the context menu', async (t) => {
  await using server = await serve({
    routes: {
      '/': `<img id="a" src=" ${gif.replace('base64', 'ba\nse64')}"><a href="data:text/plain,the%20link">x</a>
        <img id="other" src="/x.png" width="300" height="300" style="position:fixed;right:0;bottom:0">
        <article>before <p id="selected">some <b style="background:url(data:,bold)">bold</b> <img src="data:,picture">
          <a href="data:,whole">words <i>in a link</i></a></p> after</article>
        <video src="data:video/webm,moving"></video>
        <iframe src="data:text/html,a%20frame"></iframe>`,
    },
  });
  const extension = await launch(t);
  const page = await extension.newPage();
  await page.goto(server.url('/'));
  // A dispatched event is not a real click, which would have granted the page.
  await (await openPopup(extension, page)).close();

  await t.test("opens the page's data: URLs in the inspector tab", async () => {
    const tab = await click(extension, { menuItemId: 'page' });
    await tab.click('[data-view-link="list"]');
    await tab.locator('[data-row]').first().waitFor();
    assert.equal(await tab.locator('[data-row]').count(), 7);
    assert.equal(await tab.locator('[data-detail]').count(), 0);
    await tab.close();
  });

  await t.test('opens the image that was clicked, however it was written', async () => {
    const tab = await click(extension, { menuItemId: 'image', srcUrl: gif });
    await tab.waitForSelector('[data-detail] .detail-title .type:text("image/gif")');
    await tab.close();
  });

  await t.test('opens the link that was clicked', async () => {
    const tab = await click(extension, { menuItemId: 'link', linkUrl: 'data:text/plain,the%20link' });
    await tab.waitForSelector('[data-detail] .detail-title .type:text("text/plain")');
    await tab.close();
  });

  await t.test('opens the audio or video, and the frame, that was clicked', async () => {
    for (const [info, type] of [
      [{ menuItemId: 'media', srcUrl: 'data:video/webm,moving' }, 'video/webm'],
      [{ menuItemId: 'page', frameUrl: 'data:text/html,a%20frame' }, 'text/html'],
    ] as const) {
      const tab = await click(extension, info);
      await tab.waitForSelector(`[data-detail] .detail-title .type:text("${type}")`);
      await tab.close();
    }
  });

  await t.test('shows what the selection holds, and nothing else', async () => {
    const select = (from: string, to: string) =>
      page.evaluate(
        ([first = '', last = '']) => {
          const [start, end] = [document.querySelector(first), document.querySelector(last)];
          if (start && end) getSelection()?.setBaseAndExtent(start, 0, end, end.childNodes.length);
        },
        [from, to],
      );
    await select('#selected', '#selected');
    const some = await click(extension, { menuItemId: 'selection' });
    await some.getByRole('button', { name: 'Selected on the page 3' }).waitFor();
    assert.equal(await some.locator('[data-row]').count(), 3);
    await some.getByRole('button', { name: 'Selected on the page 3' }).click();
    await some.waitForFunction(() => document.querySelectorAll('[data-row]').length === 7);
    await some.close();
    // A selection within one link: the link is shown.
    await select('#selected i', '#selected i');
    const one = await click(extension, { menuItemId: 'selection' });
    await one.locator('[data-detail] .written', { hasText: 'data:,whole' }).waitFor();
    await one.getByRole('button', { name: 'Selected on the page 1' }).waitFor();
    assert.equal(await one.locator('[data-row]').count(), 1);
    await one.close();
    await page.evaluate(() => getSelection()?.removeAllRanges());
    const none = await click(extension, { menuItemId: 'selection' });
    await none.getByText('contains no data: URL').waitFor();
    await none.close();
  });

  await stepInFull(t)('finds the image that is too large for its URL to come with the click', async () => {
    await page.bringToFront();
    await page.evaluate(() => {
      const huge = Object.assign(new Image(200, 200), {
        src: `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>${' '.repeat(2_200_000)}%20`,
      });
      huge.style.cssText = 'position: fixed; left: 200px; top: 200px';
      document.body.append(huge);
    });
    await page.mouse.move(300, 300);
    const tab = await click(extension, { menuItemId: 'image', srcUrl: '' });
    await tab.waitForSelector('[data-detail] .detail-title .type:text("image/svg+xml")');
    await tab.close();
  });

  await t.test('says when what was clicked is no data: URL', async () => {
    await page.bringToFront();
    const tab = await click(extension, { menuItemId: 'image', srcUrl: server.url('/x.png') });
    await tab.waitForSelector('.notice:text("contains no data: URL")');
    await tab.close();
  });
});
