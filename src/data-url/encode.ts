/** Encodes bytes and a MIME type as the shortest data: URL. */

import { defaultMimeType, type MimeType, parseMimeType, serializeMimeType } from '../mime/mime-type.ts';
import { atOnce, strideLength } from '../yield-to-event-loop.ts';
import { readHead } from './parse.ts';
import { textOfUtf8 } from './pieces.ts';

/** Options of `encodeDataUrl`. */
export interface EncodeOptions {
  /** Default: the encoding with the shorter result. */
  encoding?: 'base64' | 'percent';
  /**
   * The characters that are not escaped. `rfc`: those that RFC 2397 allows; `browser`: also those that the URL
   * Standard keeps (spaces, `<`, `>`, `{`, `}` and the like). Default: `browser` for SVG, otherwise `rfc`. Either
   * way, the URL is safe in HTML attributes with either kind of quotes and in CSS `url("")`.
   */
  characters?: 'rfc' | 'browser';
}

/** For each byte: 0 if it is always escaped; 1 if RFC 2397 allows it unescaped; 2 if only browsers do. */
const kept = new Uint8Array(256);
for (let byte = 0x20; byte < 0x7f; byte++) kept[byte] = 2;
for (const c of '-_.!~*()/?:@=+$;,0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ')
  kept[c.charCodeAt(0)] = 1;
// Quotes end attributes and url(""); "&" begins a character reference in HTML; "\" begins an escape in CSS.
for (const c of '"\'&\\#%') kept[c.charCodeAt(0)] = 0;

/**
 * The shortest data: URL for a body, which `decodeDataUrl` decodes to the same bytes and MIME type.
 *
 * The type loses parameters that no data: URL can express: values with a comma, a `#` or non-ASCII characters,
 * because a media type has no escapes, and quoted values with a `?`, because URL parsing escapes quotes after a `?`.
 * An invalid type becomes the default; a type with a `#`, which can't be written, becomes application/octet-stream.
 *
 * @param body text, which is encoded as UTF-8; an ArrayBuffer; or a view of one
 * @throws {TypeError} for any other body, such as a Blob, which `encodeBlob` encodes, and for a type that isn't a
 *   string
 */
export function encodeDataUrl(
  body: string | ArrayBufferLike | ArrayBufferView,
  mimeType: string,
  options: EncodeOptions = {},
): string {
  return atOnce(encoded(bytesOf(body), typeOf(mimeType), options));
}

/**
 * Parses a MIME type; an invalid one becomes the default.
 *
 * @throws {TypeError} for anything but a string
 */
export function typeOf(mimeType: string): MimeType {
  if (typeof mimeType !== 'string')
    throw new TypeError(`The MIME type must be a string; got ${described(mimeType)}.`);
  return parseMimeType(mimeType) ?? defaultMimeType;
}

function bytesOf(body: string | ArrayBufferLike | ArrayBufferView): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  // Compared by class name, because a buffer from another realm is not an instance of this realm's class.
  const name = nameOf(body);
  if (name === 'ArrayBuffer' || name === 'SharedArrayBuffer') return new Uint8Array(body);
  const isBlob = name === 'Blob' || name === 'File';
  throw new TypeError(
    `The body must be a string, an ArrayBuffer or a view of one; got ${described(body)}${isBlob ? ': use encodeBlob' : ''}.`,
  );
}

/** The name of a value's class, such as `Promise`. */
const nameOf = (value: unknown): string => Object.prototype.toString.call(value).slice('[object '.length, -1);

/** A value's type in words: `null`, `a number`, `an Array`. */
export function described(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  const name = typeof value === 'object' ? nameOf(value) : typeof value;
  return `${/^[AEIOaeio]/.test(name) ? 'an' : 'a'} ${name}`;
}

