/** Installs the npm package into an empty folder, without a network. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { oncePerRun } from './once-per-run.ts';
import { own } from './owned.ts';
import { packed } from './packages.ts';

export interface Installed {
  tarball: string;
  /** The folder that contains `node_modules`. */
  folder: string;
  /** The folder of the package in `node_modules`. */
  home: string;
  remove(): Promise<void>;
}

export const packageName = 'data-url-inspector';

/** Installs the package offline, once for all test files of a run, and returns a copy of the installation. */
export async function install(): Promise<Installed> {
  const { file } = await packed('npm');
  const shared = await oncePerRun('installed', (folder) => installInto(folder, file));
  const folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-installed-'));
  await cp(shared, folder, { recursive: true, verbatimSymlinks: true });
  const app = path.join(folder, 'app');
  return {
    tarball: file,
    folder: app,
    home: path.join(app, 'node_modules', packageName),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function installInto(folder: string, tarball: string): Promise<void> {
  const app = path.join(folder, 'app');
  await mkdir(app);
  await writeFile(path.join(app, 'package.json'), '{ "private": true, "type": "module" }\n');
  const options = ['--offline', '--no-audit', '--no-fund', `--cache=${path.join(folder, 'cache')}`];
  await promisify(execFile)('npm', ['install', ...options, tarball], {
    cwd: app,
    shell: process.platform === 'win32',
  });
}

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs Node in a folder. */
export const runNode = (cwd: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  runProgram(process.execPath, cwd, args, env);

/** Runs a command of an installed package, as a person without a network would. */
export const runNpx = (cwd: string, args: string[]): Promise<Ended> =>
  runProgram('npx', cwd, ['--offline', ...args]);

/** Runs a program in a folder, with empty standard input. */
export async function runProgram(
  program: string,
  cwd: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const child = own(
    spawn(program, args, {
      cwd,
      env: { ...inherited, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: program === 'npx' && process.platform === 'win32',
    }),
  );
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}
