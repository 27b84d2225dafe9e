/**
 * Tests the way from a surface to the page and back: the outline that "Show" draws must be in view, and stay until a
 * person has seen it. Also tests the handler of the context menu; test/native/menu.test.ts tests the native menu.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { type Extension, launchForFile } from '../support/chromium.ts';
import { openDetail, openPopup } from '../support/popup.ts';
import { some, stepInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';

const browser = launchForFile();

/** Set by code in the popup. */
declare const list: Element;
declare const counts: Set<string | null>;

const page = `<!doctype html><title>Show</title><style>body { margin: 0 }
  p { margin: 60px 0; height: 200px } .wide { width: 100% } .left { width: 400px; margin-left: -24px }</style>
  <p class="wide" style="background: url(data:,wide)"></p>
  <p class="left" style="background: url(data:,left)"></p>
  <p class="free" style="background: url(data:,free); margin: 60px; width: 300px"></p>
  <p class="large" style="background: url(data:,large); margin: 0; height: 3000px"></p>
  <style>i { display: block; margin: 40px; width: 60px; height: 60px; background: rgb(0 128 0);
    mask: url("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><circle r='20' cx='30' cy='30'/></svg>") }</style>
  <style>#masked { mask-image: url("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><circle r='20' cx='30' cy='30'/></svg>") }</style>
  <i id="masked"></i>
  <style>.none { background: url(data:,none) } .nothing { background: url(data:,none) }</style>
  <p style="background: url(data:,all)">1</p><p hidden style="background: url(data:,all)">2</p>
  <p style="background: url(data:,all)">3</p>
  <iframe srcdoc="<p style='background: url(data:,all)'>4</p><p style='background: url(data:,all)'>5</p>"></iframe>`;

/**
 * Returns the state and duration of the outlines in a page, their offset from the box in the second keyframe, and
 * whether the whole box is tinted.
 */
const outlinesIn = (tab: Page) =>
  tab.evaluate(() =>
    document.getAnimations().map((each) => ({
      state: each.playState,
      duration: each.effect?.getTiming().duration,
      offset: (each.effect as KeyframeEffect).getKeyframes()[1]?.outlineOffset,
      isTinted: String((each.effect as KeyframeEffect).getKeyframes()[1]?.boxShadow).includes('3000px'),
    })),
  );

