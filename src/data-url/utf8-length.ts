/** Bytes of a text's UTF-8, in which an unpaired surrogate counts as U+FFFD (Encoding 8.1.2), without encoding it. */
export function utf8Length(text: string): number {
  let length = text.length;
  const beyondAscii = /[^\0-\x7f]+/g;
  for (let match = beyondAscii.exec(text); match; match = beyondAscii.exec(text)) {
    for (const character of match[0]) {
      const code = character.codePointAt(0) as number;
      // A pair is two code units and four bytes.
      length += code < 0x800 ? 1 : 2;
    }
  }
  return length;
}
