/** The comparison ladder of rfc2396bis section 6.2, climbed until a rung holds. */
import { decodeDataUrl } from '../data-url/decode.ts';
import { isDataUrl } from '../data-url/is-data-url.ts';
import { normalizeScheme, normalizeSyntax } from './normalize.ts';

/**
 * How two references are equal: character by character (6.2.1), after syntax-based normalization (6.2.2), by the
 * rules of their scheme (6.2.3: for data: the same MIME type and the same bytes), or not at all as far as can be
 * told without fetching.
 */
export type Equality = 'string' | 'syntax' | 'scheme' | 'different';

export interface CompareOptions {
  /**
   * true: leave the fragments aside, as when the question is whether the same thing would be fetched (6.1).
   * Default: false; two URIs of which only one has a "#" at its end are different (6.2.3).
   */
  ignoreFragment?: boolean;
}

/**
 * The first rung of the ladder on which two references are equal. Relative references are compared as they are:
 * resolve them first (6.1). Never equates what could differ; linear in both.
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

/** Two that browsers cannot read are not the same thing, however alike their mistakes. */
function sameData(a: string, b: string): boolean {
  if (dataFragment(a) !== dataFragment(b)) return false;
  const first = decodeDataUrl(a);
  if (!first.ok) return false;
  const second = decodeDataUrl(b);
  if (!second.ok || first.mimeType !== second.mimeType) return false;
  return first.body.length === second.body.length && first.body.every((byte, i) => byte === second.body[i]);
}

/** The fragment as the URL parser gets to see it: without TAB, LF and CR, trimmed, triplets normalized. */
function dataFragment(url: string): string | undefined {
  const hash = url.indexOf('#');
  if (hash < 0) return undefined;
  let end = url.length;
  while (end > hash + 1 && url.charCodeAt(end - 1) <= 0x20) end--;
  return normalizeSyntax(url.slice(hash, end).replace(/[\t\n\r]+/g, ''));
}

function withoutFragment(reference: string): string {
  const hash = reference.indexOf('#');
  return hash < 0 ? reference : reference.slice(0, hash);
}
