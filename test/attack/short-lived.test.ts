/**
 * Frames that are removed or moved during the scan: their entries are removed with them, and no error is
 * thrown.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportOf } from '../../extension/build/drivers/popup-report.ts';
import type { Report } from '../../src/report/report.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { launch } from '../support/chromium.ts';
import { openPopup, popupReport } from '../support/popup.ts';
import { serve } from '../support/serve.ts';

const timeout = 120_000;

const routes = {
  '/': '<!doctype html><title>Short-lived</title><img src="data:,control">',
  '/frame': '<p style="background:url(data:,framed)">'.repeat(300),
};

/** Runs in the page: adds 80 frames and removes each after a while; every second one is moved first. */
async function comeAndGo(): Promise<void> {
  const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const gone: Promise<void>[] = [];
  for (let n = 0; n < 80; n++) {
    const frame = document.createElement('iframe');
    if (n % 3 === 0) frame.srcdoc = '<img src="data:,framed">'.repeat(200);
    else frame.src = '/frame';
    document.body.append(frame);
    // Frames live for 0 to 400 ms, so that some end at each step: injection, reading and posting.
    const life = after((n * 37) % 400).then(() => {
      if (n % 2 === 0) document.body.prepend(frame);
      return after((n * 13) % 60);
    });
    gone.push(life.then(() => frame.remove()));
    await after(n % 20);
  }
  await Promise.all(gone);
  document.body.append(Object.assign(new Image(), { src: 'data:,last' }));
}

const isScanned = () =>
  document.querySelector('main[data-state="done"]')?.textContent?.includes('data:,last');

function check({ dataUrls }: Report): void {
  assert.deepEqual(dataUrls.map(({ head }) => head).sort(), ['data:,control', 'data:,last']);
}

test('frames come and go in Chromium', { timeout }, async (t) => {
  await using server = await serve({ routes });
  const extension = await launch(t, { deadlineMs: 60_000 });
  const page = await extension.newPage();
  await page.goto(server.url('/'));
  const popup = await openPopup(extension, page);
  await page.evaluate(comeAndGo);
  await popup.click('[data-action="rescan"]');
  await popup.waitFor(isScanned);
  await popup.close();
  check(await popupReport(extension, page));
});

test('frames come and go in Firefox', { timeout }, async (t) => {
  await using server = await serve({ routes });
  const firefox = await launchFirefox(t);
  await firefox.navigate(server.url('/'));
  const popup = await firefox.openPopup();
  await popup.waitFor(() => document.querySelector('main[data-state="done"]'));
  await firefox.inPage(comeAndGo);
  await popup.click('[data-action="rescan"]');
  await popup.waitFor(isScanned);
  check(await reportOf(popup));
  await popup.close();
});
