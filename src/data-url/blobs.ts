/** Writes and reads the bytes of Blobs slice by slice, in bounded memory. */
import { atOnce, turn } from '../yield-to-event-loop.ts';

/** Maximum size, in bytes of UTF-8, of a part. Chromium sends up to 250 KiB in one message. */
const partSize = 240 << 10;

/**
 * A Blob of the text as UTF-8, with unpaired surrogates as U+FFFD (Encoding 8.1.2). All parts go through one buffer:
 * strings passed to the Blob constructor would stay in memory until garbage collection, and together they are as large
 * as the whole text.
 *
 * @yields after each part, where the caller may pause
 */
export function* makeBlob(text: string, type = ''): Generator<void, Blob, void> {
  const encoder = new TextEncoder();
  const buffer = new Uint8Array(Math.min(text.length * 3, partSize));
  const parts: Blob[] = [];
  for (let start = 0; start < text.length; ) {
    // The slice contains as many code units as the buffer has bytes. If the slice ends within a surrogate pair, the
    // first half is not read; the next part encodes the whole pair.
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
 * The readers of pending reads. In Chromium, a pending read of a byte stream does not keep the stream from being
 * collected; without another reference, the read may never end.
 */
const reading = new Set<ReadableStreamBYOBReader>();

/**
 * The bytes of a Blob, slice by slice. Use each slice before requesting the next, which reuses its memory. All slices
 * go through one stream and one buffer, because in Chromium each `slice()` of a Blob, and each chunk that a stream
 * allocates, stays in memory until garbage collection, both in this process and in the browser's: reading 100 MB would
 * leave 100 MB in each.
 */
export async function* slicesOf(blob: Blob): AsyncGenerator<Uint8Array, void, void> {
  const stream = blob.stream();
  const reader = byteReader(stream);
  if (reader === null) return yield* chunksOf(stream);
  try {
    let buffer = new ArrayBuffer(sliceLength);
    for (;;) {
      // Yield to the event loop, because reads of data that is already in memory don't.
      await turn();
      reading.add(reader);
      const { done, value } = await reader.read(new Uint8Array(buffer)).finally(() => reading.delete(reader));
      if (done) return;
      yield value;
      buffer = value.buffer;
    }
  } finally {
    // Cancels the source if the caller stops early; has no effect after the end.
    await reader.cancel().catch(() => undefined);
  }
}

/**
 * A reader that fills a given buffer; null if the streams of Blobs don't support it, as in Bun and older versions of
 * Safari.
 */
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

/** `ArrayBuffer.prototype.transfer` (ES2024), which Node 20 lacks. */
interface Transferable {
  transfer?(length: number): ArrayBuffer;
}

/** Releases an array's memory immediately, because arrays accumulate faster than garbage collection frees them. */
export function release(bytes: Uint8Array): void {
  (bytes.buffer as Transferable).transfer?.(0);
}

/** Joins all chunks in one array; a single non-empty chunk is returned without copying. */
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
