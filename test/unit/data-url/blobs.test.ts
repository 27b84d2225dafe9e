import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blobOf, makeBlob, release, slicesOf } from '../../../src/data-url/blobs.ts';

test('the same bytes as of a Blob made at once, wherever parts end', async () => {
  const part = 240 << 10;
  for (const text of [
    '',
    'a',
    'é'.repeat(3),
    ...[0, 1, 2, 3, 4].map((left) => `${'x'.repeat(part - left)}😀€éy`),
    '😀'.repeat(part),
    `${'x'.repeat(part - 1)}é${'y'.repeat(part)}`,
    `${'\ud83d'.repeat(part)}\udc00\udc00`,
    `${'x'.repeat(part)}\ud83d`,
  ]) {
    assert.deepEqual(await blobOf(text).text(), await new Blob([text]).text(), `${text.length}`);
  }
});

test('the caller may pause after 250 KiB at the latest, which is what Chromium takes at once', () => {
  for (const text of ['', 'x', 'x'.repeat(1 << 20), '€'.repeat(1 << 18)]) {
    const pauses = [...makeBlob(text)].length;
    assert.ok(pauses >= Buffer.byteLength(text) / (250 << 10), `${pauses} in ${text.length}`);
  }
});

/** Returns a Blob with a stream of bytes, and a state that shows how reading the stream ended. */
function source(bytes: Uint8Array<ArrayBuffer>) {
  const state = { cancelled: false };
  const stream = new ReadableStream({
    type: 'bytes',
    start: (controller) => controller.enqueue(bytes),
    pull: (controller) => {
      controller.close();
      controller.byobRequest?.respond(0);
    },
    cancel: () => {
      state.cancelled = true;
    },
  });
  const blob = new Blob();
  blob.stream = () => stream as ReturnType<Blob['stream']>;
  return { blob, state };
}

test('slice after slice, the bytes of the Blob', async () => {
  for (const length of [0, 1, 1 << 18, (1 << 19) + 1]) {
    const bytes = Uint8Array.from({ length }, (_, i) => i % 251);
    const read: Uint8Array[] = [];
    for await (const slice of slicesOf(new Blob([bytes]))) read.push(slice.slice());
    assert.ok(Buffer.concat(read).equals(bytes), `${length}`);
  }
});

test('a reader that stops early lets the source go', async () => {
  for (const stops of [true, false]) {
    const { blob, state } = source(Uint8Array.of(1, 2, 3));
    for await (const slice of slicesOf(blob)) {
      assert.deepEqual([...slice], [1, 2, 3]);
      if (stops) break;
    }
    assert.equal(state.cancelled, stops);
  }
});

test('where streams of Blobs bring their own buffers, their chunks in slices', async () => {
  for (const stops of [true, false]) {
    const chunks = [Uint8Array.of(1, 2), new Uint8Array((1 << 18) + 3)];
    let cancelled = false;
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const chunk = chunks.shift();
        if (chunk) controller.enqueue(chunk);
        else controller.close();
      },
      cancel: () => {
        cancelled = true;
      },
    });
    const blob = new Blob();
    blob.stream = () => stream as ReturnType<Blob['stream']>;
    const sizes: number[] = [];
    for await (const { length } of slicesOf(blob)) {
      sizes.push(length);
      if (stops) break;
    }
    assert.deepEqual(sizes, stops ? [2] : [2, 1 << 18, 3]);
    assert.equal(cancelled, stops);
  }
});

test('what is released holds no bytes any more, where the platform can do that', () => {
  const bytes = Uint8Array.of(1, 2, 3);
  const transfer = (length: number) =>
    structuredClone(bytes.buffer, { transfer: [bytes.buffer] }).slice(0, length);
  if (!('transfer' in bytes.buffer)) Object.defineProperty(bytes.buffer, 'transfer', { value: transfer });
  release(bytes);
  assert.equal(bytes.length, 0);
});
