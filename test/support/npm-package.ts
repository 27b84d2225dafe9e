/** The package that npm installs, made from the source and installed in an empty folder, without a network. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../extension/build/build.ts';
import { npmTarball } from '../../extension/build/npm-package.ts';
import { own } from './owned.ts';

export interface Installed {
  tarball: string;
  /** The folder with `node_modules`. */
  folder: string;
  /** The package's own folder in it. */
  home: string;
  remove(): Promise<void>;
}

export const packageName = 'data-url-inspector';

/** The environment variable with the folder in which a run's test files share one installation. */
const variable = 'DATA_URL_INSPECTOR_INSTALLED';

/** Lets all test files that this process starts share one installation. @param folder is made when first needed */
export function shareInstallation(folder: string): void {
  process.env[variable] = folder;
}

/** Packs the project and installs it with npm offline, or copies what another test file installed. */
export async function install(): Promise<Installed> {
  const folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-installed-'));
  const shared = process.env[variable];
  if (shared === undefined) await installInto(folder);
  else {
    if (!existsSync(shared)) await installShared(shared);
    await cp(shared, folder, { recursive: true, verbatimSymlinks: true });
  }
  const app = path.join(folder, 'app');
  return {
    tarball: path.join(folder, 'package.tgz'),
    folder: app,
    home: path.join(app, 'node_modules', packageName),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Two files may begin at once: only the first to end provides its installation, complete. */
async function installShared(shared: string): Promise<void> {
  const folder = `${shared}-${process.pid}`;
  await mkdir(folder);
  await installInto(folder);
  await rename(folder, shared).catch(() => rm(folder, { recursive: true }));
}

async function installInto(folder: string): Promise<void> {
  const tarball = path.join(folder, 'package.tgz');
  await writeFile(tarball, await npmTarball(root));
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

/** Runs a command of an installed package as a person without a network does. */
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
