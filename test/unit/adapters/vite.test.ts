/** Tests the plugin in real builds with Vite. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { build, createLogger, type Plugin } from 'vite';
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
    'stool.png': stool,
    'armchair.png': armchair,
    'star.svg': star,
  };
  for (const [name, body] of Object.entries(files)) await writeFile(path.join(folder, name), body);
});
after(() => rm(folder, { recursive: true }));

interface Made {
  lines: string[];
  assets: InlinedAsset[];
}

async function made(
  options: DataUrlsOptions = {},
  input = 'index.html',
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
      rolldownOptions: { input: path.join(folder, input) },
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
        chunks: ['assets/index.js', 'assets/index.css', 'assets/index.css'],
      },
      {
        ...{ modules: [], type: 'image/png', size: armchair.length },
        ...{ bytes: ofArmchair, overhead: ofArmchair - armchair.length, total: ofArmchair },
        chunks: ['index.html'],
      },
    ],
  );
  // Text that a template completes is not yet a URL, so it is not listed.
  assert.deepEqual(
    others.map(({ type, modules, chunks }) => [type, modules, chunks]),
    [
      ['image/svg+xml', ['star.svg'], ['assets/index.js', 'index.html']],
      ['image/gif', ['raw.css'], ['assets/later.js']],
    ],
  );
  const [table = ''] = lines;
  assert.match(table, /4 inlined assets: .+ in the output, .+ of it overhead\n +file +data: URL +overhead/);
  assert.match(table, /^ *\d.* kB +2 +image\/png +page\.css, stool\.png$/m);
  assert.match(table, /^ *\d.* bytes +1 +image\/png +index\.html$/m);
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
  const cases: [options: object, message: string][] = [
    [{ limit: 1 }, 'data-url-inspector/vite has no option "limit"; these are budget, json.'],
    [{ json: '/x.json' }, 'The option json must be the name of a file in the output folder.'],
    [{ json: '../x.json' }, 'The option json must be the name of a file in the output folder.'],
    [[], 'data-url-inspector/vite takes an object with options; these are budget, json.'],
    [{ json: 'data/' }, 'The option json must be the name of a file in the output folder.'],
    [{ json: 1 }, 'The option json must be the name of a file in the output folder.'],
    [
      { budget: { url: '10 kB' } },
      'The option budget is wrong: url: a whole number of bytes is expected, not "10 kB".',
    ],
    [{ budget: [] }, 'The option budget is wrong: not a budget: an object is expected.'],
  ];
  for (const [options, message] of cases)
    test(JSON.stringify(options), () => {
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
