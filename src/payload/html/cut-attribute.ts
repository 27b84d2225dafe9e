/**
 * Attributes of HTML that end at a quote of their own kind (13.2.5.36): `style="background:url("data:…")"`. The URL after
 * it makes the names of further attributes.
 */

/**
 * Finds the URL that a quote has cut out of an attribute's value.
 *
 * @param before the value of the attribute before
 * @param name in lower case
 * @returns the index of its scheme in the name; -1 if the name has none, or the value before ends as a whole one does
 */
export function cutUrlAt(before: string, name: string): number {
  const at = name.indexOf('data:');
  return /[([{=:,]\s*["']$/.test(`${before.slice(-9)}"${name.slice(0, at)}`) ? at : -1;
}

/** A data: URL with the type that the names of attributes have of it. Its data is lost: names are in lower case. */
export const headOfCut = (names: string): string => `${/data:[^;,]*/.exec(names)},`;
