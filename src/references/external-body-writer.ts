/** Writes message/external-body with access-type=URL: RFC 2017. */

import { decodeDataUrl } from '../data-url/decode.ts';
import { encodeDataUrl } from '../data-url/encode.ts';
import { isDataUrl } from '../data-url/is-data-url.ts';
import { parseDataUrl } from '../data-url/parse.ts';
import { meanSame } from '../data-url/rewrite.ts';
import { isToken } from '../mime/headers.ts';
import type { Permission } from '../payload/external-body-parameters.ts';
import { maxWordLength } from '../payload/limits.ts';
import { mustEscape, refuse, refuseScheme } from '../payload/message-external-body.ts';
import { type Problem, unlessTooLarge } from '../problem.ts';
import { encodeUnits } from '../uri/characters.ts';
import { fragmentStart } from '../uri/fragment.ts';

/**
 * Section 3.1 (1): the URL with all characters percent-encoded that a URL-word cannot contain, in UTF-8; existing
 * triplets stay. Idempotent; linear. Throws a RangeError where the result is longer than the platform's longest string.
 */
export function escapeUrl(url: string): string {
  return encodeUnits(url, mustEscape);
}

export interface WordOptions {
  /** Breaks lines after the last "/" that fits, rather than always after 40 characters. */
  breakAfterSlash?: boolean;
}

/** Section 3.1 (2): the escaped URL in words of 1 to 40 characters, which joined are the URL. Linear. */
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

/** Section 3.1 (3): the URL-parameter in its quotes, one word to a line. */
export function urlParameter(url: string, options: WordOptions = {}): string {
  return `"${urlWords(url, options).join('\r\n ')}"`;
}

export interface InnerField {
  name: string;
  value: string;
}

/** The layout, and statements about the data (RFC 1521 section 7.3.3). */
export interface WriteOptions extends WordOptions {
  /** Octets. */
  size?: number;
  /** When the data may have been removed, in milliseconds since 1970: in the years 0 to 9999. */
  expiration?: number;
  permission?: Permission;
}

/**
 * Rewrites a data: URL so that escaping it does not change its resource: browsers do not decode escapes in
 * the media type, and remove tabs and line breaks anywhere in the URL. Returns unchanged what is rejected or has a
 * parameter that needs quotes.
 */
function escapable(url: string): string {
  // No pattern for the end: it would be tried at each blank.
  let end = url.length;
  while (end > 0 && url.charCodeAt(end - 1) <= 0x20) end--;
  const plain = url.slice(0, end).replace(/^[\0- ]+|[\t\n\r]+/g, '');
  const comma = plain.indexOf(',');
  if (escapeUrl(plain.slice(0, comma)) === plain.slice(0, comma)) return plain;
  const decoded = decodeDataUrl(url);
  if (!decoded.ok) return url;
  const { body, mimeType } = decoded;
  const encoding = parseDataUrl(plain).base64 ? 'base64' : 'percent';
  const anew = encodeDataUrl(body, mimeType, { encoding }) + plain.slice(fragmentStart(plain));
  const head = escapeUrl(anew.slice(0, anew.indexOf(',') + 1));
  return parseDataUrl(head).mimeType === mimeType ? anew : url;
}

/** The data: URL to write, which has the same media type and bytes for browsers once it is escaped; null without one. */
function alike(url: string): string | null {
  const form = escapable(url);
  const escaped = escapeUrl(form);
  if (escaped === url) return form;
  const [before, after] = [decodeDataUrl(url), decodeDataUrl(escaped)];
  return (before.ok ? meanSame(before, after) : !after.ok) ? form : null;
}

/**
 * Writes an entity that `readExternalBody` reads back as the escaped URL and the same inner fields (their values on one
 * line, trimmed). A data: URL is rewritten where escapes alone would change its media type or its bytes for browsers.
 * Fails, as reading does, for a URL without a scheme or one that retrieves nothing (positions in the URL); for a data:
 * URL that no escaped one is alike, such as one with a quoted parameter (external-body-url-not-alike); for fields with
 * invalid names (header-name-malformed); and for a result that exceeds the platform's longest string
 * (external-body-url-too-long).
 */
export function writeExternalBody(
  url: string,
  inner: readonly InnerField[] = [],
  options: WriteOptions = {},
): { ok: true; text: string } | { ok: false; problem: Problem } {
  // Escaping can make nine characters of one, which may exceed the maximum length of a string.
  const { problem } = refuse(
    'external-body-url-too-long',
    'The URL is too long to be escaped.',
    0,
    url.length,
  );
  return unlessTooLarge(() => write(url, inner, options), problem);
}

function write(
  url: string,
  inner: readonly InnerField[],
  options: WriteOptions,
): { ok: true; text: string } | { ok: false; problem: Problem } {
  const refusal = refuseScheme(url, 0, url.length);
  if (refusal !== undefined) return { ok: false, problem: refusal };
  const malformed = inner.find(({ name }) => !isToken(name));
  if (malformed !== undefined) {
    const message = 'The name of a header field holds letters, digits and hyphens.';
    return refuse('header-name-malformed', message, 0, 0, { name: malformed.name });
  }
  const form = isDataUrl(url) ? alike(url) : url;
  if (form === null) {
    const message = 'The URL has other data or another media type for browsers once it is escaped.';
    return refuse('external-body-url-not-alike', message, 0, url.length);
  }
  const lines = [
    'Content-Type: message/external-body; access-type=URL;',
    ...parameterLines(options),
    ` URL=${urlParameter(form, options)}`,
    '',
    // A line end in a value would begin another field.
    ...inner.map(({ name, value }) => `${name}: ${value.replace(/[\r\n]+[ \t]*/g, ' ').trim()}`),
    '',
    '',
  ];
  return { ok: true, text: lines.join('\r\n') };
}

/** A value with a colon or a comma needs quotes, as every date does. */
const parameterLines = ({ size, expiration, permission }: WriteOptions): string[] => [
  ...(size === undefined ? [] : [` size=${size};`]),
  ...(expiration === undefined
    ? []
    : [` expiration="${new Date(expiration).toUTCString().replace('GMT', '+0000')}";`]),
  ...(permission === undefined ? [] : [` permission=${permission};`]),
];
