/**
 * Percent-decoding (https://url.spec.whatwg.org/#percent-decode) of text in UTF-8 that may still hold the TAB, LF and
 * CR that the URL parser removes, piece by piece.
 */

/** The value of a hexadecimal digit, or 255. */
export const hexValue = new Uint8Array(256).fill(255);
for (let i = 0; i < 16; i++) {
  hexValue[i.toString(16).charCodeAt(0)] = i;
  hexValue[i.toString(16).toUpperCase().charCodeAt(0)] = i;
}

/** What is left over between two pieces: nothing, a `%`, or a `%` and the byte of one hexadecimal digit. */
export interface PercentState {
  pending: 0 | 1 | 2;
  digit: number;
}

export const percentState = (): PercentState => ({ pending: 0, digit: 0 });

/**
 * Decodes `source` from 0 to `length` into `out` from `at` on, which needs room for `length + 2` bytes.
 * @returns the index in `out` behind the last byte
 */
export function percentDecode(
  state: PercentState,
  source: Uint8Array,
  length: number,
  out: Uint8Array,
  at: number,
): number {
  let i = 0;
  while (i < length) {
    const byte = source[i]!;
    if (state.pending === 0) {
      if (byte !== 0x25) {
        i++;
        if (byte > 0x0d || (byte !== 0x0a && byte !== 0x0d && byte !== 0x09)) out[at++] = byte;
        continue;
      }
      if (i + 2 < length) {
        const high = hexValue[source[i + 1]!]!;
        const low = hexValue[source[i + 2]!]!;
        if ((high | low) < 16) {
          out[at++] = (high << 4) | low;
          i += 3;
          continue;
        }
      }
      state.pending = 1;
      i++;
      continue;
    }
    if (byte === 0x0a || byte === 0x0d || byte === 0x09) {
      i++;
      continue;
    }
    const value = hexValue[byte]!;
    if (value < 16 && state.pending === 1) {
      state.digit = byte;
      state.pending = 2;
      i++;
    } else if (value < 16) {
      out[at++] = (hexValue[state.digit]! << 4) | value;
      state.pending = 0;
      i++;
    } else {
      // No escape after all: the bytes stand for themselves, and this one is looked at anew.
      at = percentFlush(state, out, at);
    }
  }
  return at;
}

/** Ends the text: an escape that was cut short stands for itself. */
export function percentFlush(state: PercentState, out: Uint8Array, at: number): number {
  if (state.pending > 0) out[at++] = 0x25;
  if (state.pending > 1) out[at++] = state.digit;
  state.pending = 0;
  return at;
}
