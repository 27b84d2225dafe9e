/** Imports must run in one direction (surface → ui → platform → src), and src must not depend on a browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { globalsUsed, importsOf, type Source, sourcesIn, valueImportsOf } from './sources.ts';

/** The packages and other folders that each folder may import. */
const allowed: Record<string, string[]> = {
  src: ['@noble/hashes/legacy.js', '@noble/hashes/sha2.js', '@noble/hashes/utils.js', 'sarif'],
  // Only the commands use the file finders and their parsers.
  'src/files': ['src', 'parse5', 'entities/decode'],
  'src/cli': ['src', 'src/files', 'ignore', 'leven', 'playwright', 'warcio', './ui/legacy/legacy.js'],
  // The package's entry points use the file finders and, if they scan files, the commands.
  'src/adapters': ['src', 'src/files', 'src/cli', 'eslint', 'stylelint'],
  'src/scan-entry.ts': ['src', 'src/files', 'src/cli'],
  'extension/platform': ['src', 'extension/_locales', 'valibot', 'webextension-polyfill'],
  // Only a worker may import the formatter, js-beautify.
  'extension/ui': ['src', 'extension/platform', 'preact', 'preact/hooks', 'js-beautify'],
  'extension/popup': ['src', 'extension/platform', 'extension/ui', 'preact', 'preact/hooks'],
  'extension/inspector': ['src', 'extension/platform', 'extension/ui', 'preact', 'preact/hooks'],
  'extension/devtools': ['src', 'extension/platform', 'extension/ui', 'preact', 'preact/hooks'],
  'extension/options': ['src', 'extension/platform', 'extension/ui', 'preact', 'preact/hooks'],
  'extension/learn': ['src', 'extension/platform', 'extension/ui', 'preact', 'preact/hooks'],
  'extension/welcome': ['extension/platform', 'extension/ui', 'preact', 'preact/hooks'],
  'extension/content': ['src', 'extension/platform'],
  'extension/background': ['src', 'extension/platform'],
};

const folderOf = (file: string): string =>
  file.startsWith('src/') && !/^src\/(?:(?:files|cli|adapters)\/|scan-entry\.ts$)/.test(file)
    ? 'src'
    : file.split('/').slice(0, 2).join('/');

const isOwn = (name: string): boolean => /^(?:src|extension|test)\//.test(name);

function trespasses(source: Source): string[] {
  const folder = folderOf(source.file);
  const may = [folder, ...(allowed[folder] ?? [])];
  return importsOf(source)
    .filter((name) => !may.includes(isOwn(name) ? folderOf(name) : name))
    .filter((name) => !(mayUseNode(source) && name.startsWith('node:')))
    .map((name) => `${source.file} imports ${name}`);
}

/** Whether a file may use Node. In `src/`, only the commands and the adapters may, except for the sanitizer adapter. */
const mayUseNode = ({ file }: Source): boolean => /^src\/(?:cli\/|adapters\/(?!sanitize\.ts$))/.test(file);

const product = [...sourcesIn('src'), ...sourcesIn('extension')].filter(
  ({ file }) => !file.startsWith('extension/build/'),
);

test('the files are there to be read, and their imports are seen', () => {
  assert.ok(product.length > 80, `${product.length} files`);
  const example = {
    file: 'src/a/b.ts',
    text: `/** from 'comment' */
import type { A } from '../types.ts';
import {
  b,
} from './b.ts';
import './effect.css';
export * from 'package';
export { c } from "./c.ts";
const lazy = () => import('../../extension/ui/lazy.ts');
`,
  };
  assert.deepEqual(importsOf(example), [
    'src/types.ts',
    'src/a/b.ts',
    'src/a/effect.css',
    'package',
    'src/a/c.ts',
    'extension/ui/lazy.ts',
  ]);
  assert.ok(!valueImportsOf(example).includes('src/types.ts'));
  assert.deepEqual(trespasses(example), [
    'src/a/b.ts imports package',
    'src/a/b.ts imports extension/ui/lazy.ts',
  ]);
  for (const file of ['src/index.ts', 'extension/background/a.ts', 'extension/ui/a.tsx']) {
    const text = "import { findInFile } from '../../src/files/find-in-file.ts';";
    const own = text.replace('../../src', file.startsWith('src/') ? '.' : '../../src');
    assert.equal(trespasses({ file, text: own }).length, 1, `${file} must not import src/files`);
  }
});

test('every folder imports only what lies below it', () => {
  assert.deepEqual(
    product.filter(({ file }) => !(folderOf(file) in allowed)).map(({ file }) => file),
    [],
    'a folder that this test does not know',
  );
  assert.deepEqual(product.flatMap(trespasses), []);
});

/** The folders and files of src/ and of the worker, in layers. Each may import itself and members of earlier layers. */
const srcLayers = [
  ['yield-to-event-loop', 'limits', 'has-english', 'token-list', 'whitespace'],
  ['format-numbers'],
  ['count-text'],
  ['message'],
  [
    'problem',
    'sha256',
    'crc32',
    'truncate',
    'invisible',
    'vocabulary',
    'character-references',
    'url-text',
    'namespaces',
    'shadow-hosts',
  ],
  ['selector-steps', 'drop-causes'],
  ['uri', 'mime'],
  ['csp'],
  ['data-url'],
  ['elements'],
  ['payload'],
  ['repair'],
  ['report'],
  ['policy'],
  ['outcome', 'inspect'],
  ['rules'],
  ['texts'],
  ['pasted', 'picture'],
  ['files'],
  ['references'],
  ['index', 'csp-entry', 'mail-entry', 'references-entry'],
  ['cli'],
  ['scan-entry', 'adapters'],
];

