/**
 * The components of a URI reference (rfc2396bis, section 3, Appendix B) and of its authority (3.2), each with its
 * position in the text. Nothing is validated or lost: every string can be split into components, and recomposing them
 * restores the string.
 */

import type { Span } from '../problem.ts';
import { checkObject, checkText, urlText } from '../url-text.ts';
import { ALPHA, classOf, DIGIT, SCHEME_MARK } from './characters.ts';
import { fragmentStart } from './fragment.ts';
import { isIPv4Address, isIPv6Address, isIPvFuture, isRegName } from './host.ts';

/**
 * A component is `undefined` if its delimiter does not appear, and empty if nothing follows the delimiter (section
 * 5.3). The path is never undefined.
 */
export interface Components {
  scheme: string | undefined;
  authority: string | undefined;
  path: string;
  query: string | undefined;
  fragment: string | undefined;
}

export type ComponentName = keyof Components;

/** Components with their positions, without delimiters. */
export interface ParsedReference extends Components {
  spans: { [Name in ComponentName]: Components[Name] extends string ? Span : Span | undefined };
}

/**
 * Splits any string into the five components (Appendix B). The text before the first colon is a scheme only if it
 * matches the syntax of schemes; otherwise the reference is relative (section 4.1). Takes linear time.
 */
export const components = (reference: string | URL): ParsedReference =>
  split(urlText(reference, 'components'), ALPHA);

/**
 * Like `components`, but by the rules of 1997 (draft-fielding-url-syntax-05, Appendix A): a scheme may begin with any
 * of its characters.
 */
export const components1997 = (reference: string): ParsedReference =>
  split(reference, ALPHA | DIGIT | SCHEME_MARK);

/** @param first the character classes with which a scheme may begin */
function split(reference: string, first: number): ParsedReference {
  const beforeFragment = fragmentStart(reference);
  const colon = schemeEnd(reference, first);
  const afterScheme = colon < 0 ? 0 : colon + 1;

  const hasAuthority = reference.startsWith('//', afterScheme);
  const pathStart = hasAuthority ? authorityEnd(reference, afterScheme + 2, beforeFragment) : afterScheme;
  const question = reference.slice(pathStart, beforeFragment).indexOf('?');
  const pathEnd = question < 0 ? beforeFragment : pathStart + question;

  const scheme = colon < 0 ? undefined : { start: 0, end: colon };
  const authority = hasAuthority ? { start: afterScheme + 2, end: pathStart } : undefined;
  const path = { start: pathStart, end: pathEnd };
  const query = question < 0 ? undefined : { start: pathEnd + 1, end: beforeFragment };
  const fragment =
    beforeFragment === reference.length ? undefined : { start: beforeFragment + 1, end: reference.length };
  const text = (span: Span | undefined) => span && reference.slice(span.start, span.end);
  return {
    scheme: text(scheme),
    authority: text(authority),
    path: reference.slice(path.start, path.end),
    query: text(query),
    fragment: text(fragment),
    spans: { scheme, authority, path, query, fragment },
  };
}

/** The index of the colon that ends the scheme (section 3.1); -1 if there is no scheme. */
function schemeEnd(reference: string, first: number): number {
  if ((classOf(reference.charCodeAt(0)) & first) === 0) return -1;
  for (let i = 1; i < reference.length; i++) {
    const unit = reference.charCodeAt(i);
    if (unit === 0x3a) return i;
    if ((classOf(unit) & (ALPHA | DIGIT | SCHEME_MARK)) === 0) return -1;
  }
  return -1;
}

/**
 * The index of the next `/` or `?`, which ends an authority; if there is none, `limit`: the index of the `#`, or the
 * end. Section 3.2.
 */
function authorityEnd(reference: string, start: number, limit: number): number {
  for (let i = start; i < limit; i++) {
    const unit = reference.charCodeAt(i);
    if (unit === 0x2f || unit === 0x3f) return i;
  }
  return limit;
}

