/**
 * Hostile bodies in the extension itself: nothing is run or fetched, memory use stays within bounds, and the Report
 * arrives.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { growthOf, isExtensionProcess } from '../bench/core-memory.ts';
import { launch } from '../support/chromium.ts';
import { active, bodies, url } from '../support/hostile-bodies.ts';
import { openPopup } from '../support/popup.ts';
import { isFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';

/** The first types are those of the texts themselves, in the same order. */
const types = [
  'image/svg+xml',
  'text/html',
  'text/javascript',
  'text/css',
  'image/png',
  'font/woff2',
  'video/mp4',
];
/** 180 to 255 MB were measured, depending on when V8 collects garbage. */
const maxGrowth = 300 << 20;

test('hostile bodies', { timeout: 600_000 }, async (t) => {
  await using server = await serve({});
  // In a full run, each text is combined with all types; otherwise, with its own type and one other.
  const canaries = active(`${server.origin}/canary`).flatMap((text, n) =>
    types
      .filter((_, index) => isFull || index === n || index === n + 3)
      .flatMap((type) => [url(type, text), url(type, gzipSync(text))]),
  );
  // Links load nothing by themselves, so any request would come from the extension.
  const link = (href: string) => `<a href="${href}">x</a>`;
  server.routes.set('/canaries', `<title>C</title>${canaries.map(link).join('')}`);
  server.routes.set(
    '/bodies',
    `<title>B</title>${bodies.map(([, type, body]) => link(url(type, body()))).join('')}
    ${link('data:,harmless')}`,
  );
  const extension = await launch(t);
  const page = await extension.newPage();

  await t.test('nothing of them runs or is fetched, in the list, in any detail, in any view', async () => {
    await page.goto(server.url('/canaries'));
    const popup = await openPopup(extension, page);
    const [tab] = await Promise.all([
      extension.context.waitForEvent('page', (opened) => opened.url().startsWith(extension.origin)),
      popup.click('[data-action="open-tab"]'),
    ]);
    // The loop below opens every detail, so that the tab interprets all allowed bodies as fully as it can.
    await tab.waitForSelector('main[data-state="done"]');
    await tab.click('[data-view-link="list"]');
    await tab.waitForSelector('[data-row]');
    await tab.selectOption('select[name=order]', 'found');
    const count = new Set(canaries).size;
    const list = tab.getByRole('grid');
    await list.focus();
    await tab.keyboard.press('Home');
    for (let seen = 0; seen < count; seen++) {
      const id = (await list.getAttribute('aria-activedescendant'))?.slice(4);
      await tab.waitForSelector(`[data-detail="${id}"] [role=tab]`);
      await tab.evaluate(async () => {
        for (const view of document.querySelectorAll<HTMLElement>('[data-detail] [role=tab]')) {
          view.click();
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        }
      });
      await list.focus();
      await tab.keyboard.press('ArrowDown');
      if (seen + 1 < count) {
        await tab.waitForFunction(
          (before) => document.querySelector('[role=grid]')?.getAttribute('aria-activedescendant') !== before,
          `row-${id}`,
        );
      }
    }
    assert.deepEqual(
      server.requests.filter((path) => path.startsWith('/canary')),
      [],
    );
    const canary = () => (globalThis as { canary?: unknown }).canary;
    assert.equal(await tab.evaluate(canary), undefined);
    assert.equal(await extension.worker.evaluate(canary), undefined);
    await tab.close();
  });

  await t.test('bombs are read within bounds, and the rest of the Report comes', async () => {
    await page.goto(server.url('/bodies'));
    const session = await extension.context.browser()?.newBrowserCDPSession();
    const pids = async () => {
      const info = await session?.send('SystemInfo.getProcessInfo');
      return info?.processInfo.map(({ id }) => id) ?? [];
    };
    let rows = 0;
    const read = async () => {
      const popup = await openPopup(extension, page);
      rows = await popup.evaluate(() =>
        Number(document.querySelector('[role=option]')?.getAttribute('aria-setsize') ?? 0),
      );
      await popup.close();
    };
    if (process.platform === 'linux') {
      const grown = await growthOf(pids, read);
      const growth = Math.max(...[...grown].map(([pid, bytes]) => (isExtensionProcess(pid) ? bytes : 0)));
      t.diagnostic(`the process of the extension grew by ${growth >> 20} MB at its peak`);
      assert.ok(growth > 0 && growth < maxGrowth, `${growth >> 20} MB`);
    } else await read();
    assert.equal(rows, bodies.length + 1);
  });
});
