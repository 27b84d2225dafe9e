/**
 * Pages that record every sign of the extension that a page could notice: requests to its server, CSP reports,
 * violation events, entries in its timeline, and requests that its service worker receives.
 */
import assert from 'node:assert/strict';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import { search } from './occurrence-states.ts';
import { whenRead } from './popup.ts';
import { some } from './seed.ts';
import type { Served, serve } from './serve.ts';

type Routes = NonNullable<NonNullable<Parameters<typeof serve>[0]>['routes']>;

/** A document of the extension, in Chromium or in Firefox. */
interface Surface {
  click(selector: string): Promise<void>;
  waitFor<R, A extends unknown[]>(fn: (...args: A) => R, ...args: A): Promise<NonNullable<Awaited<R>>>;
  evaluate<R, A extends unknown[]>(fn: (...args: A) => R, ...args: A): Promise<Awaited<R>>;
  close(): Promise<void>;
}
/** The page, in Chromium or in Firefox. */
interface InPage {
  evaluate<R, A extends unknown[]>(fn: (...args: A) => R, ...args: A): Promise<Awaited<R>>;
}

declare const traces: string[];

const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAEUlEQVR4nGP4z8DwH4QZYAwAR8oH+Rq28akAAAAASUVORK5CYII=';
const cached = { 'cache-control': 'max-age=600' };

