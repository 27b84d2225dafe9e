/** A Blob of any size in constant memory. */
import { turn } from '../turns.ts';

/** Bytes at a time, at most. */
const sliceLength = 1 << 18;

/**
 * The bytes of a Blob, slice after slice, each to be used before the next is asked for: its memory is used again then.
 * Through one stream and into one buffer, because each `slice()` of a Blob, and each chunk that a stream allocates,
 * stays in Chromium until its collector comes, in the browser's process as well: 100 MB in either for 100 MB read.
 */
export async function* slicesOf(blob: Blob): AsyncGenerator<Uint8Array, void, void> {
  const reader = blob.stream().getReader({ mode: 'byob' });
  try {
    let buffer = new ArrayBuffer(sliceLength);
    for (;;) {
      // What is at hand comes without a turn in between.
      await turn();
      const { done, value } = await reader.read(new Uint8Array(buffer));
      if (done) return;
      yield value;
      buffer = value.buffer;
    }
  } finally {
    // Harmless after the end; before it, tells the source that nobody reads on.
    await reader.cancel().catch(() => undefined);
  }
}

/** ES2024, which Node 20 does not have. */
interface Transferable {
  transfer?(length: number): ArrayBuffer;
}

/** Gives an array's memory back at once: left to the collector, arrays pile up faster than it comes. */
export function release(bytes: Uint8Array): void {
  (bytes.buffer as Transferable).transfer?.(0);
}
