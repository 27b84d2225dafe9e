/**
 * Determines the character encoding of a body's text, and decodes text with the positions of errors. Labels and names
 * are those of the Encoding Standard (https://encoding.spec.whatwg.org/).
 */

import { checkObject, checkText } from '../url-text.ts';
import { atOnce } from '../yield-to-event-loop.ts';
import { decode, decoded, encodingOf } from './encodings.ts';
import { isInGroup, type MimeType, parseMimeType } from './mime-type.ts';
import { isMultiByte, multiByteDecoder } from './multi-byte.ts';
import { htmlEncoding, xmlEncoding } from './prescan.ts';

/** Maximum number of positions of decoding errors that are kept. All errors are counted. */
const maxDecodingErrors = 1000;

export { encodingOf };

/**
 * A browser's fallback for text that declares no encoding. RFC 2397's default is US-ASCII, a label that the Encoding
 * Standard maps to this encoding.
 */
const fallback = 'windows-1252';

/**
 * The charset of a body: as declared by its type, as indicated by a byte order mark, and as declared in the text
 * itself.
 */
export interface Charset {
  /** The charset parameter of the MIME type. */
  declared: string | null;
  /** The encoding with that label; null for an unknown label or none. */
  encoding: string | null;
  /** The encoding that a byte order mark indicates. */
  bom: string | null;
  /** The encoding that the text itself names: `<meta charset>`, an XML declaration, `@charset`. */
  embedded: string | null;
  /** The encoding with which a browser decodes the body; null if the body is not text. */
  used: string | null;
  /**
   * Whether the document or style sheet that loads the body decodes it in its own encoding instead. This is true for a
   * style sheet or classic script without any declared encoding (HTML, "fetch a classic script"; CSS Syntax,
   * "environment encoding").
   */
  isInherited: boolean;
}

/** IANA's names for US-ASCII that are in use. Browsers don't know the last one. */
const ascii = new Set(['us-ascii', 'ascii', 'ansi_x3.4-1968', 'iso646-us']);
/** Whether a label names US-ASCII. */
export const isAsciiLabel = (label: string): boolean => ascii.has(label.trim().toLowerCase());
const windows = new Set(['windows-1252', 'cp1252', 'x-cp1252']);

/**
 * The charset that a label stands for outside of browsers. Browsers treat US-ASCII, ISO 8859-1, and windows-1252 as one
 * encoding.
 */
function charsetOf(label: string): string {
  const name = label.trim().toLowerCase();
  if (isAsciiLabel(name)) return 'us-ascii';
  const encoding = encodingOf(name);
  if (encoding === null) return name;
  return encoding === 'windows-1252' && !windows.has(name) ? 'latin1' : encoding;
}

/**
 * Whether two labels name one charset: they are equal except for case, or both are labels of the Encoding Standard for
 * the same encoding.
 */
export const isSameCharset = (a: string, b: string): boolean => charsetOf(a) === charsetOf(b);

/** Matches labels of encodings in which ASCII bytes are not ASCII text, so that a search for markup may miss some. */
const risky =
  /^(?:utf-7|unicode-1-1-utf-7|csunicode11utf7|hz-gb-2312|(?:cs)?iso-?2022-?(?:jp|kr|cn)(?:-ext)?|(?:csunicode|unicode|ucs-2|iso-10646-ucs-2|unicodefffe|unicodefeff|utf-16(?:[bl]e)?|utf-32(?:[bl]e)?))$/i;

/** Whether filters that search for ASCII text may miss text in this charset. */
export const isRiskyCharset = (label: string): boolean => risky.test(label.trim());

/**
 * https://encoding.spec.whatwg.org/#bom-sniff: the encoding that a byte order mark indicates; null if there is none.
 */
export function bomEncoding(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return null;
}

/** Whether a browser reads bodies of this type as text. */
export function isText(mimeType: MimeType): boolean {
  return (
    mimeType.type === 'text' ||
    isInGroup(mimeType, 'xml') ||
    isInGroup(mimeType, 'json') ||
    isInGroup(mimeType, 'javascript') ||
    textTypes.has(mimeType.essence)
  );
}
const textTypes = new Set([
  ...['application/x-www-form-urlencoded', 'application/typescript'],
  ...['application/sql', 'application/graphql', 'application/yaml', 'application/x-yaml', 'application/toml'],
  ...['application/x-sh', 'application/pgp-signature', 'application/x-mpegurl', 'application/rtf'],
]);

/** Whether text of a type is UTF-8 unless declared otherwise. */
const isUtf8ByDefault = (m: MimeType) => isInGroup(m, 'xml') || mayInherit(m);

const mayInherit = (m: MimeType) => isInGroup(m, 'javascript') || m.essence === 'text/css';

/**
 * Returns everything that is known about the charset of a body.
 *
 * @param mimeType the MIME type, as a record or serialized
 * @param bytes the body, or its beginning: HTML may declare its encoding far after the first 1024 bytes
 */
export function readCharset(mimeType: MimeType | string, bytes: Uint8Array): Charset {
  checkObject(bytes, "readCharset's bytes", 'bytes', 'subarray');
  const m =
    typeof mimeType === 'string'
      ? parseMimeType(mimeType)
      : checkObject(mimeType, 'readCharset', 'a MIME type', 'parameters');
  const declared = m?.parameters.get('charset') ?? null;
  const encoding = declared === null ? null : encodingOf(declared);
  if (m === null || !isText(m))
    return { declared, encoding, bom: null, embedded: null, used: null, isInherited: false };
  const bom = bomEncoding(bytes);
  const embedded = embeddedEncoding(m, bytes);
  const byDefault = isUtf8ByDefault(m) ? 'utf-8' : fallback;
  // JSON and WebVTT are always decoded as UTF-8.
  const fixed = isInGroup(m, 'json') || m.essence === 'text/vtt';
  return {
    declared,
    encoding,
    bom,
    embedded,
    used: fixed ? 'utf-8' : (bom ?? encoding ?? embedded ?? byDefault),
    isInherited: mayInherit(m) && (bom ?? encoding ?? embedded) === null,
  };
}

