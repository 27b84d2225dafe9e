/**
 * The tokens of CSS Syntax Level 3 (https://www.w3.org/TR/css-syntax-3/), as far as they are needed to find URLs:
 * code points, escapes, identifiers, and the contents of strings and url tokens.
 */

import { scalar } from '../../uri/escapes.ts';
import type { DropCause } from '../../vocabulary.ts';
import { isAsciiWhitespace } from '../../whitespace.ts';
import { atOnce, strideLength } from '../../yield-to-event-loop.ts';

// Separate constants, so that the bundler inlines the numbers.
export const NEWLINE = 0x0a;
export const CARRIAGE_RETURN = 0x0d;
export const QUOTE = 0x22;
export const HASH = 0x23;
const APOSTROPHE = 0x27;
export const OPEN = 0x28;
export const CLOSE = 0x29;
export const ASTERISK = 0x2a;
export const COMMA = 0x2c;
export const HYPHEN = 0x2d;
const FULL_STOP = 0x2e;
export const SOLIDUS = 0x2f;
export const COLON = 0x3a;
export const SEMICOLON = 0x3b;
export const LESS_THAN = 0x3c;
export const AT = 0x40;
export const OPEN_SQUARE = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_SQUARE = 0x5d;
export const OPEN_CURLY = 0x7b;
export const CLOSE_CURLY = 0x7d;

export const isNewline = (c: number) => c === 0x0a || c === 0x0c || c === 0x0d;
export const isQuote = (c: number) => c === QUOTE || c === APOSTROPHE;
export const isDigit = (c: number) => c >= 0x30 && c <= 0x39;
const isHex = (c: number) => isDigit(c) || (c >= 0x41 && c <= 0x46) || (c >= 0x61 && c <= 0x66);
const isNameStart = (c: number) =>
  (c >= 0x61 && c <= 0x7a) || (c >= 0x41 && c <= 0x5a) || c === 0x5f || c >= 0x80 || c === 0;
const isName = (c: number) => isNameStart(c) || isDigit(c) || c === 0x2d;

export const isCrlf = (css: string, at: number) =>
  css.charCodeAt(at) === CARRIAGE_RETURN && css.charCodeAt(at + 1) === NEWLINE;

/**
 * CSS Syntax 4.3.7: the end of the escape whose backslash is at `at`; inside a string, the escaped character may be a
 * newline.
 */
function escapeEnd(css: string, at: number): number {
  let end = at + 1;
  if (!isHex(css.charCodeAt(end))) return Math.min(css.length, end + (isCrlf(css, end) ? 2 : 1));
  for (let digits = 0; digits < 6 && isHex(css.charCodeAt(end)); digits++) end++;
  if (isCrlf(css, end)) return end + 2;
  return isAsciiWhitespace(css.charCodeAt(end)) ? end + 1 : end;
}

/** CSS Syntax 4.3.8: whether an escape starts at `at`. Also true for a backslash at the end of the text. */
const isEscape = (css: string, at: number): boolean =>
  at < css.length && css.charCodeAt(at) === BACKSLASH && !isNewline(css.charCodeAt(at + 1));

/** CSS Syntax 4.3.9: whether an identifier starts at `at`. */
export function startsIdent(css: string, at: number): boolean {
  const c = css.charCodeAt(at);
  if (c !== HYPHEN) return isNameStart(c) || isEscape(css, at);
  const second = css.charCodeAt(at + 1);
  return isNameStart(second) || second === HYPHEN || isEscape(css, at + 1);
}

export function identEnd(css: string, at: number): number {
  let end = at;
  for (;;) {
    if (end < css.length && isName(css.charCodeAt(end))) end++;
    else if (isEscape(css, end)) end = escapeEnd(css, end);
    else return end;
  }
}

/** The end of a number with its unit, or of a hash: one token, so that `2url(` is not a function. */
export function numberEnd(css: string, start: number): number {
  let end = start + 1;
  while (end < css.length && (isName(css.charCodeAt(end)) || css.charCodeAt(end) === FULL_STOP)) end++;
  return isEscape(css, end) ? identEnd(css, end) : end;
}

/**
 * CSS Syntax 4.3.7: decodes the escapes of an identifier, string or url token's content.
 *
 * @param text the token's text between its delimiters
 * @param atEnd the value of a backslash at the end of the text: '' in strings (4.3.5)
 */
