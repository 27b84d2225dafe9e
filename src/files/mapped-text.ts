/**
 * Text decoded from character references, escapes, or transfer encodings. Each of its code units is mapped to a
 * position in the file.
 */
import type { Span } from '../problem.ts';

export interface Mapped {
  text: string;
  /**
   * Maps the index of a code unit of the text to an offset in the file, and the text's length to the end of its source.
   * All code units from one escape are mapped to the beginning of the escape.
   */
  at(offset: number): number;
}

/** Maps text that appears unchanged in the file, where it begins at code unit `from`. */
export const asIs = (text: string, from = 0): Mapped => ({ text, at: (offset) => from + offset });

/** Maps a text that was decoded from another decoded text, through both. */
export const within = ({ at }: Pick<Mapped, 'at'>, inner: Mapped): Mapped => ({
  text: inner.text,
  at: (offset) => at(inner.at(offset)),
});

/** A part of a text, mapped to the same positions. */
export const slice = ({ text, at }: Mapped, start: number, end: number): Mapped => ({
  text: text.slice(start, end),
  at: (offset) => at(start + offset),
});

/** Replaces parts of a text with spaces, except line ends, so that all positions stay the same. */
export function blanked(text: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start < from) continue;
    parts.push(text.slice(from, start), text.slice(start, end).replace(/[^\r\n]/g, ' '));
    from = end;
  }
  parts.push(text.slice(from));
  return parts.join('');
}

/** Assembles a decoded text from left to right. */
export interface Decoding {
  /** Appends code units of the source unchanged. */
  keep(start: number, end: number): void;
  /** Appends decoded text whose source begins at code unit `start`. */
  put(decoded: string, start: number): void;
  /** @param end the end of the source that was decoded */
  done(end: number): Mapped;
}

/**
 * Creates a `Decoding`.
 *
 * @param source the whole text; positions are its code units
 */
export function decoding(source: string): Decoding {
  const parts: string[] = [];
  /** For each part, its first code unit in the text and in the source, and whether it was kept unchanged. */
  const runs: { text: number; source: number; isKept: boolean }[] = [];
  let length = 0;
  const add = (part: string, from: number, isKept: boolean) => {
    if (part === '') return;
    runs.push({ text: length, source: from, isKept });
    parts.push(part);
    length += part.length;
  };
  return {
    keep: (start, end) => add(source.slice(start, end), start, true),
    put: (decoded, start) => add(decoded, start, false),
    done(end) {
      const at = (offset: number): number => {
        if (offset >= length) return end;
        let [low, high] = [0, runs.length - 1];
        while (low < high) {
          const middle = (low + high + 1) >> 1;
          if (runs[middle]!.text <= offset) low = middle;
          else high = middle - 1;
        }
        const run = runs[low];
        if (run === undefined) return end;
        return run.isKept ? run.source + offset - run.text : run.source;
      };
      return { text: parts.join(''), at };
    },
  };
}
