/** Match patterns of sites, as permissions are asked for by them. */

/** The pattern of a URL's site, or null for what belongs to none: data:, about:, blob:. */
export function sitePattern(url: string): string | null {
  const parsed = URL.parse(url);
  // A star would stand for any text.
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.hostname.includes('*')) return null;
  return `${parsed.protocol}//${parsed.hostname}/*`;
}