const workerLayers = [
  ['timeout', 'grants'],
  ['model'],
  ['badge'],
  ['posting'],
  ['frames', 'watching'],
  ['sheets'],
  ['scan'],
  ['surfaces'],
  ['main'],
];

interface Layered {
  /** The path of the root, with a trailing slash. */
  root: string;
  layers: readonly string[][];
}
const src: Layered = { root: 'src/', layers: srcLayers };
const worker: Layered = { root: 'extension/background/', layers: workerLayers };

/** Returns the folder or file of a root to which a file belongs. */
const partOf = ({ root }: Layered, file: string): string =>
  file.slice(root.length).split('/')[0]!.replace(/\.ts$/, '');

const layerOf = (within: Layered, file: string): number =>
  within.layers.findIndex((parts) => parts.includes(partOf(within, file)));

const climbs = (within: Layered, source: Source): string[] =>
  importsOf(source)
    .filter((name) => name.startsWith(within.root) && partOf(within, name) !== partOf(within, source.file))
    .filter((name) => layerOf(within, name) >= layerOf(within, source.file))
    .map((name) => `${source.file} imports ${name}`);

test('the folders of src, and of the worker, import one way', () => {
  const text =
    "import type { A } from '../report/report.ts';\nimport { turn } from '../yield-to-event-loop.ts';";
  assert.deepEqual(climbs(src, { file: 'src/payload/a.ts', text }), [
    'src/payload/a.ts imports src/report/report.ts',
  ]);
  for (const within of [src, worker]) {
    const sources = sourcesIn(within.root.slice(0, -1));
    assert.deepEqual(
      sources.filter(({ file }) => layerOf(within, file) < 0).map(({ file }) => file),
      [],
      'a part that this test does not know',
    );
    assert.deepEqual(
      sources.flatMap((source) => climbs(within, source)),
      [],
    );
  }
});

test('what reads and judges takes of report/ its types alone; only rules on the page use its names and totals', () => {
  const users = ['policy', 'outcome', 'inspect', 'picture', 'rules'];
  const others = (source: Source): string[] => {
    const values = valueImportsOf(source);
    const isOfPage = source.file.startsWith('src/rules/page/');
    return importsOf(source)
      .filter((name) => name.startsWith('src/report/') && !isOfPage)
      .filter((name) => name !== 'src/report/report.ts' || values.includes(name))
      .map((name) => `${source.file} imports ${name}`);
  };
  const text =
    "import { isFlag, type Report } from '../report/report.ts';\nimport type { A } from '../report/a.ts';";
  assert.deepEqual(others({ file: 'src/policy/a.ts', text }), [
    'src/policy/a.ts imports src/report/report.ts',
    'src/policy/a.ts imports src/report/a.ts',
  ]);
  assert.deepEqual(
    sourcesIn('src')
      .filter(({ file }) => users.includes(partOf(src, file)))
      .flatMap(others),
    [],
  );
});

test('what is built and tested with is not part of the product', () => {
  const build = sourcesIn('extension/build').flatMap(({ file, text }) =>
    importsOf({ file, text })
      .filter((name) => isOwn(name) && !/^(?:src|extension\/build)\//.test(name))
      .map((name) => `${file} imports ${name}`),
  );
  // The documentation lists the sinks that the tests contain.
  assert.deepEqual(build, ['extension/build/library-reference.ts imports test/attack/sink-table.ts']);
});

test('src uses nothing that only a page or an extension has', () => {
  const globals = ['document', 'window', 'chrome', 'browser', 'process', 'Buffer', 'require', 'localStorage'];
  const used = (source: Source) => globalsUsed(source, globals);
  assert.deepEqual(
    used({ file: 'a.ts', text: 'document.title; const { window } = x; x.chrome; globalThis.browser' }),
    ['document', 'browser'],
  );
  const pure = sourcesIn('src').filter((source) => !mayUseNode(source));
  assert.deepEqual(
    pure.flatMap((source) => used(source).map((name) => `${source.file} uses ${name}`)),
    [],
  );
});

test('one file imports webextension-polyfill, others only its types', () => {
  const importers = product.filter((source) => valueImportsOf(source).includes('webextension-polyfill'));
  assert.deepEqual(
    importers.map(({ file }) => file),
    ['extension/platform/browser.ts'],
  );
});

/**
 * Returns the files that import each other, directly or through others, including type imports. Each group is listed
 * once.
 */
function circlesIn(sources: readonly Source[]): string[][] {
  const importsBy = new Map(sources.map((source) => [source.file, importsOf(source)]));
  const reached = (from: string): Set<string> => {
    const seen = new Set<string>();
    const waiting = [...(importsBy.get(from) ?? [])];
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (seen.has(file)) continue;
      seen.add(file);
      waiting.push(...(importsBy.get(file) ?? []));
    }
    return seen;
  };
  const circles = new Map<string, string[]>();
  for (const { file } of sources) {
    const from = reached(file);
    if (!from.has(file)) continue;
    const circle = [...from].filter((other) => reached(other).has(file)).sort();
    circles.set(circle.join(), circle);
  }
  return [...circles.values()];
}

test('no file imports itself through others, types included', () => {
  const a = { file: 'src/a.ts', text: "import type { B } from './b.ts';" };
  const b = { file: 'src/b.ts', text: "import { a } from './a.ts';" };
  assert.deepEqual(circlesIn([a, b]), [['src/a.ts', 'src/b.ts']]);
  assert.deepEqual(circlesIn([...sourcesIn('src'), ...sourcesIn('extension')]), []);
});
