/** Maps a byte of a body back to its position in the written text. */
import { base64Value } from './forgiving-base64.ts';
import type { ParsedDataUrl, Span } from './parse.ts';
import { hexValue } from './percent-decode.ts';

/**
 * The characters of the written URL that byte `index` of the body comes from: an escape, a character, or for base64 the
 * two characters that share the byte. Null if there is none, or if dot-segments changed the body. Linear in the part of
 * the body before the byte.
 */
export function positionOfByte(written: string, parsed: ParsedDataUrl, index: number): Span | null {
  const { body } = parsed;
  if (body === null || parsed.resolvedBody !== null) return null;
  if (parsed.base64) {
    const from = Math.floor((index * 8) / 6);
    let first = -1;
    let n = 0;
    for (let i = body.start; i < body.end; ) {
      const { unit, end } = unescaped(written, i, body.end);
      if (unit < 128 && base64Value[unit]! >= 0) {
        if (n === from) first = i;
        if (n === from + 1) return { start: first, end };
        n++;
      }
      i = end;
    }
    return null;
  }
  let n = 0;
  for (let i = body.start; i < body.end; ) {
    const { unit, end } = unescaped(written, i, body.end);
    const start = i;
    i = end;
    if (unit < 0) continue;
    const codePoint = end - start > 1 ? unit : (written.codePointAt(start) ?? unit);
    const size =
      end - start > 1 || codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
    if (size === 4) i++;
    n += size;
    if (n > index) return { start, end: i };
  }
  return null;
}

/** The character or escape at `i`; `unit` is -1 for characters that URL parsing removes. */
function unescaped(written: string, i: number, end: number): { unit: number; end: number } {
  const unit = written.charCodeAt(i);
  if (unit === 9 || unit === 10 || unit === 13) return { unit: -1, end: i + 1 };
  if (unit !== 0x25) return { unit, end: i + 1 };
  let value = 0;
  let k = i + 1;
  for (let digits = 0; digits < 2; k++) {
    const c = k < end ? written.charCodeAt(k) : 0;
    if (c === 9 || c === 10 || c === 13) continue;
    const digit = c < 128 ? hexValue[c]! : 255;
    if (digit > 15) return { unit, end: i + 1 };
    value = (value << 4) | digit;
    digits++;
  }
  return { unit: value, end: k };
}