/** A data: URL of each kind, in each kind of place. */
const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Traces</title>
  <script>
    globalThis.traces = [];
    addEventListener('securitypolicyviolation', (event) => traces.push('violation ' + event.effectiveDirective), true);
    for (const type of ['resource', 'mark', 'measure', 'navigation'])
      new PerformanceObserver((list) => {
        for (const { name } of list.getEntries()) traces.push(type + ' ' + name);
      }).observe({ type, buffered: true });
  </script>
  <link rel="stylesheet" href="/traced.css">
  <style>@import "/imported.css"; @font-face { font-family: F; src: url(data:font/woff2;base64,d09GMg==) }
    .styled { background: url(data:,styled) } p { font-family: F }</style>
  <img id="picture" alt="" src="${png}" width="100" height="100"><img alt="" srcset="${png}#dense 9x">
  <p class="linked imported styled" style="cursor: url(data:,inline), auto">text data:,written</p>
  <img alt="" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>"><svg><image href="${png}#svg"/></svg>
  <audio src="data:audio/wav;base64,AAAA"></audio><video poster="${png}#poster"></video>
  <iframe src="data:text/html,<p>framed"></iframe><iframe srcdoc="<img src='data:,inner'>"></iframe>
  <object data="data:text/plain,object"><b>fallback</b></object><embed src="data:text/plain,embed">
  <a href="data:application/json,{}">json</a><a href="data:application/zip;base64,UEsDBA==">zip</a>
  <img alt="" src="/drawn.svg"><svg><use href="/drawn.svg#s"/></svg>
  <template><img src="data:,template"></template><script type="module" src="data:text/javascript,0"></script>`;

/**
 * Two policies. Requests by scripts cause separate reports, which are counted together with those of the page's own
 * requests.
 */
const policy =
  "default-src 'none'; script-src 'self' 'unsafe-inline' data:; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src data:; media-src data:; frame-src data: 'self'; object-src data:; connect-src *; report-uri /report, " +
  "connect-src 'none'; report-uri /request-report";

export const traceRoutes: Routes = {
  '/policy': { headers: { 'content-security-policy': policy }, body },
  '/open': `${body}<script>navigator.serviceWorker.register('/worker.js')</script>`,
  '/worker.js': `addEventListener('activate', (event) => event.waitUntil(clients.claim()));
    addEventListener('fetch', ({ request: { url } }) => {
      if (!url.includes('/canary')) fetch('/seen-by-worker?' + new URL(url).pathname);
    });`,
  '/traced.css': {
    headers: cached,
    body: '.linked { background: url(data:,linked); mask: url(data:,un quoted) }',
  },
  '/imported.css': { headers: cached, body: '.imported { background: url(data:,imported) }' },
  '/drawn.svg': {
    headers: cached,
    body: `<svg xmlns="http://www.w3.org/2000/svg"><symbol id="s"><image href="${png}#drawn"/></symbol></svg>`,
  },
  '/report': { status: 204 },
  '/request-report': { status: 204 },
  '/canary': '',
};

export const tracePages = ['/policy', '/open'] as const;

/** Waits until the page no longer changes by itself. */
export async function whenQuiet(
  page: InPage,
  server: Served,
  name: (typeof tracePages)[number],
): Promise<void> {
  if (name === '/open')
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      while (!navigator.serviceWorker.controller)
        await new Promise((resolve) => requestAnimationFrame(resolve));
    });
  await tracesOf(page, server);
}

/**
 * Returns everything that the page and its server have noticed since the last call. The page itself makes the last
 * request, so everything before it has arrived.
 */
async function tracesOf(page: InPage, { requests }: Served): Promise<string[]> {
  const seen = await page.evaluate(async () => {
    // A policy blocks this request and reports it. Chromium reports each address only once.
    const last = await fetch(`/canary?${performance.now()}`).then(
      ({ url }) => `resource ${url}`,
      () => 'violation connect-src',
    );
    while (!traces.includes(last)) await new Promise((resolve) => requestAnimationFrame(resolve));
    return traces.splice(0);
  });
  const countIn = (all: readonly string[], one: string) => all.filter((each) => each === one).length;
  const blocked = countIn(seen, 'violation connect-src');
  while (
    blocked > 0
      ? countIn(requests, '/request-report') < blocked
      : !requests.some((each) => each.startsWith('/canary'))
  )
    await new Promise((resolve) => setImmediate(resolve));
  // Firefox lists reports among the resources of the page, loads the page's icon late, and updates a service worker at
  // an arbitrary time.
  const own = /^resource .*report$|\/canary\?|\/favicon\.ico$|^\/worker\.js$/;
  const all = [...seen, ...requests.splice(0)].filter((trace) => !own.test(trace));
  for (const once of ['violation connect-src', '/request-report'])
    if (all.includes(once)) all.splice(all.indexOf(once), 1);
  return all;
}

/**
 * Does everything with the popup that a person can do on a page, and checks that no traces are left.
 *
 * @param readsCache whether the extension reads the browser's cache
 * @param open opens the popup on the page
 * @param run runs a test with the given name
 */
export async function checkNoTraces(
  page: InPage,
  server: Served,
  readsCache: boolean,
  open: () => Promise<Surface>,
  run: (name: string, test: () => Promise<void>) => Promise<void>,
): Promise<void> {
  let popup: Surface;
  const leavesNone = (name: string, act: () => Promise<unknown>) =>
    run(name, async () => {
      await act();
      assert.deepEqual(await tracesOf(page, server), []);
    });
  await leavesNone('the scan', async () => {
    popup = await open();
    await whenRead(popup);
  });
  await leavesNone('each detail, and "Show"', async () => {
    const { dataUrls } = await reportOf(popup);
    assert.ok(dataUrls.length > 15, `${dataUrls.length} data: URLs`);
    const isCacheRead = dataUrls.some(({ head }) => head === 'data:,un quoted');
    assert.equal(isCacheRead, readsCache, 'only the text of the linked sheet has this URL');
    for (const { sha256: id } of some(dataUrls, 6)) {
      await search(popup, `hash:${id}`);
      await popup.waitFor((wanted) => {
        const [row, ...others] = document.querySelectorAll<HTMLElement>('[data-row]');
        return others.length === 0 && row?.dataset.row === wanted;
      }, id);
      await popup.click(`[data-row="${id}"]`);
      const hasShow = await popup.waitFor((wanted) => {
        const detail = document.querySelector(`[data-detail="${wanted}"]`);
        if (!detail?.querySelector('.occurrences') || detail.textContent?.includes('Loading')) return null;
        return { it: detail.querySelector('.occurrences [data-action="show"]') !== null };
      }, id);
      if (hasShow.it) {
        await popup.click('.occurrences [data-action="show"]');
        await popup.waitFor(() => document.querySelector('[data-status]')?.textContent);
      }
      await popup.click('[data-action="back"]');
    }
  });
  await leavesNone('the export', () => reportOf(popup));
  await leavesNone('a rescan', async () => {
    await popup.click('[data-action="rescan"]');
    await whenRead(popup);
  });
  await leavesNone('watching', async () => {
    await popup.click('[data-action="watch"]');
    await popup.waitFor(() => document.querySelector('[data-watching]'));
    await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src="data:,added">'));
    await search(popup, 'text:"data:,added"');
    await popup.waitFor(() => document.querySelector('[data-row] [data-head="data:,added"]'));
    // Another popup cannot open while this one is open.
    await popup.close();
  });
}

/** Checks that the context menu has left no traces after its tab has scanned the page. */
export const checkMenuTraces = async (page: InPage, server: Served): Promise<void> =>
  assert.deepEqual(await tracesOf(page, server), []);
