/**
 * Implements `npm run mutate [-- --every=N] [path …]`: makes one small mistake at a time in src/data-url and src/mime
 * (or in files whose path begins with one of the given paths), and runs the fast tests that reach the file. Prints each
 * mistake that no test notices, and the score: the share of noticed mutants among those that compile and are not known
 * to be equivalent (`equivalent.json`). `--every=N` takes every Nth mutant, `--from=N` begins with the Nth (default:
 * 0), and `--longest=N` omits tests that need more than N milliseconds of processor time (default: 300).
 */
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { build, type Metafile, transform } from 'esbuild';
import { API } from 'typescript/unstable/sync';
import { commandLine, processArguments } from '../../src/cli/command-line.ts';
import { root } from '../../src/cli/project.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import type { Common, Report, Task } from './worker.ts';

const folders = ['src/data-url/', 'src/mime/'];
/**
 * Matches all tests except those of 100 MB or with a time limit, comparisons with other implementations, and one test
 * with a top-level `await`.
 */
const testPaths =
  /^test\/(unit\/(inspect|pasted|(data-url\/(?!large)|mime|report\/(?!compare)|rules\/(?!csp-blocks)|inspector).*)|vectors\/(?!.*differential).*)\.test\.ts$/;
/** Matches the tests of the default folders, which run first. The others run only if these notice nothing. */
const nearPaths = /^test\/(unit\/(data-url|mime)|vectors)\//;
/**
 * A mutant is assumed to hang if a test takes `factor` times as long as without it, and at least `least` milliseconds.
 */
const timeout = { factor: 30, least: 5000 };
/** Codes of TypeScript's errors about names that are no longer used, which do not make a mutant invalid. */
const unusedCodes = new Set([6133, 6192, 6196, 6198]);

const absolute = (file: string) => path.join(root, file);
const print = (text: string) => void process.stdout.write(`${text}\n`);

/** Transforms the file so that `worker.ts` can run it. */
async function commonJs(file: string, text: string): Promise<string> {
  const define = { 'import.meta.dirname': '__dirname', 'import.meta.url': '__url' };
  const loader = file.endsWith('.json') ? 'json' : 'ts';
  return (await transform(text, { loader, format: 'cjs', target: 'node20', define })).code;
}

interface Candidate {
  file: string;
  source: string;
  mutant: Mutant;
  /** The text of the whole file, including the mutant. */
  text: string;
  compiles: boolean;
  /** Whether `equivalent.json` lists the mutant. */
  isEquivalent: boolean;
}

/**
 * The mutants of a file that no test can notice, in the form of `codeOf`, and the reason, which was verified by
 * analyzing the code. They are not counted.
 */
interface Equivalent {
  file: string;
  why: string;
  mutants: string[];
}
const equivalents = JSON.parse(
  readFileSync(absolute('test/mutation/equivalent.json'), 'utf8'),
) as Equivalent[];

/** Returns the tests that import the file, directly or indirectly. */
function testsThatReach(file: string, tests: string[], { inputs }: Metafile): string[] {
  const reaches = (from: string, seen = new Set<string>()): boolean =>
    from === file ||
    (!seen.has(from) &&
      seen.add(from) &&
      (inputs[from]?.imports ?? []).some((each) => !each.external && reaches(each.path, seen)));
  return tests.filter((test) => reaches(test));
}

/**
 * Returns every Nth mutant of the files. To find the mutants that do not compile, checks one project in which each
 * mutant is a separate file next to the original.
 */
