/**
 * Forgiving-base64 decode (https://infra.spec.whatwg.org/#forgiving-base64-decode) of percent-encoded text, piece by
 * piece: escapes are decoded and whitespace is skipped in the same pass, so that every problem has a position.
 */

import type { Problem } from '../problem.ts';
import { isAsciiWhitespace } from '../whitespace.ts';
import { hexValue } from './percent-decode.ts';
import {
  base64Character,
  base64Length,
  base64PaddingExcess,
  base64PaddingMisplaced,
  base64PaddingShort,
} from './problems.ts';

export const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The value of each character; negative outside of the alphabet. */
export const base64Value = new Int8Array(256).fill(-1);
for (let i = 0; i < 64; i++) base64Value[alphabet.charCodeAt(i)] = i;

/**
 * Indexed by two characters, as a little-endian 16-bit number: the bits that they contribute as the first and as the
 * second half of a group, at their position in a little-endian 24-bit number; negative outside of the alphabet.
 */
let firstHalf: Int32Array | null = null;
let secondHalf: Int32Array | null = null;
function makeHalves(): void {
  firstHalf = new Int32Array(0x10000).fill(-1);
  secondHalf = new Int32Array(0x10000).fill(-1);
  for (let x = 0; x < 64; x++) {
    for (let y = 0; y < 64; y++) {
      const pair = alphabet.charCodeAt(x) | (alphabet.charCodeAt(y) << 8);
      firstHalf[pair] = (x << 2) | (y >> 4) | ((y & 15) << 12);
      secondHalf[pair] = ((x >> 2) << 8) | ((x & 3) << 22) | (y << 16);
    }
  }
}
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/**
 * Decodes the groups of four plain characters in `source` from `i` to `length`, up to the first other character.
 * @returns the number of groups
 */
function plainGroups(source: Uint8Array, i: number, length: number, out: Uint8Array, at: number): number {
  let done = 0;
  // Decodes sixteen characters to three words of four bytes at a time, if both arrays are aligned for it.
  if (isLittleEndian && length - i >= 64 && ((source.byteOffset + i) & 1) === 0) {
    while (((out.byteOffset + at + 3 * done) & 3) !== 0) {
      if (!oneGroup(source, i + 4 * done, out, at + 3 * done)) return done;
      done++;
    }
    if (firstHalf === null || secondHalf === null) makeHalves();
    const a = firstHalf!;
    const b = secondHalf!;
    const pairs = new Uint16Array(
      source.buffer,
      source.byteOffset + i + 4 * done,
      (length - i - 4 * done) >> 1,
    );
    const start = out.byteOffset + at + 3 * done;
    const words = new Int32Array(out.buffer, start, (out.byteOffset + out.byteLength - start) >> 2);
    let p = 0;
    let w = 0;
    while (p + 7 < pairs.length) {
      const g = a[pairs[p]!]! | b[pairs[p + 1]!]!;
      const h = a[pairs[p + 2]!]! | b[pairs[p + 3]!]!;
      const j = a[pairs[p + 4]!]! | b[pairs[p + 5]!]!;
      const k = a[pairs[p + 6]!]! | b[pairs[p + 7]!]!;
      if ((g | h | j | k) < 0) break;
      words[w] = g | (h << 24);
      words[w + 1] = (h >>> 8) | (j << 16);
      words[w + 2] = (j >>> 16) | (k << 8);
      p += 8;
      w += 3;
    }
    done += p >> 1;
  }
  while (i + 4 * done + 3 < length && oneGroup(source, i + 4 * done, out, at + 3 * done)) done++;
  return done;
}

function oneGroup(source: Uint8Array, i: number, out: Uint8Array, at: number): boolean {
  const a = base64Value[source[i]!]!;
  const b = base64Value[source[i + 1]!]!;
  const c = base64Value[source[i + 2]!]!;
  const d = base64Value[source[i + 3]!]!;
  if ((a | b | c | d) < 0) return false;
  out[at] = (a << 2) | (b >> 4);
  out[at + 1] = (b << 4) | (c >> 2);
  out[at + 2] = (c << 6) | d;
  return true;
}

