/** Splits text into rows that fit a width: at line breaks, and within long lines. */
export interface TextRows {
  /** The index at which each row begins. A line break belongs to the row that it ends. */
  starts: number[];
  /** The line number of each row, counted from 1; 0 for a row that continues the previous one. */
  lines: number[];
}

/**
 * Splits a text into rows.
 *
 * @param columns number of code units per row, at least 1
 */
export function textRows(text: string, columns: number): TextRows {
  const starts: number[] = [];
  const lines: number[] = [];
  const lineEnd = nextBreak(text);
  let line = 1;
  for (let at = 0; at <= text.length; line++) {
    const end = lineEnd(at);
    starts.push(at);
    lines.push(line);
    for (let to = rowEnd(text, at, columns); to < end; to = rowEnd(text, to, columns)) {
      starts.push(to);
      lines.push(0);
    }
    if (end === text.length) break;
    at = end + (text.charCodeAt(end) === 13 && text.charCodeAt(end + 1) === 10 ? 2 : 1);
  }
  return { starts, lines };
}

/** The text of a row, without its line break. */
export const rowText = (text: string, { starts }: TextRows, row: number): string =>
  text.slice(starts[row], starts[row + 1] ?? text.length).replace(/[\r\n]+$/, '');

/**
 * Returns a function that finds the next line break at or after an index. The indexes must not decrease, so that
 * nothing is searched twice.
 */
function nextBreak(text: string): (from: number) => number {
  const next = ['\n', '\r'].map((character) => ({ character, at: -1 }));
  return (from) => {
    for (const each of next) {
      if (each.at >= from) continue;
      const found = text.indexOf(each.character, from);
      each.at = found < 0 ? text.length : found;
    }
    return Math.min(...next.map(({ at }) => at));
  };
}

/** The end of a row. Surrogate pairs are not split. */
function rowEnd(text: string, from: number, columns: number): number {
  const end = from + columns;
  return end < text.length && (text.charCodeAt(end) & 0xfc00) === 0xdc00 ? end + 1 : end;
}
