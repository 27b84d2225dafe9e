/**
 * Installs the packages and programs that tests and commands need, unless the installation needs confirmation. Logs its
 * actions to standard error.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  browsers,
  executable,
  find,
  findChromium,
  onPath,
  SetupError,
} from '../../src/cli/drivers/browsers.ts';
import { logToStderr, root } from '../../src/cli/project.ts';

const isRoot = (): boolean => process.getuid?.() === 0;

function isDebian(): boolean {
  try {
    return (
      /^ID=["']?debian["']?$/m.test(readFileSync('/etc/os-release', 'utf8')) && executable('/usr/bin/apt-get')
    );
  } catch {
    return false;
  }
}

/** Runs a command, and redirects all its output to standard error. */
function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): boolean {
  logToStderr(`$ ${[command, ...args].join(' ')}`);
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  return status === 0;
}

function aptInstall(...names: string[]): void {
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
  const done =
    run('apt-get', ['update', '-qq'], quiet) &&
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], quiet);
  if (!done) throw new SetupError(`apt-get could not install ${names.join(', ')}; its messages are above.`);
}

export async function ensureChromium(): Promise<string> {
  const browser = browsers.chromium;
  const found = await findChromium();
  if (found) return found;
  if (isDebian() && isRoot()) {
    logToStderr('No Chromium here: installing the package "chromium".');
    aptInstall('chromium');
  } else {
    logToStderr("No Chromium, Chrome or Edge here: installing Playwright's Chromium.");
    const withLibraries = process.platform === 'linux' && isRoot() ? ['--with-deps'] : [];
    run('npx', ['playwright', 'install', '--no-shell', ...withLibraries, 'chromium']);
  }
  const installed = await findChromium();
  if (installed) return installed;
  throw new SetupError(
    `${browser.name} ${browser.minimum} or newer is needed: install one, or name it in ${browser.variable}.`,
  );
}

export async function ensureFirefox(): Promise<string> {
  const browser = browsers.firefox;
  const found = await find(browser);
  if (found) return found;
  if (isDebian() && isRoot()) {
    logToStderr('No Firefox here: installing the package "firefox-esr".');
    aptInstall('firefox-esr');
    const installed = await find(browser);
    if (installed) return installed;
  }
  throw new SetupError(
    `${browser.name} ${browser.minimum} or newer is needed: install it (Debian: apt-get install firefox-esr; ` +
      `macOS: brew install --cask firefox; elsewhere: https://www.mozilla.org/firefox/), or name it in ${browser.variable}.`,
  );
}

/**
 * Installs the oldest Node of each version line in `engines`, from `test/nodes`, and returns their paths by version.
 * Packages of all these versions exist only for Linux on x64; on other systems, the result contains only the running
 * Node.
 */
export function ensureNodes(): ReadonlyMap<string, string> {
  const folder = path.join(root, 'test/nodes');
  const { optionalDependencies }: { optionalDependencies: Record<string, string> } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  );
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return new Map([[process.versions.node, process.execPath]]);
  const nodes = new Map(
    Object.entries(optionalDependencies).map(([name, spec]) => [
      spec.replace(/^.*@/, ''),
      path.join(folder, 'node_modules', name, 'bin/node'),
    ]),
  );
  const isInstalled = ([version, file]: [string, string]): boolean =>
    executable(file) && spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout === `v${version}\n`;
  if ([...nodes].every(isInstalled)) return nodes;
  logToStderr('Installing the oldest supported versions of Node for the tests.');
  const done = run('npm', ['ci', '--prefix', folder, '--no-progress', '--loglevel=error']);
  if (!done || ![...nodes].every(isInstalled))
    throw new SetupError(`npm could not install ${[...nodes.keys()].join(', ')}; its messages are above.`);
  return nodes;
}

/** The programs for a virtual display, by Debian package. */
const displayTools = { xvfb: 'Xvfb', openbox: 'openbox', xdotool: 'xdotool' };

/**
 * Installs the programs that drive a headed browser without a person. Supported only on Linux.
 *
 * @returns whether they are installed
 */
export function ensureDisplayTools(): boolean {
  if (process.platform !== 'linux') return false;
  const missing = () => Object.entries(displayTools).filter(([, command]) => onPath(command).length === 0);
  const packages = missing().map(([name]) => name);
  if (packages.length > 0 && isDebian() && isRoot()) {
    logToStderr(`Installing ${packages.join(', ')} for the tests of native menus.`);
    aptInstall(...packages);
  }
  return missing().length === 0;
}

/** Installs GNU parallel, which the tests of parallel runs need. */
export function ensureParallel(): string {
  const found = () => onPath('parallel')[0];
  if (found() === undefined && isDebian() && isRoot()) {
    logToStderr('Installing parallel for the tests of runs side by side.');
    aptInstall('parallel');
  }
  const file = found();
  if (file === undefined)
    throw new SetupError(
      'GNU parallel is needed for the tests: install it (Debian: apt-get install parallel).',
    );
  return file;
}

/** The programs of Slurm, by Debian package. */
const slurmTools = { 'slurm-wlm': ['slurmctld', 'slurmd', 'sbatch', 'scontrol'], munge: ['munged'] };

/** Installs Slurm and the service that authenticates its machines, for the test of task arrays. */
export function ensureSlurm(): void {
  const missing = () =>
    Object.entries(slurmTools).filter(([, tools]) => tools.some((tool) => !onPath(tool)[0]));
  const packages = missing().map(([name]) => name);
  if (packages.length > 0 && isDebian() && isRoot()) {
    logToStderr(`Installing ${packages.join(' and ')} for the test of an array of tasks.`);
    aptInstall(...packages);
  }
  if (missing().length > 0)
    throw new SetupError('Slurm is needed for a test: install it (Debian: apt-get install slurm-wlm munge).');
}
