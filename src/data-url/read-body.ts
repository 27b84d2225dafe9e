/** A data: URL's body as an Inspection needs it: its size, its hash, and the bytes that its type is detected from. */
import { bodyLimits } from '../limits.ts';
import type { MimeType } from '../mime/mime-type.ts';
import type { Problem } from '../problem.ts';
import { sha256, sha256Stream } from '../sha256.ts';
import { inTurns } from '../yield-to-event-loop.ts';
import { decoding } from './decode.ts';
import { decodeDataUrlStream } from './decode-stream.ts';
import type { Head } from './head.ts';
import { release } from './slices.ts';

/** A body that browsers accept, at least at some destinations. */
export interface BodyRead {
  ok: true;
  /** Serialized. */
  mimeType: string;
  /** The same, parsed. */
  type: MimeType;
  /** Index of the comma in the written URL. */
  comma: number;
  base64: boolean;
  /** Why fetch() alone rejects it, if it does. */
  credentials: Problem | null;
  /** Bytes. */
  size: number;
  /** Hexadecimal. */
  sha256: string;
  /** The body; for a large one its beginning. */
  head: Uint8Array;
  /** The last bytes of a large body; null where `head` is all of it. */
  tail: Uint8Array | null;
}
export type ReadBody = BodyRead | { ok: false; base64: boolean; problem: Problem };

const { whole: wholeSize, head: headSize, tail: tailSize } = bodyLimits;

/**
 * Reads the body of a URL in memory, in turns.
 *
 * @param head `readHead(written)`
 */
export async function readTextBody(written: string, head: Head): Promise<ReadBody> {
  const { base64, type, comma, credentials } = head;
  const decoded = await inTurns(decoding(written, { ...head, credentials: null }));
  if (!decoded.ok) return { ok: false, base64, problem: decoded.problem };
  return {
    ok: true,
    mimeType: decoded.mimeType,
    type,
    comma,
    base64,
    credentials,
    ...(await bytesRead(decoded.body)),
  };
}

const bytesRead = async (body: Uint8Array): Promise<Pick<BodyRead, 'size' | 'sha256' | 'head' | 'tail'>> => ({
  size: body.length,
  sha256: await sha256(body),
  ...(body.length > wholeSize
    ? { head: body.subarray(0, headSize), tail: body.slice(-tailSize) }
    : { head: body, tail: null }),
});

/** Reads the body of the URL whose UTF-8 is in a Blob, in constant memory. */
export async function readBlobBody(blob: Blob): Promise<ReadBody> {
  const decoded = await decodeDataUrlStream(blob, { isAnyPlace: true });
  if (!decoded.ok) return decoded;
  const { mimeType, type, comma, base64, credentials } = decoded;
  const hash = sha256Stream();
  const head = new Uint8Array(headSize);
  const tail = tailCollector();
  let size = 0;
  for await (const chunk of decoded.chunks) {
    hash.update(chunk);
    if (size < headSize) head.set(chunk.subarray(0, headSize - size), size);
    tail.add(chunk);
    size += chunk.length;
    release(chunk);
  }
  const problem = decoded.problem();
  if (problem) return { ok: false, base64, problem };
  return {
    ok: true,
    mimeType,
    type,
    comma,
    base64,
    credentials,
    size,
    sha256: hash.hex(),
    ...(size > headSize ? { head, tail: tail.bytes() } : { head: head.slice(0, size), tail: null }),
  };
}

/** Keeps the last bytes of pieces of any size. */
function tailCollector(): { add(chunk: Uint8Array): void; bytes(): Uint8Array } {
  const kept = new Uint8Array(2 * tailSize);
  let length = 0;
  return {
    add(chunk) {
      const last = chunk.subarray(-tailSize);
      if (length + last.length > kept.length) {
        kept.copyWithin(0, length - tailSize, length);
        length = tailSize;
      }
      kept.set(last, length);
      length += last.length;
    },
    bytes: () => kept.slice(length - tailSize, length),
  };
}
