/**
 * Percent-decoding (https://url.spec.whatwg.org/#percent-decode) of text in UTF-8, piece by piece. The text may still
 * contain the TAB, LF and CR that the URL parser removes.
 */
import { isRemoved } from './is-data-url.ts';

/** The value of a hexadecimal digit, or 255. */
export const hexValue = new Uint8Array(256).fill(255);
for (let i = 0; i < 16; i++) {
  hexValue[i.toString(16).charCodeAt(0)] = i;
  hexValue[i.toString(16).toUpperCase().charCodeAt(0)] = i;
}

/** The value of two digits, the first in the low byte, for one lookup instead of two. Created on first use. */
let hexPair: Int16Array | null = null;
function makeHexPairs(): Int16Array {
  const pairs = new Int16Array(0x10000).fill(-1);
  for (let a = 0x30; a < 0x67; a++) {
    for (let b = 0x30; b < 0x67; b++) {
      if ((hexValue[a]! | hexValue[b]!) < 16) pairs[a | (b << 8)] = (hexValue[a]! << 4) | hexValue[b]!;
    }
  }
  return pairs;
}

/** The state between two pieces: nothing, a `%`, or a `%` and the byte of one hexadecimal digit. */
export interface PercentState {
  pending: 0 | 1 | 2;
  digit: number;
}

export const percentState = (): PercentState => ({ pending: 0, digit: 0 });

/**
 * Decodes `source` from 0 to `length` into `out` from `at` on, which needs space for `length + 2` bytes.
 * @returns the index in `out` after the last byte
 */
export function percentDecode(
  state: PercentState,
  source: Uint8Array,
  length: number,
  out: Uint8Array,
  at: number,
): number {
  hexPair ??= makeHexPairs();
  const from = new DataView(source.buffer, source.byteOffset, length);
  const to = new DataView(out.buffer, out.byteOffset, out.byteLength);
  let i = 0;
  while (i < length) {
    if (state.pending === 0) {
      while (i + 3 < length) {
        const word = from.getInt32(i, true);
        if ((word & 0xff) === 0x25) {
          // Four consecutive escapes at a time: their "%" are at 0, 3, 6 and 9.
          if (word >>> 24 === 0x25 && i + 12 <= length) {
            const second = from.getInt32(i + 4, true);
            const third = from.getInt32(i + 8, true);
            if ((second & 0xff0000) === 0x250000 && (third & 0xff00) === 0x2500) {
              const a = hexPair[(word >>> 8) & 0xffff]!;
              const b = hexPair[second & 0xffff]!;
              const c = hexPair[(second >>> 24) | ((third & 0xff) << 8)]!;
              const d = hexPair[third >>> 16]!;
              if ((a | b | c | d) >= 0) {
                to.setInt32(at, a | (b << 8) | (c << 16) | (d << 24), true);
                at += 4;
                i += 12;
                continue;
              }
            }
          }
          const value = hexPair[(word >>> 8) & 0xffff]!;
          if (value < 0) {
            // With a removed character inside, it may still be an escape, which the slow path below decodes.
            // Otherwise, it is literal.
            if (isRemoved((word >>> 8) & 0xff) || isRemoved((word >>> 16) & 0xff)) break;
            out[at++] = 0x25;
            i++;
            continue;
          }
          out[at++] = value;
          i += 3;
          continue;
        }
        // Four bytes at a time if none of them is "%" (a zero byte after the exclusive or) or below 0x0E: the
        // subtraction borrows into the top bit of such a byte, and of other bytes only above such a byte.
        const other = word ^ 0x25252525;
        const special = ((other - 0x01010101) & ~other) | ((word - 0x0e0e0e0e) & ~word);
        if ((special & 0x80808080) === 0) {
          to.setInt32(at, word, true);
          at += 4;
          i += 4;
          continue;
        }
        const byte = word & 0xff;
        if (!isRemoved(byte)) out[at++] = byte;
        i++;
      }
      if (i >= length) break;
    }
    const byte = source[i]!;
    if (isRemoved(byte)) {
      i++;
    } else if (state.pending === 0) {
      i++;
      if (byte === 0x25) state.pending = 1;
      else out[at++] = byte;
    } else if (hexValue[byte]! > 15) {
      // Not an escape: the bytes so far are literal, and this byte is read again.
      at = percentFlush(state, out, at);
    } else if (state.pending === 1) {
      state.pending = 2;
      state.digit = byte;
      i++;
    } else {
      out[at++] = (hexValue[state.digit]! << 4) | hexValue[byte]!;
      state.pending = 0;
      i++;
    }
  }
  return at;
}

/** Ends the text: an incomplete escape is literal. */
export function percentFlush(state: PercentState, out: Uint8Array, at: number): number {
  if (state.pending > 0) out[at++] = 0x25;
  if (state.pending > 1) out[at++] = state.digit;
  state.pending = 0;
  return at;
}
