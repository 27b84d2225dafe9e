/** Lines and columns in CSS text, counted while its URLs are found. */

import { strideLength } from '../../yield-to-event-loop.ts';
import { isCrlf } from './css-tokens.ts';

export interface LinePosition {
  line: number;
  column: number;
}

/**
 * Finds the lines and columns of positions. The positions must ascend, because the text is searched only once for each
 * kind of line end.
 *
 * @returns a function of a position, which yields wherever the caller may pause
 */
export function countLines(css: string): (start: number) => Generator<null, LinePosition, void> {
  let [line, lineStart] = [1, 0];
  /** The positions of the next line feed and carriage return from `lineStart` on. */
  let [lineFeed, carriageReturn] = [-1, -1];
  const next = (character: string) => {
    const at = css.indexOf(character, lineStart);
    return at < 0 ? css.length : at;
  };
  return function* positionOf(start) {
    for (;;) {
      if (lineFeed < lineStart) lineFeed = next('\n');
      if (carriageReturn < lineStart) carriageReturn = next('\r');
      const end = Math.min(lineFeed, carriageReturn);
      if (end >= start) return { line, column: start - lineStart + 1 };
      lineStart = end + (isCrlf(css, end) ? 2 : 1);
      if (++line % strideLength === 0) yield null;
    }
  };
}
