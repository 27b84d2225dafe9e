/** Tests the plugin in real builds with Vite. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { inspect } from 'node:util';
import { type BuildOptions, build, createLogger, type Plugin } from 'vite';
import { type DataUrlsOptions, dataUrls, type InlinedAsset } from '../../../src/adapters/vite.ts';
import { appFolder } from '../../support/bundled-app.ts';

const pictures = path.join(appFolder, 'source/pictures');
const stool = await readFile(path.join(pictures, 'stool.png'));
const armchair = await readFile(path.join(pictures, 'armchair.png'));
const star = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle r='9'/></svg>";

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-vite-'));
  const files: Record<string, string | Uint8Array> = {
    'index.html': '<img src=star.svg><img src=armchair.png><script type=module src=main.js></script>',
    'main.js': `import './page.css'; import stool from './stool.png'; import star from './star.svg';
      document.body.append(stool, star); import('./later.js').then(({ text }) => document.write(text));`,
    'later.js': `import raw from './raw.css?raw'; export const text = raw + \`data:text/plain,\${location}\`;`,
    'page.css': 'b { background: url(stool.png) } i { cursor: url(stool.png), auto }',
    'raw.css': 'b { background: url(data:image/gif;base64,R0lGODlhAQABAAAAACw=) }',
    'plain.js': 'document.title = 1',
    'about.html': '<img src=armchair.png>',
    'work.html': '<script type=module>new Worker(new URL("./task.js", import.meta.url))</script>',
    'task.js': `import stool from './stool.png'; postMessage(stool);`,
    'inline.js': `import Task from './task.js?worker&inline'; new Task();`,
    'library.js': `export { default as stool } from './stool.png';`,
    'public/robots.txt': 'User-agent: *',
    'public/fonts/a.txt': 'a',
    'stool.png': stool,
    'armchair.png': armchair,
    'star.svg': star,
  };
  for (const [name, body] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), body);
  }
});
after(() => rm(folder, { recursive: true }));

interface Made {
  lines: string[];
  assets: InlinedAsset[];
}

async function made(
  options: DataUrlsOptions = {},
  input: string | string[] = 'index.html',
  sourcemap: true | 'inline' = true,
): Promise<Made> {
  const lines: string[] = [];
  const plugin: Plugin = dataUrls({ json: 'data-urls.json', ...options });
  const customLogger = { ...createLogger('info'), info: (text: string) => void lines.push(text) };
  const result = await build({
    ...{ root: folder, configFile: false, customLogger, logLevel: 'warn', plugins: [plugin] },
    cacheDir: path.join(folder, 'cache'),
    build: {
      ...{ write: false, assetsInlineLimit: 100_000, sourcemap, reportCompressedSize: false },
      rolldownOptions: { input: [input].flat().map((name) => path.join(folder, name)) },
    },
  });
  const [output] = [result].flat();
  assert.ok(output && 'output' in output);
  const json = output.output.find(({ fileName }) => fileName === 'data-urls.json');
  assert.ok(json?.type === 'asset');
  const { version, assets } = JSON.parse(String(json.source));
  assert.equal(version, 1);
  return {
    lines: lines.filter((line) => line.includes('inlined asset')),
    assets,
  };
}

const unhashed = (file: string): string => file.replace(/-[\w-]{8}(?=\.)/, '');
const urlBytes = (type: string, { length }: Uint8Array): number =>
  `data:${type};base64,`.length + Math.ceil(length / 3) * 4;

test('each asset has its module, its size, what base64 adds, and its chunks', async () => {
  const { assets, lines } = await made();
  const [first, second, ...others] = assets.map((asset) => ({
    ...asset,
    chunks: asset.chunks.map(unhashed),
  }));
  const ofStool = urlBytes('image/png', stool);
  const ofArmchair = urlBytes('image/png', armchair);
  assert.deepEqual(
    [first, second],
    [
      {
        ...{ modules: ['page.css', 'stool.png'], type: 'image/png', size: stool.length },
        ...{ bytes: ofStool, overhead: ofStool - stool.length, total: 3 * ofStool },
        ...{ occurrences: 3, chunks: ['assets/index.js', 'assets/index.css'] },
      },
      {
        ...{ modules: ['index.html'], type: 'image/png', size: armchair.length },
        ...{ bytes: ofArmchair, overhead: ofArmchair - armchair.length, total: ofArmchair },
        ...{ occurrences: 1, chunks: ['index.html'] },
      },
    ],
  );
  // Text that a template completes is not yet a URL, so it is not listed.
  assert.deepEqual(
    others.map(({ type, modules, chunks }) => [type, modules, chunks]),
    [
      ['image/svg+xml', ['index.html', 'star.svg'], ['assets/index.js', 'index.html']],
      ['image/gif', ['raw.css'], ['assets/later.js']],
    ],
  );
  const [table = ''] = lines;
  assert.match(table, /4 inlined assets: .+ in the output, .+ of it overhead\n +file +data: URL +overhead/);
  assert.match(table, /^ *\d.* kB +2 +\S+ kB +image\/png +page\.css, stool\.png$/m);
  assert.match(table, /^ *\d.* bytes +1 +\S+ kB +image\/png +index\.html$/m);
});

describe('the table names what the JSON file names:', () => {
  for (const [title, input, modules, cell] of [
    [
      'both of two pages',
      ['about.html', 'index.html'],
      ['about.html', 'index.html'],
      'about.html, index.html',
    ],
    ['a worker in a file, by its file', ['work.html'], [], /in assets\/task-[\w-]+\.js/],
    ['an inlined worker', ['inline.js'], ['task.js'], 'task.js'],
  ] as const)
    test(title, async () => {
      const { assets, lines } = await made({}, [...input]);
      const at = assets.findIndex((asset) => String(asset.modules) === String(modules));
      const row = lines.join().split('\n').slice(2)[at] ?? '';
      assert.match(row, new RegExp(` {2}${typeof cell === 'string' ? cell : cell.source}$`));
    });
});

describe('a build that writes its files', () => {
  const ofStool = urlBytes('image/png', stool);
  test('writes the report of an exceeded budget, too', async () => {
    const { files, error } = await written({ budget: { total: ofStool - 1 }, json: '.vite/urls.json' });
    assert.match(error ?? '', /over budget: total: /);
    const { overruns, assets } = JSON.parse(files['.vite/urls.json'] ?? '');
    assert.equal(assets.length, 1);
    assert.deepEqual(overruns, [
      {
        ...{ limit: 'total', allowed: ofStool - 1, bytes: ofStool },
        largest: [{ name: 'x.mjs:2:10 image/png', bytes: ofStool }],
      },
    ]);
  });
  test('writes a report for each format', async () => {
    const lib = { entry: path.join(folder, 'library.js'), formats: ['es', 'cjs'] as const, fileName: 'x' };
    const options = { budget: { total: ofStool }, json: '.vite/data.urls.json' };
    const { files, error } = await written(options, { lib: { ...lib, formats: [...lib.formats] } });
    assert.equal(error, null);
    const chunksIn = (name: string) =>
      JSON.parse(files[name] ?? '').assets.map(({ chunks }: InlinedAsset) => chunks);
    assert.deepEqual(Object.keys(files).sort(), [
      ...['.vite/data.urls-2.json', '.vite/data.urls.json', 'fonts/a.txt', 'robots.txt', 'x.js', 'x.mjs'],
    ]);
    assert.deepEqual(chunksIn('.vite/data.urls.json'), [['x.mjs']]);
    assert.deepEqual(chunksIn('.vite/data.urls-2.json'), [['x.js']]);
    const over = await written(
      { ...options, budget: { total: 1 } },
      { lib: { ...lib, formats: [...lib.formats] } },
    );
    assert.match(over.error ?? '', /over budget: total: .*x\.mjs.*\n.*over budget: total: .*x\.js/);
    assert.deepEqual(Object.keys(over.files), Object.keys(files));
  });
  test('keeps the error of a later output', async () => {
    const entry = path.join(folder, 'library.js');
    const other: Plugin = {
      name: 'other',
      renderChunk: (_code, _chunk, { format }) => {
        if (format === 'cjs') throw new Error('not this format');
      },
    };
    const { error } = await written(
      { budget: { total: 1 } },
      {
        lib: { entry, formats: ['es', 'cjs'], fileName: 'x' },
        rolldownOptions: { plugins: [other] },
      },
    );
    assert.match(error ?? '', /not this format/);
  });
  for (const json of ['x.mjs', 'X.MJS', 'x.mjs/a.json', 'robots.txt', 'fonts'])
    test(`doesn't replace its own: ${json}`, async () => {
      const { error } = await written({ json });
      assert.ok(
        error?.includes(`The option json names "${json}", which the build already contains.`),
        error ?? '',
      );
    });
});

/** Builds a library; returns the written files by name, and the error. */
async function written(
  options: DataUrlsOptions,
  own: BuildOptions = {},
): Promise<{ files: Record<string, string>; error: string | null }> {
  const outDir = await mkdtemp(path.join(folder, 'out-'));
  const entry = path.join(folder, 'library.js');
  const result = build({
    ...{ root: folder, configFile: false, logLevel: 'silent', plugins: [dataUrls(options) as Plugin] },
    cacheDir: path.join(folder, 'cache'),
    build: { outDir, assetsInlineLimit: 100_000, lib: { entry, formats: ['es'], fileName: 'x' }, ...own },
  });
  const error = await result.then(
    () => null,
    ({ message }: Error) => message,
  );
  const entries = await readdir(outDir, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));
  const texts = names.map(async (name) => [
    path.relative(outDir, name).split(path.sep).join('/'),
    await readFile(name, 'utf8'),
  ]);
  return { files: Object.fromEntries(await Promise.all(texts)), error };
}

