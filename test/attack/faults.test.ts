/** Faults around the extension: a worker that ends at any moment, an update during a scan, and full storage. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { poll, within } from '../../src/cli/drivers/wait.ts';
import { root } from '../../src/cli/project.ts';
import { type Extension, launch, launchForFile, type Surface } from '../support/chromium.ts';
import { openDetail, openPopup, rowsOf } from '../support/popup.ts';
import { cases, isFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { openSurfacePort } from '../support/surface-port.ts';

interface Port {
  name: string;
  onMessage: { addListener(listener: () => void): void };
}
declare const chrome: {
  runtime: {
    connect(info: { name: string }): unknown;
    onConnect: { addListener(listener: (port: Port) => void): void };
  };
  permissions: { remove(what: object): Promise<boolean> };
  storage: {
    local: {
      get(key?: string): Promise<object>;
      set(items: object): Promise<void>;
      remove(key: string): Promise<void>;
    };
  };
  windows: { create(options: object): Promise<unknown> };
};

/** Variables that the test defines in a worker. */
type Counter = { messages?: number; counted?: () => unknown };

const deadlineMs = 60_000;
const browser = launchForFile({ deadlineMs });
const whenRows = (surface: Surface, count: number) =>
  surface.waitFor(
    (size) => document.querySelector(`main[data-state="done"] [aria-setsize="${size}"]`),
    count,
  );

test('a worker that ends behind any message', { timeout: 600_000 }, async (t) => {
  const images = (name: string, count: number) =>
    Array.from({ length: count }, (_, n) => `<img src="data:text/plain,${name}-${n}">`).join('');
  const large = Array.from({ length: 8 }, (_, n) => `<img src="data:text/plain,${n}${'x'.repeat(40_000)}">`);
  await using server = await serve({
    routes: {
      '/': `<title>Parts</title>${images('top', 300)}${large.join('')}<iframe src="/a"></iframe><iframe src="/b"></iframe>`,
      '/a': images('a', 50),
      '/b': `${images('b', 50)}`,
    },
  });
  const extension = browser();
  const tab = await extension.newPage();
  const count = 408;
  // This page wakes a worker that nothing has called yet.
  const waker = await extension.openPage('manifest.json');
  /** Counts the messages that a worker receives from content scripts, beginning with the first one. */
  const startCount = async (): Promise<void> => {
    await waker.evaluate(() => void chrome.runtime.connect({ name: 'surface' }));
    // A worker that is starting has no APIs yet.
    await poll('a worker', deadlineMs, () =>
      extension.worker.evaluate(() => typeof chrome !== 'undefined' || undefined),
    );
    await extension.worker.evaluate(() => {
      const counter = globalThis as Counter;
      counter.messages = 0;
      chrome.runtime.onConnect.addListener((port) => {
        if (!port.name.startsWith('frame ')) return;
        port.onMessage.addListener(() => {
          counter.messages = (counter.messages ?? 0) + 1;
          counter.counted?.();
        });
      });
    });
  };
  /** Resolves after a number of messages. */
  const whenCounted = (wanted: number): Promise<void> =>
    extension.worker.evaluate((number) => {
      const counter = globalThis as Counter;
      return new Promise<void>((resolve) => {
        counter.counted = () => (counter.messages ?? 0) >= number && resolve();
        counter.counted();
      });
    }, wanted);

  await tab.goto(server.url('/'));
  await startCount();
  const first = await openPopup(extension, tab);
  await whenRows(first, count);
  await first.close();
  const all = await extension.worker.evaluate(() => (globalThis as Counter).messages ?? 0);
  t.diagnostic(`${all} messages in a scan`);
  // Each large text and the end of each frame arrive in separate messages, however slow the machine is.
  const least = large.length + 3;
  assert.ok(all >= least);
  for (let place = 1; place <= least; place += isFull ? 1 : 3) {
    await t.test(`behind message ${place}`, async () => {
      // The new worker has never seen the page.
      await extension.killWorker();
      await tab.goto(server.url('/'));
      await startCount();
      const popup = await extension.clickAction(tab);
      await whenCounted(place);
      await extension.killWorker();
      await whenRows(popup, count);
      // Rows from before the worker ended appear only once and react to clicks again.
      assert.deepEqual([...new Set((await rowsOf(popup)).map((row) => row.places))], ['×1']);
      await popup.click('[data-row]');
      await popup.waitFor(() => document.querySelector('[data-detail] .occurrences li'));
      await popup.close();
    });
  }
});

