/** Runs a command of the project as a person does, and returns its output and exit code. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { main } from '../../src/cli/main.ts';
import { root } from '../../src/cli/project.ts';
import type { Report } from '../../src/report/report.ts';
import { own } from './owned.ts';

/** The Reports in the NDJSON of runs, without the id of the run, which differs each time. */
export const reportsIn = (ndjson: string): Report[] =>
  ndjson
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .filter(({ kind }) => kind === undefined)
    .map(({ run: _, ...report }) => report);

export interface EndedCommand {
  code: number | null;
  stdout: string;
  /** The lines on standard error. */
  said: string[];
}

/** How a command is started: its program, and the arguments before the command's own. */
export type Program = readonly string[];

/** Starts the command from the source, as `npm run` does: the wrapper, which starts Node with a compiler. */
export const fromSource: Program = [path.join(root, 'extension/build/run.mjs')];

/** The environment variable with the compiled command that all test files of a run share. */
const variable = 'DATA_URL_INSPECTOR_COMMAND';

let compiling: Promise<Program> | null = null;

/**
 * The command of the npm package, compiled from the source, which starts in a tenth of the time. `inspect` takes the
 * extension from `dist/chromium`, as `npm test` has built it.
 */
export function compiled(): Promise<Program> {
  const shared = process.env[variable];
  compiling ??= shared === undefined ? compile() : Promise.resolve([shared]);
  return compiling;
}

/** Compiles the command for all test files that this process starts. */
export async function shareCommand(): Promise<void> {
  const [file] = await compiled();
  process.env[variable] = file;
}

async function compile(): Promise<Program> {
  // The folder is in the project so that the packages are found.
  const outdir = path.join(root, `dist/command-${process.pid}`);
  process.once('exit', () => rmSync(outdir, { recursive: true, force: true }));
  const source = path.join(root, 'src/cli/project.ts');
  await build({
    entryPoints: [path.join(root, 'src/cli/command.ts')],
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    // DevTools provides this file.
    external: ['./ui/legacy/legacy.js'],
    // Only project.ts uses `import.meta.url`, to find the project.
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(source).href) },
    logLevel: 'silent',
  });
  return [path.join(outdir, 'command.mjs')];
}

/**
 * The environment without the variable for the repository's folder that GitHub's runners set, because a test sets that
 * variable itself.
 */
const { GITHUB_WORKSPACE: _, ...environment } = process.env;

/** Starts a command in a folder; the process ends with the test file. */
export const startCommand = (
  program: Program,
  folder: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): ChildProcessWithoutNullStreams =>
  own(
    spawn(process.execPath, [...program, ...args], {
      cwd: folder,
      env: { ...environment, ...variables },
      stdio: ['pipe', 'pipe', 'pipe'],
    }),
  );

/**
 * Writes the input, and resolves with the output and exit code.
 *
 * @param input standard input
 */
export async function endOf(
  child: ChildProcessWithoutNullStreams,
  input: string | Uint8Array = '',
): Promise<EndedCommand> {
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (data) => (stdout += data));
  child.stderr.setEncoding('utf8').on('data', (data) => (stderr += data));
  // The command may end without reading.
  child.stdin.on('error', () => {}).end(input);
  const [code] = await once(child, 'close');
  return { code, stdout, said: stderr.split('\n').filter(Boolean) };
}

/** Runs the compiled command in a separate process. */
export const runProcess = async (
  folder: string,
  args: readonly string[],
  input: string | Uint8Array = '',
): Promise<EndedCommand> => endOf(startCommand(await compiled(), folder, args), input);

/**
 * Runs a command in this process, which takes a tenth of the time of {@link runProcess}. Only for tests of the
 * command's output, not of signals, memory, browsers, or how a process reads, writes and ends.
 */
export async function runCommand(
  folder: string,
  args: readonly string[],
  input: string | Uint8Array = '',
  env: Readonly<Record<string, string>> = {},
): Promise<EndedCommand> {
  let stdout = '';
  const said: string[] = [];
  const code = await main([...args], {
    ...{ cwd: folder, env, columns: () => undefined },
    stdin: () => Readable.from(input.length > 0 ? [Buffer.from(input)] : []),
    async print(text) {
      stdout += text;
    },
    log: (line) => void said.push(...line.split('\n').filter(Boolean)),
    ...{ isClosed: () => false, interruption: () => null, catchSignals: () => {} },
  });
  return { code, stdout, said };
}
