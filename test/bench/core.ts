/**
 * Measures the core's speed and memory in Node, Chromium and Firefox, compared with the platform and other libraries.
 * All are measured in one run and reported as ratios, because machines differ and measurements are noisy.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { ensureFirefox } from '../../extension/build/setup.ts';
import { launchFirefox } from '../../src/cli/drivers/firefox.ts';
import { root } from '../../src/cli/project.ts';
import { serve } from '../../src/cli/serve.ts';
import { bundle, employ, type PlainBrowser, plainBrowser } from '../support/differential.ts';
import { own } from '../support/owned.ts';
import { growth } from './core-memory.ts';
import { type Input, inputs, isSlow, type Order, type Timing } from './core-work.ts';
import type { Measured, Where } from './table.ts';

interface Row extends Timing {
  input: Input;
  way: string;
  /** The peak growth of the process, or of all the browser's processes, in bytes; null if not measured. */
  peak: number | null;
}

type Result = Timing & { ways: string[] };
type Ask = (order: Order) => Promise<Result>;

/** The inputs for which memory is measured. For smaller inputs, the growth would be lost in the noise. */
const large: readonly Input[] = ['base64 10 MB', 'base64 100 MB', '%XX 10 MB'];

/**
 * Number of times each way is measured. The ways take turns, so that other work on the machine doesn't slow down the
 * same way each time.
 */
const rounds = 3;
/** If one call takes longer than this many milliseconds, the way is measured only once. */
const repeatedUpTo = 500;

/** An environment that carries out orders. `fresh` starts a new one, because earlier work leaves memory allocated. */
interface Engine {
  where: Where;
  name: string;
  fresh<T>(use: (ask: Ask) => Promise<T>): Promise<T>;
  /** All processes of the environment; null if memory is not measured. */
  pids: (() => Promise<number[]>) | null;
  close(): Promise<void>;
}

function node(): Engine {
  let pid = 0;
  return {
    where: 'Node',
    name: `Node ${process.version}`,
    async fresh(use) {
      const child = own(
        fork(new URL('core-child.ts', import.meta.url), { execArgv: ['--expose-gc', '--import', 'tsx'] }),
      );
      pid = child.pid ?? 0;
      try {
        return await use(async (order) => {
          child.send(order);
          const [answer] = (await once(child, 'message')) as [Result & { error?: string }];
          if (answer.error !== undefined) throw new Error(answer.error);
          return answer;
        });
      } finally {
        child.kill();
      }
    },
    pids: async () => [pid],
    close: async () => {},
  };
}

// The page is cross-origin isolated, because data-urls does not load without SharedArrayBuffer.
const headers = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

/** Returns an environment that passes orders to a dedicated worker of a loopback page, which requests them. */
function worker(browser: Pick<PlainBrowser, 'server' | 'openTab'>, text: string): Engine['fresh'] {
  return async (use) => {
    // A caller waits until the worker posts the result.
    let give: (order: Order | null) => void = () => {};
    let take: (result: Result) => void = () => {};
    let fail: (error: Error) => void = () => {};
    let ready: () => void = () => {};
    const started = new Promise<void>((resolve) => {
      ready = resolve;
    });
    const worker = employ<Order, Result>(browser, text, 'worker', 600_000, (result) => {
      const order = new Promise<Order | null>((resolve) => {
        give = resolve;
      });
      if (result === null) ready();
      else take(result);
      return order;
    });
    worker.catch((error: Error) => fail(error));
    await Promise.race([started, worker]);
    try {
      return await use(
        (order) =>
          new Promise<Result>((resolve, reject) => {
            take = resolve;
            fail = reject;
            give(order);
          }),
      );
    } finally {
      give(null);
      await worker.catch(() => {});
    }
  };
}

async function chromium(): Promise<Engine> {
  const { text } = await bundle('test/bench/core-worker.ts');
  const plain = await plainBrowser('', { headers, args: ['--js-flags=--expose-gc'] });
  const session = await plain.browser.newBrowserCDPSession();
  return {
    where: 'Chromium',
    name: `Chromium ${plain.browser.version()}, dedicated worker of a loopback page`,
    fresh: worker(plain, text),
    async pids() {
      const { processInfo } = await session.send('SystemInfo.getProcessInfo');
      return processInfo.map(({ id }) => id);
    },
    close: plain.close,
  };
}

