/**
 * No live data: URL may be hidden. Chromium must find the rows of each page of `hidden.ts` and `attributes.ts`. Firefox
 * gets all pages on which it differs and one in three of the others; in a full run, all pages.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { launch } from '../support/chromium.ts';
import { expectedLines, linesOf, notRead } from '../support/places.ts';
import { popupReport } from '../support/popup.ts';
import { isFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { hidingPages } from './attributes.ts';
import { pages, sheets } from './hidden.ts';

const servePages = () =>
  serve({
    routes: Object.fromEntries([
      ...Object.entries(pages).map(([file, { body }]) => [`/${file}`, body]),
      ...Object.entries(sheets).map(([file, body]) => [`/${file}`, body]),
      ...Object.values(hidingPages).map(({ type, body }, n) => [
        `/hiding-${n}`,
        { headers: { 'content-type': `${type}; charset=utf-8` }, body },
      ]),
    ]),
  });

test('what was hidden is found, in Chromium', { timeout: 600_000 }, async (t) => {
  await using server = await servePages();
  const extension = await launch(t);
  // These pages have no frames, so it doesn't matter that a tab keeps its grant from one page to the next.
  const only = await extension.newPage();
  for (const [file, { rows }] of Object.entries(pages)) {
    await t.test(file, async () => {
      await only.goto(server.url(`/${file}`));
      const report = await popupReport(extension, only);
      assert.deepEqual(linesOf(report), expectedLines(rows));
      assert.deepEqual(notRead(report), []);
    });
  }
  for (const [n, [name, { rows }]] of Object.entries(hidingPages).entries()) {
    await t.test(name, async () => {
      // A tab loses its grant when it moves to another site, so each page loads as if in a new tab.
      await only.goto(`${n % 2 ? server.origin : server.otherOrigin}/hiding-${n}`);
      const report = await popupReport(extension, only);
      assert.deepEqual(linesOf(report), expectedLines(rows));
    });
  }
});

test('code that cannot be read is named, and its URLs are listed', async (t) => {
  // The engine throws for a literal with this many escapes.
  const body = `<script>const a = "${'\\n'.repeat(9_000_000)}"; import("data:text/javascript,unread")</script>`;
  await using server = await serve({ routes: { '/': body } });
  const extension = await launch(t);
  const page = await extension.newPage();
  await page.goto(server.url('/'));
  const report = await popupReport(extension, page);
  assert.deepEqual(
    report.dataUrls.map(({ head }) => head),
    ['data:text/javascript,unread'],
  );
  assert.deepEqual(
    notRead(report).map(({ kind, reason }) => [kind, reason]),
    [['element', 'scan-error']],
  );
});

test('what was hidden is found, in Firefox', { timeout: 600_000 }, async (t) => {
  await using server = await servePages();
  const firefox = await launchFirefox(t);
  const reportAt = async (path: string) => {
    await firefox.navigate(server.url(path));
    const popup = await firefox.openPopup();
    const report = await reportOf(popup);
    await popup.close();
    return report;
  };
  for (const [n, [file, { rows, notInFirefox }]] of Object.entries(pages).entries()) {
    if (n % 3 > 0 && !notInFirefox && !isFull) continue;
    await t.test(file, async () => {
      const report = await reportAt(`/${file}`);
      const expected = rows.filter(([written]) => !notInFirefox?.includes(written));
      assert.deepEqual(linesOf(report), expectedLines(expected));
      assert.deepEqual(notRead(report), []);
    });
  }
  for (const [n, [name, page]] of Object.entries(hidingPages).entries()) {
    if (n % 3 > 0 && !page.inFirefox && !isFull) continue;
    const { why = '', rows } = page.inFirefox ?? { rows: page.rows };
    await t.test(`${name}${why && ` (${why})`}`, async () => {
      assert.deepEqual(linesOf(await reportAt(`/hiding-${n}`)), expectedLines(rows));
    });
  }
});
