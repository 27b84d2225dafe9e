/**
 * In both browsers, frames, tabs and windows that go while they are scanned. What they had sent stays listed, the rest
 * is named, and the scan of everything else ends.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Browser } from 'webextension-polyfill';
import type { Surface } from '../../src/cli/drivers/chromium.ts';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import { poll } from '../../src/cli/drivers/wait.ts';
import type { Report } from '../../src/report/report.ts';
import { unreadParts } from '../../src/report/unreachable.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { launch } from '../support/chromium.ts';
import { type Served, serve } from '../support/serve.ts';
import { busyPage } from './busy.ts';

declare global {
  /** Functions of the opener. */
  var openAnother: (features: string) => void;
  var closeIt: () => void;
}
/** Chromium's name of the API in the worker. */
declare const chrome: Browser;
declare const browser: Browser;

const timeout = 300_000;
/** Shorter than the timeout, so that a failure says what was not found. */
const deadlineMs = 120_000;

/** A browser with a page in its current tab. */
interface Driven {
  goto(url: string): Promise<unknown>;
  inPage<R, A extends unknown[]>(run: (...args: A) => R, ...args: A): Promise<Awaited<R>>;
  openPopup(): Promise<Pick<Surface, 'click' | 'evaluate' | 'waitFor' | 'close'>>;
  /** Opens the inspector tab for the tab at an address. */
  inspect(url: string): Promise<Inspector>;
}
interface Inspector {
  /** Waits until an element matches. */
  find(selector: string): Promise<unknown>;
  /** Runs in the page with an address, and then shows the inspector tab again. */
  meanwhile(page: string, run: () => void): Promise<unknown>;
}

/** The frames are of the page's own site and of another one, and one is in another frame. */
async function serveDocuments(): Promise<Served> {
  const server = await serve({
    routes: {
      '/removed': busyPage('data:,removed'),
      '/left': busyPage('data:,left'),
      '/inner': busyPage('data:,inner'),
      '/next': '<img src="data:,next">',
      '/opener': `<title>Opener</title><img src="data:,opener"><script>
        let opened;
        function openAnother(features) { opened = open('/opened', '', features); }
        function closeIt() { opened.close(); }
      </script>`,
      '/opened': busyPage('data:,opened', '<iframe src="/removed"></iframe>'),
    },
  });
  server.routes.set('/outer', busyPage('data:,outer', '<iframe src="/inner"></iframe>'));
  server.routes.set(
    '/frames',
    `<img src="data:,page"><iframe id="removed" src="${server.otherOrigin}/removed"></iframe>
      <iframe id="left" src="/left"></iframe><iframe id="outer" src="/outer"></iframe>`,
  );
  return server;
}

const heads = ({ dataUrls }: Report) => dataUrls.map(({ head }) => head).sort();

async function goAway({ goto, inPage, openPopup, inspect }: Driven, server: Served): Promise<void> {
  await goto(server.url('/frames'));
  const popup = await openPopup();
  for (const name of ['removed', 'left', 'outer', 'inner'])
    await popup.waitFor((head) => document.querySelector(`[data-head="${head}"]`), `data:,${name}`);
  await inPage((next) => {
    for (const id of ['removed', 'outer']) document.getElementById(id)?.remove();
    document.querySelector<HTMLIFrameElement>('#left')?.setAttribute('src', next);
  }, '/next');
  await popup.waitFor(() => document.querySelector('[data-head="data:,next"]'));
  const report = await reportOf(popup);
  await popup.close();
  assert.deepEqual(
    heads(report),
    ['inner', 'left', 'next', 'outer', 'page', 'removed'].map((name) => `data:,${name}`),
  );
  assert.deepEqual(
    unreadParts(report.unreachable).toSorted((a, b) => (a.url < b.url ? -1 : 1)),
    ['inner', 'left', 'outer', 'removed'].map((name) => ({
      kind: 'frame',
      url: `${name === 'removed' ? server.otherOrigin : server.origin}/${name}`,
      reason: 'removed',
    })),
  );

  for (const features of ['', 'popup']) {
    const opener = `/opener?in=${features}`;
    await goto(server.url(opener));
    await inPage((wanted) => openAnother(wanted), features);
    const inspector = await inspect(server.url('/opened'));
    for (const head of ['data:,opened', 'data:,removed']) await inspector.find(`[data-head="${head}"]`);
    await inspector.find('[data-action="stop"]');
    await inspector.meanwhile(opener, () => closeIt());
    await inspector.find('[data-failure="page-gone"]');
    // The rows stay.
    for (const head of ['data:,opened', 'data:,removed']) await inspector.find(`[data-head="${head}"]`);
    await inspector.find(':root:not(:has([data-action="stop"]))');
  }
}

test('documents that go while they are scanned, in Chromium', { timeout }, async (t) => {
  await using server = await serveDocuments();
  const extension = await launch(t, { deadlineMs });
  await extension.grantHosts();
  const page = await extension.newPage();
  await goAway(
    {
      goto: (url) => page.goto(url),
      inPage: (run, ...args) =>
        page.evaluate(([text, args]) => new Function(`return (${text})`)()(...args), [
          String(run),
          args,
        ] as const),
      openPopup: () => extension.clickAction(page),
      inspect: async (url) => {
        const id = await poll('the opened tab', deadlineMs, () =>
          extension.worker.evaluate(
            async (url) => (await chrome.tabs.query({})).find((tab) => tab.url === url)?.id,
            url,
          ),
        );
        const tab = await extension.openPage(`inspector.html?tab=${id}#list`);
        return {
          find: (selector) => tab.waitForSelector(selector, { state: 'attached', timeout: deadlineMs }),
          meanwhile: (_, run) => page.evaluate(run),
        };
      },
    },
    server,
  );
});

test('documents that go while they are scanned, in Firefox', { timeout }, async (t) => {
  await using server = await serveDocuments();
  const firefox = await launchFirefox(t, { deadlineMs });
  await firefox.grantHosts('<all_urls>');
  await goAway(
    {
      goto: firefox.navigate,
      inPage: firefox.inPage,
      openPopup: firefox.openPopup,
      inspect: async (url) => {
        const id = await poll('the opened tab', deadlineMs, () =>
          firefox.background.evaluate(
            async (url) => (await browser.tabs.query({})).find((tab) => tab.url === url)?.id,
            url,
          ),
        );
        await firefox.openPage(`inspector.html?tab=${id}#list`);
        return {
          find: (selector) =>
            firefox.inPage(async (wanted) => {
              while (!document.querySelector(wanted)) await new Promise((resolve) => setTimeout(resolve, 20));
            }, selector),
          meanwhile: async (page, run) => {
            await firefox.switchTo(page);
            await firefox.inPage(run);
            await firefox.switchTo('inspector.html');
          },
        };
      },
    },
    server,
  );
});