async function firefox(): Promise<Engine> {
  const { text } = await bundle('test/bench/core-worker.ts');
  const server = await serve({ headers });
  const browser = await launchFirefox({
    extensionDir: path.join(root, 'dist/firefox'),
    executablePath: await ensureFirefox(),
    offline: true,
  });
  const openTab = async (url: string) => {
    await browser.navigate(url);
    return () => browser.navigate('about:blank');
  };
  return {
    where: 'Firefox',
    name: 'Firefox, dedicated worker of a loopback page',
    fresh: worker({ server, openTab }, text),
    pids: null,
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

async function measure(engine: Engine, all: boolean, onRow: (row: Row) => void): Promise<Row[]> {
  const rows: Row[] = [];
  for (const input of inputs) {
    const timings = new Map<string, Timing>();
    await engine.fresh(async (ask) => {
      const { ways } = await ask({ input, way: '', what: 'ways' });
      for (let round = 0; round < rounds; round++) {
        for (const way of ways) {
          const known = timings.get(way);
          if ((!all && isSlow(input, way)) || (known && known.ms > repeatedUpTo)) continue;
          const timing = await ask({ input, way, what: 'time' });
          if (!known || timing.ms < known.ms) timings.set(way, timing);
        }
      }
    });
    for (const [way, timing] of timings) {
      let peak: number | null = null;
      const { pids } = engine;
      if (pids && large.includes(input) && way !== 'data-urls' && way !== 'memcpy') {
        peak = await engine.fresh(async (ask) => {
          await ask({ input, way, what: 'ready' });
          return growth(pids, () => ask({ input, way, what: 'once' }));
        });
      }
      const row = { input, way, ...timing, peak };
      rows.push(row);
      onRow(row);
    }
  }
  return rows;
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(bytes < 1e8 ? 1 : 0);

/**
 * Measures all ways, and reports each row immediately. `times ours` is the time divided by that of `decodeDataUrl`;
 * above 1 is slower.
 */
async function table(engine: Engine, all: boolean, onLine: (line: string) => void): Promise<Row[]> {
  const line = (...cells: string[]) =>
    onLine(cells.map((cell, i) => (i < 2 ? cell.padEnd(i ? 22 : 14) : cell.padStart(11))).join(' '));
  onLine(`\nDecoding: ${engine.name}`);
  line('input', 'by', 'ms', 'MB/s', 'times ours', 'peak MB');
  let ours: Row | null = null;
  return measure(engine, all, (row) => {
    if (row.way === 'ours') ours = row;
    const ratio = ours === null ? '' : (row.ms / ours.ms).toFixed(2);
    const wrong = ours !== null && row.bytes !== ours.bytes ? `  (${row.bytes} bytes!)` : '';
    const speed = (row.length / row.ms / 1000).toFixed(row.ms > row.length / 1e4 ? 1 : 0);
    line(
      row.input,
      row.way,
      row.ms.toPrecision(3),
      speed,
      ratio,
      `${row.peak === null ? '' : megabytes(row.peak)}${wrong}`,
    );
  });
}

/**
 * Returns the figures for decoding that the design specifies and that this environment provides, with the time at each
 * size.
 */
function figures(where: Where, rows: readonly Row[]): Measured[] {
  const time = (input: Input, way: string) => rows.find((row) => row.input === input && row.way === way)?.ms;
  const figure = (
    input: Input,
    kind: 'times the time of' | 'times as fast as',
    way: string,
    budget: number,
    goal: number,
  ): Measured[] => {
    const [ours, other] = [time(input, 'ours'), time(input, way)];
    if (ours === undefined || other === undefined) return [];
    const family = input.slice(0, input.indexOf(' '));
    return [
      {
        what: `${input}, ${kind} ${way}`,
        where,
        value: kind === 'times as fast as' ? other / ours : ours / other,
        unit: 'x',
        budget,
        goal,
        note: `${ours.toPrecision(3)} against ${other.toPrecision(3)} ms`,
        sizes: rows
          .filter((row) => row.way === 'ours' && row.input.startsWith(`${family} `))
          .map(({ input, length, ms }) => ({ name: input.slice(family.length + 1), size: length, ms })),
      },
    ];
  };
  return [
    ...figure('base64 10 MB', 'times the time of', 'setFromBase64, sliced', 2, 1.05),
    ...figure('base64 1 KB', 'times the time of', 'fromBase64', 2, 1.3),
    ...figure('base64 10 MB', 'times as fast as', 'fetch', 10, 25),
    ...figure('base64 100 KB', 'times as fast as', 'data-urls', 10, 25),
    ...figure('%XX 10 MB', 'times as fast as', 'fetch', 3, 5),
    // In browsers, data-uri-to-buffer does not use the platform's decoder.
    ...(where === 'Node'
      ? [
          ...figure('base64 1 KB', 'times the time of', 'data-uri-to-buffer', 1.5, 1),
          ...figure('%XX 1 KB', 'times the time of', 'data-uri-to-buffer', 1.5, 1),
        ]
      : []),
  ];
}

/**
 * Runs the whole bench of the core.
 *
 * @param all whether data-urls also decodes inputs of 10 MB and more, which takes minutes
 * @param onLine called with each line about all ways to decode
 */
export async function core(all: boolean, onLine: (line: string) => void): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const make of [chromium, firefox, async () => node()]) {
    const engine = await make();
    try {
      measured.push(...figures(engine.where, await table(engine, all, onLine)));
    } finally {
      await engine.close();
    }
  }
  return measured;
}
