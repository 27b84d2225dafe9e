/** The URLs in CSS text, with the errors that drop them, and texts that may quote one. */

import type { Destination, Drop } from '../../vocabulary.ts';

/** The location of a token in a style sheet. */
export interface CssLocation {
  /**
   * The preludes of the rules around the token, from the outermost (`@media print`, `.card`), as written, each
   * truncated to `maxPreludeLength`; if there are very many, only the innermost.
   */
  rules: string[];
  /**
   * The line and column of the token's first code unit, counted from 1. Lines end as in editors, at LF, CR and CRLF.
   * CSS also treats a form feed as a newline, but tools that show line numbers don't.
   */
  line: number;
  column: number;
}

export interface CssUrl extends CssLocation {
  /** The value of the URL or string token: CSS escapes decoded, nothing else changed. */
  written: string;
  /** The token's span in the style sheet, in code units, with escapes but without quotes and parentheses. */
  start: number;
  end: number;
  /** The property whose value contains the URL (`background-image`, `--icon`), or the at-rule (`@import`). */
  name: string;
  /**
   * Where the URL occurs: in `@import`, in a font's `src`, or in any other value. This determines the URL's
   * destination.
   */
  role: 'import' | 'font' | 'value';
  /** For a font, the family, weight and style that its rule declares (`Inter 700 italic`); '' if none. */
  face?: string;
  /** The span of the declaration's value, in code units; absent in a font's descriptors and in dropped declarations. */
  value?: { start: number; end: number };
  /** Present if browsers drop the URL because of the syntax around it. */
  dropped?: CssDrop;
}

/** A drop, with the position of its cause in the style sheet, in code units. */
export type CssDrop = Drop & { at: number };

export const destinationOfRole: Record<CssUrl['role'], Destination> = {
  import: 'style',
  font: 'font',
  value: 'image',
};

/**
 * Text in CSS that is not fetched: a comment, a string in a selector or in a property such as `content`, or a URL in
 * the prelude of an at-rule such as `@supports` or `@namespace`.
 */
export interface CssText extends Partial<CssLocation> {
  kind: 'comment' | 'string';
  /** The text; for a string, its value with escapes decoded. */
  text: string;
  /** The property or at-rule, as in `CssUrl`; '' outside of declarations and at-rules. */
  name: string;
  /** The span in the style sheet, in code units, without delimiters. */
  start: number;
  end: number;
  /** Present for a data: URL in a string if browsers drop it because of the syntax up to the end of the string. */
  dropped?: CssDrop;
}
