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
import { expectedLines, linesOf, notReadInPages, pages, servePlaces } from '../support/places.ts';
import { popupReport } from '../support/popup.ts';
import { some } from '../support/seed.ts';

test('each page holds what is listed of it, and nothing else', { timeout: 600_000 }, async (t) => {
  await using server = await servePlaces();
  const extension = await launch(t);
  const page = await extension.newPage();
  for (const [n, [file, rows]] of some(Object.entries(pages), 3).entries()) {
    await t.test(file, async () => {
      // A tab loses its grant on the way to another site, so that each page is as if in a new one.
      await page.goto(`${n % 2 ? server.otherOrigin : server.origin}/${file}`);
      const report = await popupReport(extension, page);
      assert.deepEqual(linesOf(report), expectedLines(rows));
      assert.deepEqual(notReadInPages(report), []);
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
