/** Every sink of the standards, set in every way, must be found exactly as often as it occurs, in both browsers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import type { Report } from '../../src/report/report.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { launch } from '../support/chromium.ts';
import { popupReport } from '../support/popup.ts';
import { serve } from '../support/serve.ts';
import { filteredWays, renamingWays, type SinkPage, sinkPages, sinkSheets } from './sink-pages.ts';

const serveSinks = () => {
  const pages = Object.entries(sinkPages).map(([file, { body }]): [string, string] => [`/${file}`, body]);
  const sheets = Object.entries(sinkSheets).map(([file, body]): [string, string] => [`/${file}`, body]);
  return serve({ routes: Object.fromEntries([...pages, ...sheets]) });
};

const wayOf = (written: string) => /,(?:\/\/)?([^/]*)\//.exec(written)?.[1] ?? '';
const line = (written: string, place: string, element: string, name: string, destination: string) =>
  [written, place, element, renamingWays.has(wayOf(written)) ? '' : name, destination].join(' ');

/** Returns the elements that occur more often in `some` than in `others`. */
function without(some: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const other of others) counts.set(other, (counts.get(other) ?? 0) + 1);
  return some.filter((one) => {
    const count = counts.get(one) ?? 0;
    counts.set(one, count - 1);
    return count <= 0;
  });
}

/**
 * Compares a Report with the expected rows.
 *
 * @param kept everything that scripts set and the browser kept, as text
 */
function compare({ expected }: SinkPage, { dataUrls }: Report, kept: string): void {
  const rows = expected.filter(({ way, row: [written] }) => !filteredWays.has(way) || kept.includes(written));
  const found = dataUrls.flatMap(({ head, occurrences }) =>
    occurrences.map(({ place, element, name, destination }) => line(head, place, element, name, destination)),
  );
  const wanted = rows.map(({ row: [written, place, element, name, destination] }) =>
    line(written, place, element, name, destination),
  );
  assert.deepEqual(
    { hidden: without(wanted, found), invented: without(found, wanted) },
    { hidden: [], invented: [] },
  );
  assert.ok(wanted.length > expected.length / 2, 'the browser knows most of them');
}

/** Runs in the page: returns everything that scripts set and the browser kept, as text. */
const keptText = async (): Promise<string> => {
  const page = globalThis as unknown as { whenKept?: Promise<void>; kept?: string };
  await page.whenKept;
  return page.kept ?? '';
};

test('every sink is found, in Chromium', { timeout: 600_000 }, async (t) => {
  await using server = await serveSinks();
  const extension = await launch(t);
  const page = await extension.newPage();
  for (const [n, [file, sinks]] of Object.entries(sinkPages).entries()) {
    await t.test(file, async () => {
      // A tab loses its grant when it moves to another site, so each page loads as if in a new tab.
      await page.goto(`${n % 2 ? server.otherOrigin : server.origin}/${file}`);
      const kept = await page.evaluate(keptText);
      const report = await popupReport(extension, page);
      compare(sinks, report, kept);
    });
  }
});

test('every sink is found, in Firefox', { timeout: 600_000 }, async (t) => {
  await using server = await serveSinks();
  const firefox = await launchFirefox(t);
  for (const [file, sinks] of Object.entries(sinkPages)) {
    await t.test(file, async () => {
      await firefox.navigate(server.url(`/${file}`));
      const kept = await firefox.inPage(keptText);
      const popup = await firefox.openPopup();
      const report = await reportOf(popup);
      await popup.close();
      compare(sinks, report, kept);
    });
  }
});
