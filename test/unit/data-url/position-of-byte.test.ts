/** Tests the position of each byte of a body, and the text that represents it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { positionOfByte } from '../../../src/data-url/lints/charset-parameter.ts';
import { parseDataUrl } from '../../../src/data-url/parse.ts';

function placesOf(written: string): string[] {
  const parsed = parseDataUrl(written);
  const places: string[] = [];
  for (let index = 0; ; index++) {
    const span = positionOfByte(written, parsed, index);
    if (span === null) return places;
    places.push(written.slice(span.start, span.end));
  }
}

test('characters of one to four bytes, escapes whole, broken and cut', () => {
  for (const [body, places] of [
    ['\x00\x7f', ['\x00', '\x7f']],
    ['\x80\u07ff', ['\x80', '\x80', '\u07ff', '\u07ff']],
    ['\u0800\uffff', [...Array(3).fill('\u0800'), ...Array(3).fill('\uffff')]],
    ['\u{10000}a', [...Array(4).fill('\u{10000}'), 'a']],
    ['%00%fF%80a', ['%00', '%fF', '%80', 'a']],
    ['%%41%4%g1%1g', ['%', '%41', '%', '4', '%', 'g', '1', '%', '1', 'g']],
    ['%4', ['%', '4']],
    ['%', ['%']],
    ['a\tb\nc\rd\x0ee', ['a', 'b', 'c', 'd', '\x0e', 'e']],
    ['%\n4\t1%4\r2', ['%\n4\t1', '%4\r2']],
    ['%\x804', ['%', '\x80', '\x80', '4']],
  ] as const) {
    assert.deepEqual(placesOf(`data:,${body}#%41`), places, JSON.stringify(body));
  }
});

test('base64: the two characters that share the byte', () => {
  assert.deepEqual(placesOf('data:;base64,ABCDEF=='), ['AB', 'BC', 'CD', 'EF']);
  assert.deepEqual(placesOf('data:;base64,A B\n%43%0aD'), ['A B', 'B\n%43', '%43%0aD']);
  assert.deepEqual(placesOf('data:;base64,'), []);
});

test('no body, or one that dot-segments changed, has none', () => {
  assert.deepEqual(placesOf('data:x'), []);
  assert.deepEqual(placesOf('data:/,a/../b'), []);
});
