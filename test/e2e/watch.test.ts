/**
 * Tests a watched page: all additions and removals, however they happen, must be listed, whether a surface is open or
 * not.
 */
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { poll } from '../../src/cli/drivers/wait.ts';
import { type Extension, launchForFile, type Surface } from '../support/chromium.ts';
import { openPopup } from '../support/popup.ts';
import { stepInFull, testInFull } from '../support/seed.ts';
import { type Answer, serve } from '../support/serve.ts';
import { openSurfacePort } from '../support/surface-port.ts';

const deadlineMs = 60_000;

declare const chrome: {
  tabs: { query(filter: object): Promise<{ id?: number }[]> };
  action: { getBadgeText(tab: object): Promise<string>; getTitle(tab: object): Promise<string> };
};

const badgeOf = (extension: Extension): Promise<string> =>
  extension.worker.evaluate(async () => {
    const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
    return chrome.action.getBadgeText({ tabId: tab?.id });
  });

/** Waits for the badge, which changes after the surfaces have received their updates. */
const whenBadge = (extension: Extension, text: string): Promise<true> =>
  poll(`the badge ${text}`, deadlineMs, async () => (await badgeOf(extension)) === text || undefined);

/** Waits for the number of data: URLs in the title of the toolbar button. The badge may count only some of them. */
const whenListed = (extension: Extension, count: number): Promise<true> =>
  poll(`the title with ${count}`, deadlineMs, async () => {
    const title = await extension.worker.evaluate(async () => {
      const [tab] = await chrome.tabs.query({ active: true });
      return chrome.action.getTitle({ tabId: tab?.id });
    });
    return title.endsWith(` ${count} data: URLs on this page`) || undefined;
  });

/** Returns the heads of the listed rows: those on the page, and those marked as removed. */
const headsOf = (popup: Surface): Promise<{ here: string[]; gone: string[] }> =>
  popup.evaluate(() => {
    const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
    const heads = (some: Element[]) =>
      some.map((row) => row.querySelector('[data-head]')?.getAttribute('data-head') ?? '').sort();
    const isGone = (row: Element) =>
      row.querySelector('.mark')?.textContent?.startsWith('removed at') === true;
    return { here: heads(rows.filter((row) => !isGone(row))), gone: heads(rows.filter(isGone)) };
  });

async function whenHeads(popup: Surface, here: string[], gone: string[]): Promise<void> {
  let last = { here: [] as string[], gone: [] as string[] };
  const end = performance.now() + deadlineMs;
  const isSame = () =>
    JSON.stringify(last) === JSON.stringify({ here: here.toSorted(), gone: gone.toSorted() });
  while (performance.now() < end && !isSame()) {
    await popup.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    last = await headsOf(popup);
  }
  assert.deepEqual(last, { here: here.toSorted(), gone: gone.toSorted() });
}

/** Whether a popup says that the page is being watched. The popup loads its footnotes after its first rows. */
async function isWatching(popup: Surface): Promise<boolean> {
  await popup.waitFor(() => document.querySelector('.footnotes'));
  return popup.evaluate(() => document.querySelector('[data-watching]') !== null);
}

const browser = launchForFile();

testInFull('a page that nobody looks at any more and nobody watches gets its memory back', async () => {
  await using server = await serve({ routes: { '/': '<img src="data:,one">' } });
  const extension = browser();
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const session = await extension.context.newCDPSession(tab);
  const contexts: number[] = [];
  session.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.origin === extension.origin) contexts.push(context.id);
  });
  await session.send('Runtime.enable');
  /** Whether the content script keeps a scan. */
  const isHeld = async () => {
    const [contextId = -1] = contexts;
    const expression = 'globalThis.dataUrlInspectorScan !== undefined';
    const { result } = await session.send('Runtime.evaluate', { expression, contextId });
    return result.value;
  };
  const popup = await openPopup(extension, tab);
  assert.equal(await isHeld(), true);
  await popup.close();
  await poll('the release', deadlineMs, async () => ((await isHeld()) ? undefined : true));
  const again = await openPopup(extension, tab);
  // The known rows are shown immediately, while the page is being rescanned.
  await whenHeads(again, ['data:,one'], []);
  await poll('the scan', deadlineMs, async () => ((await isHeld()) ? true : undefined));
  await again.close();
});

