/** The thumbnails in the list for each kind of data: URL, and when they are made. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { violationsOf } from '../support/accessible.ts';
import { type Extension, launch } from '../support/chromium.ts';
import { openPopup } from '../support/popup.ts';
import { stepInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { rounded, thumbnailPage, thumbnailsOfPage, thumbnailsShown } from '../support/thumbnails.ts';

const rows = 2000;
const many = `<!doctype html><title>Many</title><template></template><script>
  const { content } = document.querySelector('template');
  for (let n = 0; n < ${rows}; n++) {
    const image = content.appendChild(content.ownerDocument.createElement('img'));
    image.src = 'data:image/svg+xml,' + encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="' + (n + 1) + '" height="9"/>');
  }
</script>`;

async function openTab(extension: Extension, page: Page): Promise<Page> {
  const popup = await openPopup(extension, page);
  const [tab] = await Promise.all([
    extension.context.waitForEvent('page', (opened) => opened.url().startsWith(extension.origin)),
    popup.click('[data-action="open-tab"]'),
  ]);
  await tab.click('[data-view-link="list"]');
  await tab.waitForSelector('main[data-state="done"] [data-row]');
  return tab;
}

test('thumbnails', { timeout: 300_000 }, async (t) => {
  await using server = await serve({ routes: { '/': thumbnailPage, '/many': many } });
  const extension = await launch(t, { viewport: { width: 700, height: 1600 } });
  const page = await extension.newPage();

  await page.goto(server.url('/'));
  const tab = await openTab(extension, page);

  await t.test('show what each is, and of what is not drawn a symbol', async () => {
    await tab.waitForFunction(() => document.querySelectorAll('.thumbnail[data-made]').length === 20);
    assert.deepEqual(rounded(await tab.evaluate(thumbnailsShown)), thumbnailsOfPage);
    assert.equal(await tab.evaluate(() => document.fonts.size), 0, 'no font of the page is loaded');
    assert.deepEqual(await violationsOf(tab), []);
  });

  await stepInFull(t)(
    'are drawn again if the clock ended their drawing, and say so if it does again',
    async () => {
      // The clock of a drawing, as on a machine that is busy: it runs out at once, for the first drawings.
      const shownAfter = async (count: number) => {
        await tab.addInitScript((ended) => {
          const { setTimeout } = globalThis;
          let drawings = 0;
          Object.assign(globalThis, {
            setTimeout: (run: () => void, ms?: number, ...args: []) =>
              setTimeout(run, ms !== undefined && ms >= 5000 && drawings++ < ended ? 0 : ms, ...args),
          });
        }, count);
        await tab.reload();
        await tab.waitForFunction(() => document.querySelectorAll('.thumbnail[data-made]').length === 20);
        const shown = await tab.evaluate(thumbnailsShown);
        return ['Letters', 'Packed'].map((name) => shown[name]);
      };
      assert.deepEqual(await shownAfter(1), ['letters, 40×40', 'letters, 40×40']);
      const [letters] = await shownAfter(100);
      assert.equal(letters, 'late');
      assert.match(
        (await tab.locator('.thumbnail[data-made="late"]').first().textContent()) ?? '',
        /Timed out/,
      );
    },
  );

  await t.test('enlarge a small picture by a whole number, and do not smooth it', async () => {
    for (const view of ['list', 'gallery']) {
      await tab.click(`[data-view-link="${view}"]`);
      await tab.waitForFunction(() => document.querySelectorAll('.thumbnail[data-made]').length === 20);
      const shown = await tab.evaluate(() =>
        [...document.querySelectorAll<HTMLCanvasElement>('[data-made="picture"] canvas')].map((canvas) => ({
          scale: Math.min(canvas.offsetWidth / canvas.width, canvas.offsetHeight / canvas.height),
          rendering: getComputedStyle(canvas).imageRendering,
        })),
      );
      // A line of one pixel becomes a band.
      const enlarged = shown.filter(({ scale }) => scale > 1);
      assert.ok(enlarged.length >= 2, `${view}: ${JSON.stringify(shown)}`);
      for (const { scale, rendering } of enlarged)
        assert.deepEqual([scale % 1, rendering], [0, 'pixelated'], `${view}: ${scale}`);
    }
    await tab.close();
  });

  await stepInFull(t)('are made of rows in view alone, and once', async () => {
    await page.goto(server.url('/many'));
    const tab = await openTab(extension, page);
    await tab.evaluate(() => {
      const counted = globalThis as unknown as { drawn: number };
      counted.drawn = 0;
      const { decode } = HTMLImageElement.prototype;
      HTMLImageElement.prototype.decode = function (this: HTMLImageElement) {
        counted.drawn++;
        return decode.call(this);
      };
    });
    const list = tab.getByRole('listbox');
    /**
     * Scrolls, waits for all thumbnails in view, and returns their number and how many have been drawn so
     * far.
     */
    const drawnAt = async (top: number) => {
      await list.evaluate((element, to) => element.scrollTo(0, to), top);
      return tab.evaluate(async () => {
        const box = document.querySelector('[role=listbox]')!.getBoundingClientRect();
        const inView = () =>
          [...document.querySelectorAll('[data-row] .thumbnail')].filter((place) => {
            const { top, bottom } = place.getBoundingClientRect();
            return bottom > box.top && top < box.bottom;
          });
        while (inView().length === 0 || inView().some((place) => !place.matches('[data-made]')))
          await new Promise(requestAnimationFrame);
        return { inView: inView().length, drawn: (globalThis as unknown as { drawn: number }).drawn };
      });
    };
    const top = await drawnAt(0);
    const further = await drawnAt(50_000);
    assert.ok(
      further.drawn - top.drawn <= further.inView,
      `${further.drawn - top.drawn} of ${further.inView}`,
    );
    await drawnAt(0);
    assert.equal((await drawnAt(50_000)).drawn, further.drawn, 'kept from before');
    // Rows are there without them: they wait until the browser has nothing else to do.
    await tab.evaluate(() => {
      const held: IdleRequestCallback[] = [];
      const request = globalThis.requestIdleCallback;
      globalThis.requestIdleCallback = (callback) => held.push(callback);
      const release = () => {
        globalThis.requestIdleCallback = request;
        for (const callback of held) request(callback);
      };
      Object.assign(globalThis, { release });
    });
    await list.evaluate((element) => element.scrollTo(0, 90_000));
    const made = await tab.evaluate(async () => {
      const rows = () => [...document.querySelectorAll('[data-row]')];
      while (!rows().every((row) => Number(row.getAttribute('aria-posinset')) > 1500))
        await new Promise(requestAnimationFrame);
      for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
      const { length } = document.querySelectorAll('[data-row] .thumbnail[data-made]');
      (globalThis as unknown as { release(): void }).release();
      return { length, names: rows().every((row) => row.querySelector('.name')?.textContent) };
    });
    assert.deepEqual(made, { length: 0, names: true });
    await tab.waitForFunction(() => document.querySelector('[data-row] .thumbnail[data-made]'));
    await tab.close();
  });
});
