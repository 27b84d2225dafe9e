/** The size of a body that is only measured, and the identity of a URL, compared with the whole. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeDataUrl } from '../../../src/data-url/decode.ts';
import { identifyBlob, identifyText } from '../../../src/data-url/identify.ts';
import { decodedSize } from '../../../src/data-url/size.ts';

test('as large as decoding makes it', () => {
  const piece = 1 << 15;
  for (const written of [
    'data:;base64,QUJD#  ',
    'data:;base64,QUI=#%',
    'data:;base64,QU I=',
    'data:;base64,Q\nUI\f=',
    'data:;base64,%51UI=',
    'data:,a\tb%41%4',
    'data:/,a/b/../c%41',
    'data:/;base64,QU/./JDA',
    'data:/;base64,%51UI/.',
    'data:/,./\ud800',
    'data:,a\ud800',
    ...[0, 1, 2, 3].map((shift) => `data:,${'a'.repeat(piece - shift)}😀😀${'b'.repeat(piece)}`),
    `data:,${'a'.repeat(piece - 1)}\ud83d😀`,
    ...[0, 1, 2, 3].map((shift) => `data:,${'a'.repeat(piece - shift)}%41\ud800%42`),
  ]) {
    const decoded = decodeDataUrl(written);
    assert.ok(decoded.ok);
    assert.equal(decodedSize(written), decoded.body.length, written.slice(0, 40));
  }
  assert.equal(decodedSize('data:x'), null);
  assert.equal(decodedSize('data:;base64, Q'), null);
  // Without white space, the body is only measured, without the trimmed characters.
  assert.equal(decodedSize('data:;base64,-- '), 1);
});

test('a Blob is identified as its text', async () => {
  for (const text of [
    '',
    'data:,a',
    '\ufeffdata:,é€😀',
    'é'.repeat(150),
    '€'.repeat(150),
    `${'a'.repeat(99)}😀b`,
    `${'\u07ff\u0800\uffff'.repeat(60)}`,
    'x'.repeat((1 << 18) - 1) + '😀€'.repeat(5),
  ]) {
    const identity = await identifyText(text);
    assert.deepEqual([identity.length, identity.head], [text.length, text.slice(0, 100)]);
    const ofBlob = await identifyBlob(new Blob([text]));
    assert.equal(ofBlob.sha256, identity.sha256);
    assert.equal(ofBlob.length, text.length);
    // A surrogate pair that is cut after the hundredth code unit is one character in UTF-8.
    assert.equal(ofBlob.head, identity.head);
  }
});
