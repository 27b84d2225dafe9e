/**
 * Finds URI references in running text: rfc2396bis, Appendix C (1997: Appendix E), and also data: URLs as they are
 * pasted from mail, logs, JSON, CSS, and source code, whose escapes are decoded.
 */

import { checkText } from '../url-text.ts';
import { ALPHA, classOf, DIGIT, SCHEME_MARK } from './characters.ts';
import { bare } from './delimit-bare.ts';
import {
  type Context,
  type Delimitation,
  type Delimited,
  look,
  prefixStart,
  type Scheme,
} from './delimit-context.ts';
import { wrapped } from './delimit-wrapped.ts';
import { isKnownScheme } from './recognize.ts';
import { SPELLED } from './spelled-scheme.ts';
import { closing, opening } from './wrappers.ts';

export type { Delimited, Escaping } from './delimit-context.ts';

/** Maximum length, in code units, of a scheme. It is longer than any registered scheme. */
const maxSchemeLength = 40;

/**
 * Finds the references in a text, in order: URIs with any scheme and "//", URIs with a well-known scheme without "//"
 * (data:, mailto:, urn:, tel: …), and anything after "URL:". Accepts any string. Takes linear time, and never throws.
 */
export function delimit(input: string): Delimited[] {
  const delimiter = delimiterOf(checkText(input, 'delimit'));
  for (const match of input.matchAll(COLON)) delimiter.add(match);
  return delimiter.found;
}

/**
 * Like `delimit`, but skips references that end before the next "data:", for callers that need only the data: URLs.
 *
 * @returns all data: URLs, and some of the other references
 */
export function delimitData(input: string): Delimited[] {
  const delimiter = delimiterOf(input);
  const schemes = [...input.matchAll(DATA)];
  let next = 0;
  /** Skipped references, and the furthest end of one of them, because a reference may contain a later colon. */
  let passed: RegExpExecArray[] = [];
  let passedEnd = 0;
  for (const match of input.matchAll(COLON)) {
    const colon = colonOf(match);
    while (next < schemes.length && colonOf(schemes[next]!) < colon) next++;
    const scheme = schemes[next];
    if (scheme === undefined) break;
    if (match.index >= passedEnd) passed = [];
    if (colonOf(scheme) > colon) {
      const end = maxEnd(input, colon, delimiter.position());
      if (end <= scheme.index) {
        passed.push(match);
        passedEnd = Math.max(passedEnd, end);
        continue;
      }
    }
    for (const each of passed) delimiter.add(each);
    passed = [];
    delimiter.add(match);
  }
  return delimiter.found;
}

const colonOf = ({ 0: spelling, index }: RegExpExecArray): number => index + spelling.length - 1;

/** Finds the references to which colons belong. Colons must be passed from left to right. */
function delimiterOf(input: string) {
  const found: Delimited[] = [];
  const context = look(input);
  let position = 0;
  return {
    found,
    position: () => position,
    add(match: RegExpExecArray) {
      const { 0: spelling, index } = match;
      if (index < position) return;
      const colon = colonOf(match);
      const reference =
        (spelling.length > 1 ? spelledData(input, index, colon, context) : undefined) ??
        (input[colon] === ':' ? plain(input, colon, position, context) : undefined);
      if (reference !== undefined) found.push(reference.delimited);
      position = reference?.next ?? colon + 1;
    },
  };
}

/** Maximum number of code units that are searched for the end of a reference that may be skipped. */
const maxPassed = 512;
const blank = /[\0-\x20\x7f]/;

/**
 * The last index at which a reference other than a data: URL may end; infinite if the end is not found within
 * `maxPassed`.
 */
function maxEnd(input: string, colon: number, limit: number): number {
  const start = schemeStart(input, colon, limit);
  if (start < 0 || !isCandidate(input, start, colon)) return colon;
  const near = input.slice(start, start + maxPassed);
  const space = near.slice(colon - start).search(blank);
  // A soft line break of quoted-printable does not end the reference.
  if (space < 0 || near[colon - start + space - 1] === '=') return Number.POSITIVE_INFINITY;
  const wrapper = opening(input, prefixStart(input, start));
  let end = colon + space;
  if (wrapper === undefined) return end;
  // Quoted lines of mail affect only the end of angle brackets. Whether this is an attribute matters only if there are
  // backslashes.
  const isUncertain = wrapper.kind === 'angle-brackets' || near.includes('\\');
  for (const is of isUncertain ? [true, false] : [true]) {
    const close = closing(near, 0, wrapper, { isAttribute: is, quotedLines: is, unclosed: new Map() });
    // The wrapper may close after the text that was searched.
    if (close === undefined && near.length === maxPassed) return Number.POSITIVE_INFINITY;
    end = Math.max(end, close === undefined ? 0 : start + close + wrapper.close.length);
  }
  return end;
}

/** Matches a colon, or the whole "data:" if it is written with escapes. */
const COLON = new RegExp(`(?!data:)${SPELLED}|:`, 'gi');

const DATA = new RegExp(SPELLED, 'gi');

/** A reference whose scheme is written without escapes before the colon, at or after `limit`. */
function plain(input: string, colon: number, limit: number, context: Context): Delimitation | undefined {
  const start = schemeStart(input, colon, limit);
  if (start < 0 || !isCandidate(input, start, colon)) return undefined;
  return around(input, { name: input.slice(start, colon), start, colon, isSpelled: false }, context);
}

function spelledData(
  input: string,
  start: number,
  colon: number,
  context: Context,
): Delimitation | undefined {
  return around(input, { name: 'data', start, colon, isSpelled: true }, context);
}

function around(input: string, scheme: Scheme, context: Context): Delimitation | undefined {
  return wrapped(input, scheme, context) ?? bare(input, scheme, context);
}

/**
 * The start of the scheme before a colon; -1 if there is none. Looks back no further than the maximum length of a
 * scheme.
 */
function schemeStart(input: string, colon: number, limit: number): number {
  let start = colon;
  const least = Math.max(limit, colon - maxSchemeLength);
  while (start > least && (classOf(input.charCodeAt(start - 1)) & (ALPHA | DIGIT | SCHEME_MARK)) !== 0)
    start--;
  while (start < colon && (classOf(input.charCodeAt(start)) & ALPHA) === 0) start++;
  if (start === colon) return -1;
  // "see...data:": text before the scheme may look like part of the scheme.
  const word = input.slice(start, colon);
  const known = /(?:^|[+.-])(data|https?)$/i.exec(word);
  return known === null ? start : colon - known[1]!.length;
}

/** Whether a reference may begin at `start`. This is a quick check that rejects most colons. */
function isCandidate(input: string, start: number, colon: number): boolean {
  return (
    input.startsWith('//', colon + 1) ||
    isKnownScheme(input.slice(start, colon)) ||
    prefixStart(input, start) < start
  );
}
