/** Parameters between two places of a text: where each part of them stands. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMimeType, serializeMimeType, visitParameters } from '../../../src/mime/mime-type.ts';
import { matchesPattern } from '../../../src/mime/patterns.ts';

test('where names and values stand, whatever follows the end', () => {
  for (const [text, parts] of [
    [';a=b', ['a=b closed']],
    [';a="b"', ['a="b" closed']],
    [';a="b', ['a="b open']],
    [';a="b\\', ['a="b\\ open']],
    [';a="b\\"";c', ['a="b\\"" closed', 'c - closed']],
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
    ['a/b;=c', 'a/b'],
    ['a/b;c=""', 'a/b;c=""'],
    [';', null],
  ] as const) {
    const parsed = parseMimeType(text);
    assert.equal(parsed && serializeMimeType(parsed), output, text);
  }
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
    ['image/svg+xml', 'image/*+', false],
    ['image/xml', 'image/*+xml', false],
  ] as const) {
    assert.equal(matchesPattern(type, pattern), matches, `${type} ${pattern}`);
  }
});
