/**
 * In all versions of Node, every encoding of the Encoding Standard must produce the same text as in browsers, as a
 * whole and in pieces, without exceptions.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { inspect } from '../../../src/index.ts';
import { decodeText } from '../../../src/mime/charset.ts';
import { decode, encodingOf, streamDecoder } from '../../../src/mime/encodings.ts';
import { bodies, encodings, multiByteEncodings } from '../../support/encodings.ts';
import { runs } from '../../support/seed.ts';

test('there are 40 encodings, and this platform has each', () => {
  assert.equal(encodings.length, 40);
  for (const encoding of encodings) assert.equal(encodingOf(encoding), encoding);
});

test('errors of the multi-byte encodings are U+FFFD, as the standard says, whole and byte by byte', () => {
  for (const [encoding, hex, text] of [
    ['gb18030', '81 39 ff 20', '\ufffd9\ufffd '],
    ['gb18030', '81 30 81 30', '\x80'],
    ['gb18030', '81 39 81', '\ufffd'],
    ['gb18030', '81 39 81 41', '\ufffd9丄'],
    ['gb18030', 'fe 39 fe 39', '\ufffd'],
    ['gbk', '80 ff c4 e3', '€\ufffd你'],
    ['gbk', '81 7f 81 ff 41', '\ufffd\x7f\ufffdA'],
    ['big5', '80 a7 20 a7 41 a7', '\ufffd\ufffd 你\ufffd'],
    ['big5', '88 62 88 64 88 a3 88 a5', '\u00ca\u0304\u00ca\u030c\u00ea\u0304\u00ea\u030c'],
    ['euc-jp', '8e b1 8e 41 8f a1 41 8f a1 a1 a4', 'ｱ\ufffdA\ufffdA\ufffd\ufffd'],
    ['euc-jp', '80 ff a4 a2', '\ufffd\ufffdあ'],
    ['shift_jis', '1a 1c 7f 80 a0 b1 82 a0 82 20 fd', '\x1a\x1c\x7f\x80\ufffdｱあ\ufffd \ufffd'],
    ['euc-kr', '80 b0 a1 b0 20', '\ufffd가\ufffd '],
    ['iso-2022-jp', '1b 24 42 24 22 1b 28 42 41 80', 'あA\ufffd'],
    ['iso-2022-jp', '1b 28 42 1b 28 4a 5c 7e', '\ufffd¥‾'],
    ['iso-2022-jp', '1b 28 49 31 20 1b 24', 'ｱ\ufffd\ufffd､'],
    ['iso-2022-jp', '1b 24 40 24 80 24 1b 28 42 24', '\ufffd\ufffd$'],
    ['iso-2022-jp', '0e 1b 41', '\ufffd\ufffdA'],
    ['gbk', 'a2 e3 a3 a0 a6 d9', '€\u3000\ufe10'],
    ['big5', '81 40 a7 41', '\ufffd@你'],
    ['euc-jp', '8e e0', '\ufffd'],
    ['ibm866', '1a 1c 7f 80 ff', '\x1a\x1c\x7fА\u00a0'],
    ['koi8-u', 'ae be ad bd', 'ўЎґҐ'],
    ['windows-874', 'a1 db fc ff', 'ก\ufffd\ufffd\ufffd'],
    ['windows-1253', 'aa c1', '\ufffdΑ'],
    ['windows-1255', 'ca e0', '\u05baא'],
    ['iso-8859-16', '41 80 a4 ff', 'A\x80€ÿ'],
    ['windows-1252', '80 9f', '€Ÿ'],
  ] as const) {
    const bytes = Uint8Array.from(hex.split(' '), (byte) => Number.parseInt(byte, 16));
    assert.equal(decode(bytes, encoding), text, `${encoding} ${hex}`);
    assert.equal(streamed(bytes, encoding, 1), text, `${encoding} ${hex}, byte by byte`);
    assert.equal(
      decodeText(bytes, encoding).errorCount,
      text.split('\ufffd').length - 1,
      `${encoding} ${hex}`,
    );
  }
});

/** Decodes a text in pieces of the given length. */
function streamed(bytes: Uint8Array, encoding: string, length: number): string {
  const decoder = streamDecoder(encoding);
  let text = '';
  for (let at = 0; at < bytes.length; at += length) text += decoder.decode(bytes.subarray(at, at + length));
  return text + decoder.end();
}

test('generated bodies: no exception, and the same text in pieces', () => {
  const inputs = fc.tuple(fc.constantFrom(...encodings), bodies, fc.integer({ min: 1, max: 5 }));
  fc.assert(
    fc.property(inputs, ([encoding, bytes, length]) => {
      const { text, errorCount, errors } = decodeText(bytes, encoding);
      assert.equal(decode(bytes, encoding), text);
      if (!multiByteEncodings.includes(encoding)) return;
      assert.equal(streamed(bytes, encoding, length), text);
      assert.equal(errorCount, text.split('\ufffd').length - 1);
      assert.ok(errors.every((at, i) => at < bytes.length && (i === 0 || at > errors[i - 1]!)));
    }),
    runs(5000),
  );
});

test('generated data: URLs are inspected in every encoding', async () => {
  const types = fc.constantFrom('text/plain', 'text/html', 'text/css', 'image/svg+xml', 'text/javascript');
  const inputs = fc.tuple(types, fc.constantFrom(...encodings), bodies);
  await fc.assert(
    fc.asyncProperty(inputs, async ([type, encoding, bytes]) => {
      const { size } = await inspect(
        `data:${type};charset=${encoding};base64,${Buffer.from(bytes).toString('base64')}`,
      );
      assert.equal(size, bytes.length);
    }),
    runs(400),
  );
});

test('the first and last half-width katakana of ISO-2022-JP', () => {
  const bytes = Uint8Array.from([0x1b, 0x28, 0x49, 0x21, 0x5f, 0x60, 0x20]);
  assert.equal(decode(bytes, 'iso-2022-jp'), '\uff61\uff9f\ufffd\ufffd');
});
