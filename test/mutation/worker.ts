/**
 * The code of a thread, started from its text, that runs tests with a mutated module, each time with new instances of
 * all modules of the project. Packages and Node's own modules are the real ones, except for `node:test`, which only
 * collects the tests, and fast-check, which runs few cases.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileFunction } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';

/** Data that is the same for all mutants. */
export interface Common {
  /** The project's folder, which contains its packages. Ends with a slash. */
  root: string;
  /** CommonJS code, by the absolute path of its source. */
  modules: Record<string, string>;
  /**
   * The time of each test without a mutant, in milliseconds. Tests that are not listed do not run. If null, all tests
   * run and are measured.
   */
  usual: Record<string, number> | null;
}
export interface Task {
  /**
   * Absolute paths of the test files, by stage. A stage runs only if the tests of the previous stages noticed nothing.
   */
  tests: string[][];
  /** The only module that differs. `code` contains its CommonJS code. */
  file: string;
  code: string;
  /** For each test, the number of the file's mutants that it has noticed. */
  finds: Record<string, number>;
}
/**
 * A test begins; or it passed, in a number of milliseconds of processor time; or it fails without a mutant, as some
 * tests that count their cases do. The last report contains the name of the test that failed, or null if none failed.
 */
export type Report =
  | { begins: string }
  | { passed: string; took: number }
  | { fails: string }
  | { failed: string | null };

interface Test {
  name: string;
  run: (given: typeof context) => unknown;
}

/** The argument passed to each test of `node:test`, with only the members that our tests use. */
const context = { diagnostic: () => undefined };

const compile = (code: string, file: string) =>
  compileFunction(code, ['require', 'module', 'exports', '__dirname', '__url'], { filename: file });
const { modules, usual, root } = workerData as Common;
const requirePackage = createRequire(root);
const compiled = new Map(Object.entries(modules).map(([file, code]) => [file, compile(code, file)]));

/** A fast-check that runs few cases, which are always the same. */
const fc = requirePackage('fast-check') as typeof import('fast-check');
const quick = { seed: 1, numRuns: 40, endOnFailure: true };
const assert = (property: never, options: object) => fc.assert(property, { ...options, ...quick });
const quickFastCheck = { __esModule: true, default: { ...fc, assert } };

function collect(task: Task, files: string[]): Test[] {
  const tests: Test[] = [];
  const loaded = new Map<string, { exports: unknown }>();
  const load = (file: string): unknown => {
    const known = loaded.get(file);
    if (known) return known.exports;
    const module = { exports: {} };
    loaded.set(file, module);
    const test = (name: string, ...rest: unknown[]) => {
      const { skip } = rest.find((item): item is { skip?: unknown } => typeof item === 'object') ?? {};
      const run = rest.at(-1) as Test['run'];
      if (!skip) tests.push({ name: `${path.basename(file)}: ${name}`, run });
    };
    const replaced: Record<string, unknown> = {
      'node:test': { test, describe: (_: string, body: () => void) => body() },
      'fast-check': quickFastCheck,
    };
    const requireFrom = (name: string) =>
      name.startsWith('.')
        ? load(path.resolve(path.dirname(file), name))
        : (replaced[name] ?? requirePackage(name));
    const run = file === task.file ? compile(task.code, file) : compiled.get(file)!;
    run(requireFrom, module, module.exports, path.dirname(file), pathToFileURL(file).href);
    return module.exports;
  };
  for (const file of files) load(file);
  return tests;
}

async function failing(task: Task): Promise<string | null> {
  for (const files of task.tests) {
    const failed = await failingOf(task, files);
    if (failed !== null) return failed;
  }
  return null;
}

async function failingOf(task: Task, files: string[]): Promise<string | null> {
  report({ begins: 'loading' });
  const tests = collect(task, files).filter(({ name }) => usual === null || Object.hasOwn(usual, name));
  // Tests that have noticed mutants of this file run first, followed by the fast ones.
  const cost = ({ name }: Test) => (1 + (usual?.[name] ?? 0)) / ((task.finds[name] ?? 0) + 0.1);
  tests.sort((a, b) => cost(a) - cost(b));
  for (const { name, run } of tests) {
    report({ begins: name });
    const start = process.cpuUsage();
    try {
      await run(context);
    } catch {
      if (usual !== null) return name;
      report({ fails: name });
      continue;
    }
    const { user, system } = process.cpuUsage(start);
    report({ passed: name, took: (user + system) / 1000 });
  }
  return null;
}

const report = (message: Report) => parentPort?.postMessage(message);

parentPort?.on('message', async (task: Task) => {
  report({ failed: await failing(task).catch((error: unknown) => `loading: ${error}`) });
});
