/**
 * HTML attributes that end early, at a nested quotation mark of the same kind (13.2.5.36):
 * `style="background:url("data:…")"`. The URL after that mark is parsed as the names of more attributes.
 */

/**
 * Finds a URL that was cut off from an attribute's value by a nested quote.
 *
 * @param before the value of the preceding attribute
 * @param name in lower case
 * @returns the index of its scheme in the name; -1 if the name contains none, or if the preceding value ends like a
 *   complete one
 */
export function cutUrlAt(before: string, name: string): number {
  const at = name.indexOf('data:');
  return /[([{=:,]\s*["']$/.test(`${before.slice(-9)}"${name.slice(0, at)}`) ? at : -1;
}

/**
 * The beginning of a data: URL, up to its type, from the attribute names into which it was split. Its data is lost
 * because names are in lower case.
 */
export const headOfCut = (names: string): string => `${/data:[^;,]*/.exec(names)},`;
