// The entry point of all npm scripts: `node extension/build/run.mjs start|test|inspect|scan|merge|bench|build|package
// [arguments]`. Written in JavaScript without dependencies, because it may run before they are installed. All of its
// own output goes to standard error, because standard output belongs to the command.
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** @type {Record<string, string>} */
const scripts = {
  start: 'extension/build/start.ts',
  test: 'test/run.ts',
  inspect: 'extension/build/inspect-source.ts',
  scan: 'extension/build/scan-source.ts',
  merge: 'extension/build/merge-source.ts',
  bench: 'test/bench/run.ts',
  screenshots: 'test/screenshots.ts',
  fuzz: 'test/fuzz/run.ts',
  mutate: 'test/mutation/run.ts',
  build: 'extension/build/build.ts',
  package: 'extension/build/package.ts',
  reference: 'extension/build/library-reference.ts',
  untranslated: 'extension/build/untranslated.ts',
};

/** Scripts that people run often. They are compiled, which halves their startup time. */
const compiled = new Set(['start', 'inspect', 'scan', 'merge']);

/** @param {string} message @returns {never} */
function fail(message, code = 2) {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

/** The packages in a lockfile, except for the project's own entry. @param {string} file */
function packagesOf(file) {
  /** @type {{ packages?: Record<string, { version?: string, optional?: boolean, os?: string[] }> }} */
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  return Object.entries(lock.packages ?? {}).filter(([name]) => name !== '');
}

/** Whether node_modules matches package-lock.json, according to the lockfile in which npm records its installations. */
function installed() {
  const noted = path.join(root, 'node_modules/.package-lock.json');
  if (!existsSync(noted)) return false;
  const have = new Map(packagesOf(noted).map(([name, { version }]) => [name, version]));
  return packagesOf(path.join(root, 'package-lock.json')).every(
    ([name, { version, optional }]) => have.get(name) === version || (optional && !have.has(name)),
  );
}

function install() {
  if (installed()) return;
  process.stderr.write('Installing the dependencies (npm ci) …\n');
  const npm = spawnSync('npm', ['ci', '--no-progress', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (npm.error) fail(`npm could not be started: ${npm.error.message}`);
  if (npm.status !== 0) fail(`npm ci failed (exit code ${npm.status}); its messages are above.`);
}

const [command = '', ...args] = process.argv.slice(2);
// The same versions as in `engines` in package.json.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 && !(major === 22 && minor >= 12) && !(major === 20 && minor >= 19))
  fail(`Node 20.19, 22.12, or 24 or newer is needed; this is ${process.version}.`);
const script = Object.hasOwn(scripts, command) ? scripts[command] : undefined;
if (script === undefined)
  fail(`Usage: node extension/build/run.mjs ${Object.keys(scripts).join('|')} [arguments]`);
if (!existsSync(path.join(root, script)))
  fail(`The command "${command}" is not there yet: ${script} is missing.`);
install();

/** A text that changes with the content of a file. @param {string} file */
function stateOf(file) {
  const { mtimeMs, size } = statSync(path.join(root, file));
  return `${mtimeMs} ${size}`;
}

/**
 * The contents of a note file: the project's folder, the compiled file, and the states of its modules.
 *
 * @param {string} note
 * @returns {{ project: string, file: string, states: Record<string, string> }}
 */
const noted = (note) => JSON.parse(readFileSync(note, 'utf8'));

/**
 * The compiled script from an earlier run; null if any of its modules has changed since.
 *
 * @param {string} note
 * @returns {string | null}
 */
function compiledBefore(note) {
  try {
    const { project, file, states } = noted(note);
    const isSame = Object.entries(states).every(([module, state]) => stateOf(module) === state);
    // The project's folder is compared because a copy of the project contains a copy of the note.
    return project === root && isSame && existsSync(file) ? file : null;
  } catch {
    return null;
  }
}

/** The name of the folder that a note refers to, as an array; empty if the note is not valid. @param {string} note */
function usedBy(note) {
  try {
    return [path.basename(path.dirname(noted(note).file))];
  } catch {
    return [];
  }
}

/**
 * Deletes everything that was compiled more than a week ago. A running command may still load newer files.
 *
 * @param {string} folder
 */
function removeOld(folder) {
  const names = readdirSync(folder);
  const notes = names.filter((name) => name.endsWith('.json')).map((name) => path.join(folder, name));
  const used = notes.flatMap(usedBy);
  for (const name of names) {
    if (name.endsWith('.json') || used.includes(name)) continue;
    const old = path.join(folder, name);
    const age = Date.now() - (statSync(old, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > 7 * 86_400_000) rmSync(old, { recursive: true, force: true });
  }
}

/**
 * Compiles a script with all its modules, unless an earlier result is still valid.
 *
 * @param {string} script
 * @returns {Promise<string>} the path of the compiled file
 */
async function compile(script) {
  // Compiled files are in the project's folder, so that imports of packages are resolved.
  const folder = path.join(root, 'dist/commands');
  const name = path.basename(script, '.ts');
  const note = path.join(folder, `${name}.json`);
  const before = compiledBefore(note);
  if (before !== null) return before;
  const { build } = await import('esbuild');
  mkdirSync(folder, { recursive: true });
  removeOld(folder);
  const outdir = path.join(folder, `${name}-${process.pid}-${Date.now()}`);
  /** Gives each module its own `import.meta.url`. @type {import('esbuild').Plugin} */
  const addresses = {
    name: 'addresses',
    setup: ({ onLoad }) =>
      onLoad({ filter: /(?:src.cli|extension.build).*\.ts$/ }, async ({ path: source }) => {
        const text = await readFile(source, 'utf8');
        const address = JSON.stringify(pathToFileURL(source).href);
        return { contents: text.replaceAll('import.meta.url', address), loader: 'ts' };
      }),
  };
  const startedAt = Date.now();
  const built = await build({
    entryPoints: [path.join(root, script)],
    absWorkingDir: root,
    metafile: true,
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    packages: 'external',
    // This module exists only in DevTools.
    external: ['./ui/legacy/legacy.js'],
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: true,
    sourcesContent: false,
    plugins: [addresses],
  }).catch(() => process.exit(2)); // esbuild has already printed its messages
  const file = path.join(outdir, `${name}.mjs`);
  const modules = [
    ...Object.keys(built.metafile.inputs),
    'package.json',
    'tsconfig.json',
    'package-lock.json',
    'extension/build/run.mjs',
  ];
  // A module that was changed during compilation may have been read before the change.
  const isCurrent = modules.every((module) => statSync(path.join(root, module)).mtimeMs < startedAt);
  if (isCurrent) {
    const states = Object.fromEntries(modules.map((module) => [module, stateOf(module)]));
    // The note is written under another name and then renamed, because another command may read the note at the same
    // time.
    writeFileSync(`${outdir}.json`, JSON.stringify({ project: root, file, states }));
    renameSync(`${outdir}.json`, note);
  }
  return file;
}

// The working directory is not changed, because paths in the arguments are relative to it. Therefore, tsx is imported
// by its full path.
const tsx = new URL('../../node_modules/tsx/dist/loader.mjs', import.meta.url).href;
const program = compiled.has(command)
  ? ['--enable-source-maps', await compile(script)]
  : ['--import', tsx, path.join(root, script)];
const child = spawn(process.execPath, [...program, ...args], { stdio: 'inherit' });
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => child.kill(signal));
}
child.on('error', (error) => fail(`${script} could not be started: ${error.message}`));
child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)));
