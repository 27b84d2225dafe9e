/** Normalizes URI references by rfc2396bis, sections 6.2.2 (syntax-based) and 6.2.3 (scheme-based). */
import { urlText } from '../url-text.ts';
import { asciiLowercase, classOf, fromUnits, HEXDIG, hexValue, UNRESERVED } from './characters.ts';
import { type Components, components, recompose, recomposeAuthority, splitAuthority } from './components.ts';
import { withoutDots } from './dot-segments.ts';

/**
 * The normal form by syntax (6.2.2): the case of scheme, host, and triplets is normalized, triplets of unreserved
 * characters are decoded, and dot-segments are removed. Accepts any reference. Idempotent. Takes linear time.
 * Dot-segments stay in relative references, where they have a meaning, and in paths without a leading slash, which are
 * not hierarchical (an address, the body of a data: URL). In a data: URL, only the scheme and the triplets after the
 * first comma change, because browsers use the media type as written.
 *
 * @param dots whether to remove dot-segments; if false, only 6.2.2.1 and 6.2.2.2 apply
 */
export function normalizeSyntax(url: string | URL, dots = true): string {
  const reference = urlText(url, 'normalizeSyntax');
  const parsed = components(reference);
  const scheme = parsed.scheme === undefined ? undefined : asciiLowercase(parsed.scheme);
  if (scheme === 'data') return normalizeData(reference, parsed.spans.fragment?.start, normalizePercent);
  let path = normalizePercent(parsed.path);
  // Decoding "%61:" to "a:" would create a scheme.
  if (scheme === undefined && parsed.authority === undefined && components(path).scheme !== undefined) {
    path = parsed.path;
  }
  return recompose({
    scheme,
    authority: parsed.authority === undefined ? undefined : normalizeAuthority(parsed.authority),
    path: dots && scheme !== undefined && isHierarchical(parsed) ? withoutDots(parsed.authority, path) : path,
    query: parsed.query === undefined ? undefined : normalizePercent(parsed.query),
    fragment: parsed.fragment === undefined ? undefined : normalizePercent(parsed.fragment),
  });
}

/**
 * The normal form by case alone (6.2.2.1): of scheme, host, and triplets. In a data: URL, only the parts that
 * `normalizeSyntax` changes are changed. Takes linear time.
 */
export function normalizeCase(reference: string): string {
  const parsed = components(reference);
  const scheme = parsed.scheme === undefined ? undefined : asciiLowercase(parsed.scheme);
  if (scheme === 'data') return normalizeData(reference, parsed.spans.fragment?.start, upperTriplets);
  const { authority } = parsed;
  const parts = authority === undefined ? undefined : splitAuthority(authority);
  return upperTriplets(
    recompose({
      ...parsed,
      scheme,
      authority: parts && recomposeAuthority({ ...parts, host: asciiLowercase(parts.host) }),
    }),
  );
}

const upperTriplets = (text: string): string =>
  text.replace(/%[0-9A-Fa-f]{2}/g, (triplet) => triplet.toUpperCase());

function isHierarchical({ authority, path }: Components): boolean {
  return authority !== undefined || path.startsWith('/');
}

function normalizeData(
  url: string,
  fragmentStart: number | undefined,
  normalize: (text: string) => string,
): string {
  const comma = url.indexOf(',');
  const bodyStart = comma < 0 ? url.length : comma;
  // Without a comma, or with a comma only in the fragment, there is no body, but there may be a fragment.
  const start = Math.min(bodyStart, fragmentStart ?? url.length);
  return `data${url.slice(4, start)}${normalize(url.slice(start))}`;
}

/** Normalizes the host (6.2.2.1). The userinfo and the port keep their case. */
function normalizeAuthority(text: string): string {
  const parts = splitAuthority(text);
  return recomposeAuthority({
    userinfo: parts.userinfo === undefined ? undefined : normalizePercent(parts.userinfo),
    // The host is decoded before it is changed to lower case, because "%41" is an "A", which becomes "a". Lower case
    // changes triplets, so they are normalized again.
    host: normalizePercent(asciiLowercase(normalizePercent(parts.host))),
    port: parts.port === undefined ? undefined : normalizePercent(parts.port),
  });
}

/**
 * Changes the digits of triplets to upper case (6.2.2.1), and decodes triplets of unreserved characters (6.2.2.2). A
 * `%` that does not begin a triplet stays, and triplets after it are not decoded if the result would complete a
 * triplet. Idempotent. Takes linear time.
 */