test('the outline of what is shown', { timeout: 300_000 }, async (t) => {
  // This element is found last, but its URL is so long that its row comes first.
  const last = `<p style="background: url(data:,last-${'x'.repeat(200)})"></p>`;
  const many = Array.from({ length: 400 }, (_, n) => `<p style="background: url(data:,many-${n})"></p>`);
  await using server = await serve({ routes: { '/': page, '/many': many.join('') + last } });
  const extension = browser();
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const popup = await openPopup(extension, tab);
  const [inspector] = await Promise.all([
    extension.context.waitForEvent('page', (each) => each.url().startsWith(extension.origin)),
    popup.click('[data-action="open-tab"]'),
  ]);
  await inspector.waitForSelector('main[data-state="done"]');
  await inspector.click('[data-view-link="list"]');
  const show = async (head: string) => {
    await inspector.bringToFront();
    await tab.evaluate(() => {
      for (const each of document.getAnimations()) each.cancel();
    });
    await inspector.locator('input[type=search]').fill(`text:"${head}"`);
    await inspector.locator('[data-row]').click();
    await inspector.locator('.occurrences [data-action="show"]').first().click();
    await tab.waitForFunction(() => document.getAnimations().length > 0);
  };

  await t.test('is in view as a whole, also around what touches or passes the edge', async () => {
    for (const [head, offset] of some(
      [
        ['data:,large', '-5px'],
        ['data:,wide', '-5px'],
        ['data:,left', '-29px'],
        ['data:,free', '2px'],
      ] as const,
      2,
    )) {
      await show(head);
      const isTinted = head === 'data:,large';
      assert.deepEqual(await outlinesIn(tab), [{ state: 'running', duration: 6000, offset, isTinted }], head);
    }
  });

  await t.test('is around all occurrences of a data: URL, in all frames', async () => {
    const open = async (head: string) => {
      await inspector.bringToFront();
      await inspector.locator('input[type=search]').fill(`text:"${head}"`);
      await inspector.locator('[data-row]').click();
      await inspector.locator('.detail-head [data-action="show"]').click();
    };
    await open('data:,all');
    await inspector.locator('.toast', { hasText: 'Occurrences outlined: 4 of 5.' }).waitFor();
    const counts = await Promise.all(
      tab.frames().map((frame) => frame.evaluate(() => document.getAnimations().length)),
    );
    assert.deepEqual(counts, [2, 2]);
    // Outlines that have ended are drawn again, even in a frame where other outlines appear.
    await Promise.all(
      tab.frames().map((frame) =>
        frame.evaluate(() => {
          for (const each of document.getAnimations()) each.finish();
        }),
      ),
    );
    await open('data:,all');
    for (const frame of tab.frames())
      await frame.waitForFunction(() => document.getAnimations().length === 2);
    // New outlines must replace these.
    await open('data:,free');
    await tab.waitForFunction(() => document.getAnimations().length === 1);
    await tab.frames()[1]?.waitForFunction(() => document.getAnimations().length === 0);
  });

  await t.test('ends with a click or a key, but not within its first second', async () => {
    for (const end of some([() => tab.mouse.click(700, 500), () => tab.keyboard.press('Shift')], 2)) {
      await show('data:,free');
      const pauseAt = (time: number) =>
        tab.evaluate((at) => {
          const [outline] = document.getAnimations();
          outline?.pause();
          if (outline) outline.currentTime = at;
        }, time);
      await pauseAt(500);
      await end();
      assert.equal((await outlinesIn(tab)).length, 1);
      await pauseAt(1500);
      await end();
      assert.equal((await outlinesIn(tab)).length, 0);
    }
  });

  await stepInFull(t)(
    'of several rules that match nothing: the buttons are dimmed, and a click asks again',
    async () => {
      await inspector.bringToFront();
      await inspector.locator('input[type=search]').fill('text:"data:,none"');
      await inspector.locator('[data-row]').click();
      // The results are in the order of the frames, and any frame may come first.
      const whenDimmed = (wanted: string) =>
        inspector.waitForFunction(
          (each) =>
            [...document.querySelectorAll('[data-action="show"]')]
              .map(({ classList }) => (classList.contains('nothing') ? 'nothing' : 'show'))
              .sort()
              .join() === each,
          wanted,
        );
      await whenDimmed('nothing,nothing,nothing');
      const button = inspector.locator('.detail-head [data-action="show"]');
      assert.match((await button.getAttribute('title')) ?? '', /^Nothing could be outlined/);
      await button.click();
      await inspector.locator('.toast', { hasText: /outlined: 0 of 2\. The rule matches no/ }).waitFor();
      await tab.evaluate(() => document.querySelector('#masked')?.classList.add('nothing'));
      await button.click();
      await inspector.locator('.toast', { hasText: 'Occurrences outlined: 1 of 2.' }).waitFor();
      await whenDimmed('nothing,show,show');
      await tab.evaluate(() => document.querySelector('#masked')?.classList.remove('nothing'));
      // This element is hidden.
      await inspector.locator('input[type=search]').fill('text:"data:,all"');
      await inspector.locator('[data-row]').click();
      await whenDimmed('nothing,show,show,show,show,show');
    },
  );

  await stepInFull(t)('leaves a masked element as it is, also if two rules are for it', async () => {
    await show('data:image/svg');
    await inspector.bringToFront();
    await inspector.locator('.detail-head [data-action="show"]').click();
    await inspector.locator('.toast', { hasText: 'Occurrences outlined: 2 of 2.' }).waitFor();
    const { x, y } = await tab.evaluate(() => {
      const [outline] = document.getAnimations();
      outline?.pause();
      if (outline) outline.currentTime = 1500;
      return document.getElementById('masked')!.getBoundingClientRect();
    });
    const picture = (await tab.screenshot()).toString('base64');
    const colors = await tab.evaluate(
      async ({ picture, points }) => {
        const image = new Image();
        image.src = `data:image/png;base64,${picture}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
        canvas.drawImage(image, 0, 0);
        return points.map(([x, y]) => [...canvas.getImageData(x!, y!, 1, 1).data].slice(0, 3).join());
      },
      {
        picture,
        points: [
          [x + 30, y + 30],
          [x + 3, y + 3],
          [x + 30, y - 4],
        ].map((at) => at.map(Math.round)),
      },
    );
    assert.deepEqual(colors, ['0,128,0', '255,255,255', '214,36,122']);
  });

  await t.test('from the popup, it stays until the popup is closed', async () => {
    for (const isClosedByClick of some([false, true], 2)) {
      await tab.bringToFront();
      await tab.evaluate(() => {
        for (const each of document.getAnimations()) each.cancel();
      });
      const popup = await openPopup(extension, tab);
      await openDetail(popup, 'data:,free');
      await popup.click('.detail-head [data-action="show"]');
      assert.match(
        await popup.waitFor(() => document.querySelector('.toast:not(:empty)')?.textContent),
        /outlined.*remain for a few seconds after this popup closes/,
      );
      const states = async () => (await outlinesIn(tab)).map(({ state }) => state);
      assert.deepEqual(await states(), ['paused']);
      // The page receives the click before the popup closes.
      if (isClosedByClick) await tab.mouse.click(700, 500);
      else await popup.close();
      await tab.waitForFunction(() => document.getAnimations()[0]?.playState === 'running');
      if (isClosedByClick) await popup.close();
    }
  });

  await stepInFull(t)('the detail stays where it is, even if the page must be scanned again', async () => {
    await tab.goto(server.url('/many'));
    const popup = await openPopup(extension, tab);
    await openDetail(popup, 'data:,last');
    const place = () =>
      popup.evaluate(() => {
        const button = document.querySelector('.occurrences [data-action="show"]');
        return [button?.closest('.pane')?.getAttribute('data-same'), button?.getBoundingClientRect().top];
      });
    await popup.waitFor(() => document.querySelector('.occurrences [data-action="show"]'));
    await popup.waitFor(() => document.querySelector('.preview .text-view, .preview pre, .row-scroller'));
    await popup.evaluate(() => {
      const button = document.querySelector('.occurrences [data-action="show"]')!;
      button.closest('.pane')!.setAttribute('data-same', '');
      button.scrollIntoView({ block: 'center' });
    });
    const before = await place();
    await extension.killWorker();
    await popup.click('.occurrences [data-action="show"]');
    await popup.waitFor(() => /outlined/.test(document.querySelector('.toast')?.textContent ?? ''));
    await popup.waitFor(() => document.querySelector('main[data-state="done"]'));
    const after = await place();
    assert.equal(after[0], '');
    // Allows for a change in the height of a line above the row.
    assert.ok(Math.abs(Number(after[1]) - Number(before[1])) < 40, `${before[1]}, then ${after[1]}`);
    await popup.close();
  });

  await stepInFull(t)('the list stays where it is, even if the page must be scanned again', async () => {
    await tab.goto(server.url('/many'));
    const popup = await openPopup(extension, tab);
    // This row is selected now, and will be out of view later.
    await openDetail(popup, 'data:,last');
    await popup.click('[data-action="back"]');
    // A list cannot be scrolled while it is hidden.
    await popup.waitFor(() => (document.querySelector('.virtual-list')?.clientHeight ?? 0) > 0);
    await popup.evaluate(() => {
      const list = document.querySelector('.virtual-list')!;
      list.scrollTop = 9000;
      // Records every number of rows that the list has at some point.
      const counts = new Set<string | null>();
      new MutationObserver(() => {
        counts.add(list.querySelector('[data-row]')?.getAttribute('aria-setsize') ?? null);
      }).observe(document, { subtree: true, childList: true, attributes: true });
      Object.assign(globalThis, { list, counts });
    });
    await extension.killWorker();
    await popup.evaluate(() => list.scrollBy(0, 2));
    // Clicks a row that has already been drawn. The test driver's mouse would first scroll the row to the middle.
    await popup.waitFor(() => {
      const { left, top, height } = list.getBoundingClientRect();
      const row = document.elementFromPoint(left + 100, top + height / 2)?.closest<HTMLElement>('[data-row]');
      row?.click();
      return Boolean(row);
    });
    await popup.waitFor(() => document.querySelector('[data-detail] .occurrences li'));
    await popup.waitFor(() => document.querySelector('main[data-state="done"]'));
    await popup.click('[data-action="back"]');
    await popup.waitFor(() => document.querySelector('.virtual-list')?.scrollTop === 9002);
    assert.deepEqual(await popup.evaluate(() => [...counts]), ['401']);
    assert.equal(await popup.evaluate(() => document.querySelector('.notice.stale')), null);
    await popup.close();
  });

  await stepInFull(t)('a selected row stays in view in a list that gets shorter', async () => {
    await tab.goto(server.url('/many'));
    const popup = await openPopup(extension, tab);
    const [tall] = await Promise.all([
      extension.context.waitForEvent('page', (each) => each.url().startsWith(extension.origin)),
      popup.click('[data-action="open-tab"]'),
    ]);
    await tall.waitForSelector('main[data-state="done"]');
    await tall.click('[data-view-link="list"]');
    await tall.locator('.table').focus();
    for (const key of ['End', 'PageUp', 'PageUp']) await tall.keyboard.press(key);
    await tall.locator('[data-row][aria-selected="true"]').waitFor();
    const selected = tall.locator('[data-row][aria-selected="true"]');
    const isInView = () =>
      selected.evaluate((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        const view = row.closest('.table')!.getBoundingClientRect();
        return top >= view.top && bottom <= view.bottom;
      });
    assert.ok(await isInView());
    // These are the last hundred rows. At the scroll position that the browser keeps, the selected row is out of view.
    await tall.locator('input[type=search]').fill('size<8');
    await tall.locator('.table[aria-rowcount="101"]').waitFor();
    await selected.waitFor();
    assert.ok(await isInView());
  });
});

const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

interface Click {
  menuItemId: string;
  srcUrl?: string;
  linkUrl?: string;
  frameId?: number;
  frameUrl?: string;
}

/** Chromium's own `dispatch` simulates the click, because headless mode has no menu. */
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
  const extension = browser();
  const page = await extension.newPage();
  await page.goto(server.url('/'));
  // Unlike a real click, a dispatched event grants no access to the page.
  await (await openPopup(extension, page)).close();

  await stepInFull(t)("opens the page's data: URLs in the inspector tab", async () => {
    const tab = await click(extension, { menuItemId: 'page' });
    await tab.click('[data-view-link="list"]');
    await tab.locator('[data-row]').first().waitFor();
    assert.equal(await tab.locator('[data-row]').count(), 7);
    assert.equal(await tab.locator('[data-detail]').count(), 0);
    await tab.close();
  });

  await stepInFull(t)('opens the image that was clicked, however it was written', async () => {
    const tab = await click(extension, { menuItemId: 'image', srcUrl: gif });
    await tab.waitForSelector('[data-detail] .detail-title .type:text("image/gif")');
    await tab.close();
  });

  await stepInFull(t)('opens the link that was clicked', async () => {
    const tab = await click(extension, { menuItemId: 'link', linkUrl: 'data:text/plain,the%20link' });
    await tab.waitForSelector('[data-detail] .detail-title .type:text("text/plain")');
    await tab.close();
  });

  await stepInFull(t)('opens the audio or video, and the frame, that was clicked', async () => {
    for (const [info, type] of [
      [{ menuItemId: 'media', srcUrl: 'data:video/webm,moving' }, 'video/webm'],
      [{ menuItemId: 'page', frameUrl: 'data:text/html,a%20frame' }, 'text/html'],
    ] as const) {
      const tab = await click(extension, info);
      await tab.waitForSelector(`[data-detail] .detail-title .type:text("${type}")`);
      await tab.close();
    }
  });

  const select = (from: string, to: string) =>
    page.evaluate(
      ([first = '', last = '']) => {
        const [start, end] = [document.querySelector(first), document.querySelector(last)];
        if (start && end) getSelection()?.setBaseAndExtent(start, 0, end, end.childNodes.length);
      },
      [from, to],
    );

  await t.test('shows what the selection holds, and nothing else', async () => {
    await select('#selected', '#selected');
    const chosen = await click(extension, { menuItemId: 'selection' });
    await chosen.getByRole('button', { name: 'Selected on the page 3' }).waitFor();
    assert.equal(await chosen.locator('[data-row]').count(), 3);
    await chosen.getByRole('button', { name: 'Selected on the page 3' }).click();
    await chosen.waitForFunction(() => document.querySelectorAll('[data-row]').length === 7);
    await chosen.close();
  });

  await stepInFull(t)(
    'shows the link within which the selection is, or that there is nothing in it',
    async () => {
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
    },
  );

  await stepInFull(t)(
    'lists the images that are too large for their URLs to come with the click',
    async () => {
      const huge = (name: string) =>
        `data:image/svg+xml,<svg%20id='${name}'%20xmlns='http://www.w3.org/2000/svg'/><!--${name === 'shadow' ? '中'.repeat(300_000) : 'x'.repeat(2_100_000)}-->`;
      await page.evaluate(([one = '', picture = '', shadow = '']) => {
        const boxes = [0, 1, 2].map(() => document.body.appendChild(document.createElement('div')));
        for (const box of boxes) box.className = 'huge';
        boxes[0]?.append(Object.assign(new Image(), { src: one }));
        const source = Object.assign(document.createElement('source'), { srcset: picture });
        boxes[1]?.appendChild(document.createElement('picture')).append(source, new Image());
        boxes[2]?.attachShadow({ mode: 'closed' }).append(Object.assign(new Image(), { src: shadow }));
      }, ['one', 'picture', 'shadow'].map(huge));
      const clickLarge = () => click(extension, { menuItemId: 'image', srcUrl: '' });
      const removeBoxes = (count: number) =>
        page.evaluate((n) => {
          for (const box of [...document.querySelectorAll('.huge')].slice(0, n)) box.remove();
        }, count);
      const all = await clickLarge();
      await all.waitForSelector('.notice:text("over 2 MB")');
      await all.waitForFunction(() => document.querySelectorAll('[data-row]').length === 3);
      assert.equal(await all.locator('[data-detail]').count(), 0);
      await all.close();
      await removeBoxes(2);
      const only = await clickLarge();
      await only.locator('[data-detail] .written', { hasText: "id='shadow'" }).waitFor();
      await only.waitForSelector('.notice:text("over 2 MB")');
      await only.close();
      await removeBoxes(1);
      const gone = await clickLarge();
      await gone.waitForSelector('.notice:text("no longer on the page")');
      await gone.close();
    },
  );

  await stepInFull(t)('says when what was clicked is no data: URL', async () => {
    await page.bringToFront();
    const tab = await click(extension, { menuItemId: 'image', srcUrl: server.url('/x.png') });
    await tab.waitForSelector('.notice:text("contains no data: URL")');
    await tab.close();
  });
});