test('watching a page', { timeout: 600_000 }, async (t) => {
  await using server = await serve({
    routes: {
      '/page':
        '<title>Watched</title><img id="first" src="data:,first"><p id="host"></p><style id="sheet"></style>',
      '/frame': '<img src="data:,framed">',
      '/elsewhere.css': 'b{background:url(data:,elsewhere)}',
      '/other': '<title>Other</title><img src="data:,other">',
    },
  });
  const extension = browser();
  const tab = await extension.newPage();

  await t.test('lists what comes, changes and goes, while no surface is open', async () => {
    await tab.goto(server.url('/page'));
    let popup = await openPopup(extension, tab);
    await whenHeads(popup, ['data:,first'], []);
    await whenBadge(extension, '1');
    await popup.click('[data-action="watch"]');
    await popup.waitFor(() => document.querySelector('[data-watching]'));
    await popup.close();
    await whenBadge(extension, '•1');
    await tab.evaluate(async () => {
      const added = document.createElement('div');
      added.innerHTML =
        '<p style="background:url(data:,added)"><!-- "data:,comment" --><template><img src="data:,template"></template></p>';
      document.body.append(added);
      document.querySelector('#first')?.setAttribute('src', 'data:,second');
      (document.querySelector('#sheet') as HTMLStyleElement).sheet?.insertRule(
        'b{background:url(data:,rule)}',
      );
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('b{background:url(data:,adopted)}');
      document.adoptedStyleSheets = [sheet];
      const shadow = document.querySelector('#host')?.attachShadow({ mode: 'closed' });
      const elsewhere = `http://localhost:${location.port}/elsewhere.css`;
      if (shadow) shadow.innerHTML = `<img src="data:,closed"><link rel="stylesheet" href="${elsewhere}">`;
      const frame = document.createElement('iframe');
      frame.src = '/frame';
      document.body.append(frame);
      // When the popup closes, the page draws no frames for a while.
      await new Promise((resolve) => requestAnimationFrame(resolve));
      (globalThis as { added?: Element }).added = added;
      (globalThis as { shadow?: ShadowRoot | undefined }).shadow = shadow;
    });
    popup = await openPopup(extension, tab);
    assert.equal(await isWatching(popup), true);
    const added = ['data:,added', 'data:,comment', 'data:,template'];
    const found = ['data:,second', 'data:,rule', 'data:,adopted', 'data:,closed', 'data:,framed'];
    await whenHeads(popup, [...found, ...added], ['data:,first']);
    // Only a repeated walk finds what came together with a shadow root.
    await popup.waitFor(() => document.querySelector('.footnotes')?.textContent?.includes('/elsewhere.css'));

    await tab.evaluate(() => {
      (globalThis as { added?: Element }).added?.remove();
      (globalThis as { shadow?: ShadowRoot }).shadow?.replaceChildren();
      document.querySelector('iframe')?.remove();
      document.adoptedStyleSheets = [];
    });
    await whenHeads(
      popup,
      ['data:,second', 'data:,rule'],
      ['data:,first', ...added, 'data:,adopted', 'data:,closed', 'data:,framed'],
    );
    await tab.evaluate(() => {
      const { added } = globalThis as { added?: Element };
      if (added) document.body.append(added);
      document.querySelector('#first')?.setAttribute('src', 'data:,first');
    });
    await whenHeads(
      popup,
      ['data:,first', 'data:,rule', ...added],
      ['data:,second', 'data:,adopted', 'data:,closed', 'data:,framed'],
    );
    await popup.close();
  });

  await t.test('goes on in a new worker', async () => {
    await extension.killWorker();
    await tab.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src="data:,later">'));
    // At this point, only the page calls the new worker.
    await whenListed(extension, 6);
    const popup = await openPopup(extension, tab);
    await whenHeads(
      popup,
      ['data:,first', 'data:,rule', 'data:,later', 'data:,added', 'data:,comment', 'data:,template'],
      [],
    );
    await popup.waitFor(() => document.querySelector('[data-watching]'));
    await tab.evaluate(() => document.querySelector('[src="data:,later"]')?.remove());
    await popup.waitFor(() =>
      [...document.querySelectorAll('[data-row] .mark')].some((mark) =>
        mark.textContent?.startsWith('removed at'),
      ),
    );
    // What was removed is not on the page, so neither the badge nor the figures count it, but a filter finds it.
    await whenListed(extension, 5);
    const figures = await popup.evaluate(() => document.querySelector('.verdict')?.textContent);
    assert.match(figures ?? '', /in 5 data: URLs/);
    const headings = await popup.evaluate(() =>
      Array.from(document.querySelectorAll('.group-heading'), (each) => each.textContent),
    );
    assert.equal(headings.at(-1), 'Removed from the page1 data: URL');
    await popup.click('[data-filter="removed"]');
    await whenHeads(popup, [], ['data:,later']);
    // The removed data: URL has a size, but takes up nothing on the page.
    const listed = await popup.evaluate(() => document.querySelector('.listed')?.textContent);
    assert.equal(listed, '1 of 6 data: URLs listed, 0 bytes on the page');
    await popup.close();
  });

  await stepInFull(t)('ends when the page is left, and when it is stopped', async () => {
    await tab.goto(server.url('/other'));
    let popup = await openPopup(extension, tab);
    await whenHeads(popup, ['data:,other'], []);
    assert.equal(await isWatching(popup), false);
    await popup.click('[data-action="watch"]');
    await popup.waitFor(() => document.querySelector('[data-watching]'));
    await popup.click('[data-action="watch"]');
    await popup.waitFor(() => document.querySelector('.footnotes:not(:has([data-watching]))'));
    await popup.close();
    await whenBadge(extension, '1');
    await tab.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src="data:,unseen">'));
    popup = await openPopup(extension, tab);
    await whenHeads(popup, ['data:,other'], []);
    await popup.close();
  });

  await stepInFull(t)('keeps so much of what comes, and says when that is reached', async () => {
    await tab.goto(server.url('/other'));
    const popup = await openPopup(extension, tab);
    await popup.click('[data-action="watch"]');
    await popup.waitFor(() => document.querySelector('[data-watching]'));
    await tab.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<i data-a="data:image/gif,copy"></i>'.repeat(50_000));
    });
    await popup.waitFor(() =>
      document.querySelector('[data-unreachable]')?.textContent?.includes('beyond the limits for watching'),
    );
    await tab.evaluate(() => document.body.insertAdjacentHTML('afterbegin', '<img src="data:,too-late">'));
    await tab.evaluate(() => document.querySelector('img[src="data:,other"]')?.remove());
    await whenHeads(popup, ['data:image/gif,copy'], ['data:,other']);
    await popup.click('[data-action="watch"]');
    await popup.waitFor(() => document.querySelector('[data-watching]') === null);
    await popup.close();
  });

  await stepInFull(t)('a site of the watch list is watched on every page', async () => {
    await extension.grantHosts();
    const popup = await openPopup(extension, tab);
    await popup.click('[data-action="watch"]');
    await popup.waitFor(() => document.querySelector('[data-watching]'));
    await popup.click('[name="watch-site"]');
    await popup.waitFor(() => document.querySelector<HTMLInputElement>('[name="watch-site"]')?.checked);
    await popup.close();
    await tab.goto(server.url('/page'));
    const again = await openPopup(extension, tab);
    await again.waitFor(() => document.querySelector('[data-watching]'));
    await whenHeads(again, ['data:,first'], []);
    await tab.evaluate(() => document.querySelector('#first')?.remove());
    await whenHeads(again, [], ['data:,first']);
    await again.click('[name="watch-site"]');
    await again.waitFor(() => !document.querySelector<HTMLInputElement>('[name="watch-site"]')?.checked);
    await again.close();
    await tab.goto(server.url('/other'));
    const last = await openPopup(extension, tab);
    assert.equal(await isWatching(last), false);
    await last.close();
  });
});

