/**
 * In both browsers, elements that were moved out of an already scanned frame must be found in their new place. Frames
 * that are removed or moved during the scan must leave no entries and cause no errors.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import type { Report } from '../../src/report/report.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { launch, type Surface } from '../support/chromium.ts';
import { notRead } from '../support/places.ts';
import { whenRead } from '../support/popup.ts';
import { type Served, serve } from '../support/serve.ts';
import { comeAndGo, documents, heads, move, shortLived, unread, unreadInFirefox } from './moved.ts';

async function serveDocuments(): Promise<Served> {
  const server = await serve({ routes: { ...documents, ...shortLived } });
  server.routes.set('/frame', documents['/frame']!.replaceAll('OTHER', server.otherOrigin));
  for (const name of unread) server.routes.set(`/${name}`, 'Another site.');
  return server;
}

/** Returns the Report of a page that is scanned, changed, and rescanned. */
async function reportAfter(
  popup: Pick<Surface, 'click' | 'evaluate' | 'waitFor'>,
  change: () => Promise<void>,
  lastHead: string,
): Promise<Report> {
  await whenRead(popup);
  await change();
  await popup.click('[data-action="rescan"]');
  await popup.waitFor(
    (head) => document.querySelector('main[data-state="done"]')?.textContent?.includes(head),
    lastHead,
  );
  return reportOf(popup);
}

function checkMoved(report: Report, { otherOrigin }: Served, names: readonly string[]): void {
  const found = report.dataUrls.flatMap(({ head, occurrences }) => occurrences.map(() => head));
  assert.deepEqual(found.sort(), heads.toSorted());
  const frames = notRead(report).map(({ kind, url, reason }) => `${kind} ${url} ${reason}`);
  assert.deepEqual(
    frames.filter((frame) => names.some((name) => frame.includes(`/${name} `))).sort(),
    names.map((name) => `frame ${otherOrigin}/${name} cross-origin`),
  );
}

function checkShortLived({ dataUrls }: Report): void {
  assert.deepEqual(dataUrls.map(({ head }) => head).sort(), ['data:,control', 'data:,last']);
}

test('in Chromium', { timeout: 300_000 }, async (t) => {
  await using server = await serveDocuments();
  const extension = await launch(t);
  const reportOfChanged = async (path: string, change: () => Promise<void>, lastHead: string) => {
    const page = await extension.newPage();
    await page.goto(server.url(path));
    const popup = await extension.clickAction(page);
    const report = await reportAfter(popup, () => page.evaluate(change), lastHead);
    await popup.close();
    await page.close();
    return report;
  };
  await t.test('what was moved out of a frame is found', async () => {
    checkMoved(await reportOfChanged('/', move, 'data:,moved'), server, unread);
  });
  await t.test('frames come and go', async () => {
    checkShortLived(await reportOfChanged('/short-lived', comeAndGo, 'data:,last'));
  });
});

test('in Firefox', { timeout: 300_000 }, async (t) => {
  await using server = await serveDocuments();
  const firefox = await launchFirefox(t);
  const reportOfChanged = async (path: string, change: () => Promise<void>, lastHead: string) => {
    await firefox.navigate(server.url(path));
    const popup = await firefox.openPopup();
    const report = await reportAfter(popup, () => firefox.inPage(change), lastHead);
    await popup.close();
    return report;
  };
  await t.test('what was moved out of a frame is found', async () => {
    checkMoved(await reportOfChanged('/', move, 'data:,moved'), server, unreadInFirefox);
  });
  await t.test('frames come and go', async () => {
    checkShortLived(await reportOfChanged('/short-lived', comeAndGo, 'data:,last'));
  });
});
