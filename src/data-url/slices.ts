/** Reads a Blob of any size in constant memory. */
import { turn } from '../turns.ts';

/** Maximum bytes of a slice. */
const sliceLength = 1 << 18;

/**
 * The bytes of a Blob, slice by slice, each to be used before the next is requested: its memory is reused then. Through
 * one stream and into one buffer, because each `slice()` of a Blob, and each chunk that a stream allocates, stays in
 * memory in Chromium until it is collected, in the browser's process as well: 100 MB in either for 100 MB read.
 */
export async function* slicesOf(blob: Blob): AsyncGenerator<Uint8Array, void, void> {
  const reader = blob.stream().getReader({ mode: 'byob' });
  try {
    let buffer = new ArrayBuffer(sliceLength);
    for (;;) {
      // Data in memory comes without a pause in between.
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

/** ES2024, which Node 20 lacks. */
interface Transferable {
  transfer?(length: number): ArrayBuffer;
}

/** Releases an array's memory at once: arrays pile up faster than the garbage collector runs. */
export function release(bytes: Uint8Array): void {
  (bytes.buffer as Transferable).transfer?.(0);
}