test('the types of a budget are those of its limits', () => {
  // @ts-expect-error: a limit is a number
  assert.throws(() => dataUrls({ budget: { total: '20kb' } }));
  // @ts-expect-error: no such kind
  assert.throws(() => dataUrls({ budget: { kind: { fonts: 1 } } }));
  // @ts-expect-error: no such limit
  assert.throws(() => dataUrls({ budget: { totl: 1 } }));
  dataUrls({ budget: { version: 1, total: 1, url: 2, file: 3, kind: { font: 4 }, duplicates: 5 } });
});

describe('a budget', () => {
  const ofStool = urlBytes('image/png', stool);
  test('that suffices', async () => {
    assert.equal((await made({ budget: { version: 1, url: ofStool } })).assets.length, 4);
  });
  test('that is exceeded fails the build, and names the largest', async () => {
    await assert.rejects(
      made({ budget: { url: ofStool - 1, kind: { image: 1 } } }),
      /over budget: url: [\d,]+ bytes, 1 over .*largest: assets\/index-.+:1:\d+ image\/png .*\nover budget: kind\.image: /,
    );
  });
});

test('source maps do not count', async () => {
  const types = (await made({}, 'index.html', 'inline')).assets.map(({ type }) => type);
  assert.deepEqual(types, ['image/png', 'image/png', 'image/svg+xml', 'image/gif']);
});

