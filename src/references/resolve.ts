/** Reference resolution of rfc2396bis section 5.2, strict and non-strict. */
import type { Problem } from '../problem.ts';
import { asciiLowercase } from '../uri/characters.ts';
import { type Components, components, recompose } from '../uri/components.ts';
import { removeDotSegments, withoutDots } from '../uri/dot-segments.ts';

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