/** The state between two pieces. */
export interface Base64State {
  /**
   * The last bits, with those of an incomplete group at the end, and the number of characters (0 to 3) in that group.
   */
  bits: number;
  count: number;
  /** The number of `=` so far, the start of the first, and the end of the last. */
  pads: number;
  padStart: number;
  padEnd: number;
  /** The position of the last character of an incomplete group. */
  lastStart: number;
  lastEnd: number;
  /**
   * The part of an escape read so far: none (0), `%` (1), or `%` and one digit (2); the digit; and where the escape
   * began.
   */
  pending: 0 | 1 | 2;
  digit: number;
  escapeStart: number;
  problem: Problem | null;
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

export const base64State = (): Base64State => ({
  bits: 0,
  count: 0,
  pads: 0,
  padStart: 0,
  padEnd: 0,
  lastStart: 0,
  lastEnd: 0,
  pending: 0,
  digit: 0,
  escapeStart: 0,
  problem: null,
});

/**
 * Decodes `source` (UTF-8, in which any non-ASCII character is a problem) from 0 to `length` into `out` from `at` on,
 * which needs space for `length * 3 / 4 + 3` bytes. `position` is the index of `source` in the written text. Stops at
 * a problem, which is then in `state`.
 * @returns the index in `out` after the last byte
 */
export function base64Decode(
  state: Base64State,
  source: Uint8Array,
  length: number,
  position: number,
  out: Uint8Array,
  at: number,
): number {
  let i = 0;
  while (i < length) {
    if (state.count === 0 && state.pending === 0 && state.pads === 0) {
      const groups = plainGroups(source, i, length, out, at);
      i += 4 * groups;
      at += 3 * groups;
      if (i >= length) break;
    }
    at = takeUnit(state, source, i, position, out, at);
    if (state.problem !== null) return at;
    i++;
  }
  return at;
}

/** Reads one code unit that is not part of a plain group of four. */
function takeUnit(
  state: Base64State,
  source: Uint8Array,
  i: number,
  position: number,
  out: Uint8Array,
  at: number,
): number {
  const byte = source[i]!;
  if (byte === 0x09 || byte === 0x0a || byte === 0x0d) return at;
  let unit = byte;
  let start = position + i;
  if (state.pending > 0) {
    const value = hexValue[byte]!;
    if (value > 15) {
      // A malformed escape is a literal "%", which is outside of the alphabet.
      state.problem = base64Character(0x25, state.escapeStart, state.escapeStart + 1);
      return at;
    }
    if (state.pending === 1) {
      state.pending = 2;
      state.digit = value;
      return at;
    }
    state.pending = 0;
    unit = (state.digit << 4) | value;
    start = state.escapeStart;
  } else if (byte === 0x25) {
    state.pending = 1;
    state.escapeStart = start;
    return at;
  }
  const end = position + i + 1;
  if (isAsciiWhitespace(unit)) return at;
  if (unit === 0x3d) {
    if (state.pads++ === 0) state.padStart = start;
    state.padEnd = end;
    if (state.count < 2 || state.count + state.pads > 4) state.problem = base64PaddingExcess(start, end);
    return at;
  }
  const value = base64Value[unit]!;
  if (value < 0) {
    // The byte itself is the character. An escape's last byte is a digit, and so in the alphabet.
    if (unit === byte) {
      const codePoint = utf8.decode(source.subarray(i, i + 4)).codePointAt(0)!;
      state.problem = base64Character(codePoint, start, start + (codePoint > 0xffff ? 2 : 1));
    } else {
      state.problem = base64Character(unit, start, end);
    }
    return at;
  }
  if (state.pads > 0) {
    state.problem = base64PaddingMisplaced(state.padStart, state.padEnd);
    return at;
  }
  state.lastStart = start;
  state.lastEnd = end;
  state.bits = (state.bits << 6) | value;
  state.count++;
  if (state.count < 4) return at;
  out[at++] = state.bits >> 16;
  out[at++] = state.bits >> 8;
  out[at++] = state.bits;
  state.count = 0;
  return at;
}

/** Ends the text: decodes the bytes of a last, incomplete group, or sets a problem in `state`. */
export function base64Flush(state: Base64State, out: Uint8Array, at: number): number {
  if (state.problem !== null) return at;
  if (state.pending > 0) {
    state.problem = base64Character(0x25, state.escapeStart, state.escapeStart + 1);
  } else if (state.pads > 0 && state.count + state.pads !== 4) {
    state.problem = base64PaddingShort(state.padStart, state.padEnd);
  } else if (state.count === 1) {
    state.problem = base64Length(state.lastStart, state.lastEnd);
  } else if (state.count === 2) {
    out[at++] = state.bits >> 4;
  } else if (state.count === 3) {
    out[at++] = state.bits >> 10;
    out[at++] = state.bits >> 2;
  }
  return at;
}
