/**
 * The characters of a URI (rfc2396bis, section 2): the class of a code unit, percent-encoding of text, and the name of
 * a character in messages.
 */

/** ABNF classes as bits, so that a single mask is the alphabet of a component (sections 2.2 and 2.3, Appendix A). */
export const ALPHA = 1;
export const DIGIT = 2;
export const HEXDIG = 4;
/** `-` `.` `_` `~`. Together with ALPHA and DIGIT, these are the unreserved characters. */
export const MARK = 8;
export const SUB_DELIM = 16;
export const COLON = 32;
export const AT = 64;
export const SLASH = 128;
export const QUESTION = 256;
/** `+` `-` `.`. Together with ALPHA and DIGIT, these are the characters of a scheme after the first. */
export const SCHEME_MARK = 512;

export const UNRESERVED = ALPHA | DIGIT | MARK;

const CLASSES = new Uint16Array(128);
function mark(characters: string, bit: number): void {
  for (let i = 0; i < characters.length; i++) CLASSES[characters.charCodeAt(i)]! |= bit;
}
mark('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', ALPHA);
mark('0123456789', DIGIT);
mark('0123456789ABCDEFabcdef', HEXDIG);
mark('-._~', MARK);
mark("!$&'()*+,;=", SUB_DELIM);
mark(':', COLON);
mark('@', AT);
mark('/', SLASH);
mark('?', QUESTION);
mark('+-.', SCHEME_MARK);

/** The class bits of a UTF-16 code unit; 0 for units that no component allows (including `%`: see `isTriplet`). */
export function classOf(unit: number): number {
  return unit < 128 ? CLASSES[unit]! : 0;
}

/** The value, 0 to 15, of a hexadecimal digit's code unit; -1 for anything else, including NaN. */
export function hexValue(unit: number): number {
  return unit < 128 ? HEX_VALUES[unit]! : -1;
}

const HEX_VALUES = new Int8Array(128).fill(-1);
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16);
  HEX_VALUES[digit.charCodeAt(0)] = HEX_VALUES[digit.toUpperCase().charCodeAt(0)] = value;
}

/** Whether `text` contains a pct-encoded triplet at `index`. Section 2.1. */
export function isTriplet(text: string, index: number): boolean {
  return (
    text.charCodeAt(index) === 0x25 &&
    hexValue(text.charCodeAt(index + 1)) >= 0 &&
    hexValue(text.charCodeAt(index + 2)) >= 0
  );
}

/**
 * Encodes data for a component as UTF-8: every octet outside of the unreserved set becomes a triplet with uppercase
 * digits. A lone surrogate becomes U+FFFD. Section 2.5.
 */
export function percentEncode(text: string): string {
  return encodeUnits(text, (unit) => (classOf(unit) & UNRESERVED) === 0);
}

/**
 * Percent-encodes, as UTF-8, the ASCII code units for which `must` returns true, and all non-ASCII characters. The rest
 * is unchanged. If `must` returns false for `%`, no triplet is encoded twice (section 2.4). A lone surrogate becomes
 * U+FFFD.
 */
export function encodeUnits(text: string, must: (unit: number) => boolean): string {
  const escaped = Array.from({ length: 128 }, (_, unit) => must(unit));
  let i = 0;
  while (i < text.length && escaped[text.charCodeAt(i)] === false) i++;
  if (i === text.length) return text;
  const parts = [text.slice(0, i)];
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const out = new Uint8Array(PIECE * 9);
  while (i < text.length) {
    let end = Math.min(i + PIECE, text.length);
    // A piece must not end within a surrogate pair.
    if (end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end--;
    let written = 0;
    for (const octet of encoder.encode(text.slice(i, end))) {
      if (escaped[octet] === false) {
        out[written++] = octet;
      } else {
        out[written++] = 0x25;
        out[written++] = UPPER.charCodeAt(octet >> 4);
        out[written++] = UPPER.charCodeAt(octet & 15);
      }
    }
    parts.push(decoder.decode(out.subarray(0, written)));
    i = end;
  }
  return parts.join('');
}

/**
 * Number of code units that are encoded at a time, at least 2. Each code unit becomes at most 3 octets, and each octet
 * at most 3 characters.
 */
const PIECE = 16_384;
const UPPER = '0123456789ABCDEF';

/** Decodes every triplet, and interprets the octets as UTF-8. Invalid sequences become U+FFFD. Section 2.1. */
export function percentDecode(text: string): string {
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) => {
    const octets = new Uint8Array(run.length / 3);
    for (let i = 0; i < octets.length; i++) octets[i] = Number.parseInt(run.slice(i * 3 + 1, i * 3 + 3), 16);
    return new TextDecoder().decode(octets);
  });
}

/** Changes only A to Z to lower case, because hosts and schemes are case-insensitive in US-ASCII only. */
export function asciiLowercase(text: string): string {
  return text.replace(/[A-Z]+/g, (run) => run.toLowerCase());
}

/** The name of a character in a message: the character in quotes, if it is visible, and its code point. */
export function nameOf(codePoint: number): string {
  const number = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
  const name = NAMES[codePoint];
  if (name !== undefined) return `${name} (${number})`;
  if (codePoint < 0x20 || (codePoint >= 0x7f && codePoint <= 0x9f)) return `the control character ${number}`;
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return `the lone surrogate ${number}`;
  return codePoint < 0x7f ? `"${String.fromCodePoint(codePoint)}" (${number})` : number;
}

const NAMES: Record<number, string> = {
  0: 'NULL',
  9: 'a tab',
  10: 'a line feed',
  13: 'a carriage return',
  32: 'a space',
  34: 'a double quote',
};

/** Converts the first `length` code units to a string in linear time, for functions that build long strings. */
export function fromUnits(units: Uint16Array, length: number): string {
  const parts: string[] = [];
  for (let i = 0; i < length; i += 8192) {
    const piece = units.subarray(i, Math.min(i + 8192, length));
    // `apply` accepts any array-like; spreading would use the slower iterator.
    parts.push(String.fromCharCode.apply(null, piece as unknown as number[]));
  }
  return parts.join('');
}
