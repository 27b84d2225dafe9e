/** Decompresses bytes with the platform's DecompressionStream, up to a limit. */

export type Coding = 'gzip' | 'deflate';

export interface Inflated {
  bytes: Uint8Array;
  /** Whether `bytes` are complete: neither the limit nor an error ended the output. */
  complete: boolean;
  /** Whether the output was longer than the limit. */
  capped: boolean;
}

/**
 * Number of compressed bytes passed at a time: deflate expands one byte to at most 1032, all of which may be in memory.
 */
const step = 4096;

/**
 * Decompresses gzip (RFC 1952) or zlib data (RFC 1950) as far as possible: to its end, to an error or to the limit.
 * Memory and time are proportional to the limit and the input, regardless of declared sizes.
 *
 * @param cap maximum bytes of output
 */
export async function inflate(bytes: Uint8Array, coding: Coding, cap: number): Promise<Inflated> {
  const read = await inflateInSteps(bytes, coding, cap, Number.POSITIVE_INFINITY);
  // An error discards the output of its step. A second run passes single bytes near the error, so that bytes after
  // the end of the stream don't hide everything before them.
  if (read.failedAt === null) return read;
  return await inflateInSteps(bytes, coding, cap, Math.max(0, read.failedAt - 2 * step));
}

/** @param careful the offset from which bytes are passed one by one, for four steps */
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
        // Not awaited: an abandoned stream may fail, and its error doesn't matter.
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

/** The coding of bytes by their beginning: gzip's signature, or a common zlib header (RFC 1950 2.2). */
export function codingOf(bytes: Uint8Array): Coding | null {
  if (bytes.length < 8) return null;
  if (bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8) return 'gzip';
  // A window of 32 KiB, one of four levels, no dictionary: with other headers, matches by chance would be too likely.
  return bytes[0] === 0x78 && [0x01, 0x5e, 0x9c, 0xda].includes(bytes[1]!) ? 'deflate' : null;
}
