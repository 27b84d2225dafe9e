/** Runs a command of the project as a person does. Returns its output and exit code. */
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

/** Returns the Reports in the NDJSON of runs, without the id of the run, which differs each time. */
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
  /** The lines of standard error. */
  said: string[];
}

/** How a command is started: the program, followed by the arguments that precede the command's own. */
export type Program = readonly string[];

/** Starts the command from the source, as `npm run` does: through the wrapper, which starts Node with a compiler. */
export const fromSource: Program = [path.join(root, 'extension/build/run.mjs')];

/** The environment variable that contains the path of the compiled command, which all test files of a run share. */
const variable = 'DATA_URL_INSPECTOR_COMMAND';

let compiling: Promise<Program> | null = null;

/**
 * Compiles the command of the npm package from the source. The compiled command starts in a tenth of the time.
 * `inspect` uses the extension in `dist/chromium` that `npm test` has built.
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
  // The folder is inside the project so that Node finds the packages.
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
    // Only project.ts uses `import.meta.url`, to locate the project.
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(source).href) },
    logLevel: 'silent',
  });
  return [path.join(outdir, 'command.mjs')];
}

/**
 * The environment without the variable that GitHub's runners set to the repository's folder: a test sets that variable
 * itself.
 */
const { GITHUB_WORKSPACE: _, ...environment } = process.env;

/** Starts a command in a folder. The process ends together with the test file. */
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
 * Writes the input, and returns the output and the exit code.
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
  // The command may end before it reads its input.
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
 * command's output, not for tests of signals, memory, browsers, or how a process reads, writes and ends.
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
      stdout += typeof text === 'string' ? text : [...text].join('');
    },
    log: (line) => void said.push(...line.split('\n').filter(Boolean)),
    ...{ isClosed: () => false, interruption: () => null, catchSignals: () => {} },
  });
  return { code, stdout, said };
}
