/** Makes a page's text safe for terminals, spreadsheets and people who read files. */

/**
 * Matches unprintable characters: controls, characters that change the direction of text, and invisible characters. The
 * variation selectors for emoji and text are kept.
 */
const hidden =
  /(?!\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufff0-\ufff8]|(?<!\p{Extended_Pictographic})(?:\ufe0e|\ufe0f)/gu;

/** Replaces each unprintable character. */
export const replaceHidden = (text: string, by: (character: string) => string): string =>
  text.replaceAll(hidden, by);

/**
 * Replaces unprintable characters with their code points: pages may be hostile, terminals and spreadsheets obey control
 * characters, and the direction of text can mislead readers.
 */
export function printable(text: string): string {
  return replaceHidden(text, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** JSON in which unprintable characters are escaped, so that it is safe to display. Its values stay the same. */
export function jsonOf(value: unknown, space?: number): string {
  const escaped = (character: string): string =>
    Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join('');
  return JSON.stringify(value, null, space).replaceAll(hidden, (character) =>
    character === '\n' ? character : escaped(character),
  );
}
