/**
 * Measures the DevTools panel next to a page with many requests: how smoothly it scrolls, and how much memory it keeps.
 */
import type { Session } from '../../src/cli/drivers/cdp.ts';
import { serve } from '../../src/cli/serve.ts';
import { launchMeasured } from './browser.ts';
import { scrolling } from './scroll.ts';
import type { Measured } from './table.ts';

const requests = 10_000;
const deadlineMs = 300_000;

/** A page that requests distinct data: URLs, 20 at a time. */
const page = `<!doctype html><title>Requests</title><script>
  const next = async (n) => {
    if (n >= ${requests}) return;
    await fetch('data:text/plain,' + n);
    return next(n + 20);
  };
  for (let n = 0; n < 20; n++) next(n);
</script>`;

/** Times in milliseconds since DevTools reported the first request. */
interface Streamed {
  /** Until DevTools reported the last request. */
  reported: number;
  /** Until all requests were listed. */
  listed: number;
}

/** Runs in the panel before the page requests anything: returns the times until a number of requests are listed. */
async function streamed(wanted: number): Promise<Streamed> {
  const times: number[] = [];
  const { network } = (globalThis as unknown as { chrome: ChromeOfPanel }).chrome.devtools;
  network.onRequestFinished.addListener(({ request }) => {
    if (request.url.startsWith('data:')) times.push(performance.now());
  });
  const rows = () => Number(document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') ?? 1) - 1;
  while (rows() !== wanted) await new Promise(requestAnimationFrame);
  const [first = 0] = times;
  return { reported: (times.at(-1) ?? 0) - first, listed: performance.now() - first };
}

interface ChromeOfPanel {
  devtools: {
    network: {
      onRequestFinished: { addListener(listener: (entry: { request: { url: string } }) => void): void };
    };
  };
}

/** Returns the bytes in use on V8's heap after a garbage collection. */
async function heapOf(session: Session): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send<{ usedSize: number }>('Runtime.getHeapUsage');
  return usedSize;
}

export async function panel(): Promise<Measured[]> {
  await using server = await serve({
    routes: { '/': '<!doctype html><title>Nothing</title>', '/requests': page },
  });
  await using extension = await launchMeasured({ deadlineMs });
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  await extension.grantHosts();
  const surface = await extension.openDevToolsPanel(tab, { width: 1300, height: 700 });
  await surface.waitFor(() => document.querySelector('main[data-state="done"]'));
  const worker = await extension.targets.find(
    'the worker',
    ({ type, url }) => type === 'service_worker' && url.startsWith(extension.origin),
    deadlineMs,
  );
  const heaps = [surface.session, await extension.targets.attach(worker.targetId)];
  const heap = async () => {
    let used = 0;
    for (const session of heaps) used += await heapOf(session);
    return used / 1e6;
  };

  const before = await heap();
  const [stream] = await Promise.all([
    surface.evaluate(streamed, requests),
    tab.goto(server.url('/requests')),
  ]);
  const scrolled = await scrolling(`${requests} requests in the panel`, extension, surface);
  const held = (await heap()) - before;
  await surface.click('[data-action="clear-log"]');
  await surface.waitFor(() => document.querySelector('[data-row]') === null);
  // Effects of the rows end after the next frame is painted.
  await surface.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
  });
  const kept = (await heap()) - before;
  await surface.close();
  return [
    {
      what: `${requests} requests streamed in: until all are listed, against DevTools telling them`,
      value: stream.listed / stream.reported,
      unit: 'x',
      budget: 1.5,
      goal: 1.1,
      note: `${(stream.listed / 1000).toFixed(1)} s and ${(stream.reported / 1000).toFixed(1)} s`,
    },
    ...scrolled,
    {
      what: 'what panel and worker keep of them when the log is cleared',
      value: (kept / held) * 100,
      unit: '%',
      budget: 10,
      goal: 5,
      note: `${kept.toFixed(1)} of ${held.toFixed(1)} MB of V8's heaps`,
    },
  ];
}
