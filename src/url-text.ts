/** The argument of the library's functions that take a URL. */

/**
 * The text of a URL that a program passes; of a URL object its `href`, into which positions then point.
 *
 * @param what the function that takes it, and what it is there if not the first argument
 * @throws {TypeError} for anything else
 */
export function urlText(url: string | URL, what: string): string {
  if (typeof url === 'string') return url;
  const href: unknown = (url as URL | null | undefined)?.href;
  if (typeof href === 'string') return href;
  throw new TypeError(`${what} takes a string or a URL, not ${url === null ? 'null' : typeof url}.`);
}
