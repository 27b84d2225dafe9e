/**
 * A written data: URL, as a text or as a Blob of its UTF-8: its identity, its beginning, and the facts about its body
 * that an Inspection needs (size, hash, and the bytes for type detection).
 */

import { bodyLimits, streamingThreshold } from '../limits.ts';
import type { MimeType } from '../mime/mime-type.ts';
import type { Problem } from '../problem.ts';
import { sha256, sha256Stream } from '../sha256.ts';
import { pieceEnd } from '../truncate.ts';
import { webAuthority } from '../uri/web-authority.ts';
import { inTurns, strideLength } from '../yield-to-event-loop.ts';
import { makeBlob, release, slicesOf } from './blobs.ts';
import { decoding } from './decode.ts';
import { decodeDataUrlBlob } from './decode-stream.ts';
import { type Head, headOf } from './parse.ts';

/** A written URL: its text, or a Blob of its UTF-8. */
export type Written = string | Blob;

/**
 * Returns a small URL as a string, which is faster to read, and a large one as a Blob, which can be streamed in hardly
 * any memory.
 */
export async function inMemoryIfSmall(input: Written): Promise<Written> {
  if (typeof input === 'string') return input.length > streamingThreshold ? inTurns(makeBlob(input)) : input;
  // `text()` is not used, because it would remove a byte order mark that is part of the written text.
  return input.size > streamingThreshold ? input : decoder.decode(await input.arrayBuffer());
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Maximum number of code units, or bytes of a Blob, that are searched for the text before the data. */
export const beginningLength = 1 << 16;

/** The first `length` code units; for a Blob, those in its first `length` bytes. */
export async function beginningOf(written: Written, length = beginningLength): Promise<string> {
  const start = written.slice(0, length);
  return typeof start === 'string' ? start : decoder.decode(await start.arrayBuffer());
}

export interface Identity {
  /** Hexadecimal SHA-256 of the written URL's UTF-8. */
  sha256: string;
  /** Size of the UTF-8 in bytes. */
  bytes: number;
  /** Length in code units. */
  length: number;
  /** The first 100 code units; a password (`data://user:password@host/,`) is replaced with bullets. */
  head: string;
}

const headLength = 100;
/** Number of bytes that always contain the whole head: at most three per code unit, plus one for a split pair. */
const headBytes = 400;

/** Identifies a written URL, for comparison and for display. */
export function identify(written: Written): Promise<Identity> {
  return typeof written === 'string' ? identifyText(written) : identifyBlob(written);
}

/** Maximum number of code units that are encoded as UTF-8 in one step; encoding in turns takes more memory. */
const maxEncodedAtOnce = 1 << 20;

/** Identifies a URL in memory. Lone surrogates count as U+FFFD, as in the URL parser. */
async function identifyText(written: string): Promise<Identity> {
  const utf8 =
    written.length > maxEncodedAtOnce ? await inTurns(encodedInPieces(written)) : encoder.encode(written);
  return {
    sha256: await sha256(utf8),
    bytes: utf8.length,
    length: written.length,
    head: shownHead(written.slice(0, headBytes)),
  };
}

const encoder = new TextEncoder();

function* encodedInPieces(text: string): Generator<void, Uint8Array, void> {
  const utf8 = new Uint8Array(text.length * 3);
  let length = 0;
  for (let from = 0; from < text.length; ) {
    yield;
    const to = pieceEnd(text, from, Math.min(from + strideLength, text.length));
    length += encoder.encodeInto(text.slice(from, to), utf8.subarray(length)).written;
    from = to;
  }
  return utf8.subarray(0, length);
}

/** Identifies the URL whose UTF-8 is in a Blob, without holding all of it in memory. */
async function identifyBlob(blob: Blob): Promise<Identity> {
  const hash = sha256Stream();
  let length = 0;
  for await (const bytes of slicesOf(blob)) {
    hash.update(bytes);
    length += codeUnits(bytes);
  }
  const head = shownHead(await beginningOf(blob, headBytes));
  return { sha256: hash.hex(), bytes: blob.size, length, head };
}

/**
 * The first code units of a URL for display, with bullets instead of a password.
 *
 * @param start the beginning of the URL: longer than the head, or the whole URL
 */
function shownHead(start: string): string {
  const authority = webAuthority(start);
  const head = start.slice(0, headLength);
  if (authority === undefined) return head;
  const { host, password } = authority;
  // If the text is cut off before the "@", a password looks like a port.
  const isCut = start.length > headLength && !/[/?#]/.test(start.slice(host.start));
  const hidden = password ?? (isCut ? { start: host.end + 1, end: start.length } : null);
  if (hidden === null) return head;
  const bullets = '\u2022'.repeat(Math.max(0, Math.min(hidden.end, headLength) - hidden.start));
  return head.slice(0, hidden.start) + bullets + head.slice(hidden.end);
}

/**
 * The number of UTF-16 code units that UTF-8 decodes to: one per lead byte, two if it begins a four-byte character,
 * none per continuation byte.
 */
function codeUnits(utf8: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < utf8.length; i++) {
    const byte = utf8[i] as number;
    count += (byte & 0xc0) === 0x80 ? 0 : byte >= 0xf0 ? 2 : 1;
  }
  return count;
}

/** A body that browsers accept, at least for some destinations. */
export interface BodyRead {
  ok: true;
  /** The serialized MIME type. */
  mimeType: string;
  /** The parsed MIME type. */
  type: MimeType;
  /** Index of the comma in the written URL. */
  comma: number;
  base64: boolean;
  /** The reason why fetch() alone rejects the URL; null if it doesn't. */
  credentials: Problem | null;
  /** Size of the body in bytes. */
  size: number;
  /** Hexadecimal SHA-256 of the body. */
  sha256: string;
  /** The bytes of the body; of a large body, only the beginning. */
  head: Uint8Array;
  /** The last bytes of a large body; null if `head` contains the whole body. */
  tail: Uint8Array | null;
}
export type ReadBody = BodyRead | { ok: false; base64: boolean; problem: Problem };

const { whole: wholeSize, head: headSize, tail: tailSize } = bodyLimits;

/** Reads the body in turns and, for a URL in memory, also returns its parsed head. */
export async function readBody(written: Written): Promise<{ head: Head | null; read: ReadBody }> {
  if (typeof written !== 'string') return { head: null, read: await readBlobBody(written) };
  const head = await inTurns(headOf(written));
  return { head, read: await readTextBody(written, head) };
}

async function readTextBody(written: string, head: Head): Promise<ReadBody> {
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
async function readBlobBody(blob: Blob): Promise<ReadBody> {
  const decoded = await decodeDataUrlBlob(blob, true);
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

/** Collects the last bytes of a body from chunks of any size. */
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
