/**
 * Matches controls, bidirectional overrides and other characters that hide or reorder text, except tabs, line breaks,
 * and variation selectors after emoji.
 */
const hidden =
  /(?!\t|\n|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufff0-\ufff8]|(?<!\p{Extended_Pictographic})(?:\ufe0e|\ufe0f)/gu;

/** Makes hostile text safe to read: characters that hide or reorder text are replaced by their code points. */
export function visibleText(text: string): string {
  return text.replace(hidden, (character) => {
    const code = character.codePointAt(0)!;
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return `\u27e8U+${code.toString(16).toUpperCase().padStart(4, '0')}\u27e9`;
  });
}
