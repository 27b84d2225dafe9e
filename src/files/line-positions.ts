/** Lines and columns, both from 1; columns in UTF-16 code units. Lines end at LF, CR and CRLF. */

export interface Position {
  line: number;
  column: number;
}

/** A function from code units of a text to their positions. */
export function positionsIn(text: string): (offset: number) => Position {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n?|\n/g)) starts.push(index + end.length);
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - starts[low]! + 1 };
  };
}

/** The position of the end of a text that begins at a position. */
export function advance({ line, column }: Position, text: string): Position {
  let count = 0;
  let start = 0;
  for (const { index, 0: end } of text.matchAll(/\r\n?|\n/g)) {
    count++;
    start = index + end.length;
  }
  return count === 0
    ? { line, column: column + text.length }
    : { line: line + count, column: text.length - start + 1 };
}
