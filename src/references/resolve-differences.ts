/**
 * The results of resolving a reference by the algorithms of 1997 and of rfc2396bis (2004), and the reasons why they
 * differ.
 */

import type { Problem } from '../problem.ts';
import { components, components1997 } from '../uri/components.ts';
import { removeDotSegments, withoutDots } from '../uri/dot-segments.ts';
import { urlText } from '../url-text.ts';
import { merge, resolve } from './resolve.ts';
import { keptOf, type Resolution1997, removeDots, resolve1997 } from './resolve-1997.ts';

/** The rules that changed between draft-fielding-url-syntax-05 and rfc2396bis (its Appendix D.2). */
export const changeNames = [
  /** An empty reference or a fragment alone. In 1997, it means the current document; in 2004, the base's URI. */
  'same-document',
  /** A query alone. In 1997, it replaces the base's last segment; in 2004, it is added to the base's whole path. */
  'query-only',
  /** Dot-segments in an absolute path or a whole URI. They are kept in 1997, and removed in 2004. */
  'absolute-dots',
  /** More ".." than the path has levels. They are kept in 1997, and removed in 2004. */
  'excess-dots',
  /**
   * A path without a leading slash that loses its first segment. It stays relative in 1997, and gets a slash in 2004.
   */
  'rootless-dots',
  /**
   * A path that begins with "//" and has no authority. It becomes an authority in 1997, and is prefixed with "/." in
   * 2004.
   */
  'double-slash',
  /** A scheme that begins with a digit, "+", "-", or ".". It is a scheme in 1997, but not in 2004. */
  'scheme-syntax',
  /** "/./" and "/../" in the query. They are dot-segments in 1997, and data in 2004. */
  'query-dots',
  /**
   * A base with an authority and no path. It is joined with the reference's path directly in 1997, and with a "/" in
   * 2004.
   */
  'base-without-path',
  /**
   * A reference with the base's scheme and a relative path. It is absolute; only non-strict resolution ignores the
   * scheme.
   */
  'same-scheme',
] as const;
export type Change = (typeof changeNames)[number];

/** The target according to each reading, and the reasons for the differences. */
export interface ResolutionDifferences {
  /** Null if the base has no scheme and the reference needs one. */
  strict: string | null;
  nonStrict: string | null;
  /** The target by the draft of 1997; "(current document)" and the fragment if there is no URL for it. */
  url1997: string;
  /** The reasons; empty if all three readings agree. */
  changes: Change[];
}

/**
 * Resolves a reference by all three readings. If the reference needs a scheme and none of them finds one in the base,
 * that is a problem (uri-base-not-absolute), as in `resolve`. Takes linear time.
 */
export function resolutionDifferences(
  relative: string | URL,
  baseUrl: string | URL,
): ({ ok: true } & ResolutionDifferences) | { ok: false; problem: Problem } {
  const reference = urlText(relative, 'resolutionDifferences');
  const base = urlText(baseUrl, "resolutionDifferences's base");
  const today = resolve(reference, base);
  const lenient = resolve(reference, base, { strict: false });
  const old = resolve1997(reference, base);
  // Every scheme of today was a scheme in 1997, so the other two readings have failed, too.
  if (!old.ok) return old;
  const strict = today.ok ? today.uri : null;
  const nonStrict = lenient.ok ? lenient.uri : null;
  const url1997 = textOf(old);
  const changes = url1997 === strict ? [] : changesSince1997(reference, base, old);
  if (nonStrict !== strict) changes.push('same-scheme');
  return { ok: true, strict, nonStrict, url1997, changes };
}

const textOf = (old: Resolution1997 & { ok: true }): string =>
  !old.currentDocument
    ? old.uri
    : `(current document)${old.fragment === undefined ? '' : `#${old.fragment}`}`;

/** The changed rules that explain why the results differ, in the order of the algorithms' steps; at least one. */
function changesSince1997(reference: string, base: string, old: Resolution1997 & { ok: true }): Change[] {
  const parsed = components(reference);
  const from = components(base);
  const { scheme } = components1997(reference);
  if (scheme !== parsed.scheme) return ['scheme-syntax'];
  if (old.currentDocument) return ['same-document'];
  if (components1997(base).scheme !== from.scheme) return ['scheme-syntax'];
  const isWhole = parsed.scheme !== undefined || parsed.authority !== undefined;
  if (isWhole || parsed.path.startsWith('/')) return ['absolute-dots'];
  const changes: Change[] = [];
  const { path, query } = parsed;
  if (path === '') {
    // Both rules give the same result if the base's path ends with a slash and contains no dot-segments.
    if (removeDots(keptOf(from.path)) !== from.path) changes.push('query-only');
  } else {
    const isGlued = from.authority !== undefined && from.path === '';
    if (isGlued) changes.push('base-without-path');
    const merged = merge(from, path);
    const before = removeDots(merged);
    const after = removeDotSegments(merged);
    if (/^\/?\.\.(?:\/|$)/.test(before)) changes.push('excess-dots');
    if (!merged.startsWith('/') && after.startsWith('/')) changes.push('rootless-dots');
    if (withoutDots(from.authority, merged) !== after) changes.push('double-slash');
  }
  const kept = keptOf(from.path) + path;
  if (query !== undefined && removeDots(`${kept}?${query}`) !== `${removeDots(kept)}?${query}`) {
    changes.push('query-dots');
  }
  return changes;
}
