/** Tests the comparison of links, level by level. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compare, compareByLevels } from '../../../src/references/compare-references.ts';
import { runs } from '../../support/seed.ts';

const lowestEqual = (a: string, b: string) => compareByLevels(a, b).find(({ equal }) => equal)?.name ?? null;

test('the lowest rung on which two are equal', () => {
  for (const [a, b, rung] of [
    ['http://a/', 'http://a/', 'string'],
    ['HTTP://A/%7e', 'http://a/%7E', 'case'],
    ['http://a/%7Eb', 'http://a/~b', 'percent'],
    ['http://a/x/../b', 'http://a/b', 'path'],
    ['http://a/%2e/b', 'http://a/b', 'path'],
    ['http://a:80/', 'http://a', 'scheme'],
    ['http://a/', 'http://a/b', null],
    ['DATA:,%3c', 'data:,%3C', 'case'],
    ['data:,%41', 'data:,A', 'percent'],
    ['data:;base64,QQ==', 'data:,A', 'scheme'],
    ['data:text/plain,A', 'data:,A', null],
    ['data:image/png;base64,A', 'data:image/png;base64,B', null],
    ['User@HOST', 'user@host', null],
  ] as const) {
    assert.equal(lowestEqual(a, b), rung, `${a} ${b}`);
  }
});

test('what is equal on one rung is equal on all above, and the ladder ends where compare() does', () => {
  const text = fc.stringMatching(/^[a-zA-Z:/?#@%0-9.,;]{0,12}$/);
  const pieces = fc.array(
    fc.constantFrom(
      'http:',
      'HTTP:',
      'data:',
      '//',
      'a',
      'A',
      '%61',
      '%7e',
      '%7E',
      '/',
      '..',
      '.',
      ':80',
      ',',
      '#',
      '?',
    ),
    { maxLength: 8 },
  );
  const reference = fc.oneof(
    text,
    pieces.map((all) => all.join('')),
  );
  fc.assert(
    fc.property(reference, reference, (a, b) => {
      const equal = compareByLevels(a, b).map((rung) => rung.equal);
      assert.deepEqual([...equal].sort(), equal, 'never unequal above');
      const equality = compare(a, b);
      assert.equal(equal[0], equality === 'string');
      assert.equal(equal[3], equality === 'string' || equality === 'syntax');
      assert.equal(equal[4], equality !== 'different');
    }),
    runs(2000),
  );
});

test('relative references against a base, fragments, and the parts that each level changes', () => {
  const base = 'http://a/b/c/d;p?q';
  assert.equal(compare('../g', 'http://a/b/g', { base }), 'string');
  assert.equal(compare('?q', '', { base }), 'string');
  assert.equal(compare('#x', '', { base }), 'different');
  assert.equal(compare('#x', '', { base, ignoreFragment: true }), 'string');
  assert.equal(compare('g', 'g#', { ignoreFragment: true }), 'string');
  assert.equal(compare('data:,A#x', 'data:;base64,QQ==', { base, ignoreFragment: true }), 'scheme');
  assert.equal(compare('g', 'http://a/b/c/g', { base: 'no/scheme' }), 'different');
  const levels = compareByLevels('HTTP://A:80/%7eb/./c', 'http://a/~b/c');
  assert.deepEqual(
    levels.map(({ name, changed, equal }) => [name, changed, equal]),
    [
      ['string', [], false],
      ['case', ['scheme', 'host', 'path'], false],
      ['percent', ['path'], false],
      ['path', ['path'], false],
      ['scheme', ['port'], true],
    ],
  );
});
