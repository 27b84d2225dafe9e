/**
 * Measures the time that searching for data: URLs costs a page: scans compared with a bare walk, changes of a watched
 * page, and one very large URL.
 */

import type { Page } from 'playwright';
import type { Extension } from '../../src/cli/drivers/chromium.ts';
import { inspectPage } from '../../src/cli/inspect-page.ts';
import { type Served, serve } from '../../src/cli/serve.ts';
import type { Report } from '../../src/report/report.ts';
import { launchMeasured } from './browser.ts';
import { growthOf, isExtensionProcess } from './core-memory.ts';
import { type Measured, median } from './table.ts';
import { type Block, longestBlock } from './trace.ts';

const runs = 5;
const deadline = 120_000;

/** Runs in the page: adds elements of the usual kinds with three attributes each, sheets and shadow roots. */
function fill(elements: number, sheets: number, rules: number, shadowRoots: number): void {
  const tags = ['div', 'span', 'a', 'li', 'p', 'img', 'td', 'button', 'i', 'input'];
  const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  const parts: string[] = [];
  for (let n = 0; n < elements; n++) {
    const tag = tags[n % tags.length];
    const source = n % 500 === 5 ? `src="${pixel}"` : `data-n="${n}"`;
    const text = tag === 'img' || tag === 'input' ? '' : `Some text ${n}</${tag}>`;
    parts.push(`<${tag} id="e${n}" class="a b item-${n % 100}" ${source}>${text}`);
    if (n % 200 === 0) parts.push('<hr>');
  }
  for (let sheet = 0; sheet < sheets; sheet++) {
    const text = Array.from({ length: rules / sheets }, (_, n) => {
      const image = n % 100 === 0 ? `url(${pixel})` : 'none';
      return `.x${sheet}-${n}>b:hover{color:#123456;margin:0 ${n}px;background:${image};font:12px/1.5 sans-serif}`;
    });
    parts.push(`<style>${text.join('\n')}</style>`);
  }
  for (let n = 0; n < shadowRoots; n++) {
    parts.push(
      `<div><template shadowrootmode="open"><p class="a" title="b"><img src="${pixel}"></p></template></div>`,
    );
  }
  // Laying out a million boxes would take longer than everything measured here, and is work of the page itself.
  document.body.hidden = true;
  document.body.setHTMLUnsafe(parts.join(''));
}

/**
 * Runs once in a world of the page: performs the walk that the design defines as the minimum. Returns its time in
 * milliseconds.
 */
function bareWalk(): number {
  const start = performance.now();
  let length = 0;
  const roots: (Document | ShadowRoot)[] = [document];
  for (let root = roots.pop(); root; root = roots.pop()) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode() as Element | null; node; node = walker.nextNode() as Element | null) {
      for (const name of node.getAttributeNames()) length += node.getAttribute(name)?.length ?? 0;
      if (node.shadowRoot) roots.push(node.shadowRoot);
    }
    for (const sheet of root.styleSheets) for (const rule of sheet.cssRules) length += rule.cssText.length;
  }
  return length < 0 ? 0 : performance.now() - start;
}

interface Scan {
  elements: number;
  timing: Report['timing'];
  block: Block;
  /** The time of the bare walk in an isolated world, where content scripts run, in milliseconds. */
  floor: number;
  /** The time of the bare walk in the page's own world, which already contains objects for the nodes. */
  floorOfPage: number;
}

/** Runs the bare walk in an isolated world. */
async function walkApart(tab: Page): Promise<number> {
  const session = await tab.context().newCDPSession(tab);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
  });
  const { result } = await session.send('Runtime.evaluate', {
    expression: `(${bareWalk.toString()})()`,
    contextId: executionContextId,
  });
  await session.detach();
  return Number(result.value);
}

async function scans(extension: Extension, server: Served, elements: number, times: number): Promise<Scan[]> {
  const measured: Scan[] = [];
  const rules = Math.max(20, elements / 10);
  const fresh = async () => {
    const tab = await extension.newPage();
    await tab.goto(server.url('/'));
    await tab.evaluate(`(${fill.toString()})(${elements}, 20, ${rules}, 10)`);
    return tab;
  };
  for (let run = 0; run < times; run++) {
    // Each walk gets a new page on which no walk has run yet: its nodes have no objects, its rules have no texts, and
    // the code is not compiled.
    const bare = await fresh();
    const floorOfPage = await bare.evaluate(bareWalk);
    await bare.close();
    const apart = await fresh();
    const floor = await walkApart(apart);
    await apart.close();
    const tab = await fresh();
    const { timing } = await inspectPage(extension, tab, performance.now() + deadline);
    await tab.close();
    // The trace is recorded on another page, because tracing itself takes time.
    const traced = await fresh();
    const block = await longestBlock(extension, () =>
      inspectPage(extension, traced, performance.now() + deadline),
    );
    await traced.close();
    measured.push({ elements, timing, block, floor, floorOfPage });
  }
  return measured;
}