test('without inlined assets it says so', async () => {
  const { lines, assets } = await made({}, 'plain.js');
  assert.deepEqual(assets, []);
  assert.match(lines.join(), /No inlined assets\.$/);
});

describe('a wrong configuration is named', () => {
  const noFile =
    'The option json must be the name of a file in the output folder, such as "reports/data-urls.json".';
  const noLimit = 'The option budget.total is wrong: a whole number of bytes is expected, not';
  const cases: [options: object, message: string][] = [
    [{ limit: 1 }, 'data-url-inspector/vite has no option "limit"; these are budget, json.'],
    ...[
      '/x.json',
      '../x.json',
      './x.json',
      'data/',
      'a//b',
      'a/../b',
      '',
      ' ',
      'a/ /b',
      'a\\b.json',
      'C:/x',
      1,
    ].map((json): [object, string] => [{ json }, noFile]),
    [[], 'data-url-inspector/vite takes an object with options; these are budget, json.'],
    [{ budget: { url: '10 kB' } }, `${noLimit.replace('total', 'url')} "10 kB".`],
    [{ budget: { total: Number.NaN } }, `${noLimit} NaN.`],
    [{ budget: { total: Number.POSITIVE_INFINITY } }, `${noLimit} Infinity.`],
    [{ budget: { total: 5n } }, `${noLimit} 5.`],
    [{ budget: { total: {} } }, `${noLimit} an object.`],
    [{ budget: [] }, 'The option budget is wrong: an object is expected.'],
    [
      { budget: { kind: new Map([['image', 1]]) } },
      'The option budget.kind is wrong: an object is expected, with a limit for each kind.',
    ],
    [{ budget: { version: 2 } }, 'The option budget.version is wrong: 1 is expected, not 2.'],
  ];
  for (const [options, message] of cases)
    test(inspect(options), () => {
      assert.throws(() => dataUrls(options), { name: 'TypeError', message });
    });
  test('and so is a Rollup that is too old', () => {
    const error = (message: string): never => {
      throw new Error(message);
    };
    const { buildStart } = dataUrls();
    const context = { error, info() {}, emitFile: () => '', getModuleIds: () => [] };
    assert.throws(() => buildStart.call({ ...context, meta: { rollupVersion: '3.29.5' } }), {
      message: 'data-url-inspector/vite needs Vite 5, Rollup 4, or newer; this is Rollup 3.29.5.',
    });
    buildStart.call({ ...context, meta: { rollupVersion: '4.0.0' } });
  });
});