testInFull('a style sheet that a script adds to a watched page', { timeout: 180_000 }, async () => {
  const css = { headers: { 'content-type': 'text/css' } };
  const release = new Map<string, (answer: Answer) => void>();
  const slow = ({ url = '' }: IncomingMessage) =>
    new Promise<Answer>((resolve) => {
      release.set(url, resolve);
    });
  await using server = await serve({
    routes: {
      '/page': '<title>Sheets</title><img src="data:,first">',
      '/early.css': slow,
      '/slow.css': slow,
      '/elsewhere.css': { ...css, body: 'i{background:url(data:,elsewhere)}' },
    },
  });
  const extension = browser();
  await extension.grantHosts();
  const tab = await extension.newPage();
  /** Adds a sheet, followed by a picture. When the picture is listed, the sheet's element has already been scanned. */
  const add = (href: string, mark: string): Promise<void> =>
    tab.evaluate(
      ([sheet, data]) => {
        const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: sheet });
        const picture = Object.assign(document.createElement('img'), { src: data });
        document.body.append(link, picture);
      },
      [href, mark] as const,
    );
  const has = (head: string) => `rows.some((row) => row.head === '${head}')`;
  /** Waits until exactly these sheets are unreachable. The state of the page is posted after the rows. */
  const whenSheets = (when: string, sheets: string[]) =>
    surface.until(`(rows, { overview }) => ${when} && ${JSON.stringify(sheets.join())} ===
      overview.unreachable.flatMap(({ kind, url, reason }) =>
        kind === 'stylesheet' && reason !== 'unread-text' ? new URL(url).pathname + ' ' + reason : []).join()`);

  await tab.goto(server.url('/page'));
  await add('/early.css', 'data:,a');
  const surface = await openSurfacePort(extension, server.url('/page'));
  await whenSheets(has('data:,a'), ['/early.css not-loaded']);
  await surface.post({ type: 'watch', what: 'page', on: true });
  await surface.when((_, { watching }) => watching.page);
  await tab.evaluate(() => document.body.append(Object.assign(new Image(), { src: 'data:,watched' })));
  await surface.until(`(rows) => ${has('data:,watched')}`);

  release.get('/early.css')?.({ ...css, body: 'i{background:url(data:,early)}' });
  // The sheet has loaded.
  await whenSheets(has('data:,early'), []);
  await add('/slow.css', 'data:,b');
  // The sheet is still loading.
  await whenSheets(has('data:,b'), []);
  release.get('/slow.css')?.({ ...css, body: 'i{background:url(data:,slow)}' });
  await whenSheets(has('data:,slow'), []);
  await add(`${server.otherOrigin}/elsewhere.css`, 'data:,d');
  // The sheet was fetched.
  await whenSheets(has('data:,elsewhere'), []);
});

