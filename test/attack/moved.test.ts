/**
 * Elements that were moved out of an already scanned frame are found in their new place, in both browsers.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportOf } from '../../extension/build/drivers/popup-report.ts';
import type { Report } from '../../src/report/report.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { launch } from '../support/chromium.ts';
import { notRead } from '../support/places.ts';
import { openPopup, popupReport } from '../support/popup.ts';
import { type Served, serve } from '../support/serve.ts';
import { documents, heads, move, unread, unreadInFirefox } from './moved.ts';

const timeout = 120_000;

async function serveDocuments(): Promise<Served> {
  const server = await serve({ routes: documents });
  server.routes.set('/frame', documents['/frame']!.replaceAll('OTHER', server.otherOrigin));
  for (const name of unread) server.routes.set(`/${name}`, 'Another site.');
  return server;
}

const namesOf = ({ dataUrls }: Report): string[] =>
  dataUrls.flatMap(({ head, occurrences }) => occurrences.map(() => head)).sort();

function check(report: Report, { otherOrigin }: Served, names: readonly string[]): void {
  assert.deepEqual(namesOf(report), heads.toSorted());
  const frames = notRead(report).map(({ kind, url, reason }) => `${kind} ${url} ${reason}`);
  assert.deepEqual(
    frames.filter((frame) => names.some((name) => frame.includes(`/${name} `))).sort(),
    names.map((name) => `frame ${otherOrigin}/${name} cross-origin`),
  );
}

/** Whether a popup has scanned the page again after the move. */
const isScanned = () => {
  const main = document.querySelector('main[data-state="done"]');
  return main?.textContent?.includes('data:,moved');
};

test('what was moved out of a frame is found, in Chromium', { timeout }, async (t) => {
  await using server = await serveDocuments();
  const extension = await launch(t, { deadlineMs: 60_000 });
  const page = await extension.newPage();
  await page.goto(server.url('/'));
  const popup = await openPopup(extension, page);
  await page.evaluate(move);
  await popup.click('[data-action="rescan"]');
  await popup.waitFor(isScanned);
  await popup.close();
  check(await popupReport(extension, page), server, unread);
});

test('what was moved out of a frame is found, in Firefox', { timeout }, async (t) => {
  await using server = await serveDocuments();
  const firefox = await launchFirefox(t);
  await firefox.navigate(server.url('/'));
  const popup = await firefox.openPopup();
  await popup.waitFor(() => document.querySelector('main[data-state="done"]'));
  await firefox.inPage(move);
  await popup.click('[data-action="rescan"]');
  await popup.waitFor(isScanned);
  check(await reportOf(popup), server, unreadInFirefox);
  await popup.close();
});
