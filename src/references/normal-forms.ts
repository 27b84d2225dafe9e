/** The normal forms of a reference, step by step, and its parts according to RFC 3986 and the URL Standard. */
import { authority, components, type HostKind, splitAuthority } from '../uri/components.ts';
import { withoutFragment } from '../uri/fragment.ts';
import { normalizeCase, normalizeScheme, normalizeSyntax } from '../uri/normalize.ts';
import { resolve } from './resolve.ts';
import { type PartName, partNames } from './uri-parts.ts';

export const formSteps = ['case', 'percent', 'path', 'scheme'] as const;
export type FormStep = (typeof formSteps)[number];

export interface NormalForm {
  step: FormStep;
  uri: string;
  /** Whether this form differs from the previous one. */
  isChanged: boolean;
}

/** The steps of sections 6.2.2.1 to 6.2.2.3 and 6.2.3. */
const steps: readonly [FormStep, (reference: string) => string][] = [
  ['case', normalizeCase],
  ['percent', (reference) => normalizeSyntax(reference, false)],
  ['path', (reference) => normalizeSyntax(reference)],
  ['scheme', normalizeScheme],
];

/** The normal forms, each of which includes the previous ones. Takes linear time. */
export function normalForms(reference: string): NormalForm[] {
  let before = reference;
  return steps.map(([step, form]) => {
    const uri = form(reference);
    const isChanged = uri !== before;
    before = uri;
    return { step, uri, isChanged };
  });
}

export interface HostReading {
  kind: HostKind | 'none';
  /** The host's normal form by RFC 3986: in lower case, escapes normalized, an IPv6 address in the form of RFC 5952. */
  canonical: string;
}

/** The host of a reference; null if the reference contains none. Takes linear time. */
export function hostOf(reference: string): HostReading | null {
  const site = components(reference).authority;
  if (site === undefined) return null;
  const { hostKind } = authority(site);
  const { host } = splitAuthority(components(normalizeSyntax(reference)).authority ?? site);
  const canonical = hostKind === 'IPv6' ? (urlOf(`http://${host}/`)?.hostname ?? host) : host;
  return { kind: hostKind ?? 'none', canonical };
}

export type PartTexts = Readonly<Record<PartName, string | null>>;

/** The parts by RFC 3986 (Appendix B); a part is null if its delimiter is missing. */
export function partsByRfc(reference: string): PartTexts {
  const { scheme, authority: site, path, query, fragment } = components(reference);
  const parts = site === undefined ? undefined : authority(site);
  return {
    scheme: scheme ?? null,
    userinfo: parts?.userinfo ?? null,
    host: parts?.host ?? null,
    port: parts?.port ?? null,
    path,
    query: query ?? null,
    fragment: fragment ?? null,
  };
}

/**
 * The parts by the URL Standard, in which an empty port, query, or fragment counts as absent; null if the standard
 * rejects the reference.
 */
export function partsByUrlStandard(reference: string, base?: string): PartTexts | null {
  const url = urlOf(reference, base);
  if (url === null) return null;
  const some = (text: string): string | null => (text === '' ? null : text);
  const { username, password } = url;
  return {
    scheme: url.protocol.slice(0, -1),
    userinfo: some(password === '' ? username : `${username}:${password}`),
    host: some(url.hostname),
    port: some(url.port),
    path: url.pathname,
    query: some(url.search.slice(1)),
    fragment: some(url.hash.slice(1)),
  };
}

/** The names of the parts that differ between two readings of a reference; an empty part counts as absent. */
export const differingParts = (a: PartTexts, b: PartTexts): PartName[] =>
  partNames.filter((name) => (a[name] ?? '') !== (b[name] ?? ''));

/** The URL Standard's serialization of a reference; null if the standard rejects the reference. */
export const hrefOf = (reference: string, base?: string): string | null =>
  urlOf(reference, base)?.href ?? null;

function urlOf(reference: string, base?: string): URL | null {
  try {
    return new URL(reference, base);
  } catch {
    return null;
  }
}

/**
 * Whether a reference targets the document that contains it (section 4.4), which means that its target equals the base
 * except for the fragment. `?q` targets it if the base contains the same query.
 */
export function isSameDocument(reference: string, base: string): boolean {
  const resolved = resolve(reference, base);
  return resolved.ok && withoutFragment(resolved.uri) === withoutFragment(base);
}
