/**
 * Tests the package that npm installs: its contents, its types for other projects, and the size that it adds to a
 * bundle.
 */
import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import { publint } from 'publint';
import { namesIn } from '../../extension/build/npm-package.ts';
import { root } from '../../src/cli/project.ts';
import { type Installed, install, packageName, runNode } from '../support/npm-package.ts';
import { some, testInFull } from '../support/seed.ts';
import { jsonOf } from './sources.ts';

const kB = 1000;
const project = jsonOf('package.json');
let installed: Installed;
let names: string[];

before(async () => {
  installed = await install();
  names = await namesIn(installed.home);
});
after(() => installed.remove());

const inPackage = (name: string): Promise<string> => readFile(path.join(installed.home, name), 'utf8');
const runCommand = (...args: string[]) =>
  runNode(installed.folder, [path.join(installed.home, 'src/cli/command.js'), ...args]);

test('it is the version of the project, and installs nothing else', async () => {
  const { version, dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
    await inPackage('package.json'),
  );
  assert.equal(version, project.version);
  assert.equal(dependencies, undefined);
  const playwright = `^${project.devDependencies.playwright}`;
  const { eslint, stylelint, ...drivers } = peerDependencies;
  assert.ok(eslint && stylelint);
  assert.deepEqual(drivers, { '@playwright/test': playwright, 'playwright-core': playwright, vite: '>=5' });
  assert.deepEqual(Object.keys(peerDependenciesMeta), Object.keys(peerDependencies));
  for (const meta of Object.values(peerDependenciesMeta)) assert.deepEqual(meta, { optional: true });
  assert.deepEqual(await namesIn(path.join(installed.folder, 'node_modules')).then(packagesOf), [
    packageName,
  ]);
});

const packagesOf = (files: string[]): string[] => [
  ...new Set(files.map((name) => name.split('/')[0] ?? '').filter((name) => !name.startsWith('.'))),
];

test('it holds the library, the command, the built extension, and no source, test or build', () => {
  const folders = [
    ...new Set(names.map((name) => name.split('/').slice(0, -1).join('/').split('/', 2).join('/'))),
  ];
  assert.deepEqual(folders.filter((name) => !name.startsWith('src/')).sort(), [
    '',
    'dist/chromium',
    'sql',
    'src',
    'vendor',
  ]);
  const odd = names.filter(
    (name) => /^(?:src|extension|vendor)\//.test(name) && !/\.(?:js|d\.ts)$/.test(name),
  );
  assert.deepEqual(odd, ['src/report/html-report.css']);
  for (const name of [
    'README.md',
    'reference.md',
    'config.schema.json',
    'LICENSE',
    'dist/chromium/manifest.json',
    'src/index.d.ts',
    'src/index.js',
  ])
    assert.ok(names.includes(name), name);
  assert.ok(!names.some((name) => /esbuild|build\/build\.|firefox/.test(name)));
});

test('installed, it takes 3 MB at most', async () => {
  const sizes = await Promise.all(
    names.map(async (name) => (await stat(path.join(installed.home, name))).size),
  );
  const total = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(total <= 3000 * kB, `${total} bytes`);
});

test('its extension has all that its manifest and pages name', async () => {
  const manifest = await inPackage('dist/chromium/manifest.json');
  const named = [...manifest.matchAll(/"([\w/-]+\.(?:html|js|json|png))"/g)].map(([, name]) => name);
  assert.ok(named.length > 4);
  for (const page of names.filter((name) => name.endsWith('.html')))
    named.push(...[...(await inPackage(page)).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name]) => name));
  for (const name of named) assert.ok(names.includes(`dist/chromium/${name}`), name);
});

test('nothing in it names the machine that built it', async () => {
  for (const name of names) assert.ok(!(await inPackage(name)).includes(root), name);
});

test('a scan loads few modules, none of them the library', async () => {
  const page = path.join(installed.folder, 'one.html');
  await writeFile(page, '<img src="data:,x">');
  const trace = { NODE_DEBUG: 'esm' };
  const entry = path.join(installed.home, 'src/cli/command.js');
  const { stderr } = await runNode(installed.folder, [entry, 'scan', page], trace);
  const loaded = new Set(stderr.match(/(?:src|vendor)\/[\w./-]+\.js/g));
  assert.ok(loaded.has('src/cli/command.js') && loaded.size <= 50, `${loaded.size} modules`);
  assert.deepEqual(
    [...loaded].filter((name) => !name.startsWith('src/cli/')),
    [],
  );
});

test('the licenses of all that is bundled are listed', async () => {
  const notices = await inPackage('THIRD-PARTY-NOTICES.txt');
  for (const [name, version] of Object.entries(project.dependencies))
    assert.ok(notices.includes(`\n${name} ${version}\nLicence: `), name);
});

test('publint has nothing to say', async () => {
  const bytes = new Uint8Array(await readFile(installed.tarball));
  const { messages } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
  assert.deepEqual(messages, []);
});