test('a browser that does not close is ended', async (t) => {
  const extension = await launch(t, { closeMs: 500 });
  const { processInfo } = await extension.targets.send<{ processInfo: { type: string; id: number }[] }>(
    'SystemInfo.getProcessInfo',
  );
  const pid = processInfo.find(({ type }) => type === 'browser')?.id;
  assert.ok(pid);
  process.kill(pid, 'SIGSTOP');
  await extension.close();
  assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
});

test('faults around a page', { timeout: 600_000 }, async (t) => {
  await using server = await serve({
    routes: {
      '/': '<title>One</title><img src="data:,one"><iframe src="data:text/html,x"></iframe>',
      '/slow': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        response.write('<title>Slow</title><img src="data:,first">');
        return undefined;
      },
    },
  });
  const extension = browser();
  const tab = await extension.newPage();
  const pageErrors: string[] = [];

  await t.test('what Chromium says to a worker that it has ended is no error of ours', async () => {
    // Whether a call reaches a worker that is just ending is a matter of chance, so the test raises the error itself.
    // Any unrecognized error on our consoles fails the run.
    await extension.worker.evaluate(() => {
      void Promise.reject(new Error('No SW'));
      return new Promise((resolve) => setTimeout(resolve));
    });
  });
  tab.on('pageerror', (error) => pageErrors.push(String(error)));

  await t.test('two windows and three surfaces show the same', async () => {
    await tab.goto(server.url('/'));
    const popup = await openPopup(extension, tab);
    await whenRows(popup, 2);
    await popup.click('[data-action="watch"]');
    await popup.waitFor(() => document.querySelector('[data-watching]'));
    const [inspector] = await Promise.all([
      extension.context.waitForEvent('page', (page) => page.url().startsWith(extension.origin)),
      popup.click('[data-action="open-tab"]'),
    ]);
    const opened = extension.context.waitForEvent('page');
    await extension.worker.evaluate((url) => void chrome.windows.create({ url }), inspector.url());
    const second = await opened;
    await tab.bringToFront();
    const again = await openPopup(extension, tab);
    await tab.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src="data:,more">'));
    const shown = () => [
      ...[...document.querySelectorAll('[data-row]')].map((row) => row.getAttribute('data-row')),
      document.querySelector('.summary')?.textContent ?? '',
    ];
    const sorted = (texts: (string | null)[]) => texts.toSorted();
    await whenRows(again, 3);
    const expected = sorted(await again.evaluate(shown));
    for (const page of [inspector, second]) {
      await page.click('[data-view-link="list"]');
      await page.waitForSelector('main[data-state="done"] [aria-rowcount="4"]');
      const rows = sorted(await page.evaluate(shown)).filter((text) => /^[0-9a-f]{64}$/.test(text ?? ''));
      assert.deepEqual(
        rows,
        expected.filter((text) => /^[0-9a-f]{64}$/.test(text ?? '')),
      );
      await page.close();
    }
    await again.close();
  });

  await t.test('a storage that is full: what is not kept is said', async () => {
    await tab.goto(server.url('/'));
    const full = await extension.openPage('manifest.json');
    await full.evaluate(async () => {
      // Fills the storage to the last byte, with pieces of decreasing size.
      let n = 0;
      for (let size = 8 << 20; size >= 1; size = Math.floor(size / 2)) {
        await chrome.storage.local.set({ [`fill-${n++}`]: 'x'.repeat(size) }).catch(() => {});
        await chrome.storage.local.set({ [`fill-${n++}`]: 'x'.repeat(size) }).catch(() => {});
      }
    });
    await tab.bringToFront();
    const popup = await openPopup(extension, tab);
    // The rows move until the scan has ended.
    await whenRows(popup, 2);
    await openDetail(popup, 'text/html');
    await popup.click('[data-finding="disallowed-type"] summary');
    await popup.click('[data-action="allow-site"]');
    await popup.waitFor(() =>
      document.querySelector('[data-unsaved]')?.textContent?.includes('couldn’t save'),
    );
    await full.evaluate(async () => {
      for (const key of Object.keys(await chrome.storage.local.get())) await chrome.storage.local.remove(key);
    });
    await full.close();
    await popup.close();
  });

  await t.test('a permission that is taken back while its page is watched', async () => {
    await extension.grantHosts();
    await tab.goto(server.url('/'));
    const popup = await openPopup(extension, tab);
    await popup.click('[data-action="watch"]');
    await popup.waitFor(() => document.querySelector('[data-watching]'));
    await popup.evaluate(() => chrome.permissions.remove({ origins: ['<all_urls>'] }));
    await tab.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src="data:,after">'));
    await whenRows(popup, 3);
    await popup.close();
  });

  await t.test('a tab that is closed while it is read', async () => {
    const other = await extension.newPage();
    await other.goto(server.url('/slow'), { waitUntil: 'commit' });
    const popup = await extension.clickAction(other);
    await popup.waitFor(() => document.querySelector('main[data-state="reading"]'));
    await other.close();
    const left = await extension.newPage();
    await left.goto(server.url('/'));
    const again = await openPopup(extension, left);
    await whenRows(again, 2);
    await again.close();
    await left.close();
  });

  await t.test('an extension that is loaded anew while a page is read and another is watched', async () => {
    await tab.goto(server.url('/'));
    const popup = await openPopup(extension, tab);
    await popup.click('[data-action="watch"]');
    await popup.waitFor(() => document.querySelector('[data-watching]'));
    await popup.close();
    const other = await extension.newPage();
    other.on('pageerror', (error) => pageErrors.push(String(error)));
    await other.goto(server.url('/slow'), { waitUntil: 'commit' });
    const reading = await extension.clickAction(other);
    await reading.waitFor(() => document.querySelector('main[data-state="reading"]'));
    await reload(extension);
    // The old content scripts notice changes and visibility, and must stay silent.
    await tab.bringToFront();
    await tab.evaluate(async () => {
      document.body.insertAdjacentHTML('beforeend', '<img src="data:,later"><iframe srcdoc=x></iframe>');
      await new Promise((resolve) => setTimeout(() => requestIdleCallback(resolve, { timeout: 1000 }), 600));
    });
    assert.deepEqual(pageErrors, []);
    await other.close();
  });
});

