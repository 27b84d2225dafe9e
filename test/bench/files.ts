/** The cost of `scan`: saved pages against parse5 alone, text and HTML without data: URLs against grep. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'parse5';
import { scanFile } from '../../src/cli/scan-file.ts';
import { findInFile } from '../../src/files/find-in-file.ts';
import { emptyPolicy, mergePolicies } from '../../src/policy/policy.ts';
import { delimit, delimitData } from '../../src/uri/delimit.ts';
import { sharedFolder } from '../support/shared.ts';
import type { Measured } from './table.ts';

const runs = 7;
const MB = 1e6;

/** The least processor time of some runs, in ms: garbage collection included. */
async function fastest(work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** Number of grep runs whose times are added: the shell counts in hundredths of a second. */
const grepRuns = 10;

/** The processor time of `grep -c data:`, in ms, its start included: the least of some means. */
function grepTime(file: string): number {
  const loop = `for n in $(seq ${grepRuns}); do grep -c data: "$1"; done; times`;
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const { stdout } = spawnSync('sh', ['-c', loop, 'sh', file], { encoding: 'utf8' });
    // The last line has the user and system time of the children: 0m0.070s 0m0.030s
    const [user = 0, system = 0] = (stdout.trim().split('\n').at(-1) ?? '')
      .split(' ')
      .map((time) => Number(/m([\d.]+)s/.exec(time)?.[1]) * 1000);
    least = Math.min(least, (user + system) / grepRuns);
  }
  return least;
}

const policy = mergePolicies({ user: emptyPolicy }, 'file:');
const scanned = (file: string) =>
  scanFile(file, { policy, isNamed: true, isBare: false, note: () => undefined });

/** Lines of a log and of a page, with links and without data: URLs. */
const logLine = (n: number) =>
  `2026-11-21T10:${n % 60}:07 INFO GET https://example.com/a/${n}?x=${n * 7} 200 the data of it was read and metadata kept\n`;
const htmlLine = (n: number) =>
  `<div class="row item-${n}"><a href="https://example.com/${n}" title="No. ${n} &amp; more">Read on</a> and on</div>\n`;

async function fileOf(
  folder: string,
  name: string,
  size: number,
  line: (n: number) => string,
): Promise<string> {
  const file = path.join(folder, name);
  const handle = await open(file, 'w');
  if (name.endsWith('.html'))
    await handle.write('<!doctype html><meta charset="utf-8"><title>Rows</title>\n');
  const piece = Array.from({ length: 10_000 }, (_, n) => line(n)).join('');
  for (let written = 0; written < size; written += piece.length) await handle.write(piece);
  await handle.close();
  return file;
}

/** The growth of this process while it scans a large file, in MB. */
async function growth(small: string, large: string): Promise<number> {
  await scanned(small);
  const before = process.memoryUsage().rss;
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 10);
  await scanned(large);
  clearInterval(timer);
  return (peak - before) / MB;
}

async function pages(): Promise<Measured[]> {
  const folder = sharedFolder('pages');
  if (folder === null) return [];
  const names = (await readdir(folder)).filter((name) => name.endsWith('.html'));
  const files = names.map((name) => path.join(folder, name));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  let [parsing, finding, all] = [0, 0, 0];
  for (const [at, text] of texts.entries()) {
    parsing += await fastest(() => parse(text, { sourceCodeLocationInfo: true }));
    finding += await fastest(() => findInFile('html', text));
    all += await fastest(() => scanned(files[at] as string));
  }
  const note = `CPU, fastest of ${runs}, ${files.length} pages; parse5 ${parsing.toFixed(0)} ms`;
  return [
    {
      what: 'saved pages: finding / parse5',
      value: finding / parsing,
      unit: 'x',
      budget: 2,
      goal: 1.5,
      note,
    },
    { what: 'the same, inspected and judged', value: all / parsing, unit: 'x', budget: 4, goal: 2, note },
  ];
}

export async function files(): Promise<Measured[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-bench-'));
  const rows = await pages();
  const row = (what: string, value: number, budget: number, goal: number, note: string) =>
    rows.push({ what, value, unit: 'x', budget, goal, note });
  try {
    for (const [name, size, line] of [
      ['text.log', 200 * MB, logLine],
      ['page.html', 50 * MB, htmlLine],
    ] as const) {
      const file = await fileOf(folder, name, size, line);
      const ours = await fastest(() => scanned(file));
      const grep = grepTime(file);
      const note = `CPU, ${size / MB} MB; ${ours.toFixed(0)} and ${grep.toFixed(0)} ms, without Node's start`;
      row(`${name} without data: URLs / grep`, ours / grep, 3, 1.5, note);
    }
    const links = `${Array.from({ length: 5000 }, (_, n) => logLine(n)).join('')} "data:,x" `.repeat(2);
    const passing = await fastest(() => delimitData(links));
    row(
      'link-dense text, data: URLs / all',
      passing / (await fastest(() => delimit(links))),
      0.5,
      0.2,
      'CPU',
    );
    const small = await fileOf(folder, 'small.log', 20 * MB, logLine);
    const value = await growth(small, path.join(folder, 'text.log'));
    const note = '200 MB of text after 20 MB, resident memory';
    rows.push({ what: 'growth in a long text', value, unit: 'MB', budget: 64, goal: 16, note });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return rows;
}
