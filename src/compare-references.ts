/** Compares references by the levels of rfc2396bis section 6.2, from the lowest up. */

import { decodeDataUrl } from './data-url/decode.ts';
import { isDataUrl } from './data-url/is-data-url.ts';
import { fragmentStart, withoutFragment } from './uri/fragment.ts';
import { normalizeCase, normalizeScheme, normalizeSyntax } from './uri/normalize.ts';

/**
 * At which level two references are equal: character by character (6.2.1), after syntax-based normalization (6.2.2), by
 * the rules of their scheme (6.2.3: for data: the same MIME type and the same bytes), or not at all as far as is known
 * without fetching.
 */
export type Equality = 'string' | 'syntax' | 'scheme' | 'different';

/** Options of a comparison. */
export interface CompareOptions {
  /**
   * true: ignores the fragments, for the question whether the same resource would be fetched (6.1). Default: false; two
   * URIs of which only one has a "#" at its end are different (6.2.3).
   */
  ignoreFragment?: boolean;
}

/**
 * The first level on which two references are equal. Relative references are compared unchanged: resolve them first
 * (6.1). Never equates references that could differ; linear in both.
 */
export function compare(a: string, b: string, options: CompareOptions = {}): Equality {
  if (options.ignoreFragment === true) return compare(withoutFragment(a), withoutFragment(b));
  if (a === b) return 'string';
  if (normalizeSyntax(a) === normalizeSyntax(b)) return 'syntax';
  const data = isDataUrl(a);
  if (data !== isDataUrl(b)) return 'different';
  const equal = data ? sameData(a, b) : normalizeScheme(a) === normalizeScheme(b);
  return equal ? 'scheme' : 'different';
}

/** Two URLs that browsers reject are not the same, however alike their mistakes. */
function sameData(a: string, b: string): boolean {
  if (dataFragment(a) !== dataFragment(b)) return false;
  const first = decodeDataUrl(a);
  if (!first.ok) return false;
  const second = decodeDataUrl(b);
  if (!second.ok || first.mimeType !== second.mimeType) return false;
  return first.body.length === second.body.length && first.body.every((byte, i) => byte === second.body[i]);
}

/** The fragment in the URL parser's input: without TAB, LF and CR, trimmed, triplets normalized. */
function dataFragment(url: string): string | undefined {
  const hash = fragmentStart(url);
  if (hash === url.length) return undefined;
  let end = url.length;
  while (end > hash + 1 && url.charCodeAt(end - 1) <= 0x20) end--;
  return normalizeSyntax(url.slice(hash, end).replace(/[\t\n\r]+/g, ''));
}

export const rungNames = ['string', 'case', 'percent', 'path', 'scheme'] as const;
export type RungName = (typeof rungNames)[number];

export interface Rung {
  name: RungName;
  /** Both in the normal form of this level; references that are equal on one level are equal on all above. */
  a: string;
  b: string;
  equal: boolean;
}

/** The normal form of each level, in order (6.2.1, 6.2.2.1 to 6.2.2.3, 6.2.3). */
const forms: Record<RungName, (reference: string) => string> = {
  string: (reference) => reference,
  case: normalizeCase,
  percent: (reference) => normalizeSyntax(reference, false),
  path: (reference) => normalizeSyntax(reference),
  scheme: normalizeScheme,
};

/** Five levels, the lowest first. For data: URLs the last compares the decoded bodies. Linear in both. */
export const ladder = (a: string, b: string): Rung[] =>
  rungNames.map((name) => {
    const form = forms[name];
    const rung = { name, a: form(a), b: form(b) };
    return { ...rung, equal: name === 'scheme' ? compare(a, b) !== 'different' : rung.a === rung.b };
  });
