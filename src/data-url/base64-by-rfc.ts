/** Base64 as in RFC 2045 section 6.8: padding is required, and characters outside of the alphabet are ignored. */
import type { Span } from '../problem.ts';

type Base64Problem = Span & { code: 'base64-character' | 'base64-padding' };

/**
 * Finds the first error in the base64 between two positions in a URL. Escapes count as the characters that they encode.
 * Line breaks and other whitespace are ignored without an error; any other character outside of the alphabet "probably
 * indicates a transmission error".
 *
 * @returns the error, and the number of ignored characters
 */
export function readRfcBase64(
  written: string,
  start: number,
  end: number,
): { problem: Base64Problem | null; ignored: number } {
  let digits = 0;
  let padding = 0;
  let ignored = 0;
  for (let i = start; i < end; ) {
    const isEscape = written[i] === '%' && /^[0-9A-Fa-f]{2}$/.test(written.slice(i + 1, i + 3));
    const unit = isEscape ? Number.parseInt(written.slice(i + 1, i + 3), 16) : written.charCodeAt(i);
    const next = i + (isEscape ? 3 : 1);
    if (unit === 0x3d) padding++;
    else if (isWhiteSpace(unit)) ignored++;
    else if (!isDigit(unit) || padding > 0)
      return { problem: { code: 'base64-character', start: i, end: next }, ignored };
    else digits++;
    i = next;
  }
  const isWhole = (digits + padding) % 4 === 0 && padding <= 2;
  return { problem: isWhole ? null : { code: 'base64-padding', start: end, end }, ignored };
}

/** Whether a unit is HT, LF, VT, FF, CR or space. */
const isWhiteSpace = (unit: number): boolean => unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);

/** Whether a unit is in the base64 alphabet: A–Z, a–z, 0–9, + or /. */
const isDigit = (unit: number): boolean =>
  (unit >= 0x41 && unit <= 0x5a) ||
  (unit >= 0x61 && unit <= 0x7a) ||
  (unit >= 0x2f && unit <= 0x39) ||
  unit === 0x2b;

/** Decodes base64 up to the padding. Ignores characters outside of the alphabet. */
export function parseBase64(text: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(Math.ceil((text.length * 3) / 4));
  let bits = 0;
  let held = 0;
  let written = 0;
  for (const unit of text) {
    if (unit === 0x3d) break;
    if (!isDigit(unit)) continue;
    held = ((held << 6) | digitOf(unit)) & 0xffffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    out[written++] = held >> bits;
  }
  return out.subarray(0, written);
}

function digitOf(unit: number): number {
  if (unit >= 0x61) return unit - 0x61 + 26;
  if (unit >= 0x41) return unit - 0x41;
  if (unit >= 0x30) return unit - 0x30 + 52;
  return unit === 0x2b ? 62 : 63;
}
