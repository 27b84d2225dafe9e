/** Writes message/external-body with access-type=URL: RFC 2017, optionally with the URL in parts by RFC 2231. */

import { decodeDataUrl } from '../data-url/decode.ts';
import { encodeDataUrl } from '../data-url/encode.ts';
import { isDataUrl } from '../data-url/is-data-url.ts';
import { parseDataUrl } from '../data-url/parse.ts';
import { readByRfc } from '../data-url/read-by-rfc.ts';
import { meanSame } from '../data-url/rewrite.ts';
import { isToken } from '../mime/headers.ts';
import type { Permission } from '../payload/external-body/external-body-parameters.ts';
import { mustEscape, refuse, refuseScheme } from '../payload/external-body/message-external-body.ts';
import { maxWordLength } from '../payload/limits.ts';
import { type Problem, unlessTooLarge } from '../problem.ts';
import { encodeUnits } from '../uri/characters.ts';
import { fragmentStart } from '../uri/fragment.ts';
import { urlText } from '../url-text.ts';

/**
 * Section 3.1 (1): percent-encodes, as UTF-8, all characters of a URL that a URL-word cannot contain. Existing triplets
 * stay. Idempotent; linear. Throws a RangeError if the result exceeds the platform's maximum string length.
 */
export function escapeUrl(url: string): string {
  return encodeUnits(url, mustEscape);
}

export interface WordOptions {
  /** Whether to break lines after the last "/" that fits, rather than always after 40 characters. */
  breakAfterSlash?: boolean;
}

/** Section 3.1 (2): splits the escaped URL into words of 1 to 40 characters. Takes linear time. */
export function urlWords(url: string, options: WordOptions = {}): string[] {
  const escaped = escapeUrl(url);
  const words: string[] = [];
  for (let i = 0; i < escaped.length; ) {
    let end = Math.min(i + maxWordLength, escaped.length);
    if (options.breakAfterSlash === true && end < escaped.length) {
      const slash = escaped.slice(i, end).lastIndexOf('/');
      if (slash >= 0) end = i + slash + 1;
    }
    words.push(escaped.slice(i, end));
    i = end;
  }
  return words;
}

/** Section 3.1 (3): the URL-parameter in its quotes, one word per line. */
export function urlParameter(url: string, options: WordOptions = {}): string {
  return `"${urlWords(url, options).join('\r\n ')}"`;
}

export interface InnerField {
  name: string;
  value: string;
}

export const urlForms = ['words', 'continuations', 'charset'] as const;
/**
 * How a URL is written: as `words` (RFC 2017); as `continuations` (RFC 2231, section 3: `URL*0=`, `URL*1=`) if it
 * doesn't fit on one line; or with a `charset` (section 4: `URL*=us-ascii''`), also in parts if it doesn't fit on one
 * line.
 */
export type UrlForm = (typeof urlForms)[number];

/** The layout, and facts about the data (RFC 1521 section 7.3.3). */
export interface WriteOptions extends WordOptions {
  /** Default: `words`. */
  urlForm?: UrlForm;
  /** Size of the data, in octets. */
  size?: number;
  /** The time after which the data may be removed, in milliseconds since 1970; in the years 0 to 9999. */
  expiration?: number;
  permission?: Permission;
}

/** Maximum number of escaped characters on one line, so that the whole line contains at most 72. */
const maxEscapedLength = 56;
/**
 * Maximum number of parts of a URL, because only 10,000 parameters are read. A longer URL is split into longer parts.
 */
const maxParts = 9000;

/** The URL-parameter by RFC 2231, one part per line. */
function parameterInParts(url: string, form: 'continuations' | 'charset'): string {
  const isEncoded = form === 'charset';
  const escaped = escapeUrl(url);
  const text = isEncoded ? encodeUnits(escaped, isNoAttributeChar) : escaped;
  // Unencoded parts are at most as long as a URL-word, because a URL in a single part must also be a URL-word.
  const length = Math.max(isEncoded ? maxEscapedLength : maxWordLength, Math.ceil(text.length / maxParts));
  // No part ends within an escape.
  const parts = text.match(new RegExp(`.{1,${length}}(?<!%.?)`, 'g')) ?? [];
  const [mark, front, quote] = isEncoded ? ['*', "us-ascii''", ''] : ['', '', '"'];
  const number = (n: number) => (parts.length === 1 ? '' : `*${n}`);
  return parts
    .map((part, n) => `URL${number(n)}${mark}=${quote}${n === 0 ? front : ''}${part}${quote}`)
    .join(';\r\n ');
}

/**
 * Whether a token can't contain the character, or the character is special in an extended value (RFC 2231 section 7).
 */
const isNoAttributeChar = (unit: number): boolean => {
  const character = String.fromCharCode(unit);
  return !isToken(character) || "*'%".includes(character);
};

/** Removes whitespace around a URL: browsers ignore it, and in text, it delimits URLs (RFC 2396, appendix E). */
function trimmed(url: string): string {
  let [start, end] = [0, url.length];
  while (start < end && url.charCodeAt(start) <= 0x20) start++;
  while (end > start && url.charCodeAt(end - 1) <= 0x20) end--;
  return url.slice(start, end);
}

/**
 * The readings that stay the same in a written URL: the readings of browsers and RFC 2397, or only the reading of
 * browsers.
 */