function makeMutants(files: string[], every: number, from: number): { all: number; chosen: Candidate[] } {
  const texts = new Map<string, string>();
  const fs = {
    readFile: (file: string) => texts.get(file),
    fileExists: (file: string) => texts.has(file) || undefined,
  };
  const api = new API({ cwd: root, fs });
  const open = (names: string[]) => {
    const config = absolute(`tsconfig.mutants-${texts.size}.json`);
    texts.set(config, JSON.stringify({ extends: './tsconfig.json', include: [], files: names }));
    return api.updateSnapshot({ openProjects: [config] }).getProject(config)!.program;
  };
  const originals = open(files.map(absolute));
  const all = files.flatMap((file) => {
    const source = originals.getSourceFile(absolute(file))!;
    return mutantsOf(source).map((mutant, i) => {
      const text = source.text.slice(0, mutant.start) + mutant.text + source.text.slice(mutant.end);
      return {
        file,
        source: source.text,
        mutant,
        text,
        copy: absolute(file.replace(/\.ts$/, `.mutant-${i}.ts`)),
      };
    });
  });
  const known = new Set<string>();
  const stale: string[] = [];
  const keyOf = (file: string, code: string) => `${file} ${code}`;
  for (const { file, mutants } of equivalents.filter((each) => files.includes(each.file))) {
    for (const code of mutants) {
      const same = all.filter((each) => each.file === file && codeOf(each.source, each.mutant) === code);
      if (same.length !== 1) stale.push(`${same.length} mutants of ${file} are ${code}`);
      known.add(keyOf(file, code));
    }
  }
  if (stale.length > 0) throw new Error(`equivalent.json:\n${stale.join('\n')}`);
  const chosen = all.filter((_, i) => i % every === from);
  for (const { copy, text } of chosen) texts.set(copy, text);
  const program = open(chosen.map(({ copy }) => copy));
  const compiles = (copy: string) =>
    [...program.getSyntacticDiagnostics(copy), ...program.getSemanticDiagnostics(copy)].every(({ code }) =>
      unusedCodes.has(code),
    );
  const checked = chosen.map((each) => ({
    ...each,
    compiles: compiles(each.copy),
    isEquivalent: known.has(keyOf(each.file, codeOf(each.source, each.mutant))),
  }));
  api.close();
  return { all: all.length, chosen: checked };
}

const workerFile = 'test/mutation/worker.ts';
const workerCode = await commonJs(workerFile, readFileSync(absolute(workerFile), 'utf8'));

/** Returns a thread that runs tasks, one after the other. If a task hangs, the thread is ended and replaced. */
function runner(common: Common) {
  let worker: Worker | null = null;
  return {
    /** Resolves with the failed test, or with null if none failed. `passed` is called for each test that passes. */
    run: (task: Task, passed?: (test: string, took: number) => void): Promise<string | null> =>
      new Promise((resolve) => {
        const thread = worker ?? new Worker(workerCode, { eval: true, workerData: common });
        worker = thread;
        let timer: NodeJS.Timeout | undefined;
        const done = (failed: string | null, ends = false) => {
          clearTimeout(timer);
          thread.removeAllListeners('message').removeAllListeners('error');
          if (ends) {
            worker = null;
            thread.on('error', () => undefined);
            void thread.terminate();
          }
          resolve(failed);
        };
        thread.on('error', (error) => done(`crash: ${error}`, true));
        thread.on('message', (report: Report) => {
          if ('failed' in report) return done(report.failed);
          if ('passed' in report) return passed?.(report.passed, report.took);
          if ('fails' in report) return print(`left out: ${report.fails} (fails with few cases)`);
          clearTimeout(timer);
          const limit = Math.max((common.usual?.[report.begins] ?? 0) * timeout.factor, timeout.least);
          if (!passed) timer = setTimeout(() => done(`timeout: ${report.begins}`, true), limit);
        });
        thread.postMessage(task);
      }),
    close: () => worker?.terminate(),
  };
}

/** Returns the line of a mutant, with `⟦original → mutant⟧`. */
function codeOf(source: string, { start, end, text }: Mutant): string {
  const before = source.slice(source.lastIndexOf('\n', start - 1) + 1, start).trimStart();
  const short = (code: string) => code.replace(/\s+/g, ' ').slice(0, 60);
  return `${before.slice(-30)}⟦${short(source.slice(start, end))} → ${text}⟧${short(source.slice(end).split('\n')[0] ?? '')}`;
}

const describe = (file: string, source: string, mutant: Mutant) =>
  `${file}:${source.slice(0, mutant.start).split('\n').length} ${mutant.kind}: ${codeOf(source, mutant)}`;

interface Score {
  found: number;
  missed: number;
  /** Number of mutants that do not compile. */
  invalid: number;
  /** Number of mutants that are known to be equivalent. */
  equivalent: number;
}

const lineOf = (name: string, { found, missed, invalid, equivalent }: Score) =>
  `${name}: ${((100 * found) / (found + missed)).toFixed(1)} %, ${found} of ${found + missed}; ` +
  `${equivalent} equivalent, ${invalid} do not compile`;

const sum = (scores: Score[]): Score => ({
  found: scores.reduce((n, { found }) => n + found, 0),
  missed: scores.reduce((n, { missed }) => n + missed, 0),
  invalid: scores.reduce((n, { invalid }) => n + invalid, 0),
  equivalent: scores.reduce((n, { equivalent }) => n + equivalent, 0),
});

