const hex = '0123456789ABCDEF';

/**
 * Percent-encodes one character as UTF-8, even if it needs no escape. An unpaired surrogate is encoded as U+FFFD
 * (Encoding 8.1.2).
 *
 * @param character a string of one code point
 */
export function percentEscape(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x80 ? `%${hex[code >> 4]}${hex[code & 15]}` : encodeURIComponent(character.toWellFormed());
}