export type KeptReading = 'both' | 'browsers';

/** The readings that two URLs share; null if browsers reject both and RFC 2397 reads them differently. */
export function keptReading(url: string, other: string): KeptReading | null {
  if (url === other || !isDataUrl(url)) return 'both';
  const [before, after] = [readByRfc(trimmed(url)).said, readByRfc(other).said];
  const isSame =
    before === null || after === null
      ? before === after
      : meanSame({ ok: true, ...before }, { ok: true, ...after });
  if (isSame) return 'both';
  return decodeDataUrl(url).ok ? 'browsers' : null;
}

/**
 * Rewrites a data: URL so that escaping it does not change its resource: browsers do not decode escapes in the media
 * type, and remove tabs and line breaks anywhere in the URL. The head stays unchanged if browsers reject the URL or a
 * parameter needs quotes.
 */
function escapable(url: string): string {
  const plain = trimmed(url).replace(/[\t\n\r]+/g, '');
  const comma = plain.indexOf(',');
  if (escapeUrl(plain.slice(0, comma)) === plain.slice(0, comma)) return plain;
  const decoded = decodeDataUrl(url);
  if (!decoded.ok) return plain;
  const { body, mimeType } = decoded;
  const encoding = parseDataUrl(plain).base64 ? 'base64' : 'percent';
  const anew = encodeDataUrl(body, mimeType, { encoding }) + plain.slice(fragmentStart(plain));
  const head = escapeUrl(anew.slice(0, anew.indexOf(',') + 1));
  return parseDataUrl(head).mimeType === mimeType ? anew : plain;
}

/**
 * The data: URL to write: browsers still read the same media type and bytes after it is escaped. Null if there is none.
 */
function alike(url: string): string | null {
  const form = escapable(url);
  const escaped = escapeUrl(form);
  if (escaped === url) return form;
  const [before, after] = [decodeDataUrl(url), decodeDataUrl(escaped)];
  return (before.ok ? meanSame(before, after) : !after.ok) ? form : null;
}

/** An entity, with the readings of a data: URL that stay the same; or the reason why there is none. */
export type WrittenEntity =
  | { ok: true; text: string; reading: KeptReading }
  | { ok: false; problem: Problem };

/**
 * Writes an entity that `readExternalBody` parses as the escaped URL and the same inner fields (their values on one
 * line, trimmed). A data: URL is rewritten if escaping alone would change its media type or its bytes for browsers;
 * `reading` shows whether its reading by RFC 2397 also stays the same. That reading changes if a quoted value contains
 * a comma, at which browsers split the URL. Fails, like `readExternalBody`, for a URL without a scheme or one that
 * retrieves nothing (positions in the URL); for a data: URL without an equivalent escaped one, such as one with a
 * quoted parameter (external-body-url-not-alike); for fields with invalid names (header-name-malformed); and for a
 * result that exceeds the platform's maximum string length (external-body-url-too-long).
 */
export function writeExternalBody(
  url: string | URL,
  inner: readonly InnerField[] = [],
  options: WriteOptions = {},
): WrittenEntity {
  const written = urlText(url, 'writeExternalBody');
  // Escaping can turn one character into nine, so the result may exceed the maximum string length.
  return unlessTooLarge(
    () => write(written, inner, options),
    () =>
      refuse('external-body-url-too-long', 'The URL is too long to be escaped.', 0, written.length).problem,
  );
}

function write(url: string, inner: readonly InnerField[], options: WriteOptions): WrittenEntity {
  // This is not checked for data: URLs, because browsers accept some that don't begin with the scheme.
  const refusal = isDataUrl(url) ? undefined : refuseScheme(url, 0, url.length);
  if (refusal !== undefined) return { ok: false, problem: refusal };
  const malformed = inner.find(({ name }) => !isToken(name));
  if (malformed !== undefined) {
    const message = 'The name of a header field holds letters, digits and hyphens.';
    return refuse('header-name-malformed', message, 0, 0, { name: malformed.name });
  }
  const form = isDataUrl(url) ? alike(url) : url;
  const reading = form && keptReading(url, escapeUrl(form));
  if (form === null || !reading) {
    const message = 'The URL has other data or another media type for browsers once it is escaped.';
    return refuse('external-body-url-not-alike', message, 0, url.length);
  }
  const { urlForm = 'words' } = options;
  const parameter =
    urlForm === 'words' ? `URL=${urlParameter(form, options)}` : parameterInParts(form, urlForm);
  const lines = [
    'Content-Type: message/external-body; access-type=URL;',
    ...parameterLines(options),
    ` ${parameter}`,
    '',
    // A line end in a value would begin a new field.
    ...inner.map(({ name, value }) => `${name}: ${value.replace(/[\r\n]+[ \t]*/g, ' ').trim()}`),
    '',
    '',
  ];
  return { ok: true, text: lines.join('\r\n'), reading };
}

/** The parameter lines. Dates contain colons and a comma, so they need quotes. */
const parameterLines = ({ size, expiration, permission }: WriteOptions): string[] => [
  ...(size === undefined ? [] : [` size=${size};`]),
  ...(expiration === undefined
    ? []
    : [` expiration="${new Date(expiration).toUTCString().replace('GMT', '+0000')}";`]),
  ...(permission === undefined ? [] : [` permission=${permission};`]),
];