/** Simulates an update: all documents and the worker end, and a new worker starts. */
async function reload(extension: Extension): Promise<void> {
  await extension.worker.evaluate(() => void Object.assign(globalThis, { isOld: true }));
  await extension.targets.send('Extensions.loadUnpacked', { path: path.join(root, 'dist/chromium') });
  await poll('the new worker', deadlineMs, async () => {
    // A worker that is just ending may never respond, hence the timeout.
    const answer = extension.worker.evaluate(() => 'isOld' in globalThis);
    const isOld = await within('an answer', 1000, answer).catch(() => true);
    return isOld ? undefined : true;
  });
}

/** How often the popup opens and closes, and how many bytes the worker may retain afterwards. */
const cycles = cases(40, 20);
const maxKept = cycles << 14;

test(`${cycles} surfaces come and go, and the worker keeps nothing of them`, {
  timeout: 1_800_000,
}, async (t) => {
  await using server = await serve({
    routes: { '/': Array.from({ length: 50 }, (_, n) => `<img src="data:text/plain,${n}">`).join('') },
  });
  const extension = browser();
  await extension.grantHosts();
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const held = await openSurfacePort(extension, server.url('/'));
  await held.when((rows) => rows.length === 50);
  const popup = await extension.openPage('popup.html');
  const target = await extension.targets.find(
    'the worker',
    ({ type, url }) => type === 'service_worker' && url.startsWith(extension.origin),
    deadlineMs,
  );
  const session = await extension.targets.attach(target.targetId);
  await session.send('HeapProfiler.enable');
  const heap = async (): Promise<number> => {
    for (let n = 0; n < 3; n++) await session.send('HeapProfiler.collectGarbage');
    return (await session.send<{ usedSize: number }>('Runtime.getHeapUsage')).usedSize;
  };
  const cycle = async (times: number) => {
    for (let n = 0; n < times; n++) {
      await popup.goto(`${extension.origin}/inspector.html?tab=${await tabIdOf(extension, server.url('/'))}`);
      await popup.waitForSelector('main[data-state="done"] [aria-setsize="50"]');
    }
  };
  // Warm-up for data that is created once.
  await cycle(10);
  const before = await heap();
  await cycle(cycles);
  const kept = (await heap()) - before;
  t.diagnostic(
    `after ${cycles} more the heap of the worker, ${before >> 10} kB, has grown by ${kept >> 10} kB`,
  );
  assert.ok(kept < maxKept, `${kept} bytes`);
  await session.detach();
});

const tabIdOf = (extension: Extension, url: string): Promise<number> =>
  extension.worker.evaluate(async (wanted) => {
    const { tabs } = chrome as unknown as {
      tabs: { query(filter: object): Promise<{ id: number; url?: string }[]> };
    };
    return (await tabs.query({})).find((tab) => tab.url === wanted)?.id ?? 0;
  }, url);
