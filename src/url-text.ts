/** The argument of the library's functions that take a URL. */

/**
 * The text of a URL that a program passes; of a URL object its `href`, into which positions then point.
 *
 * @param what the function that takes it, and what it is there if not the first argument
 * @throws {TypeError} for anything else
 */
export function urlText(url: string | URL, what: string): string {
  const text: unknown = (url as URL | null | undefined)?.href ?? url;
  if (typeof text === 'string') return text;
  throw new TypeError(`${what} takes a string or a URL, not ${text}.`);
}
