/** Compares references by the levels of rfc2396bis, section 6.2, from the lowest up. */

import { decodeDataUrl } from '../data-url/decode.ts';
import { isDataUrl } from '../data-url/is-data-url.ts';
import { fragmentStart, withoutFragment } from '../uri/fragment.ts';
import { normalizeCase, normalizeScheme, normalizeSyntax } from '../uri/normalize.ts';
import { urlText } from '../url-text.ts';
import { partsByRfc } from './normal-forms.ts';
import { resolve } from './resolve.ts';
import { type PartName, partNames } from './uri-parts.ts';

/**
 * The level at which two references are equal: character by character (6.2.1), after syntax-based normalization
 * (6.2.2), by the rules of their scheme (6.2.3: for data: the same MIME type and the same bytes), or at none of these
 * levels, as far as that can be known without fetching.
 */
export type Equality = 'string' | 'syntax' | 'scheme' | 'different';

/** The options of a comparison. */
export interface CompareOptions {
  /**
   * Whether to ignore the fragments, because they don't affect which resource is fetched (6.1). Default: false; two
   * URIs then differ if only one of them ends with "#" (6.2.3).
   */
  ignoreFragment?: boolean;
  /** The base against which relative references are resolved first (6.1). A base without a scheme has no effect. */
  base?: string | URL;
}

/**
 * The form in which a reference is compared: resolved, and without its fragment, depending on the options. Takes linear
 * time.
 */
export function prepared(reference: string, { ignoreFragment, base }: CompareOptions): string {
  const resolved =
    base === undefined || isDataUrl(reference) ? null : resolve(reference, urlText(base, "compare's base"));
  const target = resolved?.ok ? resolved.uri : reference;
  return ignoreFragment ? withoutFragment(target) : target;
}

/**
 * The first level at which two references are equal. Without a base, relative references are compared unchanged.
 * References that could differ are never equal. Takes linear time in both.
 */
export function compare(one: string | URL, other: string | URL, options: CompareOptions = {}): Equality {
  const [a, b] = [urlText(one, 'compare'), urlText(other, 'compare')];
  const isPrepared = options.ignoreFragment || options.base !== undefined;
  if (isPrepared) return compare(prepared(a, options), prepared(b, options));
  if (a === b) return 'string';
  if (normalizeSyntax(a) === normalizeSyntax(b)) return 'syntax';
  const data = isDataUrl(a);
  if (data !== isDataUrl(b)) return 'different';
  const equal = data ? sameData(a, b) : normalizeScheme(a) === normalizeScheme(b);
  return equal ? 'scheme' : 'different';
}

/** Whether two data: URLs have the same MIME type, bytes, and fragment. Rejected URLs never count as equal. */
function sameData(a: string, b: string): boolean {
  if (dataFragment(a) !== dataFragment(b)) return false;
  const first = decodeDataUrl(a);
  if (!first.ok) return false;
  const second = decodeDataUrl(b);
  if (!second.ok || first.mimeType !== second.mimeType) return false;
  return first.body.length === second.body.length && first.body.every((byte, i) => byte === second.body[i]);
}

/** The fragment as the URL parser reads it: without TAB, LF, and CR, trimmed, and with normalized triplets. */
function dataFragment(url: string): string | undefined {
  const hash = fragmentStart(url);
  if (hash === url.length) return undefined;
  let end = url.length;
  while (end > hash + 1 && url.charCodeAt(end - 1) <= 0x20) end--;
  return normalizeSyntax(url.slice(hash, end).replace(/[\t\n\r]+/g, ''));
}

export const comparisonLevels = ['string', 'case', 'percent', 'path', 'scheme'] as const;
export type LevelName = (typeof comparisonLevels)[number];

export interface Level {
  name: LevelName;
  /**
   * Both references in the normal form of this level. References that are equal at one level are equal at all higher
   * levels.
   */
  a: string;
  b: string;
  equal: boolean;
  /** The parts, in either reference, that differ from those of the previous level. */
  changed: PartName[];
}

/** The normal form of each level, in order (6.2.1, 6.2.2.1 to 6.2.2.3, 6.2.3). */
const forms: Record<LevelName, (reference: string) => string> = {
  string: (reference) => reference,
  case: normalizeCase,
  percent: (reference) => normalizeSyntax(reference, false),
  path: (reference) => normalizeSyntax(reference),
  scheme: normalizeScheme,
};

/**
 * Compares two references at five levels, lowest first. For data: URLs, the last level compares the decoded bodies and
 * changes no part. Takes linear time in both.
 */
export function compareByLevels(first: string, second: string, options: CompareOptions = {}): Level[] {
  const a = prepared(first, options);
  const b = prepared(second, options);
  let before = [a, b];
  return comparisonLevels.map((name) => {
    const after = [a, b].map(forms[name]);
    const changed = partNames.filter((part) =>
      after.some((form, n) => partsByRfc(form)[part] !== partsByRfc(before[n] ?? '')[part]),
    );
    before = after;
    const [formA = '', formB = ''] = after;
    const equal = name === 'scheme' ? compare(a, b) !== 'different' : formA === formB;
    return { name, a: formA, b: formB, equal, changed };
  });
}
