import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseSrcset } from '../../../src/payload/markup/srcset.ts';
import { runs } from '../../support/seed.ts';

const urlsOf = (value: string): string[] => [...parseSrcset(value)].map(({ url }) => url);

/** Cases for HTML's algorithm "parse a srcset attribute". */
const cases: [name: string, value: string, expected: string[]][] = [
  ['nothing', '', []],
  ['white space', ' \t\n\f\r ', []],
  ['only commas', ' , ,, ', []],
  ['one URL', 'data:,x', ['data:,x']],
  ['white space around', ' \n data:,x \t', ['data:,x']],
  ['a density', 'data:,x 1x', ['data:,x']],
  ['a width and a height', 'data:,x 100w 50h', ['data:,x']],
  ['two', 'data:,x 1x, data:,y 2x', ['data:,x', 'data:,y']],
  ['no white space behind the comma of a descriptor', 'data:,x 1x,data:,y 2x', ['data:,x', 'data:,y']],
  ['commas in the URL', 'data:image/gif;base64,R0,lG,x 1x', ['data:image/gif;base64,R0,lG,x']],
  ['a comma at the end of the URL ends the candidate', 'data:,x, data:,y', ['data:,x', 'data:,y']],
  ['several commas at the end of the URL', 'data:,x,,, data:,y', ['data:,x', 'data:,y']],
  ['an URL that is all comma at its end', 'data:, 1x, b 2x', ['data:', '1x', 'b']],
  ['two URLs with commas and no white space are one', 'data:,x,data:,y', ['data:,x,data:,y']],
  ['commas before', ',,data:,x', ['data:,x']],
  ['a descriptor in parentheses', 'a (1x, b 2x) , c', ['a', 'c']],
  ['a parenthesis that never closes', 'a (1x, b 2x, c', ['a']],
  ['a descriptor with parentheses inside', 'a calc(1,2), b', ['a', 'b']],
  ['nested parentheses close at the first', 'a ((1), b), c', ['a', 'b)', 'c']],
  ['a closing parenthesis alone', 'a ), b', ['a', 'b']],
  ['a parenthesis in the URL is nothing special', 'data:,(x 1x, b', ['data:,(x', 'b']],
  ['invalid descriptors are given all the same', 'a 1q, b -1x, c 1x 2x', ['a', 'b', 'c']],
  ['other white space is no white space', 'a\u00a0b\vc 1x', ['a\u00a0b\vc']],
  ['form feed and carriage return are', 'a\f1x,\rb', ['a', 'b']],
];
for (const [name, value, expected] of cases) {
  test(name, () => assert.deepEqual(urlsOf(value), expected));
}

test('positions are those of the attribute', () => {
  assert.deepEqual(
    [...parseSrcset(' data:,x,,  b 2x')],
    [
      { url: 'data:,x', start: 1, end: 8 },
      { url: 'b', start: 12, end: 13 },
    ],
  );
});

test('whatever the value: URLs in order, not empty, without white space, without a comma at either end', () => {
  const pieces = fc.constantFrom(',', ' ', '\n', '(', ')', 'a', 'data:,x', '1x', '\u00a0');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      const value = parts.join('');
      let last = 0;
      for (const { url, start, end } of parseSrcset(value)) {
        assert.ok(start >= last);
        last = end;
        assert.equal(value.slice(start, end), url);
        assert.match(url, /^[^ \t\n\f\r]+$/);
        assert.doesNotMatch(url, /^,|,$/);
      }
    }),
    runs(100),
  );
});

test('10 MB of one thing come to an end', () => {
  for (const piece of [',', ' ', '(', 'a', 'a,', ', ', 'a (', 'a ', ',(']) {
    let count = 0;
    for (const _ of parseSrcset(piece.repeat(10_000_000 / piece.length))) count++;
    assert.ok(count <= 10_000_000);
  }
});
