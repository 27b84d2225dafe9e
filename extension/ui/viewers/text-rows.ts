/** Text cut into rows that fit a width: each line at its breaks, and a long one as often as need be. */
export interface TextRows {
  /** Code units at which each row begins; a break belongs to the row that it ends. */
  starts: number[];
  /** Of each row its line, from 1; 0 for what goes on from the row before. */
  lines: number[];
}

/** @param columns code units that a row holds at the most, 1 at least */
export function textRows(text: string, columns: number): TextRows {
  const starts: number[] = [];
  const lines: number[] = [];
  let line = 1;
  for (let at = 0; at <= text.length; line++) {
    const end = lineEnd(text, at);
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

/** One row's text, without its line break. */
export const rowText = (text: string, { starts }: TextRows, row: number): string =>
  text.slice(starts[row], starts[row + 1] ?? text.length).replace(/[\r\n]+$/, '');

function lineEnd(text: string, from: number): number {
  const feed = text.indexOf('\n', from);
  const end = feed < 0 ? text.length : feed;
  for (let at = from; at < end; at++) if (text.charCodeAt(at) === 13) return at;
  return end;
}

/** A surrogate pair stays together. */
function rowEnd(text: string, from: number, columns: number): number {
  const end = from + columns;
  return end < text.length && (text.charCodeAt(end) & 0xfc00) === 0xdc00 ? end + 1 : end;
}
