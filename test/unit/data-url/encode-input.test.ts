/** Tests which input `encodeDataUrl` and `encodeBlob` accept, and which they reject. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { encodeBlob, encodeDataUrl } from '../../../src/index.ts';

test('text as UTF-8, buffers, and views with their offset and length', () => {
  const bytes = new TextEncoder().encode('xHe\u00e9llox');
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  const part = [1, bytes.length - 2] as const;
  for (const body of [
    'He\u00e9llo',
    bytes.slice(1, -1).buffer,
    bytes.subarray(1, -1),
    new DataView(bytes.buffer, ...part),
    Buffer.from(bytes).subarray(1, -1),
    new Uint8Array(shared.buffer, ...part),
    runInNewContext('new TextEncoder().encode(text).buffer', { TextEncoder, text: 'He\u00e9llo' }),
    runInNewContext('Uint8Array.of(72, 101, 0xc3, 0xa9, 108, 108, 111).buffer'),
  ])
    assert.equal(encodeDataUrl(body, 'text/plain'), 'data:text/plain,He%C3%A9llo');
  assert.equal(encodeDataUrl(Uint16Array.of(0x4241).buffer, 'text/css'), 'data:text/css,AB');
  assert.equal(encodeDataUrl('\ud800', 'text/css'), 'data:text/css,%EF%BF%BD');
  assert.equal(encodeDataUrl('', 'text/css'), 'data:text/css,');
});

test('anything else is a TypeError that says what it is', () => {
  for (const [body, got] of [
    [5, 'a number'],
    [null, 'null'],
    [undefined, 'undefined'],
    [[72], 'an Array'],
    [{ length: 1, 0: 72 }, 'an Object'],
    [Promise.resolve(''), 'a Promise'],
    [new Blob(['x']), 'a Blob: use encodeBlob'],
    [new URL('data:,x'), 'a URL'],
    [new Response('x'), 'a Response'],
    [() => '', 'a function'],
    [1n, 'a bigint'],
  ] as [never, string][]) {
    const message = new RegExp(`got ${got}\\.$`);
    assert.throws(() => encodeDataUrl(body, 'text/css'), { name: 'TypeError', message });
  }
  assert.throws(() => encodeDataUrl('x', undefined as never), {
    name: 'TypeError',
    message: 'The MIME type must be a string; got undefined.',
  });
});

test('a Blob becomes a Blob of the URL', async () => {
  const text = async (...args: Parameters<typeof encodeBlob>) => (await encodeBlob(...args)).text();
  assert.equal(await text(new Blob(['Hello'], { type: 'text/css' })), 'data:text/css;base64,SGVsbG8=');
  assert.equal(await text(new Blob(['Hello']), 'text/css', { encoding: 'percent' }), 'data:text/css,Hello');
  assert.equal(await text(new Blob(['A'])), 'data:application/octet-stream;base64,QQ==');
  await assert.rejects(encodeBlob('x' as never, 'text/css'), {
    message: 'The body must be a Blob; got a string.',
  });
  await assert.rejects(encodeBlob(undefined as never), {
    message: 'The body must be a Blob; got undefined.',
  });
  await assert.rejects(encodeBlob(new Blob([]), 5 as never), { name: 'TypeError' });
});
