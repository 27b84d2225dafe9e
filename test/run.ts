/**
 * Implements `npm test [-- --profile] [-- --minutes=N] [-- full] [-- group or test file …]`: sets up and builds, then
 * runs the tests of all groups in one pool, while types and lint are checked. `full` adds the groups that other runs
 * omit, and makes generated parts as large as the tests specify. The last line is `N passed, N failed`. `--profile`
 * reports the times of the files, longest first; `--minutes` limits the time for the tests. Processes that the tests
 * leave running are ended and reported.
 */
import { spawn } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { run } from 'node:test';
import { inspect } from 'node:util';
import { buildAll } from '../extension/build/build.ts';
import { ensureChromium, ensureDisplayTools, ensureFirefox, ensureNodes } from '../extension/build/setup.ts';
import { commandLine, processArguments } from '../src/cli/command-line.ts';
import { writeProfile } from '../src/cli/drivers/firefox-process.ts';
import { BuildError, root } from '../src/cli/project.ts';
import { shareBuilt } from './support/built.ts';
import { shareCommand } from './support/command.ts';
import { type Mirror, mirrorSource } from './support/mirror.ts';
import { shareFolder } from './support/once-per-run.ts';
import { mark, own } from './support/owned.ts';
import { endRemaining, processesOf } from './support/processes.ts';
import { canShare, together } from './support/together.ts';

interface Group {
  name: string;
  /** The time limit of one file, in minutes. */
  fileMinutes: number;
  /** The time limit of the whole group, in minutes. */
  minutes: number;
  browsers?: ('chromium' | 'firefox')[];
  /** Whether the browsers are headed, on a virtual display. */
  headed?: boolean;
  /** Whether files share processes, because most of them take less time than starting a process. */
  isLight?: boolean;
  /** Whether the group runs only in `full`, unless the group or one of its files is named. */
  inFull?: boolean;
}

/**
 * Maximum number of files that run at the same time. Tests often wait for a browser or a command, so one more than the
 * number of cores keeps the cores busy.
 */
const concurrency = availableParallelism() + 1;
/**
 * The groups, in the order in which they run. The last groups consist of short files, so that all cores are in use
 * until the end.
 */
const groups: Group[] = [
  { name: 'attack', fileMinutes: 20, minutes: 90, browsers: ['chromium', 'firefox'], inFull: true },
  { name: 'e2e', fileMinutes: 20, minutes: 90, browsers: ['chromium'] },
  { name: 'firefox', fileMinutes: 20, minutes: 90, browsers: ['firefox'] },
  { name: 'native', fileMinutes: 10, minutes: 30, browsers: ['chromium', 'firefox'], headed: true },
  { name: 'contract', fileMinutes: 15, minutes: 45 },
  { name: 'fuzz', fileMinutes: 15, minutes: 60 },
  { name: 'unit', fileMinutes: 15, minutes: 45, isLight: true },
  { name: 'vectors', fileMinutes: 15, minutes: 45 },
];
/** Test files outside of `test/`, which run from their source, with a compiler in each process. */
const elsewhere: Group = { name: 'elsewhere', fileMinutes: 5, minutes: 30 };
const checks = ['types', 'lint', 'build'];
/** Time, in milliseconds, in which a group's remaining processes must end after the group itself. */
const graceMs = 5000;

let passed = 0;
/** All problems. They are printed again at the end, because they scroll out of view in a long run. */
const failures: string[] = [];
let skipped = 0;
/** The files that share a process, by the entry file of the process. */
const sharedBy = new Map<string, string[]>();
/** The checks for which no test waits. */
let checking: Promise<unknown> = Promise.resolve();

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const indented = (text: string): string => text.trimEnd().replaceAll(/^(?=.)/gm, '    ');

const fail = (problem: string): void => {
  failures.push(problem);
  print(problem);
};

/** Performs and counts one check. `work` returns the problem's message, or null if the check passed. */
async function check(name: string, work: () => Promise<string | null>): Promise<boolean> {
  const start = performance.now();
  const problem = await work();
  if (problem === null) {
    passed++;
    print(`✔ ${name} (${seconds(start)})`);
    return true;
  }
  fail(`✖ ${name} (${seconds(start)})\n${indented(problem)}`);
  return false;
}

