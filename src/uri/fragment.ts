/** The index of the "#" that begins the fragment of a written URL; the length of the URL if there is none. */
export function fragmentStart(url: string): number {
  const hash = url.indexOf('#');
  return hash < 0 ? url.length : hash;
}

/** The URL without its fragment, for resolving or fetching, which need an absolute-URI (RFC 3986, section 4.3). */
export const withoutFragment = (url: string): string => url.slice(0, fragmentStart(url));
