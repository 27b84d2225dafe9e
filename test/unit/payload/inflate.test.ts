import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { codingOf, inflate } from '../../../src/payload/inflate.ts';
import { runs } from '../../support/seed.ts';
import { ascii, join } from './builders.ts';

const cap = 1 << 20;
const text = ascii('some text that is compressed, some text '.repeat(1000));

test('gzip and zlib data, whole', async () => {
  for (const [coding, bytes] of [
    ['gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
  ] as const) {
    assert.equal(codingOf(bytes), coding);
    assert.deepEqual(await inflate(bytes, coding, cap), {
      bytes: text,
      complete: true,
      capped: false,
      failedAt: null,
    });
  }
});

test('no more than the cap, however much there is', async () => {
  const zeros = gzipSync(new Uint8Array(100_000_000));
  const { bytes, complete, capped } = await inflate(new Uint8Array(zeros), 'gzip', cap);
  assert.deepEqual([bytes.length, complete, capped], [cap, false, true]);
});

test('10 GB of zeros', async () => {
  const member = new Uint8Array(gzipSync(new Uint8Array(10_000_000)));
  const body = new Uint8Array(member.length * 1000);
  for (let i = 0; i < 1000; i++) body.set(member, i * member.length);
  // A file can have many members (RFC 1952, 2.2). Decompression must stop at the cap, without using much memory.
  const before = process.memoryUsage().rss;
  const { bytes, capped } = await inflate(body, 'gzip', 4 << 20);
  assert.deepEqual([bytes.length, capped], [4 << 20, true]);
  assert.ok(process.memoryUsage().rss - before < 150_000_000);
});

test('exactly the cap is all', async () => {
  const { complete, capped } = await inflate(new Uint8Array(gzipSync(text)), 'gzip', text.length);
  assert.deepEqual([complete, capped], [true, false]);
});

test('what follows the end of the stream hides nothing of it', async () => {
  for (const coding of ['gzip', 'deflate'] as const) {
    const packed = new Uint8Array(coding === 'gzip' ? gzipSync(text) : deflateSync(text));
    const { bytes } = await inflate(join(packed, 'and more that is no gzip'), coding, cap);
    assert.deepEqual(bytes, text, coding);
  }
});

test('cut off: what was there is given', async () => {
  // Park and Miller's generator produces bytes without patterns, which do not compress.
  let state = 1;
  const noise = new Uint8Array(100_000).map(() => {
    state = (state * 16807) % 2147483647;
    return state >> 8;
  });
  const packed = new Uint8Array(gzipSync(noise));
  const { bytes, complete, capped } = await inflate(packed.subarray(0, packed.length / 2), 'gzip', cap);
  assert.deepEqual([complete, capped], [false, false]);
  assert.ok(bytes.length > 10_000, `${bytes.length}`);
  assert.deepEqual(bytes, noise.subarray(0, bytes.length));
});

test('any bytes at all', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.boolean(), async (bytes, isGzip) => {
      const marked = join(isGzip ? '\x1f\x8b\x08\0\0\0\0\0\0\0' : '\x78\x9c', bytes);
      const { bytes: out } = await inflate(marked, isGzip ? 'gzip' : 'deflate', 1000);
      assert.ok(out.length <= 1000);
    }),
    runs(50),
  );
});

test('what has no mark of compression', () => {
  assert.equal(codingOf(ascii('x^2 + y')), null);
  assert.equal(codingOf(new Uint8Array()), null);
  assert.equal(codingOf(ascii('hello world')), null);
});
