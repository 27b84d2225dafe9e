/** Checks the URL argument of the library's functions. */

/**
 * The text of a URL that a program passes; for a URL object, its `href`, to which positions then refer.
 *
 * @param what the function's name, and that of the argument unless it is the first
 * @throws {TypeError} for anything else
 */
export function urlText(url: string | URL, what: string): string {
  const text: unknown = (url as URL | null | undefined)?.href ?? url;
  if (typeof text === 'string') return text;
  throw new TypeError(`${what} takes a string or a URL, not ${text}.`);
}
