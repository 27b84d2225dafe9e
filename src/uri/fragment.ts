/** Where the fragment of a written URL begins, with its "#"; at the end where there is none. */
export function fragmentStart(url: string): number {
  const hash = url.indexOf('#');
  return hash < 0 ? url.length : hash;
}

/** What is resolved or fetched: an absolute-URI (RFC 3986 section 4.3) has no fragment. */
export const withoutFragment = (url: string): string => url.slice(0, fragmentStart(url));
