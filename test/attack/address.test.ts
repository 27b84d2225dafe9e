/**
 * Pages that change their address endlessly. The command line's browser once ran without the usual limits of browsers,
 * so such a page blocked the browser entirely and could not be inspected.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launch } from '../support/chromium.ts';
import { popupReport } from '../support/popup.ts';
import { serve } from '../support/serve.ts';

const changes = {
  fragments: 'location.hash = Math.random()',
  history: 'history.replaceState(0, "", "#" + Math.random()); document.title = Math.random()',
};

test('an address that changes without end, in Chromium', { timeout: 300_000 }, async (t) => {
  const pages = Object.entries(changes).map(([name, change]): [string, string] => [
    `/${name}`,
    `<!doctype html><title>Address</title><img src="data:,page"><script>setInterval(() => { ${change} }, 2)</script>`,
  ]);
  await using server = await serve({ routes: Object.fromEntries(pages) });
  const extension = await launch(t);
  for (const [path] of pages) {
    await t.test(path, async () => {
      const page = await extension.newPage();
      await page.goto(server.url(path), { waitUntil: 'commit' });
      const { dataUrls } = await popupReport(extension, page);
      assert.deepEqual(
        dataUrls.map(({ head }) => head),
        ['data:,page'],
      );
      await page.close();
    });
  }
});
