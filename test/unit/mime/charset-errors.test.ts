/**
 * Undecodable bytes: the number of positions must equal the number of U+FFFD characters that the platform produces, for
 * every relevant short sequence.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bomEncoding, decodeText, encodingOf, isText } from '../../../src/mime/charset.ts';
import { parseMimeType } from '../../../src/mime/mime-type.ts';

const sequences = (items: readonly number[], count: number): number[][] =>
  count === 0 ? [[]] : sequences(items, count - 1).flatMap((start) => items.map((item) => [...start, item]));

function check(bytes: Uint8Array, charset: string): void {
  const { text, errors, errorCount } = decodeText(bytes, charset);
  const where = `${charset} ${Buffer.from(bytes).toString('hex')}`;
  assert.equal(text.split('\ufffd').length - 1, errorCount, where);
  assert.equal(errors.length, errorCount, where);
  assert.ok(
    errors.every((error, i) => error < bytes.length && error >= (errors[i - 1] ?? 0)),
    where,
  );
}

test('UTF-8: three bytes of each kind behind a lead, and four', () => {
  const follow = [0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0];
  for (const lead of [
    0x80, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff,
  ]) {
    for (const rest of sequences(follow, 2)) check(Uint8Array.of(lead, ...rest), 'utf-8');
    for (const second of follow) check(Uint8Array.of(lead, second, 0x80, 0x80), 'utf-8');
    for (const second of follow) check(Uint8Array.of(lead, second), 'utf-8');
    check(Uint8Array.of(lead), 'utf-8');
  }
  assert.deepEqual(
    decodeText(Uint8Array.of(0x41, 0xe2, 0x82, 0x41, 0xf0, 0x9f, 0x98), 'utf-8').errors,
    [1, 4],
  );
});

test('UTF-16: units of each kind, whole and with half a one', () => {
  for (const units of sequences([0x0041, 0xd7ff, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe000], 3)) {
    const big = units.flatMap((unit) => [unit >> 8, unit & 255]);
    const little = units.flatMap((unit) => [unit & 255, unit >> 8]);
    for (const half of [[], [0x41], [0xd8]]) {
      check(Uint8Array.from([...big, ...half]), 'utf-16be');
      check(Uint8Array.from([...little, ...half]), 'utf-16le');
    }
  }
  assert.deepEqual(decodeText(Uint8Array.of(0x41, 0, 0, 0xd8, 0x41, 0, 0x41), 'utf-16le').errors, [2, 6]);
});

test('more bytes for a character, one wrong anywhere around the edge of a piece', () => {
  for (const [charset, character] of [
    ['gbk', [0xc4, 0xe3]],
    ['gb18030', [0x81, 0x30, 0x81, 0x30]],
    ['big5', [0xa7, 0x41]],
    ['euc-jp', [0xa4, 0xa2]],
    ['shift_jis', [0x82, 0xa0]],
    ['euc-kr', [0xb0, 0xa1]],
  ] as const) {
    // Platforms disagree about which bytes are invalid.
    const wrong: number | undefined = [0xff, 0xfe, 0xfd, 0xa0, 0x80].find((byte) =>
      /^\ufffdA?$/.test(new TextDecoder(charset).decode(Uint8Array.of(byte, 0x41))),
    );
    if (wrong === undefined) continue;
    for (const shift of [0, 1]) {
      const clean: number[] = [
        ...Array(shift).fill(0x41),
        ...Array(9000 / character.length)
          .fill(character)
          .flat(),
      ];
      assert.equal(decodeText(Uint8Array.from(clean), charset).errorCount, 0, charset);
      for (const at of [0, 1, 1022, 1023, 1024, 2046, 2047, 2048, 2049, 2250]) {
        const place = Math.min(shift + at * character.length, clean.length);
        const bytes: Uint8Array = Uint8Array.from([
          ...clean.slice(0, place),
          wrong,
          0x41,
          ...clean.slice(place),
        ]);
        assert.deepEqual(decodeText(bytes, charset).errors, [place], `${charset} ${shift} ${at}`);
      }
    }
  }
});

test('bytes that an encoding of single bytes does not have', () => {
  const all = Uint8Array.from({ length: 256 }, (_, i) => i);
  for (const charset of ['windows-1253', 'windows-1255', 'iso-8859-3', 'iso-8859-6']) {
    check(all, charset);
    assert.ok(decodeText(all, charset).errorCount > 0, charset);
  }
  assert.equal(decodeText(all, 'latin1').errorCount, 0);
  const many = decodeText(new Uint8Array(1500).fill(0xff), 'utf-8');
  assert.deepEqual([many.errors.length, many.errors.at(-1), many.errorCount], [1000, 999, 1500]);
});

test('byte order marks need all of their bytes', () => {
  for (const [bytes, encoding] of [
    [[0xef, 0xbb, 0xbf], 'utf-8'],
    [[0xfe, 0xff], 'utf-16be'],
    [[0xff, 0xfe], 'utf-16le'],
    [[0xef, 0xbb, 0x41], null],
    [[0xef, 0x41, 0xbf], null],
    [[0x41, 0xbb, 0xbf], null],
    [[0xfe, 0x41], null],
    [[0xff, 0x41], null],
    [[], null],
  ] as const) {
    assert.equal(bomEncoding(Uint8Array.from(bytes)), encoding, `${bytes}`);
  }
});

test('a label is as long as labels are, white space around it not counted', () => {
  assert.equal(encodingOf(' utf-8'.padEnd(64)), 'utf-8');
  assert.equal(encodingOf(' utf-8'.padEnd(65)), null);
});

test('types that are text, and types that are not', () => {
  for (const essence of [
    'text/x-made-up',
    'image/svg+xml',
    'application/ld+json',
    'application/ecmascript',
    'application/x-www-form-urlencoded',
    'application/x-javascript',
    'application/typescript',
    'application/sql',
    'application/graphql',
    'application/yaml',
    'application/x-yaml',
    'application/toml',
    'application/x-sh',
    'application/pgp-signature',
    'application/x-mpegurl',
    'application/rtf',
  ]) {
    assert.ok(isText(parseMimeType(essence)!), essence);
  }
  for (const essence of ['image/png', 'application/octet-stream', 'application/pdf', 'font/woff2'])
    assert.ok(!isText(parseMimeType(essence)!), essence);
});
