/**
 * Forgiving-base64 decode (https://infra.spec.whatwg.org/#forgiving-base64-decode) of percent-encoded text, piece by
 * piece: escapes are decoded and whitespace is skipped in the same pass, so that every problem has a position.
 * `decode.ts` uses the engine's own decoder instead where there is one and the text has no escapes and no mistake.
 */

import type { Problem } from '../problem.ts';
import { isAsciiWhitespace } from '../whitespace.ts';
import { hexValue, pairTable, valuesOf } from './percent-decode.ts';
import {
  base64Character,
  base64Length,
  base64PaddingExcess,
  base64PaddingMisplaced,
  base64PaddingShort,
} from './problems.ts';

export const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The value of each character; negative outside of the alphabet. */
export const base64Value = valuesOf(alphabet);

/** The table of pairs of characters, created on first use. */
let base64Pair: Int16Array | null = null;

/** The bits of four characters; negative if one is outside of the alphabet. */
function groupAt(pairs: Int16Array, view: DataView, i: number): number {
  const word = view.getInt32(i, true);
  return (pairs[word & 0xffff]! << 12) | pairs[word >>> 16]!;
}

/** The state between two pieces. */
export interface Base64State {
  /**
   * The most recent bits, which end with those of an incomplete group, and the number of characters (0 to 3) in that
   * group.
   */
  bits: number;
  count: number;
  /** The number of `=` read so far, the start of the first one, and the end of the last one. */
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
  /** The first "=" too many, which is the problem unless data follows it. */
  excess: Problem | null;
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
  excess: null,
  problem: null,
});

/**
 * Decodes the first `length` bytes of `source` into `out`, from `at` on. In `source`, which is UTF-8, any non-ASCII
 * character is a problem. `out` needs space for `length * 3 / 4 + 3` bytes. `position` is the index of `source` in the
 * written text. Stops at a problem, and stores it in `state`.
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
  base64Pair ??= pairTable(base64Value, 6);
  const pairs = base64Pair;
  const view = new DataView(source.buffer, source.byteOffset, length);
  const words = new DataView(out.buffer, out.byteOffset, out.length);
  let i = 0;
  while (i < length) {
    if (state.count + state.pads + state.pending === 0) {
      // Four groups decode to 12 bytes: three 32-bit words.
      for (; i + 15 < length; i += 16) {
        const a = groupAt(pairs, view, i);
        const b = groupAt(pairs, view, i + 4);
        const c = groupAt(pairs, view, i + 8);
        const d = groupAt(pairs, view, i + 12);
        if ((a | b | c | d) < 0) break;
        words.setInt32(at, (a << 8) | (b >> 16));
        words.setInt32(at + 4, (b << 16) | (c >> 8));
        words.setInt32(at + 8, (c << 24) | d);
        at += 12;
      }
      for (; i + 3 < length; i += 4) {
        const group = groupAt(pairs, view, i);
        if (group < 0) break;
        out[at++] = group >> 16;
        out[at++] = group >> 8;
        out[at++] = group;
      }
      if (i >= length) break;
    }
    at = takeUnit(state, source, i, position, out, at);
    if (state.problem !== null) return at;
    i++;
  }
  return at;
}

/** Reads one byte, where the next four can't be read at once. */
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
    if (value < 0) {
      // A malformed escape is read as a literal "%", which is outside of the alphabet.
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
    if (state.count === 0 || state.count + state.pads > 4) state.excess ??= base64PaddingExcess(start, end);
    return at;
  }
  const value = base64Value[unit]!;
  if (value < 0) {
    // If the character is the byte itself, it was not escaped: the last byte of an escape is a hexadecimal digit, and
    // so in the alphabet.
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
  } else if (state.count === 1) {
    state.problem = base64Length(state.lastStart, state.lastEnd);
  } else if (state.excess !== null) {
    state.problem = state.excess;
  } else if (state.pads > 0 && state.count + state.pads !== 4) {
    state.problem = base64PaddingShort(state.padStart, state.padEnd);
  } else if (state.count === 2) {
    out[at++] = state.bits >> 4;
  } else if (state.count === 3) {
    out[at++] = state.bits >> 10;
    out[at++] = state.bits >> 2;
  }
  return at;
}
