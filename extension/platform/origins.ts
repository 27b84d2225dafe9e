/** Match patterns of sites, as used in permission requests. */

/** The pattern of a URL's site; null for URLs without a site: data:, about:, blob:. */
export function sitePattern(url: string): string | null {
  const parsed = URL.parse(url);
  // In a match pattern, an asterisk would match any text.
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.hostname.includes('*')) return null;
  return `${parsed.protocol}//${parsed.hostname}/*`;
}

/**
 * The pattern of the only site among the URLs; null if there are several sites or none. URLs without a site are
 * ignored.
 */
export function sharedSite(urls: readonly string[]): string | null {
  const sites = new Set(urls.filter((url) => !/^(?:about|blob|data):/.test(url)).map(sitePattern));
  const [site = null] = sites;
  return sites.size === 1 ? site : null;
}

/**
 * Whether a URL's host name or address shows that the host is the user's own computer or in the user's own network (RFC
 * 6761, RFC 6890).
 */
export function isPrivateHost(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? '';
  if (/^[\d.]+$/.test(host)) return privateIPv4.test(host);
  return privateName.test(host) || privateIPv6.test(host) || !/[.:]/.test(host);
}

/** Matches private IPv4 addresses. The URL parser serializes all IPv4 addresses as four numbers. */
const privateIPv4 =
  /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;
const privateIPv6 = /^\[(?:::1?\]|::ffff:|f[cd]|fe[89ab])/;
const privateName = /(?:^|\.)(?:localhost|local|internal|home\.arpa|lan)\.?$/;
