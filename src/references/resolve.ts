/** Reference resolution of rfc2396bis, section 5.2, strict and non-strict. */

import type { Problem } from '../problem.ts';
import { asciiLowercase } from '../uri/characters.ts';
import { type Components, components, recompose } from '../uri/components.ts';
import { withoutDots } from '../uri/dot-segments.ts';
import { urlText } from '../url-text.ts';
import { type NoteStep, type Step, stepsOf } from './resolve-steps.ts';

/** How to resolve a reference that contains a scheme. */
export interface ResolveOptions {
  /**
   * Whether a reference with the base's own scheme is absolute. If false, that scheme is ignored, as in older parsers
   * ("http:g" becomes a relative reference; section 5.2.2). Default: true.
   */
  strict?: boolean;
}

/** The target of a reference, or the reason why there is none. */
export type Resolution = { ok: true; uri: string; target: Components } | { ok: false; problem: Problem };

/**
 * The target URI of a reference, resolved against a base URI. Unless the reference has a scheme, the base needs one;
 * otherwise, there is a problem (code uri-base-not-absolute, position in the base). The base's fragment is ignored
 * (section 5.1). Any reference can be resolved. Takes linear time.
 */
export const resolve = (
  reference: string | URL,
  base: string | URL,
  options: ResolveOptions = {},
): Resolution =>
  resolving(urlText(reference, 'resolve'), urlText(base, "resolve's base"), options.strict ?? true);

/** The steps of strict resolution. Empty if the reference does not resolve. Takes linear time. */
export const stepsOf2004 = (reference: string, base: string): Step[] =>
  stepsOf((note) => resolving(reference, base, true, note));

function resolving(reference: string, base: string, strict: boolean, note?: NoteStep): Resolution {
  const parsedBase = components(base);
  const parsed = components(reference);
  if (parsedBase.scheme === undefined && parsed.scheme === undefined) {
    return { ok: false, problem: baseNotAbsolute() };
  }
  const target = transform(parsed, parsedBase, strict, note);
  const uri = recompose(target);
  note?.('5.3', 'result', uri);
  return { ok: true, uri, target };
}

/** The problem of a base URI without a scheme (section 5.2.1), at the base's beginning. */
export function baseNotAbsolute(): Problem {
  return {
    code: 'uri-base-not-absolute',
    args: {},
    message: 'A base URI begins with a scheme; a reference cannot be resolved against a relative one.',
    start: 0,
    end: 0,
  };
}

/** Section 5.2.2, Transform References. */
function transform(reference: Components, base: Components, strict: boolean, note?: NoteStep): Components {
  const { authority, path, query, fragment } = reference;
  let { scheme } = reference;
  if (!strict && scheme !== undefined && asciiLowercase(scheme) === asciiLowercase(base.scheme ?? '')) {
    scheme = undefined;
  }
  const dotless = (of: string | undefined, dotted: string): string => {
    const result = withoutDots(of, dotted);
    if (result !== dotted) note?.('5.2.4', 'dots', result);
    return result;
  };
  if (scheme !== undefined) {
    note?.('5.2.2', 'scheme', recompose(reference));
    return { scheme, authority, path: dotless(authority, path), query, fragment };
  }
  if (authority !== undefined) {
    note?.('5.2.2', 'authority', authority);
    return { scheme: base.scheme, authority, path: dotless(authority, path), query, fragment };
  }
  if (path === '') {
    note?.('5.2.2', query === undefined ? 'empty_path' : 'query', base.path + (query ? `?${query}` : ''));
    return { ...plain(base), query: query ?? base.query, fragment };
  }
  const isAbsolute = path.startsWith('/');
  const merged = isAbsolute ? path : merge(base, path);
  if (isAbsolute) note?.('5.2.2', 'absolute_path', path);
  else note?.('5.2.3', 'merge', merged);
  return {
    scheme: base.scheme,
    authority: base.authority,
    path: dotless(base.authority, merged),
    query,
    fragment,
  };
}

function plain({ scheme, authority, path, query, fragment }: Components): Components {
  return { scheme, authority, path, query, fragment };
}

/** Section 5.2.3, Merge Paths: the reference's path replaces the last segment of the base's. */
export function merge(base: Pick<Components, 'authority' | 'path'>, path: string): string {
  if (base.authority !== undefined && base.path === '') return `/${path}`;
  return base.path.slice(0, base.path.lastIndexOf('/') + 1) + path;
}
