/** Reads a Blob of any size in constant memory. */
import { turn } from '../yield-to-event-loop.ts';

/** Maximum bytes of a slice. */
const sliceLength = 1 << 18;

/**
 * The bytes of a Blob, slice by slice. Each slice must be used before the next is requested, as its memory is
 * then reused. All go through one stream and one buffer, because each `slice()` of a Blob, and each chunk
 * that a stream allocates, stays in memory in Chromium until it is collected, in the browser's process as
 * well: 100 MB in either for 100 MB read.
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
    // Harmless after the end; before it, cancels the source.
    await reader.cancel().catch(() => undefined);
  }
}

/** Null where the streams of Blobs do not read into a given buffer, as in Bun and older versions of Safari. */
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

/** Releases an array's memory at once: arrays pile up faster than the garbage collector runs. */
export function release(bytes: Uint8Array): void {
  (bytes.buffer as Transferable).transfer?.(0);
}
