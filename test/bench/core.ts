/**
 * The core's speed and memory, in Node and in Chromium, compared with the platform and other libraries. All are
 * measured in one run and given as ratios, because machines differ and are noisy. `node --import tsx
 * test/bench/core.ts` runs only this bench. With `--all`, data-urls also decodes inputs of 10 MB and more, which takes
 * minutes.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { bundle, employ, plainBrowser } from '../support/differential.ts';
import { own } from '../support/owned.ts';
import { growth } from './core-memory.ts';
import { type Input, inputs, isSlow, type Order, type Timing } from './core-work.ts';

interface Row extends Timing {
  input: Input;
  way: string;
  /** Growth of the process, or of all the browser's processes, at its peak, in bytes; null if not measured. */
  peak: number | null;
}

type Result = Timing & { ways: string[] };
type Ask = (order: Order) => Promise<Result>;

/** The inputs whose memory is measured. The memory of smaller ones is lost in the noise. */
const large: readonly Input[] = ['base64 10 MB', 'base64 100 MB', '%XX 10 MB'];

/** An environment that carries out orders. `fresh` starts a new one, because earlier work leaves memory behind. */
interface Engine {
  name: string;
  fresh<T>(use: (ask: Ask) => Promise<T>): Promise<T>;
  pids(): Promise<number[]>;
  close(): Promise<void>;
}

function node(): Engine {
  let pid = 0;
  return {
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

async function chromium(): Promise<Engine> {
  const { text } = await bundle('test/bench/core-worker.ts');
  // The page is isolated, because data-urls does not load without SharedArrayBuffer.
  const headers = {
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
  };
  const plain = await plainBrowser('', { headers, args: ['--js-flags=--expose-gc'] });
  const session = await plain.browser.newBrowserCDPSession();
  return {
    name: `Chromium ${plain.browser.version()}, dedicated worker of a loopback page`,
    async fresh(use) {
      // The worker requests its orders; a caller waits until the worker posts the result.
      let give: (order: Order | null) => void = () => {};
      let take: (result: Result) => void = () => {};
      let fail: (error: Error) => void = () => {};
      let ready: () => void = () => {};
      const started = new Promise<void>((resolve) => {
        ready = resolve;
      });
      const worker = employ<Order, Result>(plain, text, 'worker', 600_000, (result) => {
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
    },
    async pids() {
      const { processInfo } = await session.send('SystemInfo.getProcessInfo');
      return processInfo.map(({ id }) => id);
    },
    close: plain.close,
  };
}

async function measure(engine: Engine, all: boolean, tell: (row: Row) => void): Promise<Row[]> {
  const rows: Row[] = [];
  for (const input of inputs) {
    const timings = new Map<string, Timing>();
    await engine.fresh(async (ask) => {
      const { ways } = await ask({ input, way: '', what: 'ways' });
      for (const way of ways)
        if (all || !isSlow(input, way)) timings.set(way, await ask({ input, way, what: 'time' }));
    });
    for (const [way, timing] of timings) {
      let peak: number | null = null;
      if (large.includes(input) && way !== 'data-urls' && way !== 'memcpy') {
        peak = await engine.fresh(async (ask) => {
          await ask({ input, way, what: 'ready' });
          return growth(engine.pids, () => ask({ input, way, what: 'once' }));
        });
      }
      const row = { input, way, ...timing, peak };
      rows.push(row);
      tell(row);
    }
  }
  return rows;
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(bytes < 1e8 ? 1 : 0);

/**
 * Measures, and prints each row at once. `times ours` is the time divided by that of `decodeDataUrl`; above 1 is
 * slower.
 */
async function table(engine: Engine, all: boolean): Promise<Row[]> {
  const line = (...cells: string[]) =>
    process.stdout.write(
      `${cells.map((cell, i) => (i < 2 ? cell.padEnd(i ? 22 : 14) : cell.padStart(11))).join(' ')}\n`,
    );
  process.stdout.write(`\nDecoding: ${engine.name}\n`);
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
 * The design's budgets for decoding: how many times as fast it must at least be, or how many times as slow it may at
 * most be.
 */
function budgets(rows: readonly Row[], all: boolean): string[] {
  const time = (input: Input, way: string) => rows.find((row) => row.input === input && row.way === way)?.ms;
  const ratio = (a: number | undefined, b: number | undefined) =>
    a === undefined || b === undefined ? null : a / b;
  const say = (what: string, value: number | null, budget: number, goal: number, atMost: boolean) => {
    if (value === null) return `${what}: not measured`;
    const meets = (bound: number) => (atMost ? value <= bound : value >= bound);
    const verdict = meets(goal) ? 'goal' : meets(budget) ? 'budget' : 'MISSED';
    return `${verdict.padEnd(7)} ${what}: ${value.toFixed(2)}x (budget ${budget}x, goal ${goal}x)`;
  };
  const tenMegabytes = time('base64 10 MB', 'ours');
  return [
    say(
      'base64 10 MB, time against setFromBase64 in slices',
      ratio(tenMegabytes, time('base64 10 MB', 'setFromBase64, sliced')),
      2,
      1.2,
      true,
    ),
    say(
      'base64 10 MB, times faster than fetch()',
      ratio(time('base64 10 MB', 'fetch'), tenMegabytes),
      10,
      25,
      false,
    ),
    all
      ? say(
          'base64 10 MB, times faster than data-urls',
          ratio(time('base64 10 MB', 'data-urls'), tenMegabytes),
          10,
          25,
          false,
        )
      : say(
          'base64 100 KB, times faster than data-urls',
          ratio(time('base64 100 KB', 'data-urls'), time('base64 100 KB', 'ours')),
          10,
          25,
          false,
        ),
    say(
      '%XX 10 MB, times faster than fetch()',
      ratio(time('%XX 10 MB', 'fetch'), time('%XX 10 MB', 'ours')),
      3,
      5,
      false,
    ),
  ];
}

/**
 * Runs and prints the whole bench of the core.
 *
 * @param all whether data-urls also decodes large inputs, which takes minutes
 */
export async function core(all = false): Promise<void> {
  const start = performance.now();
  for (const make of [chromium, async () => node()]) {
    const engine = await make();
    try {
      const rows = await table(engine, all);
      process.stdout.write(`\n${budgets(rows, all).join('\n')}\n`);
    } finally {
      await engine.close();
    }
  }
  process.stdout.write(`\n${((performance.now() - start) / 1000).toFixed(0)} s\n`);
}

if (process.argv[1] !== undefined && import.meta.filename === process.argv[1])
  await core(process.argv.includes('--all'));