test('hidden values of a sheet that a watched page adopts are named once', { timeout: 180_000 }, async () => {
  await using server = await serve({ routes: { '/hiding': '<title>Hiding</title><img src="data:,first">' } });
  const extension = browser();
  await extension.grantHosts();
  const tab = await extension.newPage();
  await tab.goto(server.url('/hiding'));
  const surface = await openSurfacePort(extension, server.url('/hiding'));
  await surface.until(`(rows) => rows.some((row) => row.head === 'data:,first')`);
  await surface.post({ type: 'watch', what: 'page', on: true });
  await surface.when((_, { watching }) => watching.page);
  /** Adopts a sheet, which only a walk of the whole page finds, and waits until its data: URL is listed. */
  const adopt = async (css: string, mark: string) => {
    await tab.evaluate((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets.push(sheet);
    }, `${css}b{background:url(data:,${mark})}`);
    await surface.until(`(rows) => rows.some((row) => row.head === 'data:,${mark}')`);
  };
  await adopt('body{mask:var(--none,url(data:,hidden));mask-mode:alpha}', 'one');
  await adopt('', 'two');
  await adopt('', 'three');
  await surface.until(`(rows, { overview }) => rows.length === 4 && overview.unreachable.filter(({ kind, reason }) =>
    kind === 'stylesheet' && reason === 'unread-values').length === 1`);
});

test('a scrolled list keeps its place when rows come above it, but not in another order', async () => {
  const images = Array.from(
    { length: 40 },
    (_, n) =>
      `<img src="data:image/gif;a=${n};base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">`,
  );
  await using server = await serve({ routes: { '/': `<title>Long</title>${images.join('')}` } });
  const extension = browser();
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const popup = await openPopup(extension, tab);
  await popup.click('[data-action="watch"]');
  await popup.waitFor(() => document.querySelector('[data-watching]'));
  const inView = () =>
    popup.evaluate(() => {
      const list = document.querySelector('.virtual-list')!;
      const { top, bottom } = list.getBoundingClientRect();
      const boxes = [...list.querySelectorAll<HTMLElement>('[data-row]')].map((row) => ({
        id: row.dataset.row,
        top: row.getBoundingClientRect().top - top,
      }));
      return boxes.filter((box) => box.top > 0 && box.top < bottom - top - 80);
    });
  const scrolled = await popup.evaluate(async () => {
    const list = document.querySelector('.virtual-list')!;
    list.scrollTop = 420;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return list.scrollTop;
  });
  assert.equal(scrolled, 420);
  const before = await inView();
  assert.ok(before.length > 3);
  const add = (html: string) =>
    tab.evaluate((text) => document.body.insertAdjacentHTML('beforeend', text), html);
  await add(
    '<iframe src="data:text/html,%3Cscript%3Elet a%3C/script%3E"></iframe><img src="data:image/png;base64,*">',
  );
  const count = (wanted: number) =>
    popup.waitFor((size) => document.querySelector(`[aria-setsize="${size}"]`), wanted);
  await count(42);
  assert.deepEqual(await inView(), before);
  assert.equal(await popup.evaluate(() => document.querySelector('.virtual-list')!.scrollTop), 500);
  // A filter of the user moves the rows.
  await popup.click('.segment[data-kind="image"]');
  await count(40);
  assert.equal(await popup.evaluate(() => document.querySelector('.virtual-list')!.scrollTop), 500);
  await popup.close();
});
