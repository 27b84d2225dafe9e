/** A page whose content script is controlled by an attacker. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxOccurrences } from '../../extension/platform/frame-messages.ts';
import { inlineLength, maxPerScan, maxUnreachable } from '../../extension/platform/limits.ts';
import { poll } from '../../src/cli/drivers/wait.ts';
import { growthOf, isExtensionProcess } from '../bench/core-memory.ts';
import { type Extension, launch } from '../support/chromium.ts';
import { serve } from '../support/serve.ts';
import { openSurfacePort } from '../support/surface-port.ts';

declare const chrome: {
  tabs: { query(filter: object): Promise<{ id: number; url?: string }[]> };
  scripting: { executeScript(injection: object): Promise<{ result: unknown }[]> };
  runtime: { connect(info: { name: string }): Port };
};
interface Port {
  postMessage(message: unknown): void;
  disconnect(): void;
  onMessage: { addListener(listener: () => void): void };
  onDisconnect: { addListener(listener: () => void): void };
}

/** Runs a function in a tab's content script world, as an attacker who controls the page's process can. */
const inContentScript = <R>(extension: Extension, url: string, code: string): Promise<R> =>
  extension.worker.evaluate(
    async (wanted, text) => {
      const tab = (await chrome.tabs.query({})).find((each) => each.url === wanted);
      const func = (given: string) => {
        // The world's policy forbids evaluating text, so the code can only run predefined actions by name.
        const scan = (globalThis as { dataUrlInspectorScan?: { name: string } }).dataUrlInspectorScan?.name;
        const { does, name, messages } = JSON.parse(given);
        if (does === 'name') return scan;
        const port = chrome.runtime.connect({ name: name ?? `frame ${scan}` });
        let heard = 0;
        port.onMessage.addListener(() => heard++);
        const ended = new Promise((resolve) => port.onDisconnect.addListener(() => resolve(heard)));
        for (const { times, message, each } of messages) {
          for (let n = 0; n < times; n++) {
            const own = each
              ? {
                  type: 'found',
                  sightings: Array.from({ length: each.urls }, (_, at) => ({
                    key: n * each.urls + at,
                    text: `data:,${'x'.repeat(each.length ?? 0)}${each.same ? '' : n * each.urls + at}`,
                    occurrences: Array(each.occurrences).fill(each.occurrence),
                  })),
                }
              : message;
            try {
              port.postMessage(own);
            } catch {
              return ended; // The worker has closed the port by now.
            }
          }
        }
        return does === 'stay' ? true : ended;
      };
      const [outcome] = await chrome.scripting.executeScript({
        target: { tabId: tab?.id },
        func,
        args: [text],
      });
      return outcome?.result as R;
    },
    url,
    code,
  );

const occurrence = {
  place: 'attribute',
  element: 'img',
  name: 'src',
  selector: '#forged',
  destination: 'image',
  inert: false,
};
const sighting = { key: 90, text: 'data:,forged', occurrences: [occurrence] };
const item = { at: null, kind: 'frame', url: '', reason: '' };
const done = { type: 'done', title: '', frames: [], policies: [], scanMs: 0, longestTaskMs: 0 };
const found = (...sightings: object[]) => ({ type: 'found', sightings });

/** Messages that the schema rejects. */
const malformed: Record<string, unknown> = {
  'nothing at all': null,
  'a kind that is not there': { type: 'forged' },
  'what a surface sends': { type: 'open', tabId: 1, scan: 'now', byAction: true },
  'a text over its limit': found({ ...sighting, text: 'x'.repeat(inlineLength + 1) }),
  'a selector over its limit': found({
    ...sighting,
    occurrences: [{ ...occurrence, selector: 'x'.repeat(4097) }],
  }),
  'more places than a message holds': found({
    ...sighting,
    occurrences: Array(maxOccurrences + 1).fill(occurrence),
  }),
  'one key twice': found(sighting, sighting),
  'a key that is none': found({ ...sighting, key: -1 }),
  'a place that is none': found({ ...sighting, occurrences: [{ ...occurrence, place: '__proto__' }] }),
  'too many that were not looked into': {
    type: 'unreachable',
    unreachable: Array(maxUnreachable + 1).fill(item),
  },
  'a time that is none': { ...done, scanMs: -1 },
};

type Each = { urls: number; occurrences: number; occurrence: typeof occurrence; length?: number };
/** Valid messages, but more of them than our script would ever send. The excess is reported as omitted. */
const floods: Record<string, { times: number; each: Each }> = {
  '30,000 data: URLs one by one': { times: 30_000, each: { urls: 1, occurrences: 1, occurrence } },
  '30,000 data: URLs, 10,000 at once': { times: 3, each: { urls: 10_000, occurrences: 1, occurrence } },
  '300,000 places': { times: 30, each: { urls: 1, occurrences: 10_000, occurrence } },
  'names without end': {
    times: 300,
    each: { urls: 1, occurrences: 250, occurrence: { ...occurrence, selector: 'x'.repeat(4096) } },
  },
};

/** Maximum growth of the extension process, in bytes, including everything that a session may keep. */
const maxGrowth = 1 << 29;

