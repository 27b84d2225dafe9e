/**
 * Pages are hostile, and terminals and spreadsheets obey control characters, and readers the direction of
 * text: what does not print is shown by its code point.
 */
export function printable(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}
