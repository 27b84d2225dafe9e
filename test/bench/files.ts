/**
 * Measures the cost of `scan`: saved pages compared with parse5 alone; text and HTML without data: URLs compared with
 * grep; and the installed command compared with the start of Node, and with ripgrep if it is installed.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'parse5';
import { buildModules } from '../../extension/build/modules.ts';
import { root } from '../../src/cli/project.ts';
import { scanFile } from '../../src/cli/scan-file.ts';
import { findInFile } from '../../src/files/find-in-file.ts';
import { emptyPolicy, mergePolicies } from '../../src/policy/policy.ts';
import { delimit, delimitData } from '../../src/uri/delimit.ts';
import { sharedFolder } from '../support/shared.ts';
import type { Measured } from './table.ts';

const runs = 7;
const MB = 1e6;

/** Returns the shortest processor time of several runs, in ms, including garbage collection. */
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

/** Returns the processor time of a command, including its start, in ms: the lowest of several means. */
function timeOf(command: readonly string[], times = 10): number {
  // The shell measures in hundredths of a second.
  const loop = `for n in $(seq ${times}); do "$@" > /dev/null 2>&1; done; times`;
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const { stdout } = spawnSync('sh', ['-c', loop, 'sh', ...command], { encoding: 'utf8' });
    // The last line contains the user and system time of the children: 0m0.070s 0m0.030s
    const [user = 0, system = 0] = (stdout.trim().split('\n').at(-1) ?? '')
      .split(' ')
      .map((time) => Number(/m([\d.]+)s/.exec(time)?.[1]) * 1000);
    least = Math.min(least, (user + system) / times);
  }
  return least;
}

const policy = mergePolicies({ user: emptyPolicy }, 'file:');
const scanned = (file: string) =>
  scanFile(file, { policy, isNamed: true, isBare: false, note: () => undefined });

/** Makes a line of a log; `htmlLine` makes a line of a page. Both contain links but no data: URLs. */
const logLine = (n: number) =>
  `2026-11-21T10:${n % 60}:07 INFO GET https://example.com/a/${n}?x=${n * 7} 200 the data of it was read and metadata kept\n`;
const htmlLine = (n: number) =>
  `<div class="row item-${n}"><a href="https://example.com/${n}" title="No. ${n} &amp; more">Read on</a> and on</div>\n`;

async function fileOf(
  folder: string,
  name: string,
  size: number,
  line: (n: number) => string,
  rare = '',
): Promise<string> {
  const file = path.join(folder, name);
  const handle = await open(file, 'w');
  if (name.endsWith('.html'))
    await handle.write('<!doctype html><meta charset="utf-8"><title>Rows</title>\n');
  const piece = Array.from({ length: 10_000 }, (_, n) => line(n)).join('');
  for (let n = 0; n * piece.length < size; n++) await handle.write(n % 30 === 0 ? rare + piece : piece);
  await handle.close();
  return file;
}

/** Returns the growth of this process, in MB, while it scans a large file. */
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

/**
 * Installs the command into a folder, as the npm package contains it.
 *
 * @returns the command's file
 */
async function installedIn(folder: string): Promise<string> {
  for (const [name, body] of (await buildModules(root)).files) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, body);
  }
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module", "version": "0" }');
  return path.join(folder, 'src/cli/command.js');
}

/** Returns the peak of resident memory, in MB, while the command scans a log several times in a row. */
function peakOf(command: string, log: string, times: number): number {
  const report =
    "data:text/javascript,process.on('exit',()=>process.stderr.write('\\n'+process.resourceUsage().maxRSS))";
  const pipe = `for n in $(seq ${times}); do cat "$1"; done | "$2" --import "$3" "$4" scan --ndjson - > /dev/null`;
  const args = ['-c', pipe, 'sh', log, process.execPath, report, command];
  const { stderr } = spawnSync('sh', args, { encoding: 'utf8' });
  return (Number(stderr.split('\n').at(-1)) * 1024) / MB;
}

/** Measures the installed command. Each row is compared with a similar program. */
async function installed(folder: string): Promise<Measured[]> {
  const command = await installedIn(path.join(folder, 'installed'));
  const scan = (...args: string[]) => [process.execPath, command, 'scan', '--no-ignore', ...args];
  const small = path.join(folder, 'small.html');
  await writeFile(small, '<p>x</p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">\n');
  const rare = 'see data:image/gif;base64,R0lGODlhAQABAAAAACw=\n';
  const log = await fileOf(folder, 'rare.log', 300 * MB, logLine, rare);
  const code = path.join(root, 'node_modules/vite');
  const against = (what: string, ours: number, peer: number, budget: number, goal: number): Measured => ({
    ...{ what, value: ours / peer, unit: 'x', budget, goal },
    note: `CPU, ${ours.toFixed(0)} and ${peer.toFixed(0)} ms`,
  });
  const rows = [
    against(
      "one small file / Node's start",
      timeOf(scan(small)),
      timeOf([process.execPath, '-e', '0']),
      3,
      2,
    ),
  ];
  if (spawnSync('rg', ['--version']).status === 0) {
    const rg = (place: string) => timeOf(['rg', '-uuu', '-c', 'data:', place]);
    rows.push(against('node_modules/vite / ripgrep', timeOf(scan(code), 1), rg(code), 60, 25));
    rows.push(against('300 MB of a log / ripgrep', timeOf(scan(log), 1), rg(log), 10, 4));
  }
  const tenth = await fileOf(folder, 'tenth.log', 10 * MB, logLine, rare);
  const peaks = [peakOf(command, tenth, 1), peakOf(command, log, 1), peakOf(command, log, 10)];
  const note = `10 MB, 300 MB, 3 GB: ${peaks.map((peak) => peak.toFixed(0)).join(', ')} MB`;
  const what = 'memory with --ndjson, at most';
  return [...rows, { what, value: Math.max(...peaks), unit: 'MB', budget: 150, goal: 100, note }];
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
      const grep = timeOf(['grep', '-c', 'data:', file]);
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
    rows.push(...(await installed(folder)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return rows;
}