testInFull('its types are found by every resolution that knows ES modules', async () => {
  const attw = path.join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
  const options = ['--profile', 'esm-only', '--no-definitely-typed', '--format', 'json'];
  const { code, stdout, stderr } = await runNode(installed.folder, [attw, installed.tarball, ...options]);
  assert.equal(code, 0, stderr);
  const { problems }: { problems: Record<string, { resolutionKind?: string }[]> } = JSON.parse(stdout);
  const others = Object.entries(problems)
    .filter(([kind]) => kind !== 'CJSResolvesToESM')
    // The resolution `node10` supports only the main entry point.
    .flatMap(([kind, all]) => all.map(({ resolutionKind }) => `${kind} ${resolutionKind}`))
    .filter((each) => !each.endsWith('node10'));
  assert.deepEqual(others, []);
});

test('a program in TypeScript compiles against it, its declarations included', async () => {
  const program = [
    `import { decodeDataUrl, inspect, isAllowed, type Inspection } from '${packageName}';`,
    "const decoded = decodeDataUrl('data:,x');",
    'export const size: number = decoded.ok ? decoded.body.length : decoded.problem.start;',
    "export const inspection: Promise<Inspection> = inspect('data:,x');",
    "isAllowed('data:,x', 'image');",
    '// @ts-expect-error: no destination',
    "isAllowed('data:,x', 'picture');",
  ].join('\n');
  await writeFile(path.join(installed.folder, 'program.ts'), program);
  const options = ['--noEmit', '--strict', '--target', 'es2024', '--lib', 'es2024,dom', '--types', ''];
  for (const module of some(['nodenext', 'esnext'], 2)) {
    const resolution = module === 'esnext' ? 'bundler' : 'nodenext';
    const how = ['--module', module, '--moduleResolution', resolution, '--skipLibCheck', 'false'];
    const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
    const ended = await runNode(installed.folder, [compiler, ...options, ...how, 'program.ts']);
    assert.equal(ended.code, 0, ended.stdout);
  }
});

/** Returns the number of bytes that the library adds to a bundle, minified and compressed. */
async function bundledSize(...imported: string[]): Promise<number> {
  const { outputFiles } = await esbuild.build({
    stdin: {
      contents: `export { ${imported.join(', ')} } from '${packageName}';`,
      resolveDir: installed.folder,
    },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    logLevel: 'error',
  });
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
}

test('a bundler takes what is used: decodeDataUrl within 7 kB, isAllowed within 18 kB', async () => {
  const decoding = await bundledSize('decodeDataUrl');
  assert.ok(decoding > 1 * kB && decoding <= 7 * kB, `${decoding} bytes`);
  const allowing = await bundledSize('isAllowed', 'sanitizeSrcset');
  assert.ok(allowing <= 18 * kB, `${allowing} bytes`);
});

test('an import that is not used takes nothing', async () => {
  const { outputFiles } = await esbuild.build({
    stdin: { contents: `import '${packageName}';`, resolveDir: installed.folder },
    ...{ bundle: true, minify: true, write: false, format: 'esm', logLevel: 'error' },
    logOverride: { 'ignored-bare-import': 'silent' },
  });
  assert.equal(outputFiles[0]?.text.trim(), '');
});

test('the command says what it is, and what is wrong', async () => {
  const { name, version } = project;
  assert.deepEqual(await runCommand('--version'), { code: 0, stdout: `${version}\n`, stderr: '' });
  const help = await runCommand('--help');
  assert.match(help.stdout, new RegExp(`^Usage: ${name} COMMAND`));
  assert.equal(help.code, 0);
  for (const command of ['scan', 'inspect']) {
    const { code, stdout, stderr } = await runCommand(command, '--help');
    assert.match(stdout, new RegExp(`^Usage: npx ${name} ${command} `, 'm'));
    assert.deepEqual([code, stderr], [0, '']);
  }
  const nothing = await runCommand();
  assert.deepEqual([nothing.code, nothing.stdout, nothing.stderr], [2, '', help.stdout]);
  const unknown = await runCommand('toString');
  assert.deepEqual([unknown.code, unknown.stdout], [2, '']);
  assert.match(unknown.stderr, /^data-url-inspector: unknown command "toString"\.\n/);
});

test('it writes the HTML report, with its style and texts', async () => {
  const page = path.join(installed.folder, 'page.html');
  await writeFile(page, '<img src="data:,x">');
  const { stdout } = await runCommand('scan', '--html', page);
  assert.ok(stdout.includes(`<style>${await inPackage('src/report/html-report.css')}</style>`));
  assert.match(stdout, /<h1>7 bytes in 1 data: URL<\/h1>/);
});

test('without playwright-core it asks for it in one line', async () => {
  const { code, stdout, stderr } = await runCommand('inspect', 'https://example.com/');
  assert.deepEqual([code, stdout], [2, '']);
  assert.equal(
    stderr,
    'inspect needs playwright-core to drive a browser: run "npm install --save-dev playwright-core".\n',
  );
});
