/**
 * Tests the browser's own context menu, which only a headed browser has. A click on one of our items grants access to
 * the page.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { poll } from '../../src/cli/drivers/wait.ts';
import { launch } from '../support/chromium.ts';
import { openDisplay } from '../support/display.ts';
import { serve } from '../support/serve.ts';

declare const chrome: { contextMenus: { update(id: string, to: object): Promise<void> } };

const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

test('"Inspect this image" in the native menu opens it in the inspector tab', async (t) => {
  await using server = await serve({
    routes: { '/': `<img id="picture" src="${gif}" width="300" height="300"><img src="data:,other">` },
  });
  const display = await openDisplay();
  process.env.DISPLAY = display.name;
  const extension = await launch(t, { headless: false, viewport: null });
  // The display is closed after the browser, which cannot run without it.
  t.after(() => display[Symbol.asyncDispose]());
  const page = await extension.newPage();
  await page.goto(server.url('/'));
  await page.bringToFront();
  // The worker creates the menu items after the extension has been installed.
  await poll('our menus', 60_000, () =>
    extension.worker.evaluate(
      (id) =>
        chrome.contextMenus.update(id, {}).then(
          () => true,
          () => undefined,
        ),
      'image',
    ),
  );
  const { x, y } = await page.evaluate(() => ({
    x: screenX + (outerWidth - innerWidth) / 2 + 150,
    y: screenY + outerHeight - innerHeight + 150,
  }));
  await display.untilWindowComes(() => display.rightClick(x, y));
  // The keys move from the end of the menu upward: the last item is the browser's "Inspect", preceded by the items of
  // extensions, with ours in a submenu.
  await display.pressUntilWindowComes('End', 'Up', 'Right');
  const [tab] = await Promise.all([
    extension.context.waitForEvent('page', (opened) => opened.url().startsWith(extension.origin)),
    display.press('Home', 'Down', 'Return'),
  ]);
  const main = tab.locator('main[data-state="done"]');
  const answer = main.locator('[data-detail] .detail-title .type, .notice').first();
  // If the item is not listed, the text of the surface says why.
  await answer.waitFor().catch(async (error) => assert.fail(`${error}\n${await tab.textContent('body')}`));
  assert.equal(await answer.textContent(), 'image/gif');
  assert.equal(await tab.locator('[data-row]').count(), 2);
});