function tool(name: string, args: string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const child = own(
      spawn(path.join(root, 'node_modules/.bin', name), args, {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        // On Windows, the tools are shell scripts.
        shell: process.platform === 'win32',
      }),
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
    child.on('error', ({ message }) => resolve(message));
    child.on('close', (code) => resolve(code === 0 ? null : output || `exit code ${code}`));
  });
}

async function buildProblem(): Promise<string | null> {
  try {
    for (const built of await buildAll()) await shareBuilt(built);
    return null;
  } catch (error) {
    return error instanceof BuildError ? error.message : inspect(error);
  }
}

async function testFiles(group: Group): Promise<string[]> {
  const folder = path.join(root, 'test', group.name);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && /\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** Whether a file contains a test that runs without `full`. */
function hasUsualTest(file: string): boolean {
  const text = readFileSync(file, 'utf8');
  return !text.includes('testInFull(') || /(?<![.\w])test\(/.test(text);
}

interface FileResult {
  passed: number;
  failed: number;
  skipped: number;
}

/** Whether each test of a file is reported when it ends, instead of only the file as a whole. */
const takesLong = (file: string | undefined): boolean =>
  groups.some(
    ({ name, browsers }) => browsers && file?.includes(`${path.sep}test${path.sep}${name}${path.sep}`),
  );

/**
 * Runs the test files of a group, and reports their results.
 *
 * @param files the files, in the order in which they start
 */
async function runGroup(group: Group, files: string[], mirror: Mirror | null): Promise<void> {
  print(`\n${group.name}`);
  const start = performance.now();
  const sourceOf = (file: string): string => mirror?.sourceOf(file) ?? file;
  const results = new Map<string, FileResult>();
  const resultOf = (name: string): FileResult => {
    const file = sourceOf(name);
    const known = results.get(file) ?? { passed: 0, failed: 0, skipped: 0 };
    results.set(file, known);
    return known;
  };
  // The runner's own processes, such as esbuild's service.
  const before = processesOf(mark);
  const limit = new AbortController();
  // Each test file adds a listener.
  setMaxListeners(files.length + 1, limit.signal);
  // Node passes these arguments to the process of each file.
  process.execArgv = mirror ? ['--enable-source-maps'] : execArgv;
  const stream = run({
    files,
    concurrency,
    timeout: group.fileMinutes * 60_000,
    signal: limit.signal,
  });
  const reported = new Set<number>();
  const endAll = async () => {
    for (const { pid, command } of await endRemaining(mark, graceMs, before)) {
      if (reported.has(pid)) continue;
      reported.add(pid);
      fail(`✖ ${group.name}: a process was left behind, and ended: ${pid} ${command.slice(0, 200)}`);
    }
  };
  let ending: Promise<void> | null = null;
  const minutes = limitMinutes ?? group.minutes;
  const timer = setTimeout(() => {
    fail(`✖ ${group.name}: not done within ${minutes} minutes, and ended`);
    limit.abort();
    // A process that does not end would keep the stream open.
    ending = endAll();
  }, minutes * 60_000);
  // The tests' own output is passed on.
  stream.on('test:stdout', ({ message }) => process.stdout.write(message));
  stream.on('test:stderr', ({ message }) => process.stderr.write(message));
  stream.on('test:start', ({ file }) => file && resultOf(file));
  // The duration of each file's tests in milliseconds, without nested tests.
  const times = new Map<string, number>();
  stream.on('test:complete', ({ file, name, nesting, details }) => {
    if (file === undefined || nesting > 0 || name === file) return;
    const source = sourceOf(file);
    times.set(source, (times.get(source) ?? 0) + details.duration_ms);
  });
  stream.on('test:pass', ({ file, name, details, skip, todo }) => {
    if (details.type === 'suite') return;
    const result = resultOf(file ?? name);
    if (skip !== undefined || todo !== undefined) {
      result.skipped++;
      print(
        `- ${name} (${skip === undefined ? 'to do' : 'skipped'}${typeof skip === 'string' ? `: ${skip}` : ''})`,
      );
    } else {
      result.passed++;
      if (takesLong(file)) print(`✔ ${name} (${(details.duration_ms / 1000).toFixed(1)} s)`);
    }
  });
  stream.on('test:fail', ({ file, name, details, todo }) => {
    // A suite or test that fails only because of its subtests does not count as a failure itself.
    const error = details.error as Error & { failureType?: string };
    if (error.failureType === 'subtestsFailed' || todo !== undefined) return;
    resultOf(file ?? name).failed++;
    const sources = file ? (sharedBy.get(file) ?? [sourceOf(file)]) : [];
    const place = sources.map((source) => path.relative(root, source)).join(', ');
    const { exitCode } = error as { exitCode?: number };
    if (name === file && exitCode !== undefined)
      fail(`✖ ${place}: the file failed as a whole (exit code ${exitCode})`);
    else
      fail(
        `✖ ${name === file ? 'the whole file' : name} (${place})\n${indented(inspect(error.cause ?? error, { depth: 8 }))}`,
      );
  });
  for await (const _ of stream);
  clearTimeout(timer);
  await ending;
  // Waits for the checks before ending any remaining processes.
  await checking;
  await endAll();
  for (const [file, result] of results) {
    passed += result.passed;
    skipped += result.skipped;
    if (takesLong(file)) continue;
    const counts = [`${result.passed} passed`, result.failed > 0 ? `${result.failed} failed` : ''].filter(
      Boolean,
    );
    print(`${result.failed > 0 ? '✖' : '✔'} ${path.relative(root, file)} (${counts.join(', ')})`);
  }
  print(`${group.name}: ${seconds(start)}`);
  if (isProfiled) printTimes(times, performance.now() - start);
}

interface Planned {
  group: Group;
  files: string[];
}

/** Returns the compiled files of a plan. In an ordinary run, light files share processes where possible. */
function filesToRun(plan: readonly Planned[], mirror: Mirror): string[] {
  return plan.flatMap(({ group, files }) => {
    const sharing = group.isLight && !isFull && files.length > 1 ? files.filter(canShare) : [];
    const entries = together(sharing, path.join(root, 'test', group.name), mirror);
    for (const [entry, files] of entries) sharedBy.set(entry, files);
    return [...entries.keys(), ...files.filter((file) => !sharing.includes(file)).map(mirror.copyOf)];
  });
}

/** Combines groups into one, so that no core has to wait for the last file of a group. */
const pooled = (groups: readonly Group[]): Group => ({
  name: groups.map(({ name }) => name).join(', '),
  fileMinutes: Math.max(...groups.map(({ fileMinutes }) => fileMinutes)),
  minutes: groups.reduce((sum, { minutes }) => sum + minutes, 0),
});

/** Prints the longest times, and the share of the time in which all slots were in use. */
function printTimes(times: Map<string, number>, wholeMs: number): void {
  const ordered = [...times].sort(([, a], [, b]) => b - a);
  for (const [file, ms] of ordered.slice(0, 20))
    print(`${(ms / 1000).toFixed(1).padStart(8)} s  ${path.relative(root, file)}`);
  const busy = ordered.reduce((sum, [, ms]) => sum + ms, 0) / (wholeMs * concurrency);
  print(`${(busy * 100).toFixed(0).padStart(8)} %  of ${concurrency} at a time`);
}

async function main(args: string[]): Promise<void> {
  const named = new Set(
    args.filter((arg) => checks.includes(arg) || groups.some(({ name }) => name === arg)),
  );
  const chosenFiles = args.filter((arg) => !named.has(arg)).map((arg) => path.resolve(arg));
  const unknown = chosenFiles.find((file) => !existsSync(file));
  if (unknown !== undefined) {
    const names = [...checks, ...groups.map(({ name }) => name)].join(', ');
    throw new Error(
      `no such group or test file: ${path.relative(process.cwd(), unknown)} (the groups are ${names})`,
    );
  }
  const all = args.length === 0;
  const wants = ({ name, inFull = false }: Pick<Group, 'name' | 'inFull'>): boolean =>
    named.has(name) || (all && (isFull || !inFull));
  const plan: Planned[] = [];
  const inGroups = new Set((await Promise.all(groups.map(testFiles))).flat());
  const others = chosenFiles.filter((file) => !inGroups.has(file));
  for (const group of groups) {
    const files = await testFiles(group);
    const wanted = !wants(group)
      ? files.filter((file) => chosenFiles.includes(file))
      : all && !isFull
        ? files.filter(hasUsualTest)
        : files;
    if (wanted.length > 0) plan.push({ group, files: wanted });
    else if (wants(group)) print(`No tests in test/${group.name}.`);
  }

  // Browsers are installed first if necessary, because nothing else needs to run before.
  const browsers = new Set(plan.flatMap(({ group }) => group.browsers ?? []));
  if (browsers.has('chromium')) process.env.CHROMIUM = await ensureChromium();
  if (browsers.has('firefox')) process.env.FIREFOX = await ensureFirefox();

  // Other Node versions are installed only for this group, because only its test of the package uses them.
  if (plan.some(({ group }) => group.name === 'e2e')) ensureNodes();

  const canHead = plan.some(({ group }) => group.headed) && ensureDisplayTools();

  const { FIREFOX: firefox } = process.env;
  const profile = path.join(shareFolder(), 'firefox');
  let built = true;
  checking = Promise.all([
    wants({ name: 'types' }) && check('types', () => tool('tsc', ['--noEmit'])),
    wants({ name: 'lint' }) && check('lint', () => tool('biome', ['check', '--colors=off', '.'])),
  ]);
  const [mirror] = await Promise.all([
    plan.length > 0 ? Promise.all([mirrorSource(), shareCommand()]).then(([made]) => made) : null,
    // Commands take the texts of the HTML report from the build, and browsers take the extension from it.
    (wants({ name: 'build' }) || plan.length > 0) &&
      check('build', buildProblem).then((done) => {
        built = done;
      }),
    browsers.has('firefox') &&
      firefox &&
      writeProfile(profile, firefox).then(() => {
        process.env.FIREFOX_PROFILE = profile;
      }),
  ]);
  const runnable = plan.filter(({ group: { name, browsers, headed } }) => {
    if (browsers && !built) print(`\n${name}: left out, since there is no build`);
    else if (headed && !canHead)
      print(`\n${name}: LEFT OUT, since it takes Linux with Xvfb, openbox and xdotool`);
    else return true;
    return false;
  });
  if (others.length > 0) await runGroup(elsewhere, others, null);
  if (mirror && runnable.length > 0) {
    await runGroup(pooled(runnable.map(({ group }) => group)), filesToRun(runnable, mirror), mirror);
  }
  await checking;
}

const start = performance.now();
/** The arguments of the compiler that runs this file. */
const { execArgv } = process;
const testCommandLine = commandLine({
  purpose: 'Checks types and style, builds the extension and runs its tests.',
  usage: ['[options] [full] [GROUP or FILE …]'],
  operands: {
    full: 'All groups, with as many generated cases as the tests name (default: 500 at most)',
    GROUP: `One of ${[...checks, ...groups.map(({ name }) => name)].join(', ')}; without one, all but ${groups.flatMap(({ name, inFull }) => (inFull ? [name] : [])).join(', ')}`,
    FILE: 'A test file',
  },
  options: {
    profile: { type: 'flag', help: 'Prints the times of the test files, the longest first' },
    minutes: { type: 'text', value: 'N', help: 'The time limit of the tests' },
  },
  exitCodes: { 0: 'All tests passed', 1: 'A test failed', 2: 'An argument is wrong' },
  examples: [
    ['', 'Tries what needs no browser, and what users do most.'],
    ['full', 'Runs everything at full size.'],
    ['unit contract test/e2e/popup.test.ts', 'Runs two groups and a file.'],
  ],
});
const { values, operands } = processArguments(testCommandLine, 'test');
const isFull = operands.includes('full');
if (isFull) process.env.TEST_CASES = 'full';
else if (operands.length === 0) process.env.TEST_CASES ??= 'few';
const { profile: isProfiled } = values;
const limitMinutes = values.minutes === undefined ? null : Number(values.minutes);
try {
  await main(operands.filter((each) => each !== 'full'));
} catch (error) {
  fail(`✖ ${error instanceof Error ? error.message : error}`);
}
if (passed + failures.length === 0) print('There were no tests.');
if (skipped > 0) print(`\n${skipped} skipped or to do.`);
if (failures.length > 0) print(`\nWhat failed:\n${failures.join('\n')}`);
print(`\n${seconds(start)}\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0;
