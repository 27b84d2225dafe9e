/**
 * Forgiving-base64 decode (https://infra.spec.whatwg.org/#forgiving-base64-decode) of percent-encoded text, piece by
 * piece: escapes are undone and whitespace is skipped on the way, so that every problem has its position.
 */
import type { Problem } from '../problem.ts';
import { hexValue } from './percent-decode.ts';
import {
  base64Character,
  base64Length,
  base64PaddingExcess,
  base64PaddingMisplaced,
  base64PaddingShort,
} from './problems.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** The value of each character at its place in a group of four; negative outside of the alphabet. */
const tables = [18, 12, 6, 0].map((shift) => {
  const table = new Int32Array(256).fill(-1);
  for (let i = 0; i < 64; i++) table[alphabet.charCodeAt(i)] = i << shift;
  return table;
});
const [first, second, third, fourth] = tables as [Int32Array, Int32Array, Int32Array, Int32Array];

/** What is left over between two pieces. */
export interface Base64State {
  /** Bits of an incomplete group and how many characters (0 to 3) it has. */
  bits: number;
  count: number;
  /** How many `=` were seen, and where the first begins and the last ends. */
  pads: number;
  padStart: number;
  padEnd: number;
  /** Where the last character of the alphabet stands. */
  lastStart: number;
  lastEnd: number;
  /** A `%` (1), or a `%` and a digit of this value (2), and where it began. */
  pending: 0 | 1 | 2;
  digit: number;
  escapeStart: number;
  problem: Problem | null;
}

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
 * Decodes `source` (UTF-8, of which everything outside of ASCII is a problem) from 0 to `length` into `out` from `at`
 * on, which needs room for `length * 3 / 4 + 3` bytes. `position` is where `source` stands in the written text.
 * Stops at a problem, which is then in `state`.
 * @returns the index in `out` behind the last byte
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
      const stop = length - 3;
      const from = i;
      while (i < stop) {
        const group =
          first[source[i]!]! | second[source[i + 1]!]! | third[source[i + 2]!]! | fourth[source[i + 3]!]!;
        if (group < 0) break;
        out[at] = group >> 16;
        out[at + 1] = group >> 8;
        out[at + 2] = group;
        at += 3;
        i += 4;
      }
      if (i > from) {
        state.lastStart = position + i - 1;
        state.lastEnd = position + i;
      }
      if (i >= length) break;
    }
    at = takeUnit(state, source, i, position, out, at);
    if (state.problem !== null) return at;
    i++;
  }
  return at;
}

/** One code unit of what is not four plain characters of the alphabet. */
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
      // A malformed escape is a literal "%", which is not in the alphabet.
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
  if (unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09 || unit === 0x0c) return at;
  if (unit === 0x3d) {
    if (state.pads++ === 0) state.padStart = start;
    state.padEnd = end;
    if (state.count < 2 || state.count + state.pads > 4) state.problem = base64PaddingExcess(start, end);
    return at;
  }
  const value = fourth[unit]!;
  if (value < 0) {
    if (unit === byte && unit >= 0x80) {
      const codePoint = new TextDecoder().decode(source.subarray(i, i + 4)).codePointAt(0) ?? 0xfffd;
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
  state.bits = 0;
  state.count = 0;
  return at;
}

/** Ends the text: the bytes of a last, incomplete group, or a problem in `state`. */
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
