/** In both browsers, a person can stop a long scan: the results so far stay, and the missing parts are named. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import type { Surface } from '../../src/cli/drivers/chromium.ts';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import type { Unreachable } from '../../src/report/report.ts';
import { unreadParts } from '../../src/report/unreachable.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { launch } from '../support/chromium.ts';
import { serve } from '../support/serve.ts';
import { busyPage } from './busy.ts';

const timeout = 300_000;
/** Shorter than the timeout, so that a failure says what was not found. */
const deadlineMs = 120_000;

type Popup = Pick<Surface, 'click' | 'evaluate' | 'waitFor'>;

async function check(
  popup: Popup,
  url: string,
  inPage: (run: () => void) => Promise<unknown>,
): Promise<void> {
  const awaited = await popup.waitFor(
    () =>
      document.querySelector('[data-head="data:,first"]') &&
      document.querySelector('[data-action="stop"]') &&
      document.querySelector('.awaited')?.textContent,
  );
  assert.equal(awaited, `Page: ${url}`);
  await popup.click('[data-action="stop"]');
  const { dataUrls, unreachable } = await reportOf(popup);
  assert.deepEqual(
    dataUrls.map(({ head }) => head),
    ['data:,first'],
  );
  const [missing] = unreadParts(unreachable);
  assert.deepEqual(missing, { kind: 'page', url, reason: 'stopped' });
  assert.equal(await popup.evaluate(() => document.querySelector('[data-action="stop"]')), null);

  // The next scan runs to the end.
  await inPage(() => {
    isBusy = false;
  });
  await popup.click('[data-action="rescan"]');
  await popup.waitFor(() => document.querySelector('[data-head="data:,last"]'));
  const whole = await reportOf(popup);
  assert.deepEqual(whole.dataUrls.map(({ head }) => head).sort(), ['data:,first', 'data:,last']);
  assert.deepEqual(unreadParts(whole.unreachable), []);
}

/** A page with a busy frame, and a sheet of another site that the server withholds from the extension at first. */
async function serveParts() {
  const withheld: ServerResponse[] = [];
  const server = await serve({ routes: { '/frame': busyPage('data:,framed') } });
  const sheet = `${server.otherOrigin}/sheet.css`;
  const css = { headers: { 'content-type': 'text/css' }, body: 'b{background:url(data:,sheet)}' };
  server.routes.set('/', `<link rel="stylesheet" href="${sheet}"><iframe src="/frame"></iframe>`);
  server.routes.set('/sheet.css', ({ headers }, response) => {
    if (headers['sec-fetch-dest'] === 'style') return css;
    withheld.push(response);
    return undefined;
  });
  const release = () => {
    server.routes.set('/sheet.css', css);
    for (const response of withheld) response.end();
  };
  return { server, sheet, release };
}

/** @param reason the reason why a stopped scan has not read the text of the sheet */
async function checkParts(
  popup: Popup,
  { server, sheet, release }: Awaited<ReturnType<typeof serveParts>>,
  reason: Unreachable['reason'],
  inPage: (run: () => void) => Promise<unknown>,
): Promise<void> {
  const stopWhen = (name: string, head: string) =>
    popup.waitFor(
      (name, head) => {
        const stop = document.querySelector<HTMLElement>('[data-action="stop"]');
        const isNamed = document.querySelector('.awaited')?.textContent?.includes(name);
        if (!stop || !isNamed || !document.querySelector(`[data-head="${head}"]`)) return null;
        stop.click();
        return true;
      },
      name,
      head,
    );
  const frame = server.url('/frame');
  await stopWhen(`Iframe: ${frame}`, 'data:,framed');
  const withoutFrame = await reportOf(popup);
  assert.ok(withoutFrame.dataUrls.some(({ head }) => head === 'data:,framed'));
  assert.ok(withoutFrame.dataUrls.every(({ head }) => head !== 'data:,last'));
  const missing = unreadParts(withoutFrame.unreachable);
  for (const [kind, url] of [
    ['page', server.url('/')],
    ['frame', frame],
  ])
    assert.ok(missing.some((each) => each.kind === kind && each.url === url && each.reason === 'stopped'));

  await inPage(() => {
    const frame = document.querySelector('iframe')?.contentWindow;
    if (frame) Object.assign(frame, { isBusy: false });
  });
  await popup.click('[data-action="rescan"]');
  await stopWhen(`Style sheet: ${sheet}`, 'data:,last');
  const { unreachable } = await reportOf(popup);
  assert.ok(
    unreachable.some((each) => each.kind === 'stylesheet' && each.url === sheet && each.reason === reason),
  );

  release();
  await popup.click('[data-action="rescan"]');
  await popup.waitFor(() => document.querySelector('main[data-state="done"]:not(:has([data-unreachable]))'));
  const whole = await reportOf(popup);
  assert.deepEqual(whole.dataUrls.map(({ head }) => head).sort(), [
    'data:,framed',
    'data:,last',
    'data:,sheet',
  ]);
  assert.deepEqual(unreadParts(whole.unreachable), []);
}

test('a scan is stopped in Chromium', { timeout }, async (t) => {
  await using server = await serve({ routes: { '/': busyPage('data:,first') } });
  const extension = await launch(t, { deadlineMs });
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  await check(await extension.clickAction(tab), server.url('/'), (run) => tab.evaluate(run));

  const parts = await serveParts();
  t.after(parts.server.close);
  await extension.grantHosts();
  await tab.goto(parts.server.url('/'));
  await checkParts(await extension.clickAction(tab), parts, 'stopped', (run) => tab.evaluate(run));
});

test('a scan is stopped in Firefox', { timeout }, async (t) => {
  await using server = await serve({ routes: { '/': busyPage('data:,first') } });
  const firefox = await launchFirefox(t, { deadlineMs });
  await firefox.navigate(server.url('/'));
  const popup = await firefox.openPopup();
  await check(popup, server.url('/'), (run) => firefox.inPage(run));
  await popup.close();

  const parts = await serveParts();
  t.after(parts.server.close);
  await firefox.grantHosts('<all_urls>');
  await firefox.navigate(parts.server.url('/'));
  // Firefox gives the rules of any sheet, but its text has to be fetched.
  await checkParts(await firefox.openPopup(), parts, 'unread-text', firefox.inPage);
});
