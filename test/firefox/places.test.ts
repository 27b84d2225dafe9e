/** Every place that can hold a data: URL, in Firefox: the table of Chromium, with what is declared to differ. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Report } from '../../src/report/report.ts';
import { expectedLines, inFirefox, linesOf, pages, servePlaces } from '../support/places.ts';
import { type FirefoxPopup, launch } from './firefox.ts';

/** The Report that the popup would save. */
async function reportOf(popup: FirefoxPopup): Promise<Report> {
  await popup.waitFor(() => document.querySelector('main:is([data-state="done"], [data-state="failed"])'));
  const text = await popup.evaluate(async () => {
    const saved = new Promise<Blob>((resolve) => {
      const { createObjectURL } = URL;
      URL.createObjectURL = (blob) => {
        // Thumbnails are Blobs, too.
        if (!(blob instanceof Blob) || blob.type !== 'application/json') return createObjectURL(blob);
        resolve(blob);
        return '#';
      };
    });
    const click = (action: string) =>
      document.querySelector<HTMLElement>(`[data-action="${action}"]`)?.click();
    const item = new Promise<void>((resolve) => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('[data-action="export-json"]')) return;
        observer.disconnect();
        resolve();
      }).observe(document.body, { childList: true, subtree: true });
    });
    click('export');
    await item;
    // What is saved would ask where to.
    HTMLAnchorElement.prototype.click = () => {};
    click('export-json');
    return (await saved).text();
  });
  const [report]: Report[] = JSON.parse(text);
  assert.ok(report);
  return report;
}

test('each page holds what is listed of it, and nothing else, in Firefox', {
  timeout: 300_000,
}, async (t) => {
  await using server = await servePlaces();
  const firefox = await launch(t);
  for (const [file, rows] of Object.entries(pages)) {
    const { why = '', without = [], also = [], unreachable = [] } = inFirefox[file] ?? {};
    await t.test(`${file}${why && ` (${why})`}`, async () => {
      await firefox.navigate(server.url(`/${file}`));
      const popup = await firefox.openPopup();
      const report = await reportOf(popup);
      await popup.close();
      const expected = [...rows.filter(([written]) => !without.includes(written)), ...also];
      assert.deepEqual(linesOf(report), expectedLines(expected));
      assert.deepEqual(
        report.unreachable.map(({ url, reason }) => ({ url, reason })),
        unreachable,
      );
    });
  }
});
