/** Compressed bytes, looked into by the platform's DecompressionStream, never further than a cap. */

export type Coding = 'gzip' | 'deflate';

export interface Inflated {
  bytes: Uint8Array;
  /** Whether `bytes` are all there is: neither the cap nor an error came first. */
  complete: boolean;
  /** Whether the cap was reached. */
  capped: boolean;
}

/**
 * Compressed bytes given at a time: deflate makes at most 1032 bytes of one, and all of that may lie in
 * memory.
 */
const step = 4096;

/**
 * What is compressed by gzip (RFC 1952) or as zlib data (RFC 1950), as far as it can be read: to its end, to
 * an error or to the cap. Memory and time are those of the cap and of the input, whatever the input promises.
 *
 * @param cap bytes of output, above which nothing more is inflated
 */
export async function inflate(bytes: Uint8Array, coding: Coding, cap: number): Promise<Inflated> {
  const read = await inflateInSteps(bytes, coding, cap, Number.POSITIVE_INFINITY);
  // An error takes with it what the same step gave: what follows the stream's end must not hide all before
  // it.
  if (read.failedAt === null) return read;
  return await inflateInSteps(bytes, coding, cap, Math.max(0, read.failedAt - 2 * step));
}

/** @param careful from this byte on, bytes are given one by one, for the length of four steps */
async function inflateInSteps(
  bytes: Uint8Array,
  coding: Coding,
  cap: number,
  careful: number,
): Promise<Inflated & { failedAt: number | null }> {
  let at = 0;
  const input = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        const isCareful = at >= careful && at < careful + 4 * step;
        const end = Math.min(bytes.length, at + (isCareful ? 1 : step));
        if (at >= end) controller.close();
        else controller.enqueue(bytes.slice(at, end));
        at = end;
      },
    },
    { highWaterMark: 0 },
  );
  const chunks: Uint8Array[] = [];
  let size = 0;
  const result = (complete: boolean, failedAt: number | null) => ({
    bytes: joined(chunks, Math.min(size, cap)),
    complete,
    capped: size > cap,
    failedAt,
  });
  try {
    const reader = input.pipeThrough(new DecompressionStream(coding)).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return result(true, null);
      chunks.push(value);
      size += value.length;
      if (size > cap) {
        // Not waited for: a stream that is given up may fail, and what it says then does not matter.
        reader.cancel().catch(() => {});
        return result(false, null);
      }
    }
  } catch {
    return result(false, at);
  }
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk.subarray(0, size - at), at);
    at += Math.min(chunk.length, size - at);
  }
  return all;
}

/**
 * How the bytes are compressed by their first two: gzip's mark, or a zlib header (RFC 1950 2.2) in common
 * use.
 */
export function codingOf(bytes: Uint8Array): Coding | null {
  if (bytes.length < 8) return null;
  if (bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8) return 'gzip';
  // A window of 32 KiB, one of four levels, no dictionary: others are bytes that look so by chance.
  return bytes[0] === 0x78 && [0x01, 0x5e, 0x9c, 0xda].includes(bytes[1]!) ? 'deflate' : null;
}