export const decodeCssEscapes = (text: string, atEnd?: string): string =>
  // Nearly all names contain no escapes. For them, a generator would take longer than everything else.
  /[\\\0]/.test(text) ? atOnce(decodedEscapes(text, atEnd)) : text;

/** Like `decodeCssEscapes`, but a generator that yields now and then. */
export function* decodedEscapes(text: string, atEnd = '\uFFFD'): Generator<null, string, void> {
  let at = text.indexOf('\\');
  if (at < 0) return text.replaceAll('\0', '\uFFFD');
  const parts: string[] = [];
  let from = 0;
  let pause = strideLength;
  while (at >= 0) {
    if (at >= pause) {
      pause = at + strideLength;
      yield null;
    }
    parts.push(text.slice(from, at));
    const next = escapeEnd(text, at);
    const first = text.charCodeAt(at + 1);
    if (isHex(first)) parts.push(scalar(Number.parseInt(text.slice(at + 1, next), 16)));
    else if (at + 1 === text.length) parts.push(atEnd);
    else if (!isNewline(first)) parts.push(text.slice(at + 1, next));
    from = next;
    at = text.indexOf('\\', from);
  }
  parts.push(text.slice(from));
  return parts.join('').replaceAll('\0', '\uFFFD');
}

/** Match characters that a string cannot contain unescaped; a backslash escapes even a newline. */
export const notInQuotes = /["\\\n\r\f]/;
export const notInApostrophes = /['\\\n\r\f]/;
/** Matches characters that an unquoted url token cannot contain unescaped. */
const notInUrl = /[\x01-\x20\x22\x27\x28\x29\x5c\x7f]/;

/**
 * The end of a string's or url token's content: the first unescaped match of `ends`, or the end of the text.
 *
 * @yields where the caller may pause
 */
export function* endOfContent(css: string, from: number, ends: RegExp): Generator<null, number, void> {
  let at = from;
  let pause = from + strideLength;
  while (at < css.length) {
    if (at >= pause) {
      pause = at + strideLength;
      yield null;
    }
    const plain = css.slice(at, at + strideLength).search(ends);
    if (plain < 0) {
      at += strideLength;
      continue;
    }
    at += plain;
    const isEscape = css.charCodeAt(at) === BACKSLASH;
    if (!isEscape || (ends === notInUrl && isNewline(css.charCodeAt(at + 1)))) return at;
    at = escapeEnd(css, at);
  }
  return css.length;
}

/** The error of an unquoted url token that contains the given character. */
const badCause = (c: number): DropCause => {
  if (c === QUOTE || c === APOSTROPHE) return 'quote';
  if (c === OPEN) return 'parenthesis';
  return c === BACKSLASH || isNewline(c) ? 'line-break' : isAsciiWhitespace(c) ? 'blank' : 'control';
};

/** CSS Syntax 4.3.6: consumes an unquoted url token, beginning after the opening parenthesis and whitespace. */
export function* unquotedUrl(
  css: string,
  from: number,
): Generator<null, { contentEnd: number; end: number; bad: DropCause | null }, void> {
  const contentEnd = yield* endOfContent(css, from, notInUrl);
  let at = contentEnd;
  while (isAsciiWhitespace(css.charCodeAt(at))) at++;
  /*
   * The token is bad if it contains a quote, an opening parenthesis, a non-printable character, or anything after
   * whitespace.
   */
  const isBad = at < css.length && css.charCodeAt(at) !== CLOSE;
  if (!isBad) return { contentEnd, end: at + 1, bad: null };
  return { contentEnd, end: yield* badUrlEnd(css, at), bad: badCause(css.charCodeAt(contentEnd)) };
}

/**
 * CSS Syntax 4.3.14: consumes the remnants of a bad url, up to the first closing parenthesis.
 *
 * @param isBalanced whether to stop at the parenthesis that balances the opening one, as the author intended
 * @returns the position after the parenthesis, or after the end of the text if there is none
 */
export function* badUrlEnd(css: string, from: number, isBalanced = false): Generator<null, number, void> {
  let at = from;
  let depth = 0;
  let pause = from + strideLength;
  for (; at < css.length; at++) {
    const c = css.charCodeAt(at);
    if (c === CLOSE && depth-- === 0) break;
    if (c === OPEN && isBalanced) depth++;
    if (c === BACKSLASH) at++;
    if (at >= pause) {
      pause = at + strideLength;
      yield null;
    }
  }
  return at + 1;
}