/** Joins components again: `recompose(components(x)) === x` for every string. Section 5.3. */
export function recompose(parts: Components): string {
  const { scheme, authority, path, query, fragment } = checkObject(parts, 'recompose', 'components', 'path');
  return (
    (scheme === undefined ? '' : `${scheme}:`) +
    (authority === undefined ? '' : `//${authority}`) +
    path +
    (query === undefined ? '' : `?${query}`) +
    (fragment === undefined ? '' : `#${fragment}`)
  );
}

/** The first rule of section 3.2.2 that a host matches; undefined if none does. */
export type HostKind = 'IPv4' | 'IPv6' | 'IPvFuture' | 'reg-name';

export interface AuthorityParts {
  userinfo: string | undefined;
  /** The host. It may be empty, but is never undefined. An IP literal keeps its square brackets. */
  host: string;
  port: string | undefined;
}

/** The parts of an authority, with their positions. */
export interface Authority extends AuthorityParts {
  hostKind: HostKind | undefined;
  /** Positions in the given text, shifted by `offset`. */
  spans: { userinfo: Span | undefined; host: Span; port: Span | undefined };
}

/**
 * Splits an authority (section 3.2). The userinfo ends at the last `@`, as in browsers, because neither userinfo nor
 * host may contain an `@`. An IP literal ends at its `]`, and the port follows the next colon. `offset` is added to all
 * spans.
 */
export function authority(text: string, offset = 0): Authority {
  const parts = splitAuthority(checkText(text, 'authority'));
  const { userinfo, host, port } = parts;
  const end = offset + text.length;
  const hostStart = offset + (userinfo === undefined ? 0 : userinfo.length + 1);
  return {
    ...parts,
    hostKind: hostKind(host),
    spans: {
      userinfo: userinfo === undefined ? undefined : { start: offset, end: hostStart - 1 },
      host: { start: hostStart, end: hostStart + host.length },
      port: port === undefined ? undefined : { start: end - port.length, end },
    },
  };
}

/** Like `authority`, without positions and the kind of host. */
export function splitAuthority(text: string): AuthorityParts {
  const at = text.lastIndexOf('@');
  const hostStart = at + 1;
  const literalEnd = text[hostStart] === '[' ? text.indexOf(']', hostStart) : hostStart;
  const colon = literalEnd < 0 ? -1 : text.indexOf(':', literalEnd);
  return {
    userinfo: at < 0 ? undefined : text.slice(0, at),
    host: text.slice(hostStart, colon < 0 ? text.length : colon),
    port: colon < 0 ? undefined : text.slice(colon + 1),
  };
}

/** Joins the parts of an authority. Section 3.2. */
export function recomposeAuthority(parts: AuthorityParts): string {
  const { userinfo, host, port } = parts;
  return (userinfo === undefined ? '' : `${userinfo}@`) + host + (port === undefined ? '' : `:${port}`);
}

function hostKind(host: string): HostKind | undefined {
  if (host.startsWith('[') && host.endsWith(']')) {
    const literal = host.slice(1, -1);
    if (isIPv6Address(literal)) return 'IPv6';
    return isIPvFuture(literal) ? 'IPvFuture' : undefined;
  }
  if (isIPv4Address(host)) return 'IPv4';
  return isRegName(host) ? 'reg-name' : undefined;
}

/** The five rules of section 3.3. Exactly one applies to a path, depending on the other components. */
export type PathForm = 'path-abempty' | 'path-absolute' | 'path-noscheme' | 'path-rootless' | 'path-empty';

/** The rule that applies to the path of a reference. Section 3.3. */
export function pathForm(parts: Pick<Components, 'scheme' | 'authority' | 'path'>): PathForm {
  if (parts.authority !== undefined) return 'path-abempty';
  if (parts.path === '') return 'path-empty';
  if (parts.path.startsWith('/')) return 'path-absolute';
  return parts.scheme === undefined ? 'path-noscheme' : 'path-rootless';
}