test('a content script that is the attacker’s own', { timeout: 600_000 }, async (t) => {
  const images = [1, 2, 3].map((n) => `<img src="data:,${n}">`).join('');
  await using server = await serve({
    routes: {
      '/victim': `<title>Victim</title>${images}`,
      '/hostile': '<title>Hostile</title><img src="data:,own">',
    },
  });
  const extension = await launch(t);
  await extension.grantHosts();
  const open = async (name: string) => {
    const tab = await extension.newPage();
    await tab.goto(server.url(name));
    return openSurfacePort(extension, server.url(name));
  };
  const victim = await open('/victim');
  const { rows } = await victim.when((all) => all.length === 3);
  const id = rows[0]?.sha256 ?? '';
  const hostile = await open('/hostile');
  await hostile.when(() => true);
  await extension.worker.evaluate(() => void Object.assign(globalThis, { isSameWorker: true }));

  const attack = <R>(given: object): Promise<R> =>
    inContentScript(extension, server.url('/hostile'), JSON.stringify({ messages: [], ...given }));
  const nameOf = (page: string): Promise<string> =>
    inContentScript(extension, server.url(page), JSON.stringify({ does: 'name', messages: [] }));
  const idOf = (page: string): Promise<number> =>
    extension.worker.evaluate(
      async (url) => (await chrome.tabs.query({})).find((tab) => tab.url === url)?.id ?? 0,
      server.url(page),
    );
  const hostileTab = await idOf('/hostile');
  /**
   * Makes our own content script rescan the hostile page.
   *
   * @returns the name of the previous scan
   */
  const rescan = async (): Promise<string | undefined> => {
    const before = await nameOf('/hostile');
    await hostile.post({ type: 'open', tabId: hostileTab, scan: 'now', byAction: false });
    // Until the new scan starts, the state still describes the previous one.
    await poll('another scan', 60_000, async () => (await nameOf('/hostile')) !== before || undefined);
    await hostile.when(
      (all, { overview }) =>
        all.length === 1 &&
        overview.unreachable.every(({ kind }) => kind === 'headers') &&
        overview.page.title === 'Hostile',
    );
    return before;
  };
  let request = 0;
  const report = async () => String(await victim.ask({ type: 'report', request: request++ }));
  const untouched = await report();

  await t.test('what is not in the form of a message ends its frame, which is said', async () => {
    for (const [what, message] of Object.entries(malformed)) {
      await rescan();
      await attack({ messages: [{ times: 1, message }] });
      const { rows: kept } = await hostile.when((_, { overview }) =>
        overview.unreachable.some(({ kind, reason }) => kind === 'page' && reason === 'bad-message'),
      );
      assert.equal(kept.length, 1, what);
      // From now on, not even a valid message from the page is accepted.
      await attack({ messages: [{ times: 1, message: found(sighting) }] });
      const answer = await hostile.ask({ type: 'report', request: request++ });
      assert.equal(JSON.parse(String(answer))[0].dataUrls.length, 1, what);
    }
    assert.equal(await report(), untouched);
  });

  await t.test('no name of a port opens another door', async () => {
    const earlier = await rescan();
    const names = {
      'a surface': 'surface',
      'a scan before': `frame ${earlier}`,
      'the scan of another tab': `frame ${await nameOf('/victim')}`,
      'no scan': 'frame 00000000-0000-4000-8000-000000000000',
      nothing: '',
    };
    const message = { type: 'open', tabId: 1, scan: 'if-needed', byAction: false };
    const messages = [message, found(sighting)].map((each) => ({ times: 1, message: each }));
    for (const [what, name] of Object.entries(names)) {
      assert.equal(await attack({ name, messages }), 0, `${what}: the port ends, and nothing is heard`);
    }
    assert.equal((await hostile.when(() => true)).rows.length, 1);
    assert.equal(await report(), untouched);
  });

  for (const [what, flood] of Object.entries(floods)) {
    await t.test(`a flood: ${what}`, async () => {
      await rescan();
      const session = await extension.context.browser()?.newBrowserCDPSession();
      const pids = async () =>
        (await session?.send('SystemInfo.getProcessInfo'))?.processInfo.map(({ id: pid }) => pid) ?? [];
      const answers: number[] = [];
      const run = async () => {
        let isOver = false;
        const attacked = attack({ does: 'stay', messages: [flood] }).finally(() => {
          isOver = true;
        });
        while (!isOver || answers.length < 10) {
          const start = performance.now();
          assert.ok(await victim.ask({ type: 'detail', request: request++, id }));
          answers.push(performance.now() - start);
        }
        await attacked;
        await hostile.until((_, { overview }) =>
          overview.unreachable.some(({ reason }) => reason === 'beyond-limit'),
        );
      };
      let grown = new Map<number, number>();
      if (process.platform === 'linux') grown = await growthOf(pids, run);
      else await run();
      const ours = [...grown].filter(([pid]) => isExtensionProcess(pid)).map(([, bytes]) => bytes);
      const growth = Math.max(0, ...ours);
      const slowest = Math.max(...answers);
      t.diagnostic(
        `${what}: ${answers.length} answers, the slowest ${Math.round(slowest)} ms; ${growth >> 20} MB`,
      );
      assert.ok(growth < maxGrowth, `${growth >> 20} MB`);
      const { overview } = await hostile.until(() => true);
      assert.ok(overview.totals.dataUrls <= maxPerScan.dataUrls);
      assert.ok(overview.totals.occurrences <= maxPerScan.occurrences + 1);
    });
  }

  await t.test('the same worker is there, and the Report of the other tab', async () => {
    assert.ok(await extension.worker.evaluate(() => 'isSameWorker' in globalThis));
    assert.equal(await report(), untouched);
    await rescan();
  });
});
