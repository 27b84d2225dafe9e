/**
 * Percent-decoding (https://url.spec.whatwg.org/#percent-decode) of text in UTF-8, piece by piece. The text may still
 * contain the TAB, LF and CR that the URL parser removes.
 */
import { isRemoved } from './is-data-url.ts';

/** A table of the values of characters: the index in `digits`; -1 for all other characters. */
export function valuesOf(digits: string): Int8Array {
  const values = new Int8Array(256).fill(-1);
  for (let i = 0; i < digits.length; i++) values[digits.charCodeAt(i)] = i;
  return values;
}

/**
 * A table of the values of two digits of `bits` bits each, indexed by their codes, with the first code in the low byte;
 * negative if one is not a digit. Halves the number of lookups.
 */
export function pairTable(values: Int8Array, bits: number): Int16Array {
  const pairs = new Int16Array(0x10000).fill(-1);
  for (let a = 0; a < 0x80; a++)
    for (let b = 0; b < 0x80; b++) pairs[a | (b << 8)] = (values[a]! << bits) | values[b]!;
  return pairs;
}

/** The value of a hexadecimal digit, or -1. */
export const hexValue = valuesOf('0123456789abcdef');
hexValue.set(hexValue.subarray(0x61, 0x67), 0x41);

/** The table of pairs of digits, created on first use. */
let hexPair: Int16Array | null = null;

/**
 * The state between two pieces: no pending escape, a pending `%`, or a pending `%` with the byte of one hexadecimal
 * digit.
 */
export interface PercentState {
  pending: 0 | 1 | 2;
  digit: number;
}

export const percentState = (): PercentState => ({ pending: 0, digit: 0 });

/**
 * Decodes `bytes` from `start` to `end` in place. The result begins at 0; if an escape may be pending, two bytes before
 * `start` must be free.
 * @returns the index after the last decoded byte
 */
export function percentDecode(state: PercentState, bytes: Uint8Array, start: number, end: number): number {
  hexPair ??= pairTable(hexValue, 4);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  let i = start;
  while (i < end) {
    if (state.pending === 0) {
      while (i + 3 < end) {
        const word = view.getInt32(i, true);
        if ((word & 0xff) === 0x25) {
          // Decodes four consecutive escapes at a time: their "%" are at 0, 3, 6 and 9.
          if (word >>> 24 === 0x25 && i + 12 <= end) {
            const second = view.getInt32(i + 4, true);
            const third = view.getInt32(i + 8, true);
            if ((second & 0xff0000) === 0x250000 && (third & 0xff00) === 0x2500) {
              const a = hexPair[(word >>> 8) & 0xffff]!;
              const b = hexPair[second & 0xffff]!;
              const c = hexPair[(second >>> 24) | ((third & 0xff) << 8)]!;
              const d = hexPair[third >>> 16]!;
              if ((a | b | c | d) >= 0) {
                view.setInt32(at, a | (b << 8) | (c << 16) | (d << 24), true);
                at += 4;
                i += 12;
                continue;
              }
            }
          }
          const value = hexPair[(word >>> 8) & 0xffff]!;
          if (value < 0) {
            // If URL parsing removes one of the next characters, the "%" may still begin an escape, which the slow path
            // below decodes. Otherwise, it is literal.
            if (isRemoved((word >>> 8) & 0xff) || isRemoved((word >>> 16) & 0xff)) break;
            bytes[at++] = 0x25;
            i++;
            continue;
          }
          bytes[at++] = value;
          i += 3;
          continue;
        }
        // Copies four bytes at a time if none of them is "%" (a zero byte after the exclusive or) or below 0x0E. The
        // subtraction borrows into the top bit of such a byte, and of other bytes only above such a byte.
        const other = word ^ 0x25252525;
        const special = ((other - 0x01010101) & ~other) | ((word - 0x0e0e0e0e) & ~word);
        if ((special & 0x80808080) === 0) {
          view.setInt32(at, word, true);
          at += 4;
          i += 4;
          continue;
        }
        const byte = word & 0xff;
        if (!isRemoved(byte)) bytes[at++] = byte;
        i++;
      }
      if (i >= end) break;
    }
    const byte = bytes[i]!;
    if (isRemoved(byte)) {
      i++;
    } else if (state.pending === 0) {
      i++;
      if (byte === 0x25) state.pending = 1;
      else bytes[at++] = byte;
    } else if (hexValue[byte]! < 0) {
      // Not an escape: the pending bytes are literal, and this byte is read again.
      at = percentFlush(state, bytes, at);
    } else if (state.pending === 1) {
      state.pending = 2;
      state.digit = byte;
      i++;
    } else {
      bytes[at++] = (hexValue[state.digit]! << 4) | hexValue[byte]!;
      state.pending = 0;
      i++;
    }
  }
  return at;
}

/** Ends the text: the pending characters of an incomplete escape are literal. */
export function percentFlush(state: PercentState, bytes: Uint8Array, at: number): number {
  if (state.pending > 0) bytes[at++] = 0x25;
  if (state.pending > 1) bytes[at++] = state.digit;
  state.pending = 0;
  return at;
}
