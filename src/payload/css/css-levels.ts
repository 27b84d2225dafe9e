/** The records that `CssReader` keeps: open blocks, lost brackets, strings, and the errors that drop URLs. */

import { decodeCssEscapes } from './css-tokens.ts';
import type { CssDrop, CssLocation, CssText, CssUrl } from './css-types.ts';

/** A syntax error at a position in the style sheet. */
export type Fault = Pick<CssDrop, 'cause' | 'at' | 'line' | 'column'>;

/** An open block, or the whole text. */
export interface Level {
  /** The at-rule; '' if the block belongs to no at-rule. */
  atRule: string;
  /** The span of the rule's prelude, in code units. */
  start: number;
  end: number;
  /** The error that drops the rule as a whole. */
  fault: Fault | null;
  /** For a block in brackets, the error that drops the rule around it; `null` if its prelude may contain blocks. */
  outer: Fault | null;
  /**
   * Whether the block may contain declarations. A style sheet may not; a group of rules may only within a style rule.
   */
  isOfDeclarations: boolean;
  /** The preludes of the open blocks up to this one, computed on demand. */
  rules?: string[];
  /** Dropped URLs, held until it is known whether the block contains a fallback for them. */
  dropped?: CssUrl[] | undefined;
  /** The properties for which the block contains a valid declaration. */
  sound?: Set<string>;
}

export type CssString = CssLocation & Pick<CssText, 'text' | 'name' | 'start' | 'end'>;

/**
 * Brackets that are still open at the end of a block. For browsers, these brackets contain everything that follows,
 * until they are closed.
 */
export interface LostBrackets {
  count: number;
  /** The error in the statement that contains the brackets, and the statement's property. */
  fault: Fault | null;
  property: string;
  /** The number of levels around the brackets that are still open. */
  depth: number;
  /** The levels that were closed in the meantime. */
  levels: Level[];
}

/**
 * Describes how an error drops a URL.
 *
 * @param url a URL in the statement with the error
 */
export function dropOf(css: string, url: Pick<CssUrl, 'written' | 'start' | 'end'>, fault: Fault): CssDrop {
  const { at } = fault;
  const isInside = at >= url.start && at <= url.end;
  const start = isInside ? decodeCssEscapes(css.slice(url.start, at)).length : 0;
  return { ...fault, start, end: isInside ? start + 1 : url.written.length };
}
