/** Checks the arguments of the library's functions. */

/**
 * Creates the error for a wrong argument.
 *
 * @param what the function's name, and the name of the argument unless it is the first
 * @param expected a noun with its article
 */
function wrongArgument(what: string, expected: string, value: unknown): TypeError {
  // The type alone is named, because a symbol or an object without a prototype has no text.
  const type = value === null ? 'null' : typeof value;
  return new TypeError(`${what} takes ${expected}, not ${type}.`);
}

/**
 * The text of a URL that a program passes; for a URL object, its `href`, to which positions then refer.
 *
 * @param what see `wrongArgument`
 * @throws {TypeError} for anything else
 */
export function urlText(url: string | URL, what: string): string {
  const text: unknown = (url as URL | null | undefined)?.href ?? url;
  if (typeof text === 'string') return text;
  throw wrongArgument(what, 'a string or a URL', url);
}

/**
 * Checks an argument that must be a text, other than a URL, and returns it.
 *
 * @param what see `wrongArgument`
 * @throws {TypeError} for anything else
 */
export function checkText(text: string, what: string): string {
  if (typeof text === 'string') return text;
  throw wrongArgument(what, 'a string', text);
}

/**
 * Checks an argument that must be an object with certain properties, and returns it.
 *
 * @param what see `wrongArgument`
 * @param expected a noun with its article
 * @param names properties that must not be missing
 * @throws {TypeError} for anything else
 */
export function checkObject<T>(value: T, what: string, expected: string, ...names: (keyof T)[]): T {
  if (typeof value === 'object' && value !== null && names.every((name) => value[name] !== undefined))
    return value;
  throw wrongArgument(what, expected, value);
}

/**
 * Checks an argument that must be a list, of any elements.
 *
 * @param what see `wrongArgument`
 * @param expected a noun with its article
 * @throws {TypeError} for anything else
 */
export function checkList(value: readonly unknown[], what: string, expected: string): void {
  if (!Array.isArray(value)) throw wrongArgument(what, expected, value);
}

/**
 * Checks an argument that must be one of several names.
 *
 * @param what the function's name
 * @param expected a noun with its article
 * @throws {TypeError} for anything else
 */
export function checkName<T>(names: readonly T[], name: T, what: string, expected: string): void {
  if (names.includes(name)) return;
  const example = `such as '${names[0]}'`;
  throw new TypeError(`${what} needs ${expected}, ${example}, not ${JSON.stringify(name)}.`);
}