/** Like `encodeDataUrl`, but a generator that yields now and then. */
export function* encoded(
  bytes: Uint8Array,
  type: MimeType,
  options: EncodeOptions = {},
): Generator<void, string, void> {
  const head = `data:${writtenType(type)}`;
  const byBrowsers = options.characters ? options.characters === 'browser' : type.essence === 'image/svg+xml';
  const level = byBrowsers ? 2 : 1;
  let escapes = 0;
  for (let i = 0; i < bytes.length; i++) {
    if ((i & (strideLength - 1)) === 0) yield;
    const least = kept[bytes[i]!]!;
    if (least === 0 || least > level) escapes++;
  }
  // The URL parser trims a space at the very end, so that space must be escaped.
  if (level === 2 && bytes[bytes.length - 1] === 0x20) escapes++;
  const percentLength = bytes.length + 2 * escapes;
  const base64Length = ';base64'.length + Math.ceil(bytes.length / 3) * 4;
  const base64 = options.encoding ? options.encoding === 'base64' : base64Length < percentLength;
  if (base64) return `${head};base64,${yield* base64Of(bytes)}`;
  return `${head},${yield* percentEncode(bytes, level, percentLength)}`;
}

/** Matches a type that consists of characters that URL parsing does not change. */
const plainEssence = /^[\w.+-]+\/[\w.+-]+$/;

/** The shortest form of a MIME type in a data: URL. */
function writtenType(type: MimeType): string {
  if (type.parameters.size === 0 && plainEssence.test(type.essence)) return type.essence;
  const parameters = new Map<string, string>();
  for (const [name, value] of type.parameters) {
    const one = { ...type, parameters: new Map([[name, value]]) };
    if (survives(short(one), one)) parameters.set(name, value);
  }
  const possible = { ...type, parameters };
  return survives(short(possible), possible) ? short(possible) : 'application/octet-stream';
}

/** Matches values that browsers read without quotes, including some that are not tokens. */
const needsNoQuotes = /^[\w\-.!~*()/:@=+$?%]+$/;

function short(type: MimeType): string {
  let text = type.essence;
  for (const [name, value] of type.parameters) {
    const parameters = new Map([[name, value]]);
    const serialized = serializeMimeType({ ...type, parameters }).slice(type.essence.length);
    text += needsNoQuotes.test(value) ? `;${name}=${value}` : serialized;
  }
  if (text === 'text/plain;charset=US-ASCII') return '';
  // "text/plain" can be omitted, but only before a parameter: an empty type would declare US-ASCII instead of
  // no charset.
  return text.startsWith('text/plain;') ? text.slice('text/plain'.length) : text;
}

function survives(written: string, type: MimeType): boolean {
  return readHead(`data:${written},`).mimeType === serializeMimeType(type);
}

const hex = '0123456789ABCDEF';

function* percentEncode(bytes: Uint8Array, level: number, length: number): Generator<void, string, void> {
  const out = new Uint8Array(length);
  let n = 0;
  for (let i = 0; i < bytes.length; i++) {
    if ((i & (strideLength - 1)) === 0) yield;
    const byte = bytes[i]!;
    const plain = kept[byte]! > 0 && kept[byte]! <= level && !(byte === 0x20 && i === bytes.length - 1);
    if (plain) {
      out[n++] = byte;
    } else {
      out[n++] = 0x25;
      out[n++] = hex.charCodeAt(byte >> 4);
      out[n++] = hex.charCodeAt(byte & 15);
    }
  }
  return yield* textOfUtf8(out);
}

/** Encodes bytes as base64 without line breaks: natively if the platform can, otherwise piece by piece with `btoa`. */
export const toBase64 = (bytes: Uint8Array): string => atOnce(base64Of(bytes));

/** Number of bytes encoded at a time: a multiple of three, and few enough for the arguments of one call. */
const groupsLength = 3 << 12;

/** Like `toBase64`, but a generator that yields now and then. */
export function* base64Of(bytes: Uint8Array): Generator<void, string, void> {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += groupsLength) {
    if (at % (groupsLength * 16) === 0) yield;
    const piece = bytes.subarray(at, at + groupsLength);
    const native = (piece as { toBase64?: () => string }).toBase64;
    parts.push(native ? native.call(piece) : btoa(String.fromCharCode(...piece)));
  }
  return parts.join('');
}
