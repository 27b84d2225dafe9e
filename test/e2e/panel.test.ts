/** Tests the panel in real DevTools. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { reportOf as exportOf } from '../../src/cli/drivers/popup-report.ts';
import { poll } from '../../src/cli/drivers/wait.ts';
import type { DataUrl } from '../../src/report/report.ts';
import { type Extension, launch, type Surface } from '../support/chromium.ts';
import { cssRoutes, linkedAt } from '../support/css-places.ts';
import { devToolsOf, isShownInSources, openPane, selectIn } from '../support/devtools.ts';
import { search } from '../support/occurrence-states.ts';
import {
  fromMenu,
  leadsToCompare,
  openDetail,
  openPopup,
  rowsOf,
  stopOfList,
  whenRead,
} from '../support/popup.ts';
import { expectedInChromium, requestsPage, requestsScript } from '../support/requests-page.ts';
import { isFull, some, stepInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';

const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
// Beyond the width of pages, mouse events do not reach DevTools.
const size = { width: 1280, height: 700 };
/** A body that the platform hashes because it is larger than four kilobytes. */
const once = 'decoded-once-'.repeat(400);

const policy = "default-src 'self' data: 'unsafe-inline'; img-src 'self'";

/** Returns a source map with one source. */
const mapOf = (source: string): string => {
  const map = { version: 3, sources: [source], sourcesContent: [`content of ${source}`], mappings: 'AAAA' };
  return `data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;
};
const maps = {
  'inline.ts': mapOf('inline.ts'),
  'script.ts': mapOf('script.ts'),
  'style.scss': mapOf('style.scss'),
};
const mapHashes = Object.fromEntries(
  Object.entries(maps).map(([name, map]) => [name, createHash('sha256').update(map).digest('hex')]),
);

/** Waits until the panel lists a number of rows. */
const count = (panel: Surface, rows: number) =>
  panel.waitFor((wanted) => {
    // The header is one of the rows.
    const table = document.querySelector('[role=grid]');
    return Number(table?.getAttribute('aria-rowcount') ?? 1) - 1 === wanted;
  }, rows);

/** Opens the bar with the options for order, groups and outcomes. */
const arrange = (panel: Surface) => panel.click('[data-action="arrange"][aria-expanded="false"]');

const choose = (panel: Surface, name: string, value: string) =>
  panel.evaluate(
    async (of, wanted) => {
      if (!document.querySelector(`select[name="${of}"]`))
        document.querySelector<HTMLElement>('[data-action="arrange"]')?.click();
      await Promise.resolve();
      const select = document.querySelector<HTMLSelectElement>(`select[name="${of}"]`);
      if (!select) throw new Error(`There is no choice of ${of}.`);
      select.value = wanted;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    },
    name,
    value,
  );

/** Returns the Report, requested through the panel's own connection to the worker. */
const reportOf = (panel: Surface): Promise<{ dataUrls: DataUrl[] }> =>
  panel.evaluate(async () => {
    const { runtime, devtools } = (globalThis as unknown as { chrome: ChromeOfPanel }).chrome;
    const port = runtime.connect({ name: 'surface' });
    const answer = new Promise<Blob>((resolve) =>
      port.onMessage.addListener(({ type, value }) => {
        if (type === 'answer') resolve(value as Blob);
      }),
    );
    const { tabId } = devtools.inspectedWindow;
    port.postMessage({ type: 'open', tabId, scan: 'if-needed', byAction: false });
    port.postMessage({ type: 'report', request: 0 });
    const [report] = JSON.parse(await (await answer).text());
    port.disconnect();
    return report;
  });

interface ChromeOfPanel {
  runtime: {
    connect(info: { name: string }): {
      postMessage(message: unknown): void;
      disconnect(): void;
      onMessage: { addListener(listener: (message: { type: string; value?: unknown }) => void): void };
    };
  };
  devtools: {
    inspectedWindow: { tabId: number; eval(expression: string, done: (value: unknown) => void): void };
  };
}

/** Whether one of our content scripts is active in any frame of any tab. */
const isAtWork = (extension: Extension): Promise<boolean> =>
  extension.worker.evaluate(async () => {
    const { tabs, scripting } = (globalThis as unknown as { chrome: ChromeOfWorker }).chrome;
    const func = () => 'dataUrlInspectorScan' in globalThis && globalThis.dataUrlInspectorScan !== undefined;
    for (const { id, url } of await tabs.query({})) {
      if (!url?.startsWith('http')) continue;
      const frames = await scripting.executeScript({ target: { tabId: id, allFrames: true }, func });
      if (frames.some(({ result }) => result)) return true;
    }
    return false;
  });

interface ChromeOfWorker {
  tabs: { query(filter: object): Promise<{ id: number; url?: string }[]> };
  scripting: {
    executeScript(injection: {
      target: { tabId: number; allFrames: boolean };
      func: () => unknown;
    }): Promise<{ result: unknown }[]>;
  };
}

const many = 2500;

test('the DevTools panel', async (t) => {
  await using server = await serve({
    routes: {
      ...cssRoutes,
      '/': `<title>Panel</title><img src="${gif}"><a href="data:text/plain,never%20loaded">x</a>
        <script>fetch('data:text/plain,fetched' + Math.random())</script>`,
      '/merged': `<p>x</p><script>fetch('da' + 'ta:text/plain,merged')</script>`,
      '/all': requestsPage,
      '/requests.js': requestsScript,
      '/maps': `<script>1\n//# sourceMappingURL=${maps['inline.ts']}\n</script>
        <script src="/script.js"></script><link rel="stylesheet" href="/style.css">`,
      '/script.js': `1;\n//# sourceMappingURL=${maps['script.ts']}`,
      '/style.css': `b{}\n/*# sourceMappingURL=${maps['style.scss']} */`,
      '/many': `<script>
        for (let n = 0; n < ${many}; n++) fetch('data:text/plain,many' + n);
      </script>`,
      '/once': `<a href="data:text/plain,${once}">x</a><a href="data:text/plain,${once}">x</a>
        <script>fetch(document.querySelector('a').href)</script>`,
      '/thrice': `<script>for (let n = 0; n < 3; n++) fetch('data:text/plain,thrice')</script>`,
      '/large': `<script>fetch('data:text/plain,' + 'a'.repeat(30e6))</script>`,
      '/sheet': `<link rel="stylesheet" href="/linked.css">\n<img src="${gif}">`,
      '/elements': `<p id="none">x</p><img id="one" src="${gif}">
        <div id="two" title="data:text/plain,title" style="background: url('${gif}'); cursor: url(data:,c), auto">x</div>
        <iframe src="/frame"></iframe>`,
      '/frame': '<img id="inner" src="data:image/gif;base64,!inner">',
      '/csp-meta': `<meta http-equiv="content-security-policy" content="img-src 'self'"><img src="${gif}">`,
      '/csp': {
        headers: { 'Content-Type': 'text/html', 'Content-Security-Policy': policy },
        body: `<img src="${gif}"><style>@font-face { font-family: f; src: url("data:font/woff2,x") }
          b { font-family: f }</style><b>b</b>`,
      },
    },
  });
  const extension = await launch(t);
  const page = await extension.newPage();
  await page.goto(server.url('/'));
  const panel = await extension.openDevToolsPanel(page, size);

  await t.test("lists what DevTools' own APIs tell, and offers to read the site", async () => {
    await panel.waitFor(() => document.querySelector('[data-failure="needs-click"] [data-action="grant"]'));
    await count(panel, 1);
    const [row] = await rowsOf(panel);
    assert.deepEqual([row?.type, row?.size], ['image/gif', '42 bytes']);
    // If a page was not scanned, only its requests are known, so it may also contain scripts.
    await panel.waitFor(() => document.querySelector('.status-line [data-action="page"]'));
    const said = await panel.evaluate(() => document.querySelector('.status-line')?.textContent ?? '');
    assert.doesNotMatch(said, /can run/);
  });

  await t.test('follows navigation: lists what the page requests, and no more what went', async () => {
    await page.reload();
    await count(panel, 2);
    const before = await openDetail(panel, 'fetched');
    await panel.waitFor(() => document.querySelector('[data-detail]')?.textContent?.includes('1 request'));
    await page.reload();
    await panel.waitFor((id) => !document.querySelector(`[data-row="${id}"]`), before);
    await count(panel, 2);
  });

  await t.test('adds what the document holds once the site is granted, and keeps the rest', async () => {
    await extension.grantHosts(`${server.origin.replace(/:\d+$/, '')}/*`);
    await whenRead(panel);
    await count(panel, 3);
    await openDetail(panel, 'image/gif');
    await panel.waitFor(() =>
      document.querySelector('[data-detail] .occurrences')?.textContent?.includes('<img> src'),
    );
    await panel.click('[data-detail] [data-action="show"]');
    await page.waitForFunction(() => document.querySelector('img')?.getAnimations().length === 1);
  });

  await t.test(
    'shows every kind of request once, with its destination, its cause and its outcome',
    async () => {
      await page.goto(server.url('/all'));
      await whenRead(panel);
      await count(panel, expectedInChromium.length);
      await arrange(panel);
      await panel.waitFor(
        () => document.querySelector('[data-filter="requested"] .count')?.textContent === '7',
      );
      const failed = expectedInChromium.filter(({ kind }) => kind === 'not-shown' || kind === 'refused');
      await panel.waitFor(
        (count) => document.querySelector('.chip[data-filter="not-shown"] .count')?.textContent === count,
        `${failed.length}`,
      );
      const { dataUrls } = await reportOf(panel);
      for (const { head, destination, kind, onlyRequested, rule } of expectedInChromium) {
        const found = dataUrls.filter((each) => each.head.includes(head) || each.head.includes(head.trim()));
        assert.equal(found.length, 1, head);
        const [dataUrl] = found;
        if (kind !== null)
          assert.deepEqual(
            dataUrl?.occurrences.map(({ state }) => state?.kind),
            [kind],
            head,
          );
        assert.deepEqual(
          dataUrl?.occurrences.map((each) => [each.destination, each.place === 'network']),
          [[destination, onlyRequested]],
          head,
        );
        assert.deepEqual(
          dataUrl?.findings.map((each) => each.rule),
          rule === null ? [] : [rule],
          head,
        );
        if (kind === null || kind === 'not-requested') continue;
        assert.equal(dataUrl?.requests?.length, 1, head);
        const [request] = dataUrl?.requests ?? [];
        assert.equal(request?.destination, destination, head);
        assert.equal(
          request?.error ?? null,
          rule === 'invalid-data-url' ? 'net::ERR_INVALID_URL' : null,
          head,
        );
        // Chromium reports no initiator for an image that a script creates.
        if (/fetch|xhr|import\(/.test(head)) assert.match(request?.initiator ?? '', /requests\.js:\d$/, head);
      }
    },
  );
  await stepInFull(t)('filters by outcome and by where it is known from, and orders by time', async () => {
    await choose(panel, 'destination', 'script');
    await count(panel, 3);
    await choose(panel, 'destination', '');
    for (const [query, wanted] of [
      ['is:failed', 3],
      ['is:requested', 7],
      ['is:not-requested destination:image', 1],
      ['destination:worker', 1],
    ] as const) {
      await search(panel, query);
      await count(panel, wanted);
    }
    await search(panel, '');
    await count(panel, expectedInChromium.length);
    await choose(panel, 'order', 'requested');
    await panel.waitFor(() =>
      document.querySelector('[data-row][data-head]')?.getAttribute('data-head')?.includes('/*link*/'),
    );
  });

  await stepInFull(t)('keeps up with a page that goes to and fro', async () => {
    const heldByAll = expectedInChromium.filter(({ onlyRequested }) => !onlyRequested).length;
    // Several rounds are needed, because DevTools only sometimes reports the next document while the previous one still
    // exists.
    for (let round = 0; round < 15; round++) {
      await page.goto(server.url('/csp'), { waitUntil: 'commit' });
      // Only every fifth round loads the page with every kind of request, which takes DevTools longest.
      const [path, held, all] = round % 5 ? ['/', 2, 3] : ['/all', heldByAll, expectedInChromium.length];
      await page.goto(server.url(`${path}?round=${round}.`));
      await search(panel, `frame:round=${round}. -is:requested`);
      await count(panel, held);
      await search(panel, '');
      await count(panel, all);
      await panel.waitFor(() => document.querySelector('main[data-state="done"]'));
    }
    await page.goto(server.url('/all'));
    await count(panel, expectedInChromium.length);
  });

  await t.test('a failed request is explained, and its cause is a link to the source', async () => {
    await search(panel, '!fetch');
    await openDetail(panel, 'Broken data: URL');
    const why = await panel.waitFor(() => document.querySelector('[data-detail] .why')?.textContent);
    assert.match(why, /position 23/);
    await panel.click('[data-action="to-source"]');
    const line = 1 + requestsScript.split('\n').findIndex((text) => text.includes('!fetch'));
    await (await devToolsOf(extension)).waitFor(isShownInSources, server.url('/requests.js'), line);
    await panel.show();
  });

  await t.test('the list is within four stops of the Tab key', async () => {
    const stop = await panel.waitFor(stopOfList);
    assert.ok(stop <= 4, `the list is stop ${stop}`);
  });

  await t.test('an element is found among the elements', async () => {
    await search(panel, 'x=img');
    await openDetail(panel, 'x=img');
    await panel.click('[data-detail] [data-action="reveal"]');
    await panel.waitFor(() =>
      document.querySelector('[data-status]')?.textContent?.includes('Elements panel'),
    );
    const selected = () =>
      panel.evaluate(
        () =>
          new Promise((resolve) =>
            (globalThis as unknown as { chrome: ChromeOfPanel }).chrome.devtools.inspectedWindow.eval(
              '$0.id',
              resolve,
            ),
          ),
      );
    // DevTools locates an element in its tree before it selects the element.
    await poll('the selection', 60_000, async () => (await selected()) === 'img' || undefined);
    await panel.show();
  });

  await t.test('goes on when the worker has died: the network log is sent again', async () => {
    await search(panel, '');
    await extension.killWorker();
    await whenRead(panel);
    await count(panel, expectedInChromium.length);
    await panel.waitFor(
      () => document.querySelector('[data-filter="requested"] .count')?.textContent === '7',
    );
  });

  await t.test('is live while it is open: lists what the document does', async () => {
    await panel.click('[data-action="close-detail"]');
    await panel.waitFor(() => document.querySelector('[data-watching]'));
    await page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<i id="late" data-late="data:text/plain,late"></i>');
    });
    await search(panel, 'late');
    await count(panel, 1);
    await page.evaluate(() => document.querySelector('#late')?.remove());
    await search(panel, 'late is:gone');
    await count(panel, 1);
    await search(panel, '');
  });

  await stepInFull(t)('recording that a person stops stays stopped until they start it again', async () => {
    const watched = (wanted: boolean) =>
      panel.waitFor((on) => (document.querySelector('[data-watching]') !== null) === on, wanted);
    await panel.click('[data-action="record"][aria-pressed="true"]');
    await watched(false);
    await fromMenu(panel, 'rescan');
    await whenRead(panel);
    await count(panel, expectedInChromium.length);
    await watched(false);
    await panel.click('[data-action="record"][aria-pressed="false"]');
    await watched(true);
  });

  const decision = (destination: string, wanted: string) =>
    panel.waitFor(
      (name, value) => {
        const use = document.querySelector<HTMLElement>(`[data-csp] [data-destination="${name}"]`);
        return use?.dataset.decision === value && (use.querySelector('strong')?.textContent ?? 'none');
      },
      destination,
      wanted,
    );

  await t.test("says what the page's policy, and one that a person writes, does to its URLs", async () => {
    await page.goto(server.url('/csp'));
    await whenRead(panel);
    await panel.click('[data-action="csp"]');
    assert.equal(await decision('image', 'blocks'), 'img-src');
    assert.equal(await decision('font', 'allows'), 'default-src');
    // The panel is often only a few lines high, so the decisions must begin next to the text.
    const tops = await panel.evaluate(() =>
      ['[name=csp]', '.csp-uses'].map((part) => document.querySelector(part)!.getBoundingClientRect().top),
    );
    assert.ok(Math.abs(tops[0]! - tops[1]!) < 40, `${tops}`);
    assert.deepEqual(
      await panel.evaluate(() =>
        ['.csp-summary', '.csp-serving'].map((each) => document.querySelector(each)?.textContent),
      ),
      [
        "Breaks 1 data: URL (78 bytes). Show in listSmallest addition: img-src 'self' data:",
        "default-src 'self' data: 'unsafe-inline'; img-src 'self' data:",
      ],
    );
    await search(panel, 'is:blocked');
    await count(panel, 1);
    // The request succeeds, but the body is not a font.
    await search(panel, 'is:not-shown');
    await count(panel, 1);
    await search(panel, '');
    await panel.evaluate(() => {
      const text = document.querySelector<HTMLTextAreaElement>('[name=csp]');
      if (!text) throw new Error('There is no text.');
      text.value = 'media-src \u00e9; font-src data:; default-src https:; img-src data:';
      text.dispatchEvent(new Event('input', { bubbles: true }));
    });
    assert.equal(await decision('image', 'allows'), 'img-src');
    assert.equal(await decision('font', 'allows'), 'font-src');
    assert.match(
      (await panel.evaluate(() => document.querySelector('.csp-ignored')?.textContent)) ?? '',
      /media-src.+U\+00E9 \(\u00e9\).+10/,
    );
    await panel.click('[data-action="own-csp"]');
    await panel.click('[data-action="close-csp"]');
  });

  await stepInFull(t)('knows a policy in the document alone, and that there is none', async () => {
    await page.goto(server.url('/csp-meta'));
    await whenRead(panel);
    await panel.click('[data-action="csp"]');
    assert.equal(await decision('image', 'blocks'), 'img-src');
    assert.equal(
      await panel.evaluate(() => document.querySelector('.csp-summary code')?.textContent),
      "img-src 'self' data:",
    );
    // If DevTools reports that there is no header, the header also counts as known.
    await page.goto(server.url('/all'));
    await whenRead(panel);
    await panel.waitFor(() =>
      document.querySelector('#csp-hint')?.textContent?.includes('neither a header nor a meta element'),
    );
    await panel.click('[data-action="close-csp"]');
    await count(panel, expectedInChromium.length);
    // Clicking the name of a data: URL in the policy's effects opens the URL.
    await panel.click('[data-action="csp"]');
    await panel.evaluate(() => {
      const text = document.querySelector<HTMLTextAreaElement>('[name=csp]');
      if (!text) throw new Error('There is no text.');
      text.value = "img-src 'self'; frame-src data:";
      text.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await panel.evaluate(() => {
      const pane = document.querySelector('.split-second');
      pane?.scrollTo(0, pane.scrollHeight);
    });
    const named = await panel.waitFor(
      () => document.querySelector('[data-csp] [data-action="open-url"]')?.textContent,
    );
    await panel.click('[data-csp] [data-action="open-url"]');
    await panel.waitFor((name) => document.querySelector('#detail-heading')?.textContent === name, named);
    assert.equal(await panel.evaluate(() => document.querySelector('[data-csp]')), null);
    // The detail must be scrolled to its top, and the policy that a person entered must be kept.
    assert.equal(await panel.evaluate(() => document.querySelector('.split-second')?.scrollTop), 0);
    await panel.click('[data-action="csp"]');
    await panel.waitFor(
      (wanted) => document.querySelector<HTMLTextAreaElement>('[name=csp]')?.value === wanted,
      "img-src 'self'; frame-src data:",
    );
    await panel.click('[data-action="own-csp"]');
    await panel.click('[data-action="close-csp"]');
    await panel.click('[data-action="close-detail"]');
  });

  await stepInFull(t)(
    'what is open stays open when the page turns out to write it in another way',
    async () => {
      await page.goto(server.url('/merged'));
      await count(panel, 1);
      const requested = await openDetail(panel, 'text/plain');
      await page.evaluate(() => {
        const link = document.createElement('a');
        link.href = ' data:text/plain,merged';
        document.body.append(link);
      });
      await fromMenu(panel, 'rescan');
      const written = await panel.waitFor(() => {
        const detail = document.querySelector<HTMLElement>('[data-detail]');
        return detail?.textContent?.includes('<a> href') && detail.dataset.detail;
      });
      assert.notEqual(written, requested);
      await panel.waitFor(
        (id) => document.querySelector(`[data-row="${id}"][aria-selected="true"]`),
        written,
      );
      await count(panel, 1);
    },
  );

  await t.test('shows the source maps of scripts and style sheets, and the sources in them', async () => {
    await page.goto(server.url('/maps'));
    await whenRead(panel);
    await count(panel, 3);
    for (const source of some(['inline.ts', 'script.ts', 'style.scss'], 3)) {
      await search(panel, `hash:${mapHashes[source]}`);
      await count(panel, 1);
      const id = await openDetail(panel, 'application/json');
      await panel.waitFor(
        (wanted, detail) =>
          document.querySelector(`[data-detail="${detail}"] [data-action="open-source"]`)?.textContent ===
          wanted,
        source,
        id,
      );
      // The list of contents shows the size.
      await panel.waitFor(
        (size) => document.querySelector('[data-detail] .listing li')?.textContent?.endsWith(size),
        `${`content of ${source}`.length} bytes`,
      );
      await panel.click('[data-detail] [data-action="open-source"]');
      await panel.waitFor(
        (wanted) =>
          document.querySelector('[data-detail] .listing')?.textContent?.includes(`content of ${wanted}`),
        source,
      );
    }
    await search(panel, '');
  });

  await t.test('knows the lines of linked sheets and elements, and opens them', async () => {
    await page.goto(server.url('/sheet'));
    await whenRead(panel);
    await search(panel, 'text:"data:,linked"');
    const { line, column } = linkedAt;
    await panel.waitFor(
      (text) => document.querySelector('[data-row] .place')?.textContent?.includes(text),
      `linked.css:${line}`,
    );
    await openDetail(panel, 'data:,linked');
    await panel.waitFor(
      (text) => document.querySelector('[data-action="to-sheet"]')?.textContent === text,
      `linked.css:${line}:${column}`,
    );
    const { dataUrls } = await exportOf(panel);
    const [linked] = dataUrls
      .filter(({ head }) => head === 'data:,linked')
      .flatMap(({ occurrences }) => occurrences);
    assert.deepEqual([linked?.line, linked?.column], [line, column]);
    await panel.click('[data-action="to-sheet"]');
    const devTools = await devToolsOf(extension);
    await devTools.waitFor(isShownInSources, server.url('/linked.css'), line, column);
    await panel.show();
    // An element must be located in the source of its document.
    await search(panel, 'type:image/gif');
    await openDetail(panel, 'image/gif');
    await panel.waitFor(
      () =>
        document.querySelector('[data-action="to-sheet"]')?.textContent ===
        'In the page’s source: sheet:2:11',
    );
    await search(panel, '');
  });

  await t.test('keeps the log on request, as what has gone, until it is cleared', async () => {
    await page.goto(server.url('/all'));
    await whenRead(panel);
    await count(panel, expectedInChromium.length);
    await panel.click('[name="preserve-log"]');
    await page.goto(server.url('/'));
    await whenRead(panel);
    // Two of the rows are headings.
    await count(panel, expectedInChromium.length + 3 + 2);
    await search(panel, 'is:gone');
    await count(panel, expectedInChromium.length);
    await search(panel, '');
    await panel.click('[data-action="clear-log"]');
    await whenRead(panel);
    await count(panel, 2);
    await panel.click('[name="preserve-log"]');
  });

  await stepInFull(t)(
    'on a site without a grant it lists what is requested, and offers that site',
    async () => {
      await page.goto(server.url('/all').replace('127.0.0.1', 'localhost'));
      await panel.waitFor(() => document.querySelector('[data-failure="needs-click"] [data-action="grant"]'));
      // The list contains all URLs of the page except the one in a rule that does not apply and the one in a link.
      await count(panel, expectedInChromium.length - 2);
      // The time of the previous page's scan must not be shown.
      assert.equal(
        await panel.evaluate(() => document.querySelector('.status-line time')?.textContent),
        undefined,
      );
    },
  );

  // DevTools may report the next page before or after the browser gives the extension access to it.
  await t.test('reads a granted page whenever DevTools report it', async () => {
    for (let round = 0; round < (isFull ? 5 : 1); round++) {
      await page.goto(server.url('/'));
      await count(panel, 3);
      await page.goto(server.url('/').replace('127.0.0.1', 'localhost'));
      await panel.waitFor(() => document.querySelector('[data-failure="needs-click"]'));
    }
  });

  await stepInFull(t)('2,500 requests', async () => {
    await page.goto(server.url('/many'));
    await count(panel, many);
  });

  // test/unit/background/frames/sightings.test.ts tests that a text is not decoded twice. Here, the same text arrives
  // in two ways.
  await stepInFull(t)('what is requested and stands in the document is decoded once', async () => {
    // The worker calls the platform's SHA-256 for each body that it decodes, except for small bodies.
    await extension.worker.evaluate((body) => {
      const { digest } = crypto.subtle;
      Object.assign(globalThis, { decoded: 0 });
      crypto.subtle.digest = (algorithm, data) => {
        if (new TextDecoder().decode(data) === body) (globalThis as unknown as { decoded: number }).decoded++;
        return digest.call(crypto.subtle, algorithm, data);
      };
    }, once);
    await page.goto(server.url('/once'));
    const places = (wanted: number) =>
      panel.waitFor(
        (count) => document.querySelector('[data-row] .places')?.textContent === count,
        `${wanted}`,
      );
    await places(2);
    await openDetail(panel, 'text/plain');
    await panel.waitFor(() => document.querySelector('[data-detail]')?.textContent?.includes('1 request'));
    await page.evaluate(() => document.body.append(document.querySelector('a')?.cloneNode() ?? ''));
    await fromMenu(panel, 'rescan');
    await places(3);
    const decoded = await extension.worker.evaluate(
      () => (globalThis as unknown as { decoded: number }).decoded,
    );
    assert.equal(decoded, 1);
  });

  await stepInFull(t)('requests of one URL at one moment are counted, each once', async () => {
    await page.goto(server.url('/thrice'));
    await panel.waitFor(() =>
      document.querySelector('[data-row][data-head]')?.getAttribute('data-head')?.includes('thrice'),
    );
    await poll('three requests', 60_000, async () => {
      const { dataUrls } = await reportOf(panel);
      return dataUrls[0]?.requests?.length === 3 || undefined;
    });
    // When DevTools opens, its log of the page reports the earlier requests again.
    await panel.click('[data-action="clear-log"]');
    await page.reload();
    await whenRead(panel);
    await count(panel, 1);
    await openDetail(panel, 'thrice');
    await panel.waitFor(() => document.querySelector('[data-detail]')?.textContent?.includes('3 requests'));
  });

  await stepInFull(t)('a URL of 30 MB, read to its end', async () => {
    await page.goto(server.url('/large'));
    await panel.waitFor(() => document.querySelector('[data-row] .size')?.textContent === '30 MB');
    await count(panel, 1);
  });

  await stepInFull(t)('leads to Compare by name, and the state is pinned', async () => {
    await page.goto(server.url('/all'));
    await whenRead(panel);
    await count(panel, expectedInChromium.length);
    await (await leadsToCompare(extension, panel)).close();
  });

  await t.test('a pane shows the data: URLs of the element that is selected', async () => {
    await page.goto(server.url('/elements'));
    await whenRead(panel);
    const pane = await openPane(extension);
    const select = (expression: string) => selectIn(panel, expression);
    await select("document.querySelector('#one')");
    await pane.waitFor(
      () => document.querySelector('[data-detail] .detail-title .type')?.textContent === 'image/gif',
    );
    await select("document.querySelector('#two')");
    const titles = await pane.waitFor(() => {
      const buttons = [...document.querySelectorAll('.of-element button')];
      return buttons.length > 0 ? buttons.map(({ textContent }) => textContent) : null;
    });
    assert.deepEqual(titles.map((title) => title?.split(' ').slice(0, 2).join(' ')).sort(), [
      'src image/gif',
      'style text/plain',
      'title text/plain',
    ]);
    // This element is inside a frame.
    await select("document.querySelector('iframe').contentDocument.querySelector('#inner')");
    await pane.waitFor(() =>
      document.querySelector('[data-detail] .occurrences')?.textContent?.includes('#inner'),
    );
    // An object that the page stores under the same name as our mark must be ignored.
    await page.evaluate(() => {
      Object.assign(globalThis, {
        dataUrlInspectorSelected: { name: 'x', element: document.querySelector('#one') },
      });
    });
    await select("document.querySelector('#none')");
    await pane.waitFor(() => document.querySelector('[data-empty]'));
  });

  await t.test('leaves nothing behind when it is closed', async () => {
    await panel.show();
    assert.equal(await isAtWork(extension), true);
    await panel.close();
    // The content scripts must end immediately and release everything.
    await poll('the end of our scripts in the page', 60_000, async () =>
      (await isAtWork(extension)) ? undefined : true,
    );
  });

  await stepInFull(t)('no other surface offers filters of requests then', async () => {
    const popup = await openPopup(extension, page);
    await popup.waitFor(() => document.querySelector('[data-row]'));
    const isOffered = await popup.evaluate(
      () => document.querySelector('[data-filter="requested"]') !== null,
    );
    assert.equal(isOffered, false);
    await popup.close();
  });
});
