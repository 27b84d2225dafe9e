/** The grammar of CSS, as far as it matters for URLs: functions, at-rules, names and the ends of values. */

import { decodeCssEscapes } from './css-tokens.ts';

/**
 * Maximum length, in code units, of a CSS name as written: more than the longest known name with all letters escaped.
 */
const maxCssNameLength = 2048;

/** Functions whose bare string argument is a URL: css-values-4 `src()`, css-images-4 `image()` and `image-set()`. */
export const stringIsUrl = new Set(['url', 'src', 'image', 'image-set', '-webkit-image-set']);

/**
 * css-values-5, "arbitrary substitution functions": functions that may be replaced by their arguments. And the
 * pseudo-classes with a forgiving list (selectors-4, 4.1), whose invalid selectors are dropped one by one.
 */
export const substitution = /^(?:--|(?:var|env|attr|if|inherit|first-valid|random-item|is|where|-moz-any)$)/;

/** The value of a backslash at the end of the text, in the string or url token that starts at `start`. */
export const atEndOf = (css: string, start: number): string =>
  /["']/.test(css[start - 1] ?? '') ? '' : '\uFFFD';

export const nameIn = (css: string, start: number, end: number): string =>
  decodeCssEscapes(css.slice(start, Math.min(end, start + maxCssNameLength)));

/** Matches at-rules that may contain the same rules as their parent. */
export const groupOfRules = /^@(?:media|supports|layer|container|starting-style)$/;

/**
 * The index of the next quote from `from` on; in a function, of the next quote before a closing parenthesis. -1 if
 * none.
 */
export function indexOfClosing(css: string, quote: string, from: number, isInFunction: boolean): number {
  if (!isInFunction) return css.indexOf(quote, from);
  const closing = new RegExp(`${quote}\\s*\\)`, 'g');
  closing.lastIndex = from;
  return closing.exec(css)?.index ?? -1;
}

/**
 * CSS UI 4, 6.1.1: whether a value ends with a keyword, as the value of `cursor` must. Also true if it ends with
 * `!important` or a comment, which may hide the keyword.
 */
export const endsWithKeyword = (value: string): boolean =>
  /[a-z/]$/i.test(decodeCssEscapes(value.trimEnd().slice(-100)));
