/**
 * Measures the command `inspect` on the saved pages, four at a time, and the time until its first Report. For
 * comparison, Playwright alone alternately loads the same pages, also four at a time, in a browser without the
 * extension.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright';
import { ensureChromium } from '../../extension/build/setup.ts';
import { loopbackOnly } from '../../src/cli/drivers/chromium.ts';
import { mapConcurrently, pagesOf } from '../../src/cli/page-list.ts';
import { root } from '../../src/cli/project.ts';
import { serve } from '../../src/cli/serve.ts';
import { sharedFolder } from '../support/shared.ts';
import { type Measured, median } from './table.ts';

const runs = 3;
const jobs = 4;
/** Number of times each page is loaded, each time at a different address. */
const rounds = 4;

interface Times {
  /** Milliseconds until the first Report, and until the command has ended. */
  first: number;
  all: number;
}

/** Measures the command on the pages, started as by `npm run inspect`. */
async function inspected(pages: readonly string[], args: readonly string[]): Promise<Times> {
  const start = performance.now();
  const command = [path.join(root, 'extension/build/run.mjs'), 'inspect', '--ndjson', '--fail-on', 'never'];
  const child = spawn(process.execPath, [...command, '--offline', ...args, '-'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin.end(pages.join('\n'));
  let first = 0;
  let reports = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    first ||= performance.now() - start;
    reports += text.split('\n').length - 1;
  });
  const [code] = await once(child, 'close');
  // The first and last lines describe the run; they aren't Reports.
  reports -= 2;
  if (code !== 0 || reports !== pages.length)
    throw new Error(`inspect ended with ${code} after ${reports} of ${pages.length} reports`);
  return { first, all: performance.now() - start };
}

/** Returns the milliseconds until all pages have loaded, including the time to start and close the browser. */
async function loaded(pages: readonly string[]): Promise<number> {
  const start = performance.now();
  const args = [loopbackOnly, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await mapConcurrently(pagesOf(pages, process.stdin, new Set()), jobs, async (url) => {
    const page = await context.newPage();
    await page.goto(url);
    await page.close();
  });
  await browser.close();
  return performance.now() - start;
}

export async function inspecting(): Promise<Measured[]> {
  const folder = sharedFolder('pages');
  if (folder === null) return [];
  const names = (await readdir(folder)).filter((name) => name.endsWith('.html'));
  await using server = await serve({ folder });
  const pages = Array.from({ length: rounds }, (_, n) =>
    names.map((name) => server.url(`/${name}?${n}`)),
  ).flat();
  const ratios: number[] = [];
  const alone: number[] = [];
  const firsts: number[] = [];
  for (let run = 0; run < runs; run++) {
    const bare = await loaded(pages);
    const { all } = await inspected(pages, ['--jobs', String(jobs)]);
    alone.push(bare);
    ratios.push(all / bare);
    firsts.push((await inspected(pages.slice(0, 1), [])).first);
  }
  const note = `median of ${runs}: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`;
  return [
    {
      what: `inspect --jobs ${jobs} / Playwright alone`,
      value: median(ratios),
      unit: 'x',
      budget: 1.5,
      goal: 1.2,
      note: `${pages.length} saved pages, ${note}; alone ${median(alone).toFixed(0)} ms`,
    },
    {
      what: 'inspect: from the command to the first report',
      value: median(firsts),
      unit: 'ms',
      budget: 2000,
      goal: 1000,
      note: `median of ${runs}: ${firsts.map((ms) => ms.toFixed(0)).join(', ')}`,
    },
  ];
}
