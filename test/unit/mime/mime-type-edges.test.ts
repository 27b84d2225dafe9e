/** Tests parameters between two positions of a text, and the positions of their parts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  defaultMimeType,
  minimizeMimeType,
  parseMimeType,
  serializeMimeType,
  visitParameters,
} from '../../../src/mime/mime-type.ts';
import { matchesPattern, parsePattern } from '../../../src/mime/patterns.ts';

test('where names and values stand, whatever follows the end', () => {
  for (const [text, parts] of [
    [';a=b', ['a=b closed']],
    [';a="b"', ['a="b" closed']],
    [';a="b', ['a="b open']],
    [';a="b\\', ['a="b\\ open']],
    [';a="b\\"";c', ['a="b\\"" closed', 'c - closed']],
    [';a=b;c', ['a=b closed', 'c - closed']],
    ['; a=b ;=c;;d=', ['a=b closed', '=c closed', ' - closed', 'd= closed']],
    [';a', ['a - closed']],
    [';', [' - closed']],
  ] as const) {
    for (const behind of ['', ';x=y', '"', '=z', ' ']) {
      const found: string[] = [];
      const all = text + behind;
      visitParameters(all, 0, text.length, (p) => {
        const name = all.slice(p.nameStart, p.nameEnd);
        const quote = p.quoted ? '"' : '';
        const value =
          p.equals < 0
            ? ' -'
            : `=${quote}${all.slice(p.valueStart, p.valueEnd)}${p.quoted && p.closed ? '"' : ''}`;
        found.push(`${name}${value} ${p.closed ? 'closed' : 'open'}`);
        assert.ok(p.end <= text.length);
        if (p.equals < 0) assert.deepEqual([p.equals, p.valueStart, p.valueEnd], [-1, -1, -1]);
      });
      assert.deepEqual(found, parts, JSON.stringify([text, behind]));
    }
  }
});

test('what a type is at the edges', () => {
  for (const [text, output] of [
    ['/b', null],
    ['a/', null],
    ['a', null],
    ['a;/b', null],
    ['a/b', 'a/b'],
    ['\r\n\t a/b \t\r\n', 'a/b'],
    ['a/b \t;c=d', 'a/b;c=d'],
    ['a/b;c="d\\"', 'a/b;c="d\\""'],
    ['a/b;c="d\\\\"', 'a/b;c="d\\\\"'],
    ['a/b;c=d\\e', 'a/b;c="d\\\\e"'],
    ['a/b;c="d \t', 'a/b;c=d'],
    ['a/b;=c', 'a/b'],
    ['a/b;c=""', 'a/b;c=""'],
    [';', null],
  ] as const) {
    const parsed = parseMimeType(text);
    assert.equal(parsed && serializeMimeType(parsed), output, text);
  }
});

test('a long value without its backslashes', () => {
  const long = '0123456789'.repeat(2000);
  assert.equal(parseMimeType(`a/b;c="\\x${long}"`)?.parameters.get('c'), `x${long}`);
});

test('the default, and what is supported if nobody says', () => {
  assert.deepEqual(defaultMimeType, parseMimeType('text/plain;charset=US-ASCII'));
  assert.equal(minimizeMimeType(parseMimeType('image/png')!), 'image/png');
});

test('what is no pattern', () => {
  for (const text of [
    ...['image', 'image/', '/png', '/', '', '*', 'a b/c', 'p*/c', 'a/b c', 'a/p*', 'a/*b', 'a/b;c=d'],
    ...['a/*+', 'a/*+x*', 'a/*+x y', 'a/**', 'group:', 'group:nonsense'],
  ])
    assert.equal(parsePattern(text), null, text);
});

test('patterns', () => {
  for (const [type, pattern, matches] of [
    ['a/b', 'a/b', true],
    ['a/b', 'a/*', true],
    ['a/b', '*/*', true],
    ['a/b', '/b', false],
    ['a/b', '*/b', true],
    ['image/svg+xml', 'image/*+xml', true],
    ['image/svg+xml', '*/*+xml', true],
    ['image/a+x', 'image/*+x', true],
    ['image/svg+xml', 'image/*+', false],
    ['image/xml', 'image/*+xml', false],
  ] as const) {
    assert.equal(matchesPattern(type, pattern), matches, `${type} ${pattern}`);
  }
});
