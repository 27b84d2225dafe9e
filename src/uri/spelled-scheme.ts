/**
 * The spellings of "data:" in source code: with character references of HTML, with escapes of CSS, JavaScript and JSON,
 * with line breaks and tabs in it, which browsers remove, or in two string literals that are joined.
 */

/**
 * From a string literal's closing quote into the next literal, where the two are joined: by an operator, or in C and
 * Python by a line break alone, which has no operator in group 1. Group 2 is the opening quote.
 */
export const JOIN = /^(?:(\s*\+|\s+(?:\.\.?|&))\s*|[ \t]*\\?\r?\n\s*)(?:[BFLRU]{1,2}8?)?(["'`])/i;

/** The scheme itself may be split into several literals; elsewhere so short a pattern would be uncertain. */
export const BETWEEN_LITERALS = /["'`][ \t\r\n]{0,40}\+?[ \t\r\n]{0,40}["'`]/g;

/**
 * Line breaks in their spellings, and characters that browsers remove: every repetition is bounded, so that matching is
 * linear.
 */
const BREAK = [
  '=?[ \\t]{0,8}\\r?\\n[ \\t>]{0,8}',
  '[\\t\\r]',
  '\\\\{1,8}(?:\\r?\\n|[nrt])',
  '&(?:Tab|NewLine|#0{0,5}(?:9|1[03])|#x0{0,5}[9ad]);',
  BETWEEN_LITERALS.source,
].join('|');

/** A pattern for one character, itself or in any of the escapes, and for other spellings in lower case. */
function spelled(character: string, ...names: string[]): string {
  const codes = [...new Set([character, character.toUpperCase()])].map((c) => c.charCodeAt(0));
  const decimal = codes.join('|');
  const hexadecimal = codes.map((code) => code.toString(16)).join('|');
  const escapes = [
    `&#(?:0{0,5}(?:${decimal})|x0{0,5}(?:${hexadecimal}));?`,
    `\\\\{1,8}(?:x|u00|u\\{0{0,4}|0{0,4})(?:${hexadecimal})\\}?[ \\t\\r\\n]?`,
  ];
  return `(?:${[character, ...names, ...escapes].join('|')})`;
}

/** The source of a case-insensitive expression for every spelling, the plain one included. */
export const SPELLED = [spelled('d'), spelled('a'), spelled('t'), spelled('a'), spelled(':', '&colon;')].join(
  `(?:${BREAK}){0,3}`,
);

/** Repairs "data:" where it is escaped or broken across lines; all else stays. */
export function mendScheme(text: string): string {
  return text.replace(BROKEN, (scheme) => scheme.replace(/\s+/g, ''));
}

const BROKEN = /^d(?:[\t\n\r]\s*)?a(?:[\t\n\r]\s*)?t(?:[\t\n\r]\s*)?a(?:[\t\n\r]\s*)?:/i;