export function normalizePercent(text: string): string {
  let i = text.indexOf('%');
  if (i < 0) return text;
  const output = new Uint16Array(text.length);
  for (let k = 0; k < i; k++) output[k] = text.charCodeAt(k);
  let written = i;
  /**
   * Number of code units since the last `%` that does not begin a triplet, not counting TAB, LF, and CR, which browsers
   * remove.
   */
  let behindStray = 2;
  while (i < text.length) {
    const unit = text.charCodeAt(i);
    if (unit !== 0x25) {
      output[written++] = unit;
      if (unit !== 0x09 && unit !== 0x0a && unit !== 0x0d) behindStray++;
      i++;
      continue;
    }
    const high = hexValue(text.charCodeAt(i + 1));
    const low = hexValue(text.charCodeAt(i + 2));
    if (high < 0 || low < 0) {
      behindStray = 0;
      output[written++] = unit;
      i++;
      continue;
    }
    const octet = high * 16 + low;
    const classes = classOf(octet);
    if ((classes & UNRESERVED) !== 0 && !((classes & HEXDIG) !== 0 && behindStray < 2)) {
      output[written++] = octet;
      behindStray++;
    } else {
      output[written++] = 0x25;
      output[written++] = UPPER.charCodeAt(high);
      output[written++] = UPPER.charCodeAt(low);
      behindStray = 2;
    }
    i += 3;
  }
  return fromUnits(output, written);
}

const UPPER = '0123456789ABCDEF';

/** Default ports according to the schemes' own specifications. */
export const defaultPorts: Readonly<Record<string, number>> = {
  ftp: 21,
  gopher: 70,
  http: 80,
  https: 443,
  imap: 143,
  ldap: 389,
  ldaps: 636,
  nntp: 119,
  rtsp: 554,
  sip: 5060,
  ssh: 22,
  telnet: 23,
  ws: 80,
  wss: 443,
};

/**
 * The normal form by scheme (6.2.3), in addition to syntax: an empty path after an authority becomes "/"; an empty or
 * default port is removed; a file: URL with "localhost", or with an absolute path and no authority, gets the empty
 * authority; the host in a mailto: address and the namespace of a urn: become lower case. Delimiters of other empty
 * components stay, and the fragment is unchanged. Idempotent. Takes linear time.
 */
export function normalizeScheme(url: string | URL): string {
  const syntax = normalizeSyntax(urlText(url, 'normalizeScheme'));
  const parts = components(syntax);
  const { scheme } = parts;
  if (scheme === undefined || scheme === 'data') return syntax;
  const { query, fragment } = parts;
  let { authority: authorityText, path } = parts;
  if (authorityText !== undefined) {
    authorityText = withoutDefaultPort(authorityText, scheme);
    if (scheme === 'file' && authorityText === 'localhost') authorityText = '';
    if (path === '') path = '/';
  } else if (scheme === 'file' && path.startsWith('/')) {
    authorityText = '';
    if (path.startsWith('/.//')) path = path.slice(2);
  } else if (scheme === 'mailto') {
    path = path.split(',').map(normalizeAddress).join(',');
  } else if (scheme === 'urn') {
    const colon = path.indexOf(':');
    path = normalizePercent(asciiLowercase(path.slice(0, colon + 1))) + path.slice(colon + 1);
  }
  return recompose({ scheme, authority: authorityText, path, query, fragment });
}

/**
 * Normalizes an address of a mailto: URL (RFC 6068). Only the domain after the last "@" is case-insensitive. Quoted
 * text, which may contain a comma at which addresses were split, stays unchanged.
 */
function normalizeAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const quotes = address.match(/"|%22/g)?.length ?? 0;
  if (at < 0 || quotes % 2 === 1) return address;
  return address.slice(0, at) + normalizePercent(asciiLowercase(address.slice(at)));
}

function withoutDefaultPort(text: string, scheme: string): string {
  const parts = splitAuthority(text);
  if (parts.port === undefined) return text;
  const isDigits = /^[0-9]*$/.test(parts.port);
  const isDefault = isDigits && parts.port !== '' && Number(parts.port) === defaultPorts[scheme];
  return parts.port === '' || isDefault ? recomposeAuthority({ ...parts, port: undefined }) : text;
}
