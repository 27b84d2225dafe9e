/**
 * Finds URI references in running text: rfc2396bis Appendix C (1997: Appendix E), and in addition data: URLs as they
 * are pasted from mail, logs, JSON, CSS and source code, with their escapes decoded.
 */

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
import { maxSchemeLength } from './limits.ts';
import { isKnownScheme } from './recognize.ts';
import { SPELLED } from './spelled-scheme.ts';

export type { Delimited, Escaping } from './delimit-context.ts';

/**
 * The references in a text, in order. It recognizes URIs: any scheme with "//", the well-known schemes without it
 * (data:, mailto:, urn:, tel: …), and anything after "URL:". Accepts any string; linear, never throws.
 */
export function delimit(input: string): Delimited[] {
  const found: Delimited[] = [];
  const context = look(input);
  let position = 0;
  for (const { 0: spelling, index } of input.matchAll(COLON)) {
    if (index < position) continue;
    const colon = index + spelling.length - 1;
    const reference =
      (spelling.length > 1 ? spelledData(input, index, colon, context) : undefined) ??
      (input[colon] === ':' ? plain(input, colon, position, context) : undefined);
    if (reference !== undefined) found.push(reference.delimited);
    position = reference?.next ?? colon + 1;
  }
  return found;
}

/** A colon, or all of "data:" where it is written with escapes. */
const COLON = new RegExp(`(?!data:)${SPELLED}|:`, 'gi');

/** A reference whose scheme is written without escapes before the colon, and not before `limit`. */
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

/** The index of the scheme before a colon; -1 where there is none. Looks back as far as a scheme can be long. */
function schemeStart(input: string, colon: number, limit: number): number {
  let start = colon;
  const least = Math.max(limit, colon - maxSchemeLength);
  while (start > least && (classOf(input.charCodeAt(start - 1)) & (ALPHA | DIGIT | SCHEME_MARK)) !== 0)
    start--;
  while (start < colon && (classOf(input.charCodeAt(start)) & ALPHA) === 0) start++;
  if (start === colon) return -1;
  // "see...data:": the text before the scheme may look like a part of it.
  const word = input.slice(start, colon);
  const known = /(?:^|[+.-])(data|https?)$/i.exec(word);
  return known === null ? start : colon - known[1]!.length;
}

/** Quickly rejects most colons. */
function isCandidate(input: string, start: number, colon: number): boolean {
  return (
    input.startsWith('//', colon + 1) ||
    isKnownScheme(input.slice(start, colon)) ||
    prefixStart(input, start) < start
  );
}
