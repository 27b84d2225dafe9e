/**
 * Maps offsets to lines and columns, both counted from 1. Columns are in UTF-16 code units. Lines end at LF, CR, and
 * CRLF.
 */

export interface Position {
  line: number;
  column: number;
}

/** Returns a function that maps offsets in a text, in code units, to positions. */
export function positionsIn(text: string): (offset: number) => Position {
  let starts: number[] | undefined;
  return (offset) => {
    // Computed on the first call, because most files need no positions.
    starts ??= lineStarts(text);
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - starts[low]! + 1 };
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  if (text.includes('\r'))
    for (const { index, 0: end } of text.matchAll(/\r\n?|\n/g)) starts.push(index + end.length);
  // Many times as fast as the regular expression above.
  else for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The number of line ends in the first `length` code units of a text, and the index after the last one. */
export function lineEndsIn(text: string, length: number): { count: number; last: number } {
  let count = 0;
  let last = 0;
  const carriageReturn = text.indexOf('\r');
  if (carriageReturn < 0 || carriageReturn >= length)
    // Four times as fast as the regular expression below.
    for (let at = text.indexOf('\n'); at >= 0 && at < length; at = text.indexOf('\n', last)) {
      count++;
      last = at + 1;
    }
  else
    for (const { index, 0: end } of text.slice(0, length).matchAll(/\r\n?|\n/g)) {
      count++;
      last = index + end.length;
    }
  return { count, last };
}

/** The position of the end of a text that begins at the given position. */
export function advance({ line, column }: Position, text: string): Position {
  const { count, last } = lineEndsIn(text, text.length);
  return count === 0
    ? { line, column: column + text.length }
    : { line: line + count, column: text.length - last + 1 };
}
