/**
 * Measures the actual drawing times, in both browsers, of the slowest SVGs that we still draw. The weights of the
 * estimate are derived from these times.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { serve } from '../../src/cli/serve.ts';
import '../support/owned.ts';
import { drawingLimits } from '../../src/limits.ts';
import { drawingCost, drawingTime } from '../../src/payload/svg/drawing-cost.ts';
import { growing, svg, worstDrawn } from '../attack/render.ts';
import { launchMeasured, launchMeasuredFirefox } from './browser.ts';
import type { Measured } from './table.ts';

const runs = 5;

/** Whether, according to the estimate, we draw an SVG. */
export const isDrawn = (text: string): boolean =>
  drawingTime(drawingCost(text), drawingLimits.edge ** 2) <= drawingLimits.time;

/** Runs in a page: parses an SVG and draws it as a thumbnail, several times. */
async function draw([text, edge, times]: [text: string, edge: number, times: number]): Promise<void> {
  for (let run = 0; run < times; run++) {
    // The URL is different each time, so that no cache helps.
    const source = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text.replace('<svg ', `<svg class="r${Math.random()}" `))}`;
    const canvas = document.createElement('canvas');
    canvas.width = edge;
    canvas.height = edge;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    const image = new Image();
    image.src = source;
    await image.decode();
    context?.drawImage(image, 0, 0, edge, edge);
    context?.getImageData(0, 0, 1, 1);
  }
}

/** Returns the processor time, in ms, of all processes that this one has started; without /proc, wall-clock time. */
function processorTime(): number {
  if (process.platform !== 'linux') return performance.now();
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((each) => /^[0-9]+$/.test(each))) {
    const stat = tryRead(`/proc/${name}/stat`);
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]));
  }
  const isOurs = (pid: number | undefined): boolean =>
    pid === process.pid || (pid !== undefined && pid > 1 && isOurs(parents.get(pid)));
  let nanoseconds = 0;
  for (const pid of parents.keys()) {
    if (pid === process.pid || !isOurs(pid)) continue;
    for (const task of tryList(`/proc/${pid}/task`)) {
      nanoseconds += Number(tryRead(`/proc/${pid}/task/${task}/schedstat`).split(' ')[0]);
    }
  }
  return nanoseconds / 1e6;
}
// Processes and threads may end while they are examined.
const tryRead = (file: string): string => attempt(() => readFileSync(file, 'utf8'), '');
const tryList = (folder: string): string[] => attempt(() => readdirSync(folder), []);
function attempt<Result>(read: () => Result, otherwise: Result): Result {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** Returns the processor time of each drawing in milliseconds, minus that of an empty picture. */
async function timesOf(
  texts: readonly string[],
  run: (args: [string, number, number]) => Promise<void>,
): Promise<number[]> {
  const timeOf = async (text: string) => {
    await run([text, drawingLimits.edge, 1]);
    const start = processorTime();
    await run([text, drawingLimits.edge, runs]);
    return (processorTime() - start) / runs;
  };
  const empty = await timeOf(svg(''));
  const times: number[] = [];
  for (const text of texts) times.push(Math.max(0, (await timeOf(text)) - empty));
  return times;
}

/** Returns the slowest SVG for each browser, among the worst SVGs of each construct. */
export async function drawing(): Promise<Measured[]> {
  const texts = worstDrawn(growing.length, isDrawn);
  await using server = await serve({ routes: { '/': '<!doctype html><title>D</title>' } });
  const measured = (browser: string, times: readonly number[]): Measured => ({
    what: `${browser}: the slowest SVG just below the bound`,
    value: Math.max(...times),
    unit: 'ms',
    budget: 50,
    goal: 25,
    note: `processor time of all its processes, mean of ${runs}; ${texts.length} constructs: ${times.map((time) => time.toFixed(0)).join(', ')}`,
  });
  const chromium = await launchMeasured();
  const page = await chromium.newPage();
  await page.goto(server.url('/'));
  const inChromium = await timesOf(texts, (args) => page.evaluate(draw, args));
  await chromium.close();
  const firefox = await launchMeasuredFirefox(120_000);
  try {
    await firefox.navigate(server.url('/'));
    const inFirefox = await timesOf(texts, (args) => firefox.inPage(draw, args));
    return [measured('Chromium', inChromium), measured('Firefox', inFirefox)];
  } finally {
    await firefox.close();
  }
}
