import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { textOf } from '../../../src/payload/body-text.ts';
import { scanJson } from '../../../src/payload/json/json-scan.ts';
import { readJson } from '../../../src/payload/json/read-json.ts';
import { atOnce } from '../../../src/yield-to-event-loop.ts';
import { runs } from '../../support/seed.ts';
import { ascii } from './builders.ts';

const valid = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test('what is JSON is what the platform reads as JSON', () => {
  const pieces = fc.constantFrom(
    ...[
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '\\',
      '\\u12aF',
      '\\u12',
      '\\n',
      '\\x',
      '1',
      '0',
      '-',
      '.',
      'e+',
    ],
    ...['E', 'true', 'null', 'fals', ' ', '\n', '\u00a0', '\t', '\u0001', 'é', '\ufeff'],
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      assert.equal(scanJson(text).ok, valid(text), text);
    }),
    runs(5_000),
  );
  fc.assert(
    fc.property(fc.json(), (text) => assert.equal(scanJson(text).ok, true)),
    runs(100),
  );
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.string({ maxLength: 1 }), (text, at, c) => {
      const broken = text.slice(0, at % text.length) + c + text.slice((at % text.length) + 1);
      assert.equal(scanJson(broken).ok, valid(broken), broken);
    }),
    runs(100),
  );
});

test('where it is wrong', () => {
  const cases: [string, number][] = [
    ['', 0],
    ['{', 1],
    ['{"a" 1}', 5],
    ['{"a":1,}', 7],
    ['[1,]', 3],
    ['[1 2]', 3],
    ['"a\nb"', 2],
    ['"\\x"', 2],
    ['01', 1],
    ['1.', 2],
    ['nul', 0],
    ['[]]', 2],
    ['[}', 1],
  ];
  for (const [text, at] of cases) assert.deepEqual(scanJson(text), { ok: false, at }, text);
});

test('depth and what the whole is', () => {
  assert.deepEqual(scanJson(' 1 '), { ok: true, top: 'number', depth: 0 });
  assert.deepEqual(scanJson('[{"a":[]}]'), { ok: true, top: 'array', depth: 3 });
  const deep = 2_000_000;
  assert.deepEqual(scanJson('['.repeat(deep) + ']'.repeat(deep)), { ok: true, top: 'array', depth: deep });
  assert.deepEqual(scanJson('1'.repeat(5_000_000)), { ok: true, top: 'number', depth: 0 });
  assert.equal(scanJson(`"${'a'.repeat(5_000_000)}"`).ok, true);
});

const read = (text: string, isCut = false) =>
  atOnce(readJson(atOnce(textOf('utf-8', ascii(text), isCut)), isCut));

test('JSON that is no source map', () => {
  const { facts, references } = read('{"version": 3}');
  assert.ok(facts.kind === 'json');
  assert.deepEqual([facts.valid, facts.errorAt, facts.top, facts.depth], [true, null, 'object', 1]);
  assert.equal(references, null);
  const broken = read('{"version":3,"mappings":"",}').facts;
  assert.deepEqual(broken.kind === 'json' && [broken.valid, broken.errorAt], [false, 27]);
});

test('what was cut off is not called wrong', () => {
  const { facts } = read('{"a": [1, 2', true);
  assert.deepEqual(facts.kind === 'json' && [facts.valid, facts.errorAt], [false, null]);
});

test('a source map', () => {
  const map = {
    version: 3,
    file: 'out.js',
    sourceRoot: '/src',
    sources: ['a"b.ts', 'webpack://x/c.ts', null],
    names: ['x', 'y'],
    sourcesContent: ['abc', null, 'de'],
    mappings: 'AAAA;',
  };
  const text = JSON.stringify(map);
  const { facts, references } = read(text);
  assert.ok(facts.kind === 'source-map');
  const { text: _, ...rest } = facts;
  assert.deepEqual(rest, {
    kind: 'source-map',
    version: 3,
    file: 'out.js',
    sourceRoot: '/src',
    sources: { count: 3, first: ['a"b.ts', 'webpack://x/c.ts', ''] },
    names: 2,
    contents: { count: 2, length: 5 },
    mappings: 5,
    sections: 0,
  });
  assert.deepEqual(
    references?.first.map(({ written, start, end, dead }) => [
      written,
      text.slice(start ?? 0, end ?? 0),
      dead,
    ]),
    [
      ['a"b.ts', 'a\\"b.ts', false],
      ['webpack://x/c.ts', 'webpack://x/c.ts', false],
    ],
  );
});

test('an index map: the maps of its sections count together', () => {
  const map = { version: 3, sources: ['a.ts'], names: ['n'], mappings: 'AA', sourcesContent: ['x'] };
  const sections = [0, 1].map((line) => ({ offset: { line, column: 0 }, map }));
  const { facts } = read(JSON.stringify({ version: 3, file: 'o', sections }));
  assert.ok(facts.kind === 'source-map');
  assert.deepEqual(
    [facts.sections, facts.sources.count, facts.names, facts.mappings, facts.contents],
    [2, 2, 2, 4, { count: 2, length: 2 }],
  );
});

test('what looks like a map in the wrong place is none', () => {
  assert.equal(read('{"a":{"version":3,"mappings":"","sources":[]}}').facts.kind, 'json');
  assert.equal(read('[{"version":3,"mappings":""}]').facts.kind, 'json');
});
