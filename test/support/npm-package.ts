/** The package that npm installs, made once for a test file and installed in an empty folder, without a network. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
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

/** Packs the project and installs it with npm, which may not ask any registry. */
export async function install(): Promise<Installed> {
  const folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-installed-'));
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
  return {
    tarball,
    folder: app,
    home: path.join(app, 'node_modules', packageName),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a program of Node's in a folder. */
export async function runNode(cwd: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const child = own(
    spawn(process.execPath, args, {
      cwd,
      env: { ...inherited, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}