/** Compiles all modules that the tests import, and measures the time of each test. */
async function prepare(tests: string[], longest: number): Promise<{ common: Common; metafile: Metafile }> {
  const { metafile } = await build({
    entryPoints: tests,
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    outdir: 'none',
  });
  const common: Common = { root, modules: {}, usual: null };
  for (const file of Object.keys(metafile.inputs)) {
    common.modules[absolute(file)] = await commonJs(file, readFileSync(absolute(file), 'utf8'));
  }
  const { run, close } = runner(common);
  const task: Task = { tests: [tests.map(absolute)], file: '', code: '', finds: {} };
  const usual: Record<string, number> = {};
  const failed = await run(task, (test, took) => {
    if (took <= longest) usual[test] = took;
    else print(`left out: ${test} (${took.toFixed(0)} ms)`);
  });
  close();
  if (failed !== null) throw new Error(`without a mutant already, this fails: ${failed}`);
  return { common: { ...common, usual }, metafile };
}

const mutateCommandLine = commandLine({
  purpose: 'Breaks the source in small ways, and prints the mistakes that no test finds.',
  usage: ['[options] [PATH …]'],
  operands: { PATH: 'Breaks files whose path begins so; without one, the core' },
  options: {
    every: { type: 'number', value: 'N', range: [1, 1_000_000], default: 1, help: 'Tries each Nth mistake' },
    from: {
      type: 'number',
      value: 'N',
      range: [0, 1_000_000],
      default: 0,
      help: 'Begins at the Nth mistake',
    },
    longest: {
      type: 'number',
      value: 'MS',
      range: [1, 1_000_000],
      default: 300,
      help: 'Leaves out tests that take longer',
    },
  },
  exitCodes: { 0: 'All mistakes were tried', 2: 'An argument is wrong' },
  examples: [
    ['--every 10', 'Tries each tenth mistake.'],
    ['src/uri', 'Tries the mistakes of one folder.'],
  ],
});

async function main(): Promise<void> {
  const { values, operands } = processArguments(mutateCommandLine, 'mutate');
  const prefixes = operands.length > 0 ? operands : folders;
  const entries = await readdir(absolute('test'), { recursive: true });
  const tests = entries.map((name) => `test/${name}`).filter((name) => testPaths.test(name));
  const { common, metafile } = await prepare(tests, values.longest);
  const files = Object.keys(metafile.inputs)
    .filter((file) => prefixes.some((prefix) => file.startsWith(prefix)))
    .sort();
  const { all, chosen: queue } = makeMutants(files, values.every, values.from);
  print(`${tests.length} test files, ${files.length} files, ${queue.length} of ${all} mutants`);

  const scores: Record<string, Score> = {};
  const finds: Record<string, Record<string, number>> = {};
  async function work(): Promise<void> {
    const { run, close } = runner(common);
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { file, source, mutant, text, compiles, isEquivalent } = next;
      scores[file] ??= { found: 0, missed: 0, invalid: 0, equivalent: 0 };
      finds[file] ??= {};
      // esbuild fails on some errors that TypeScript does not report: "a && b ?? c".
      const code = compiles ? await commonJs(file, text).catch(() => null) : null;
      if (code === null) {
        scores[file].invalid++;
        continue;
      }
      if (isEquivalent) {
        scores[file].equivalent++;
        continue;
      }
      const reached = testsThatReach(file, tests, metafile);
      const stages = [true, false].map((isNear) =>
        reached.filter((test) => nearPaths.test(test) === isNear).map(absolute),
      );
      const failed = await run({ tests: stages, file: absolute(file), code, finds: finds[file] });
      if (failed === null) {
        scores[file].missed++;
        print(describe(file, source, mutant));
      } else {
        scores[file].found++;
        finds[file][failed] = (finds[file][failed] ?? 0) + 1;
      }
    }
    close();
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work));

  print('');
  for (const file of files) if (scores[file]) print(lineOf(file, scores[file]));
  for (const folder of folders) {
    const within = files.flatMap((file) => (file.startsWith(folder) && scores[file] ? [scores[file]] : []));
    if (within.length > 0) print(lineOf(folder, sum(within)));
  }
  print(lineOf('all', sum(Object.values(scores))));
  const hung = Object.values(finds)
    .flatMap((counts) => Object.entries(counts))
    .reduce((n, [failed, count]) => n + (failed.startsWith('timeout:') ? count : 0), 0);
  print(`${hung} of those found made a test hang`);
}

await main();
