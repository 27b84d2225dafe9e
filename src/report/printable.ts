/** What a page wrote, for terminals, spreadsheets and readers of files. */

/**
 * What does not print: controls, what turns the direction of text, what nobody sees. The selector of an emoji's or of a
 * text's look is left with the emoji.
 */
const hidden =
  /(?!\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufff0-\ufff8]|(?<!\p{Extended_Pictographic})(?:\ufe0e|\ufe0f)/gu;

/**
 * Pages are hostile, and terminals and spreadsheets obey control characters, and readers the direction of
 * text: what does not print is shown by its code point.
 */
export function printable(text: string): string {
  return text.replaceAll(hidden, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** JSON in which what does not print stands by the escapes of JSON: the same values, harmless to look at. */
export function jsonOf(value: unknown, space?: number): string {
  const escaped = (character: string): string =>
    Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join('');
  return JSON.stringify(value, null, space).replaceAll(hidden, (character) =>
    character === '\n' ? character : escaped(character),
  );
}
