/** What one reference means to the algorithms of 1997 and 2004, side by side, and why they part. */
import type { Problem } from '../problem.ts';
import { components } from './components.ts';
import { resolve } from './resolve.ts';
import { resolve1997 } from './resolve-1997.ts';

/** The rules that changed between draft-fielding-url-syntax-05 and rfc2396bis (its Appendix D.2). */
export const changeNames = [
  /** An empty reference or a fragment alone: the current document, or the base's URI. */
  'same-document',
  /** A query alone: in place of the base's last segment, or beside the base's whole path. */
  'query-only',
  /** Dot-segments in an absolute path or a whole URI: kept, or removed. */
  'absolute-dots',
  /** More ".." than there are levels: left over, or removed. */
  'excess-dots',
  /** "/./" and "/../" in the query: taken for dot-segments, or data. */
  'query-dots',
  /** A base with an authority and no path: the reference's path is glued on, or a "/" comes between. */
  'base-without-path',
  /** The base's own scheme before a relative path: an absolute URI, or ignored (non-strict only). */
  'same-scheme',
] as const;
export type Change = (typeof changeNames)[number];

export interface ResolutionDifferences {
  strict: string;
  nonStrict: string;
  /** "(current document)" with the fragment behind it where 1997 has no URL for it. */
  url1997: string;
  /** Empty where all three agree. */
  changes: Change[];
}

/**
 * Resolves a reference by all three readings. A base without a scheme is a problem (uri-base-not-absolute), as in
 * `resolve`. Linear.
 */
export function resolutionDifferences(
  reference: string,
  base: string,
): ({ ok: true } & ResolutionDifferences) | { ok: false; problem: Problem } {
  const strict = resolve(reference, base);
  if (!strict.ok) return strict;
  const lenient = resolve(reference, base, { strict: false });
  const old = resolve1997(reference, base);
  if (!lenient.ok) return lenient;
  if (!old.ok) return old;
  const url1997 = old.currentDocument
    ? `(current document)${old.fragment === undefined ? '' : `#${old.fragment}`}`
    : old.uri;
  const changes: Change[] = [];
  if (url1997 !== strict.uri) changes.push(changeSince1997(reference, base, old.currentDocument, url1997));
  if (lenient.uri !== strict.uri) changes.push('same-scheme');
  return { ok: true, strict: strict.uri, nonStrict: lenient.uri, url1997, changes };
}

/** Which rule made the difference: the first of the algorithm's steps at which the two part. */
function changeSince1997(reference: string, base: string, currentDocument: boolean, url1997: string): Change {
  const parsed = components(reference);
  const parsedBase = components(base);
  if (currentDocument) return 'same-document';
  if (parsed.scheme !== undefined || parsed.authority !== undefined || parsed.path.startsWith('/')) {
    return 'absolute-dots';
  }
  if (parsed.path === '') return 'query-only';
  if (parsedBase.authority !== undefined && parsedBase.path === '') return 'base-without-path';
  // A query that the old algorithm changed or swallowed had dots in it.
  return components(url1997).query !== parsed.query ? 'query-dots' : 'excess-dots';
}