/** Runs in the page: makes a thousand changes like those of a busy application, in about ten seconds. */
async function mutate(): Promise<void> {
  for (let n = 0; n < 1000; n++) {
    const element = document.querySelector(`#e${(n * 7) % 5000}`);
    if (n % 2 === 0) element?.setAttribute('title', `n${n}`);
    else element?.append(document.createElement('b'));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Returns how many seconds the page's main thread works while `work` runs. */
async function taskTime(tab: Page, work: () => Promise<unknown>): Promise<number> {
  const session = await tab.context().newCDPSession(tab);
  await session.send('Performance.enable');
  const taken = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  const before = await taken();
  await work();
  const after = await taken();
  await session.detach();
  return after - before;
}

/**
 * Returns how many seconds watching adds to the main thread's work while a page of this size changes a thousand times.
 */
async function watching(extension: Extension, server: Served, elements: number): Promise<number> {
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  await tab.evaluate(`(${fill.toString()})(${elements}, 20, ${elements / 10}, 10)`);
  await tab.evaluate(mutate);
  const alone = await taskTime(tab, () => tab.evaluate(mutate));
  const popup = await extension.clickAction(tab);
  await popup.waitFor(() => document.querySelector('[data-state="done"]'));
  await popup.click('[data-action="watch"]');
  await popup.waitFor(() => document.querySelector('[data-watching]'));
  await popup.close();
  // The first walk of a watched page, in which all observers start, is not part of the cost of a change.
  await tab.evaluate(mutate);
  const watched = await taskTime(tab, () => tab.evaluate(mutate));
  await tab.close();
  return watched - alone;
}

const megabyte = 1 << 20;
const largeLength = 100_000_000;

/**
 * Runs in the page: adds a link of 100 MB as one URL, and waits until the page has resolved and drawn it. That is work
 * of the page itself.
 */
async function addLarge(length: number): Promise<void> {
  document.title = 'Large';
  const link = document.createElement('a');
  link.href = `data:application/octet-stream;base64,${'QUJD'.repeat(length / 4)}`;
  document.body.append(link);
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}

/**
 * Returns the growth, in MB, of the worker's process and of all other processes together until the URL has been judged.
 */
async function large(
  extension: Extension,
  server: Served,
): Promise<{ worker: number; others: number; block: number }> {
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  await tab.evaluate(addLarge, largeLength);
  const browser = extension.context.browser();
  const session = await browser?.newBrowserCDPSession();
  // The worker's process must already exist, so that its own size is not counted as a cost of the URL.
  const first = await extension.clickAction(await extension.newPage());
  await first.close();
  const pids = async () => {
    const info = await session?.send('SystemInfo.getProcessInfo');
    return info?.processInfo.map(({ id }) => id) ?? [];
  };
  const before = new Set(await pids());
  let block = 0;
  const grown = await growthOf(pids, async () => {
    const { timing } = await inspectPage(extension, tab, performance.now() + deadline);
    block = timing.longestTaskMs;
  });
  await tab.close();
  let worker = 0;
  let others = 0;
  for (const [pid, bytes] of grown) {
    // A spare renderer that the browser starts has nothing to do with the URL.
    if (!before.has(pid)) continue;
    if (isExtensionProcess(pid)) worker += bytes / megabyte;
    else others += bytes / megabyte;
  }
  return { worker, others, block };
}

export async function scan(): Promise<Measured[]> {
  await using server = await serve({ routes: { '/': '<!doctype html><title>Bench</title><body>' } });
  await using extension = await launchMeasured({ deadlineMs: deadline });
  const bySize = new Map<number, Scan[]>();
  for (const [elements, times] of [
    [1000, runs],
    [10_000, runs],
    [100_000, runs],
    [1_000_000, 1],
  ] as const) {
    bySize.set(elements, await scans(extension, server, elements, times));
  }
  const full = bySize.get(100_000) ?? [];
  const ratio = median(full.map(({ timing, floor }) => timing.scanMs / floor));
  const perElement = [...bySize].map(([elements, all]) => {
    const each = median(all.map(({ timing }) => timing.scanMs)) / elements;
    return `${elements}: ${(each * 1000).toFixed(2)} µs`;
  });
  const longest = [...bySize].map(([elements, all]) => ({
    elements,
    worked: Math.max(...all.map(({ block }) => block.worked)),
    passed: Math.max(...all.map(({ block }) => block.passed)),
  }));
  const [small, big] = [
    await watching(extension, server, 10_000),
    await watching(extension, server, 100_000),
  ];
  const memory = await large(extension, server);
  return [
    {
      what: 'scan of 100,000 elements against the bare walk',
      value: ratio,
      unit: 'x',
      budget: 2,
      goal: 1,
      note: `median of ${runs}: ${median(full.map(({ timing }) => timing.scanMs)).toFixed(0)} ms, the walk ${median(full.map(({ floor }) => floor)).toFixed(0)} ms, in the page's own world ${median(full.map(({ floorOfPage }) => floorOfPage)).toFixed(0)} ms; per element ${perElement.join(', ')}`,
    },
    {
      what: 'longest block of the page in any of these scans, in time of the processor',
      value: Math.max(...longest.map(({ worked }) => worked)),
      unit: 'ms',
      budget: 50,
      goal: 16,
      note: `${longest.map(({ elements, worked }) => `${elements} elements: ${worked.toFixed(0)} ms`).join(', ')}; by the clock, while worker and popup have the cores as well: ${longest.map(({ passed }) => `${passed.toFixed(0)} ms`).join(', ')}`,
    },
    {
      what: 'watching: 1,000 changes, 100,000 elements against 10,000',
      value: big / small,
      unit: 'x',
      budget: 1.5,
      goal: 1.2,
      note: `added to the page's main thread: ${(big * 1000).toFixed(0)} ms, ${(small * 1000).toFixed(0)} ms`,
    },
    {
      what: 'one data: URL of 100 MB, found to judged: growth of the worker',
      value: memory.worker,
      unit: 'MB',
      budget: 64,
      goal: 32,
      note: `the extension's process at its peak; longest block of the page ${memory.block.toFixed(0)} ms`,
    },
    {
      what: 'the same: growth of renderer and browser together',
      value: memory.others / (largeLength / megabyte),
      unit: 'x',
      budget: 2,
      goal: 1.2,
      note: `${memory.others.toFixed(0)} MB`,
    },
  ];
}
