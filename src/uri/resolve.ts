/** Reference resolution of rfc2396bis section 5.2, strict and non-strict. */
import type { Problem } from '../problem.ts';
import { asciiLowercase, fromUnits } from './characters.ts';
import { type Components, components, recompose } from './components.ts';

/** How a reference with a scheme is resolved. */
export interface ResolveOptions {
  /**
   * false: a reference's scheme that equals the base's is ignored, as older parsers did ("http:g" becomes a
   * relative reference). Section 5.2.2. Default: true.
   */
  strict?: boolean;
}

/** The target of a reference, or the reason why there is none. */
export type Resolution = { ok: true; uri: string; target: Components } | { ok: false; problem: Problem };

/**
 * The target URI of a reference against a base URI. Unless the reference has a scheme, the base needs one;
 * without it there is a problem (code uri-base-not-absolute, position in the base). The base's fragment is
 * ignored (section 5.1). Any reference resolves. Linear.
 */
export function resolve(reference: string, base: string, options: ResolveOptions = {}): Resolution {
  const parsedBase = components(base);
  const parsed = components(reference);
  if (parsedBase.scheme === undefined && parsed.scheme === undefined) {
    return { ok: false, problem: baseNotAbsolute() };
  }
  const target = transform(parsed, parsedBase, options.strict ?? true);
  return { ok: true, uri: recompose(target), target };
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
function transform(reference: Components, base: Components, strict: boolean): Components {
  const { authority, path, query, fragment } = reference;
  let { scheme } = reference;
  if (!strict && scheme !== undefined && asciiLowercase(scheme) === asciiLowercase(base.scheme ?? '')) {
    scheme = undefined;
  }
  if (scheme !== undefined) {
    return { scheme, authority, path: withoutDots(authority, path), query, fragment };
  }
  if (authority !== undefined) {
    return { scheme: base.scheme, authority, path: removeDotSegments(path), query, fragment };
  }
  if (path === '') {
    return { ...plain(base), query: query ?? base.query, fragment };
  }
  const merged = path.startsWith('/') ? path : merge(base, path);
  return {
    scheme: base.scheme,
    authority: base.authority,
    path: withoutDots(base.authority, merged),
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

/**
 * A path without dot-segments that can follow this authority. Without an authority a path cannot begin with "//"
 * (section 3.3), which removing dots can produce ("x:/.//y"); "/." then stays, so that the first segment is not read as
 * an authority.
 */
export function withoutDots(authority: string | undefined, path: string): string {
  const result = removeDotSegments(path);
  return authority === undefined && result.startsWith('//') ? `/.${result}` : result;
}

const DOT = 0x2e;
const SLASH = 0x2f;

/** Section 5.2.4, Remove Dot Segments, with one output buffer, in which segments are written and removed. */
export function removeDotSegments(path: string): string {
  if (!path.startsWith('.') && !path.includes('/.')) return path;
  const { length } = path;
  const output = new Uint16Array(length);
  let written = 0;
  let i = 0;
  // 2A and 2D: dots at the beginning of a path that has no slash before them.
  for (;;) {
    const dots = dotsAt(path, i);
    if (dots === 0) break;
    i += dots;
    if (i === length) return '';
    i++;
  }
  while (i < length) {
    // Here the input begins with "/", or with the first segment of a path without a leading slash.
    const dots = path.charCodeAt(i) === SLASH ? dotsAt(path, i + 1) : 0;
    if (dots > 0) {
      // 2B, 2C: the segment is removed, and two dots remove the last one that was written.
      if (dots === 2) {
        while (written > 0 && output[--written] !== SLASH);
      }
      i += 1 + dots;
      if (i === length) output[written++] = SLASH;
    } else {
      // 2E: one segment, with its slash.
      do output[written++] = path.charCodeAt(i++);
      while (i < length && path.charCodeAt(i) !== SLASH);
    }
  }
  return fromUnits(output, written);
}

/** 1 or 2 where "." or ".." is a complete segment at `index`, else 0. Section 3.3. */
function dotsAt(path: string, index: number): 0 | 1 | 2 {
  if (path.charCodeAt(index) !== DOT) return 0;
  const dots = path.charCodeAt(index + 1) === DOT ? 2 : 1;
  const next = index + dots;
  return next === path.length || path.charCodeAt(next) === SLASH ? dots : 0;
}