/**
 * `readCharset(mimeType, bytes).used`: the encoding with which a browser decodes the text; null if the body is not
 * text.
 */
export function usedCharset(mimeType: MimeType | string, bytes: Uint8Array): string | null {
  return readCharset(mimeType, bytes).used;
}

/**
 * The encoding that the text itself declares, for HTML, XML, and CSS:
 * https://drafts.csswg.org/css-syntax/#determine-the-fallback-encoding
 */
function embeddedEncoding(m: MimeType, bytes: Uint8Array): string | null {
  if (m.essence === 'text/html') return htmlEncoding(bytes);
  if (isInGroup(m, 'xml')) return xmlEncoding(bytes);
  if (m.essence !== 'text/css') return null;
  const label = /^@charset "([^"]*)";/.exec(decode(bytes.subarray(0, 1024), 'windows-1252'))?.[1];
  const encoding = label === undefined ? null : encodingOf(label);
  // The declaration was readable as ASCII, so the text can't be UTF-16.
  return encoding?.startsWith('utf-16') ? 'utf-8' : encoding;
}

/** Decoded text, and the positions of errors. */
export interface DecodedText {
  text: string;
  /** The encoding that was used. */
  encoding: string;
  /** Byte offsets of the first thousand sequences that are not valid in this encoding. */
  errors: number[];
  /** Total number of errors. For each error, U+FFFD was inserted. */
  errorCount: number;
}

/**
 * Decodes bytes like `TextDecoder`, without a byte order mark, and reports where U+FFFD was inserted.
 *
 * @param charset a label; an unknown label counts as windows-1252
 */
export const decodeText = (bytes: Uint8Array, charset: string): DecodedText =>
  atOnce(
    decodedText(
      checkObject(bytes, 'decodeText', 'bytes', 'subarray'),
      checkText(charset, "decodeText's charset"),
    ),
  );

/** Like `decodeText`, but a generator that yields now and then. */
export function* decodedText(bytes: Uint8Array, charset: string): Generator<void, DecodedText, void> {
  const encoding = encodingOf(charset) ?? fallback;
  const text = yield* decoded(bytes, encoding);
  const result: DecodedText = { text, encoding, errors: [], errorCount: 0 };
  if (!text.includes('\ufffd')) return result;
  const report = (offset: number) => {
    if (result.errorCount++ < maxDecodingErrors) result.errors.push(offset);
  };
  if (encoding === 'replacement') report(0);
  else if (encoding === 'utf-8') utf8Errors(bytes, report);
  else if (encoding.startsWith('utf-16')) utf16Errors(bytes, encoding === 'utf-16be', report);
  else if (isMultiByte(encoding)) yield* multiByteErrors(bytes, encoding, report);
  else singleByteErrors(bytes, encoding, report);
  return result;
}

/** https://encoding.spec.whatwg.org/#utf-8-decoder: reports one error for each maximal valid prefix of a sequence. */
function utf8Errors(bytes: Uint8Array, report: (offset: number) => void): void {
  let i = 0;
  while (i < bytes.length) {
    const lead = bytes[i]!;
    if (lead < 0x80) {
      i++;
      continue;
    }
    const needed =
      lead >= 0xc2 && lead <= 0xdf ? 1 : lead >> 4 === 0xe ? 2 : lead >= 0xf0 && lead <= 0xf4 ? 3 : 0;
    let low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
    let high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
    let seen = 0;
    while (seen < needed) {
      const next = bytes[i + 1 + seen];
      if (next === undefined || next < low || next > high) break;
      low = 0x80;
      high = 0xbf;
      seen++;
    }
    if (needed === 0 || seen < needed) report(i);
    i += 1 + seen;
  }
}

/**
 * https://encoding.spec.whatwg.org/#shared-utf-16-decoder: reports one error for each lone surrogate, and for half a
 * code unit at the end.
 */
function utf16Errors(bytes: Uint8Array, bigEndian: boolean, report: (offset: number) => void): void {
  const high = bigEndian ? 0 : 1;
  /** The upper six bits of a unit, which identify surrogates. */
  const surrogateKind = (i: number) => bytes[i + high]! & 0xfc;
  const end = bytes.length & ~1;
  for (let i = 0; i < end; i += 2) {
    const kind = surrogateKind(i);
    if (kind === 0xdc) report(i);
    else if (kind === 0xd8) {
      if (i + 2 < end && surrogateKind(i + 2) === 0xdc) i += 2;
      else {
        report(i);
        // A lead surrogate followed by half a code unit at the end is one error.
        if (i + 2 === end) return;
      }
    }
  }
  if (end < bytes.length) report(end);
}

function singleByteErrors(bytes: Uint8Array, encoding: string, report: (offset: number) => void): void {
  const isError = Array.from(
    { length: 256 },
    (_, byte) => decode(Uint8Array.of(byte), encoding) === '\ufffd',
  );
  for (let i = 0; i < bytes.length; i++) if (isError[bytes[i]!]) report(i);
}

function* multiByteErrors(
  bytes: Uint8Array,
  encoding: string,
  report: (offset: number) => void,
): Generator<void, void, void> {
  yield* multiByteDecoder(encoding)(bytes, true, (text, at) => {
    if (text === '\ufffd') report(at);
  });
}
