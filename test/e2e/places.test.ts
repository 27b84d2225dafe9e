/**
 * Every place that can contain a data: URL: the data: URLs of its page are found exactly as often as they
 * occur.
 */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { root } from '../../extension/build/build.ts';
import { launch } from '../support/chromium.ts';
import { expectedLines, linesOf, notRead, pages, servePlaces } from '../support/places.ts';
import { popupReport } from '../support/popup.ts';

test('each page holds what is listed of it, and nothing else', { timeout: 600_000 }, async (t) => {
  await using server = await servePlaces();
  const extension = await launch(t);
  for (const [file, rows] of Object.entries(pages)) {
    await t.test(file, async () => {
      const page = await extension.newPage();
      await page.goto(server.url(`/${file}`));
      const report = await popupReport(extension, page);
      await page.close();
      assert.deepEqual(linesOf(report), expectedLines(rows));
      assert.deepEqual(notRead(report), []);
    });
  }
});

test('every page is listed, and holds what only looks like a data: URL', async () => {
  const folder = path.join(root, 'test/pages/places');
  // The other files are parts of those pages.
  const parts = new Set(['frame.html', ...(await readdir(folder)).filter((file) => file.endsWith('.css'))]);
  const files = (await readdir(folder)).filter((file) => !parts.has(file));
  assert.deepEqual(files.sort(), Object.keys(pages).sort());
  for (const file of files) assert.match(await readFile(path.join(folder, file), 'utf8'), /decoy/, file);
});
