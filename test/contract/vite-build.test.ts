/**
 * Tests how most people first use the project: `npx data-url-inspector scan dist` on an app built with Vite. Also tests
 * the Vite plugin.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { build } from 'vite';
import { root } from '../../src/cli/project.ts';
import type { Report } from '../../src/report/report.ts';
import { appFolder } from '../support/bundled-app.ts';
import { samplesIn } from '../support/examples.ts';
import { type Ended, type Installed, install, packageName, runNode, runNpx } from '../support/npm-package.ts';
import { textOf } from './sources.ts';

let installed: Installed;
let source: string;
let json: Ended;
let reports: Report[];
/** The built texts, by the file names that `scan` prints. */
const built = new Map<string, string>();

before(async () => {
  installed = await install();
  source = path.join(installed.folder, 'source');
  await cp(path.join(appFolder, 'source'), source, { recursive: true });
  // Vite also inlines files into HTML.
  const page = path.join(source, 'index.html');
  const pictures =
    '<img src="icons/logo.svg" srcset="pictures/stool.png 1x,\n pictures/armchair.png 2x">\n' +
    "<style>body { background: url('icons/heart.svg') }</style>";
  await writeFile(
    page,
    (await readFile(page, 'utf8')).replace('<div id="app">', (tag) => pictures + tag),
  );
  await build({
    root: source,
    configFile: false,
    cacheDir: path.join(installed.folder, 'cache'),
    logLevel: 'silent',
    build: { outDir: path.join(installed.folder, 'dist'), assetsInlineLimit: 100_000, sourcemap: true },
  });
  for (const file of await filesIn(path.join(installed.folder, 'dist')))
    built.set(`dist/${file}`, await readFile(path.join(installed.folder, 'dist', file), 'utf8'));
  json = await runNpx(installed.folder, [packageName, 'scan', '--json', 'dist']);
  reports = JSON.parse(json.stdout);
});
after(() => installed.remove());

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      path.relative(folder, path.join(parentPath, name)).replaceAll(path.sep, '/'),
    );
}

/** Returns a built text from a position to the text's end. */
const textAt = (file: string, line: number, column: number): string =>
  (built.get(file) ?? '')
    .split('\n')
    .slice(line - 1)
    .join('\n')
    .slice(column - 1);

/** Returns the number of occurrences in each file that contains data: URLs, by the file's name without the hash. */
const shape = (reports: readonly Report[]): Record<string, number> =>
  Object.fromEntries(
    reports.map(({ page, totals }) => [page.url.replace(/-[\w-]{8}(?=\.)/, ''), totals.occurrences]),
  );

test('each data: URL stands at its line and column in the built files', () => {
  assert.deepEqual(shape(reports), {
    'dist/assets/index.css': 15,
    'dist/assets/index.js': 9,
    'dist/assets/index.js.map': 9,
    'dist/index.html': 4,
  });
  for (const { page, dataUrls } of reports) {
    const places = new Set<string>();
    for (const { head, occurrences } of dataUrls)
      for (const { line = 0, column = 0 } of occurrences) {
        places.add(`${line}:${column}`);
        // Vite escapes `</script` for HTML.
        const text = textAt(page.url, line, column).replace(/<\\+\//, '</');
        assert.equal(text.slice(0, head.length), head, `${page.url}:${line}:${column}`);
      }
    const written = (built.get(page.url) ?? '').match(/(?<![\w'"] )data:(?! URL)/g) ?? [];
    assert.equal(places.size, written.length, page.url);
  }
});

test('the sum is on standard error, and an error makes the exit code 1', () => {
  assert.match(json.stderr, /^31 data: URLs \(37 occurrences\) in 4 of 5 files: .+$/m);
  assert.equal(json.code, 1);
});

test('what is inlined has the bytes of its source', async () => {
  const bodies = new Set(reports.flatMap(({ dataUrls }) => dataUrls.map(({ bodySha256 }) => bodySha256)));
  // SVG is omitted because Vite minifies it.
  const sources = (await filesIn(source)).filter((file) => /\.(?:jpg|png|wav|woff2)$/.test(file));
  assert.equal(sources.length, 7);
  for (const file of sources) {
    const bytes = await readFile(path.join(source, file));
    assert.ok(bodies.has(createHash('sha256').update(bytes).digest('hex')), file);
  }
});

test('the lines for editors lead to data: URLs', async () => {
  const command = path.join(installed.home, 'src/cli/command.js');
  const { stdout } = await runNode(installed.folder, [command, 'scan', 'dist']);
  // An indented line belongs to the finding before it.
  const lines = stdout.split('\n').filter((text) => /^[^ ]/.test(text));
  assert.ok(lines.length > 10, stdout);
  for (const text of lines) {
    const [, file = '', line, column] =
      /^(dist\/\S+?):(\d+):(\d+) (?:error|warning|info) .+ [a-z][a-z-]+$/.exec(text) ?? [];
    assert.match(textAt(file, Number(line), Number(column)), /^data:/, text);
  }
});

test('the sample of docs/adapters.md lists what is inlined, and fails by its budget', async () => {
  const samples = samplesIn(textOf('docs/adapters.md'), 'Vite');
  const app = path.join(installed.folder, 'sample');
  await cp(path.join(appFolder, 'source'), app, { recursive: true });
  const config = samples.get('vite.config.js')?.[0] ?? assert.fail('no sample');
  await writeFile(path.join(app, 'vite.config.js'), config);
  const vite = path.join(installed.folder, 'node_modules/vite');
  await symlink(path.join(root, 'node_modules/vite'), vite, 'junction');
  const run = () => runNode(app, [path.join(vite, 'bin/vite.js'), 'build'], { NO_COLOR: '1' });
  const { code, stdout, stderr } = await run();
  assert.equal(code, 1);
  const lines = (samples.get('npx vite build')?.[0] ?? '').trimEnd().split('\n');
  assert.ok(lines.length > 5);
  for (const line of lines) assert.ok(`${stdout}${stderr}`.includes(line.replace(/…$/, '')), line);

  await writeFile(path.join(app, 'vite.config.js'), config.replace(/budget: .*?\}, /, ''));
  const whole = await run();
  assert.equal(whole.code, 0, whole.stderr);
  const { assets } = JSON.parse(await readFile(path.join(app, 'dist/.vite/data-urls.json'), 'utf8'));
  assert.equal(assets.length, 15);
});
