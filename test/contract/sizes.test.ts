/** Tests the size budgets of the shipped files, minified and compressed. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { build as esbuild } from 'esbuild';
import { tools } from '../../extension/inspector/address.ts';
import { root } from '../../src/cli/project.ts';
import { readHeaders } from '../../src/mime/headers.ts';
import { otherForm, ruleDocs } from '../../src/rules/docs.ts';
import { misleading } from '../../src/uri/misleading.ts';
import { builtFor } from '../support/built.ts';

const kB = 1000;
const built = await builtFor('chromium');

function gzipOf(name: string): number {
  const file = built.files.find((each) => each.name === name);
  assert.ok(file, `${name} is not built`);
  // A chunk shared by two pages may consist of a single line.
  assert.ok(file.gzip > 100 || name.startsWith('chunk-'), `${name} is empty`);
  return file.gzip;
}

/** Returns a script and all its static imports. */
function loadedBy(script: string): string[] {
  const outputs = new Map(
    built.metafiles
      .flatMap(({ outputs }) => Object.entries(outputs))
      .map(([file, output]) => [path.basename(file), output]),
  );
  const loaded = new Set<string>();
  const queue = [script];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (loaded.has(name)) continue;
    loaded.add(name);
    for (const { kind, path: file } of outputs.get(name)?.imports ?? []) {
      if (kind === 'import-statement') queue.push(path.basename(file));
    }
  }
  return [...loaded];
}

test('the content script, which is all that each document gets: 24 kB; its parts, where they are needed: at most 10 kB', () => {
  for (const [name, maxKb] of [
    ['content.js', 24],
    ['code.js', 9],
    ['frames.js', 2.5],
    ['markup.js', 10],
    ['selection.js', 1.2],
    ['viewer.js', 1],
    ['watch.js', 2.5],
    ['window.js', 3],
  ] as const) {
    const size = gzipOf(name);
    assert.ok(size <= maxKb * kB, `${name}: ${size} bytes`);
  }
});

test('the worker, which is one file: 145 kB', () => {
  assert.deepEqual(loadedBy('background.js'), ['background.js']);
  const size = gzipOf('background.js');
  assert.ok(size <= 145 * kB, `${size} bytes`);
});

test('the worker has no English texts of findings and rules', () => {
  const worker = readFileSync(path.join(built.outDir, 'background.js'), 'utf8');
  const texts = ruleDocs.flatMap(({ title, why, fix, messages, examples }) => [
    ...[title, why, fix, examples.good],
    ...Object.values(messages).map(otherForm),
  ]);
  const { problems } = readHeaders('no header field');
  texts.push(...[...problems, ...misleading('https://a:b@c/')].map(({ message }) => message));
  assert.deepEqual(
    texts.filter((text) => worker.includes(JSON.stringify(text).slice(1, -1))),
    [],
  );
});

test('decodeDataUrl alone, bundled by a program that imports nothing else: 6.4 kB, as docs/library.md says', async () => {
  const { outputFiles } = await esbuild({
    stdin: { contents: "export { decodeDataUrl } from './src/index.ts'", resolveDir: root },
    ...{ bundle: true, minify: true, format: 'esm', write: false },
  });
  const size = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
  assert.ok(size > 4 * kB && size <= 6.4 * kB, `${size} bytes`);
  const docs = readFileSync(path.join(root, 'docs/library.md'), 'utf8');
  assert.match(docs, /`decodeDataUrl` alone takes less than 6\.4 kB compressed/);
});

test('the popup with all that it loads at first: 46 kB', () => {
  const scripts = loadedBy('popup.js');
  assert.deepEqual(scripts.toSorted(), ['base.js', 'popup.js', 'shared.js', 'view.js']);
  const start = readFileSync(path.join(built.outDir, 'popup-start.js'), 'utf8');
  const asked = Array.from(start.matchAll(/import\("\.\/(\w+\.js)"\)/g), ([, name]) => name);
  assert.deepEqual(asked.toSorted(), scripts.toSorted());
  const files = [...scripts, 'popup-start.js', 'view.css', 'popup.html'];
  const size = files.map(gzipOf).reduce((sum, each) => sum + each, 0);
  assert.ok(size <= 46 * kB, `${size} bytes: ${files.join(', ')}`);
});

test("the worker, whose table of formats has no extensions and labels, doesn't contain what reads them", () => {
  for (const { outputs } of built.metafiles)
    for (const [file, { inputs }] of Object.entries(outputs))
      if (path.basename(file) === 'background.js')
        for (const reader of ['src/report/file-names.ts', 'src/texts/row-name.ts'])
          assert.ok(!(reader in inputs), reader);
});

test('each tool of the workbench is in a script of its own', () => {
  const toolsIn = built.metafiles
    .flatMap(({ outputs }) => Object.values(outputs))
    .map(({ inputs }) => Object.keys(inputs).filter((file) => /inspector\/[a-z]+-tool\.tsx$/.test(file)))
    .filter((files) => files.length > 0);
  assert.deepEqual(
    toolsIn.map((files) => files.map((file) => path.basename(file, '-tool.tsx')).join()).sort(),
    [...tools].sort(),
  );
});
