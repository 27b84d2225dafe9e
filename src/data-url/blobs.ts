/** Bytes in Blobs and chunks: written and read slice by slice, in bounded memory. */
import { atOnce, turn } from '../yield-to-event-loop.ts';

/**
 * Bytes of UTF-8 in a part. Chromium sends up to 250 KiB in one message. More goes through shared memory, of which a
 * busy browser sometimes never delivers the first byte.
 */
const partSize = 240 << 10;

/**
 * The text as UTF-8, with unpaired surrogates as U+FFFD (Encoding 8.1.2). All parts go through one buffer: strings
 * passed to the Blob constructor, as large as the whole text together, would stay in memory until garbage collection.
 *
 * @yields after each part, where the caller may pause
 */
export function* makeBlob(text: string, type = ''): Generator<void, Blob, void> {
  const encoder = new TextEncoder();
  const buffer = new Uint8Array(Math.min(text.length * 3, partSize));
  const parts: Blob[] = [];
  for (let start = 0; start < text.length; ) {
    // The slice has as many code units as the buffer has bytes. If the slice ends within a surrogate pair, the first
    // half is not read, and is encoded with the next part.
    const { read, written } = encoder.encodeInto(text.slice(start, start + partSize), buffer);
    parts.push(new Blob([buffer.subarray(0, written)]));
    start += read;
    yield;
  }
  return new Blob(parts, { type });
}

/** Like `makeBlob`, but synchronous. */
export const blobOf = (text: string): Blob => atOnce(makeBlob(text));

/** Maximum size, in bytes, of a slice. */
const sliceLength = 1 << 18;

/**
 * The bytes of a Blob, slice by slice. Each slice must be used before the next is requested, as its memory is then
 * reused. All go through one stream and one buffer, because each `slice()` of a Blob, and each chunk that a stream
 * allocates, stays in memory in Chromium until it is collected, in this process and in the browser's: 100 MB each for
 * 100 MB read.
 */
export async function* slicesOf(blob: Blob): AsyncGenerator<Uint8Array, void, void> {
  const stream = blob.stream();
  const reader = byteReader(stream);
  if (reader === null) return yield* chunksOf(stream);
  try {
    let buffer = new ArrayBuffer(sliceLength);
    for (;;) {
      // Data that is in memory arrives without a pause.
      await turn();
      const { done, value } = await reader.read(new Uint8Array(buffer));
      if (done) return;
      yield value;
      buffer = value.buffer;
    }
  } finally {
    // No effect after the end; before it, cancels the source.
    await reader.cancel().catch(() => undefined);
  }
}

/** Null if the streams of Blobs do not read into a given buffer, as in Bun and older versions of Safari. */
function byteReader(stream: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | null {
  try {
    return stream.getReader({ mode: 'byob' });
  } catch {
    return null;
  }
}

/** The chunks of a stream, split into slices. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      await turn();
      const { done, value } = await reader.read();
      if (done) return;
      for (let at = 0; at < value.length; at += sliceLength) yield value.subarray(at, at + sliceLength);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** ES2024, which Node 20 lacks. */
interface Transferable {
  transfer?(length: number): ArrayBuffer;
}

/** Releases an array's memory immediately: arrays accumulate faster than garbage is collected. */
export function release(bytes: Uint8Array): void {
  (bytes.buffer as Transferable).transfer?.(0);
}

/** All chunks in one array; a single chunk is returned itself. */
export function joinedBytes(chunks: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const filled = chunks.filter(({ length }) => length > 0);
  const [only] = filled;
  if (only && filled.length === 1) return only;
  const whole = new Uint8Array(filled.reduce((size, chunk) => size + chunk.length, 0));
  let at = 0;
  for (const chunk of filled) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
