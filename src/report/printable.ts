/** Makes a page's text safe for terminals, spreadsheets and readers of files. */

/**
 * Unprintable characters: controls, characters that change the direction of text, invisible characters. The variation
 * selector after an emoji or a text character is kept.
 */
const hidden =
  /(?!\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufff0-\ufff8]|(?<!\p{Extended_Pictographic})(?:\ufe0e|\ufe0f)/gu;

/**
 * Shows unprintable characters by their code points. Terminals and spreadsheets obey control characters, text
 * direction misleads readers, and pages may be hostile.
 */
export function printable(text: string): string {
  return text.replaceAll(hidden, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** JSON in which unprintable characters are escaped: the same values, safe to read. */
export function jsonOf(value: unknown, space?: number): string {
  const escaped = (character: string): string =>
    Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join('');
  return JSON.stringify(value, null, space).replaceAll(hidden, (character) =>
    character === '\n' ? character : escaped(character),
  );
}
