/** Streamed decoding must give the same result wherever the input is cut. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeDataUrl } from '../../src/data-url/decode.ts';
import { asReadableStream, decodeDataUrlStream } from '../../src/data-url/decode-stream.ts';
import { runs } from '../support/seed.ts';
import { arbitraryDataUrl } from './arbitrary-data-url.ts';
import { ownVectors } from './data-url-vectors.ts';

function streamOf<T>(pieces: T[]): ReadableStream<T> {
  return new ReadableStream<T>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}

async function read(input: Parameters<typeof decodeDataUrlStream>[0]) {
  const stream = await decodeDataUrlStream(input);
  if (!stream.ok) return { problem: stream.problem };
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream.chunks) {
    assert.ok(chunk.length > 0);
    chunks.push(chunk);
  }
  const problem = stream.problem();
  return problem === null
    ? { mimeType: stream.mimeType, body: Buffer.concat(chunks).toString('hex') }
    : { problem };
}

function whole(written: string) {
  const decoded = decodeDataUrl(written);
  return decoded.ok
    ? { mimeType: decoded.mimeType, body: Buffer.from(decoded.body).toString('hex') }
    : { problem: decoded.problem };
}

/** Cuts a text or bytes at each of the given indices. */
function cut<T extends string | Uint8Array>(all: T, at: number[]): T[] {
  const bounds = [0, ...at.filter((i) => i <= all.length).sort((a, b) => a - b), all.length];
  return bounds.slice(1).map((end, i) => all.slice(bounds[i], end) as T);
}

test('our own table, cut in two at every index, and into single units', async () => {
  for (const { url } of ownVectors('data-urls.json') as { url: string }[]) {
    const expected = whole(url);
    const bytes = new TextEncoder().encode(url);
    for (let i = 0; i <= url.length; i++) {
      assert.deepEqual(
        await read(streamOf<string | Uint8Array>(cut(url, [i]))),
        expected,
        `${JSON.stringify(url)} at ${i}`,
      );
    }
    assert.deepEqual(await read(streamOf<string | Uint8Array>(url.split(''))), expected, JSON.stringify(url));
    assert.deepEqual(await read(new Blob([url])), expected, JSON.stringify(url));
    for (let i = 0; i <= bytes.length; i++) {
      assert.deepEqual(
        await read(streamOf<string | Uint8Array>(cut(bytes, [i]))),
        expected,
        `${JSON.stringify(url)} at byte ${i}`,
      );
    }
  }
});

test('any URL, cut anywhere', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryDataUrl, fc.array(fc.nat(80), { maxLength: 6 }), async (written, at) => {
      const expected = whole(written);
      assert.deepEqual(await read(written), expected);
      assert.deepEqual(await read(streamOf<string | Uint8Array>(cut(written, at))), expected);
      assert.deepEqual(
        await read(streamOf<string | Uint8Array>(cut(new TextEncoder().encode(written), at))),
        expected,
      );
      assert.deepEqual(await read(new Blob([written])), expected);
    }),
    runs(3000),
  );
});

test('long bodies cross every internal boundary', async () => {
  const bytes = Uint8Array.from({ length: 1_000_003 }, (_, i) => (i * 2654435761) >>> 13);
  const base64 = Buffer.from(bytes).toString('base64');
  const urls = [
    `data:x/y;base64,${base64}`,
    `data:x/y;base64,${base64.replace(/(.{76})/g, '$1\r\n')}`,
    `data:x/y;base64,${base64.replaceAll('+', '%2B')}`,
    `data:x/y,${Array.from(bytes.subarray(0, 200_003), (b) => `%${b.toString(16).padStart(2, '0')}`).join('')}`,
    `data:x/y,${'é€😀a'.repeat(50_001)}`,
    `data:x/y;base64,${base64.slice(0, -2)}-A`,
    `data:x/y,${' '.repeat(600_001)}x${' '.repeat(600_001)}`,
  ];
  for (const url of urls) {
    const expected = whole(url);
    if (expected.body !== undefined && url.includes('base64'))
      assert.equal(expected.body, Buffer.from(bytes).toString('hex'));
    assert.deepEqual(await read(url), expected);
    assert.deepEqual(await read(new Blob([url])), expected);
    assert.deepEqual(
      await read(streamOf<string | Uint8Array>(cut(url, [70_001, 70_002, 400_000]))),
      expected,
    );
  }
});

test('as a ReadableStream; and a reader that stops early lets the source go', async () => {
  const stream = await decodeDataUrlStream('data:,abc');
  assert.ok(stream.ok);
  assert.equal(await new Response(asReadableStream(stream.chunks)).text(), 'abc');
  let cancelled = false;
  const source = new ReadableStream<string>({
    pull: (controller) => controller.enqueue(cancelled ? '' : 'data:,abc'),
    cancel: () => {
      cancelled = true;
    },
  });
  const endless = await decodeDataUrlStream(source);
  assert.ok(endless.ok);
  for await (const _ of endless.chunks) break;
  assert.ok(cancelled);
});

test('a Blob in several slices, characters cut between them', async () => {
  const slice = 1 << 18;
  for (const character of ['é', '€', '😀'])
    for (let cut = 0; cut < 5; cut++) {
      const start = 'data:text/plain,'.padEnd(slice - cut, 'a') + character;
      const written = `${start.padEnd(2 * slice, 'b')}${character}%41${'c'.repeat(slice)}${character}`;
      const decoded = decodeDataUrl(written);
      const stream = await decodeDataUrlStream(new Blob([written]));
      assert.ok(decoded.ok && stream.ok);
      const chunks: Uint8Array[] = [];
      for await (const chunk of stream.chunks) chunks.push(chunk);
      assert.equal(Buffer.compare(Buffer.concat(chunks), decoded.body), 0, `${character} ${cut}`);
    }
});
