/**
 * The spellings of "data:" in source code: with character references of HTML; with escapes of CSS, JavaScript, and
 * JSON; with line breaks and tabs, which browsers remove; or split into concatenated string literals.
 */
import { codesOf } from './escapes.ts';

/**
 * Matches the text between a string literal's closing quote and the content of the next literal, if the two are joined:
 * by an operator (group 1), or just by a line break, as in C and Python. Group 2 is the opening quote.
 */
export const JOIN = /^(?:(\s*\+|\s+(?:\.\.?|&))\s*|[ \t]*\\?\r?\n\s*)(?:[BFLRU]{1,2}8?)?(["'`])/i;

/**
 * Matches a join within the scheme, which may be split into several literals; elsewhere, such a short pattern would be
 * too uncertain.
 */
export const BETWEEN_LITERALS = /["'`][ \t\r\n]{0,40}\+?[ \t\r\n]{0,40}["'`]/g;

/**
 * The spellings of line breaks, and characters that browsers remove. Every repetition is bounded, so that matching
 * takes linear time. The last alternative never matches: with it, V8 compiles the repetition as a loop, 20 times as fast
 * as it compiles copies.
 */
const BREAK = [
  '=?[ \\t]{0,8}\\r?\\n[ \\t>]{0,8}',
  '[\\t\\r]',
  '\\\\{1,8}(?:\\r?\\n|[nrt])',
  '&(?:Tab|NewLine|#0{0,5}(?:9|1[03])|#x0{0,5}[9ad]);',
  BETWEEN_LITERALS.source,
  '(?!)',
].join('|');

/** A pattern for a character, given in lower case: unescaped, in any of the escapes, or as one of `names`. */
function inAnyEscape(character: string, ...names: string[]): string {
  const codes = codesOf(character);
  const escapes = [
    `&#(?:0{0,5}(?:${codes(10)})|x0{0,5}(?:${codes(16)}));?`,
    `\\\\{1,8}(?:x|u00|u\\{0{0,4}|0{0,4})(?:${codes(16)})\\}?[ \\t\\r\\n]?`,
  ];
  return `(?:${[character, ...names, ...escapes].join('|')})`;
}

/** The source of a case-insensitive regular expression for every spelling, including the plain one. */
export const SPELLED = [
  ...[...'data'].map((letter) => inAnyEscape(letter)),
  inAnyEscape(':', '&colon;'),
].join(`(?:${BREAK}){0,3}`);

/** Joins "data:" at the beginning of a text if line breaks or tabs split it; all other text stays unchanged. */
export function rejoinScheme(text: string): string {
  return text.replace(BROKEN, (scheme) => scheme.replace(/\s+/g, ''));
}

const BROKEN = /^d(?:[\t\n\r]\s*)?a(?:[\t\n\r]\s*)?t(?:[\t\n\r]\s*)?a(?:[\t\n\r]\s*)?:/i;
