/** Tests base64 by RFC 2045: every character within and outside the alphabet, and every length. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBase64, readRfcBase64 } from '../../../src/data-url/base64-by-rfc.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const rfcBase64Problem = (written: string, start: number, end: number) =>
  readRfcBase64(written, start, end).problem;
const bytesOf = (text: string) => new TextEncoder().encode(text);

test('all of the alphabet is read, and nothing else', () => {
  assert.deepEqual(Buffer.from(parseBase64(bytesOf(alphabet))), Buffer.from(alphabet, 'base64'));
  for (let unit = 0; unit < 0x80; unit++) {
    const character = String.fromCharCode(unit);
    const problem = rfcBase64Problem(`${character}AAA`, 0, 4);
    const isSpace = '\t\n\v\f\r '.includes(character);
    if (isSpace) assert.deepEqual(readRfcBase64(`${character}QUJD`, 0, 5), { problem: null, ignored: 1 });
    else if (alphabet.includes(character)) assert.equal(problem, null, character);
    else assert.equal(problem?.code, 'base64-character', character);
    if (alphabet.includes(character) || character === '=') continue;
    assert.deepEqual(parseBase64(bytesOf(`QU${character}JD`)), bytesOf('ABC'), character);
  }
});

test('every length, padded, not padded, and with something behind the padding', () => {
  const bytes = Uint8Array.from({ length: 32 }, (_, i) => (i * 37 + 200) & 255);
  for (let length = 0; length <= bytes.length; length++) {
    const padded = Buffer.from(bytes.subarray(0, length)).toString('base64');
    for (const text of [padded, padded.replaceAll('=', ''), `${padded}====AAAA`]) {
      assert.deepEqual(parseBase64(bytesOf(text)), bytes.slice(0, length), text);
    }
    assert.equal(rfcBase64Problem(padded, 0, padded.length), null, padded);
  }
});

test('the first problem, and where', () => {
  for (const [text, code, start, end] of [
    ['QQ', 'base64-padding', 2, 2],
    ['QQ=', 'base64-padding', 3, 3],
    ['Q===', 'base64-padding', 4, 4],
    ['QUJDRA', 'base64-padding', 6, 6],
    ['====', 'base64-padding', 4, 4],
    ['QQ==QUJD', 'base64-character', 4, 5],
    ['QQ%3DA', 'base64-character', 5, 6],
    ['%51%2E==', 'base64-character', 3, 6],
    ['QU%4aD%4', 'base64-character', 6, 7],
    ['QU%4GD', 'base64-character', 2, 3],
  ] as const) {
    assert.deepEqual(rfcBase64Problem(text, 0, text.length), { code, start, end }, text);
  }
  // Characters outside of the range must not count.
  assert.equal(rfcBase64Problem('.QUJD.', 1, 5), null);
});
