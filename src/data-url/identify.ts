/** What tells one written URL from another, and shows it to people. */

import { sha256, sha256Stream } from '../sha256.ts';
import { inTurns, strideLength } from '../turns.ts';
import { webAuthority } from '../uri/web-authority.ts';
import { maxEncodedAtOnce } from './limits.ts';
import { pieceEnd } from './pieces.ts';
import { slicesOf } from './slices.ts';

export interface Identity {
  /** Hexadecimal SHA-256 of the written URL's UTF-8. */
  sha256: string;
  /** Code units. */
  length: number;
  /** The first 100 code units; those of a password (`data://user:password@host/,`) each a bullet. */
  head: string;
}

const headLength = 100;
/** Bytes that surely hold the head: no code unit has more than three, but half a pair has four. */
const headBytes = 400;

/** Identifies a URL at hand. Lone surrogates count as the U+FFFD that the URL parser makes of them. */
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

/** Identifies the URL whose UTF-8 a Blob holds, without ever holding all of it. */
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

/** @param start of the URL: more than the head, or all of it */
function headOf(start: string): string {
  const authority = webAuthority(start);
  const head = start.slice(0, headLength);
  if (authority === undefined) return head;
  const { host, password } = authority;
  // Where the "@" stands behind what is looked at, a password reads like a port.
  const isCut = start.length > headLength && !/[/?#]/.test(start.slice(host.start));
  const hidden = password ?? (isCut ? { start: host.end + 1, end: start.length } : null);
  if (hidden === null) return head;
  const bullets = '\u2022'.repeat(Math.max(0, Math.min(hidden.end, headLength) - hidden.start));
  return head.slice(0, hidden.start) + bullets + head.slice(hidden.end);
}

/** The UTF-16 code units of UTF-8: one for each character, two for one of four bytes, none for a byte that follows. */
function codeUnits(utf8: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < utf8.length; i++) {
    const byte = utf8[i] as number;
    count += (byte & 0xc0) === 0x80 ? 0 : byte >= 0xf0 ? 2 : 1;
  }
  return count;
}
