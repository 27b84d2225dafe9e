/** Identifies a written URL, for comparison and for display. */

import { sha256, sha256Stream } from '../sha256.ts';
import { webAuthority } from '../uri/web-authority.ts';
import { inTurns, strideLength } from '../yield-to-event-loop.ts';
import { pieceEnd } from './pieces.ts';
import { slicesOf } from './slices.ts';

/** Code units that become UTF-8 in one step: encoding in turns takes more memory. */
const maxEncodedAtOnce = 1 << 20;

export interface Identity {
  /** Hexadecimal SHA-256 of the written URL's UTF-8. */
  sha256: string;
  /** Code units. */
  length: number;
  /** The first 100 code units; those of a password (`data://user:password@host/,`) are replaced by bullets. */
  head: string;
}

const headLength = 100;
/** Bytes that certainly contain the head: at most three for a code unit, four for a split pair. */
const headBytes = 400;

/** Identifies a URL in memory. Lone surrogates count as U+FFFD, as in the URL parser. */
export async function identifyText(written: string): Promise<Identity> {
  const utf8 =
    written.length > maxEncodedAtOnce ? await inTurns(encodedInPieces(written)) : encoder.encode(written);
  return {
    sha256: await sha256(utf8),
    length: written.length,
    head: headOf(written.slice(0, headBytes)),
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
export async function identifyBlob(blob: Blob): Promise<Identity> {
  const hash = sha256Stream();
  let length = 0;
  for await (const bytes of slicesOf(blob)) {
    hash.update(bytes);
    length += codeUnits(bytes);
  }
  const start = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    await blob.slice(0, headBytes).arrayBuffer(),
  );
  return { sha256: hash.hex(), length, head: headOf(start) };
}

/** @param start of the URL: longer than the head, or all of it */
function headOf(start: string): string {
  const authority = webAuthority(start);
  const head = start.slice(0, headLength);
  if (authority === undefined) return head;
  const { host, password } = authority;
  // If the "@" is beyond this text, a password looks like a port.
  const isCut = start.length > headLength && !/[/?#]/.test(start.slice(host.start));
  const hidden = password ?? (isCut ? { start: host.end + 1, end: start.length } : null);
  if (hidden === null) return head;
  const bullets = '\u2022'.repeat(Math.max(0, Math.min(hidden.end, headLength) - hidden.start));
  return head.slice(0, hidden.start) + bullets + head.slice(hidden.end);
}

/** The UTF-16 code units of UTF-8: one for each character, two for one of four bytes, none for a continuation byte. */
function codeUnits(utf8: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < utf8.length; i++) {
    const byte = utf8[i] as number;
    count += (byte & 0xc0) === 0x80 ? 0 : byte >= 0xf0 ? 2 : 1;
  }
  return count;
}
