/**
 * Finds the user information and the host that browsers find in a reference. Follows the URL Standard's basic URL
 * parser (https://url.spec.whatwg.org/#concept-basic-url-parser) from its first state to the host state, with positions
 * in the text as written. RFC 3986 splits many references differently: see components.ts.
 *
 * This module also removes the passwords of URLs anywhere in a page's text.
 */

import type { Span } from '../problem.ts';
import { ALPHA, asciiLowercase, classOf, DIGIT, SCHEME_MARK } from './characters.ts';

/** The parts without delimiters. They may contain tabs and line breaks, which browsers remove. */
export interface WebAuthority {
  userinfo: Span | undefined;
  /** The text after the first colon of the user information. It may be empty. */
  password: Span | undefined;
  host: Span;
}

/**
 * The schemes of https://url.spec.whatwg.org/#special-scheme except "file". They require a host, and a backslash in
 * their URLs equals a slash.
 */
const special = new Set(['ftp', 'http', 'https', 'ws', 'wss']);

/** Whether browsers find a host after a scheme (in lower case) regardless of the number of slashes; excludes file:. */
export const isSpecial = (scheme: string): boolean => special.has(scheme);

/**
 * The authority that browsers find in the reference itself; undefined if they find none, and use the base's host, if
 * any. The host may be invalid. Spans are in code units. Takes linear time.
 *
 * @param baseScheme the scheme, in lower case, of the URL against which the reference is resolved; undefined if there
 *   is none
 * @param asFirefox whether to parse as Firefox 140 does: with a base of an unknown scheme, a run of "/" and "\" counts
 *   as two slashes
 */
export function webAuthority(
  reference: string,
  baseScheme?: string,
  asFirefox = false,
): WebAuthority | undefined {
  const start = skip(reference, firstOf(reference));
  const colon = schemeEnd(reference, start);
  const own = colon < 0 ? undefined : asciiLowercase(withoutBreaks(reference.slice(start, colon)));
  const scheme = own ?? baseScheme;
  if (scheme === undefined) return undefined;
  const isWeb = isSpecial(scheme);
  const isFile = scheme === 'file';
  const isLenient = isWeb || (asFirefox && own === undefined);
  const isSlash = (at: number) => reference[at] === '/' || ((isLenient || isFile) && reference[at] === '\\');
  let at = own === undefined ? start : skip(reference, colon + 1);
  let slashes = 0;
  while (isSlash(at) && (isLenient || slashes < 2)) {
    slashes++;
    at = skip(reference, at + 1);
  }
  const needsNone = isWeb && own !== undefined && own !== baseScheme;
  if (slashes < 2 && !needsNone) return undefined;
  return isFile ? fileHostAt(reference, at) : authorityAt(reference, at, isWeb);
}

/**
 * The host of a file: URL (https://url.spec.whatwg.org/#file-host-state), without user information; undefined if there
 * is none, or a drive letter instead.
 */
function fileHostAt(reference: string, start: number): WebAuthority | undefined {
  const [written = ''] = /^[^/\\?#]*/.exec(reference.slice(start, endOf(reference))) ?? [];
  const text = withoutBreaks(written);
  if (text === '' || /^[A-Za-z][:|]$/.test(text)) return undefined;
  return { userinfo: undefined, password: undefined, host: { start, end: start + written.length } };
}

/** The authority that begins at `start` (https://url.spec.whatwg.org/#authority-state and the host state after it). */
function authorityAt(reference: string, start: number, isWeb: boolean): WebAuthority {
  const limit = endOf(reference);
  let end = Math.min(start, limit);
  let at = -1;
  for (; end < limit; end++) {
    const character = reference[end];
    if (character === '/' || character === '?' || character === '#' || (isWeb && character === '\\')) break;
    if (character === '@') at = end;
  }
  const hostStart = at < 0 ? Math.min(start, end) : at + 1;
  let hostEnd = hostStart;
  for (let isInBrackets = false; hostEnd < end; hostEnd++) {
    const character = reference[hostEnd];
    if (character === '[') isInBrackets = true;
    else if (character === ']') isInBrackets = false;
    else if (character === ':' && !isInBrackets) break;
  }
  const host = { start: hostStart, end: hostEnd };
  if (at < 0) return { userinfo: undefined, password: undefined, host };
  const colon = reference.slice(start, at).indexOf(':');
  const password = colon < 0 ? undefined : { start: start + colon + 1, end: at };
  return { userinfo: { start, end: at }, password, host };
}

/** Removes tabs and line breaks, as browsers do before they parse a URL. */
export const withoutBreaks = (text: string): string => text.replace(/[\t\n\r]+/g, '');

const isBreak = (unit: number) => unit === 0x09 || unit === 0x0a || unit === 0x0d;

/** The index of the first code unit from `index` that is neither a tab nor a line break. */
function skip(text: string, index: number): number {
  let at = index;
  while (isBreak(text.charCodeAt(at))) at++;
  return at;
}

/**
 * The index of the first code unit that is neither a C0 control nor a space. Browsers remove these at the beginning.
 */
function firstOf(text: string): number {
  let at = 0;
  while (text.charCodeAt(at) <= 0x20) at++;
  return at;
}

/** The end of the text without trailing C0 controls and spaces. */
function endOf(text: string): number {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) <= 0x20) end--;
  return end;
}

/** The index of the colon after a scheme that begins at `start`; -1 if there is none. */
function schemeEnd(text: string, start: number): number {
  if ((classOf(text.charCodeAt(start)) & ALPHA) === 0) return -1;
  for (let i = start + 1; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x3a) return i;
    if ((classOf(unit) & (ALPHA | DIGIT | SCHEME_MARK)) === 0 && !isBreak(unit)) return -1;
  }
  return -1;
}

/**
 * Matches the userinfo after two slashes. It extends to the last "@" before a path (RFC 3986, 3.2), regardless of its
 * content.
 */
const behindSlashes = /([/\\]{2}[^/\\?#:]*):[^/\\?#]*@/g;
/** Matches a URL without its slashes, such as `user:password@host`. */
const piece = /[^\s"'<>/\\]+/g;

/**
 * Removes everything that would be a password if a URL began at some position in the text. The colons stay. Takes
 * linear time.
 */
export function withoutPasswords(text: string): string {
  if (!text.includes('@')) return text;
  return text.replace(behindSlashes, '$1:@').replace(piece, (written) => {
    const colon = written.indexOf(':');
    const at = written.lastIndexOf('@');
    if (colon < 0 || at < colon || /^mailto:/i.test(written)) return written;
    return written.slice(0, colon + 1) + written.slice(at);
  });
}
