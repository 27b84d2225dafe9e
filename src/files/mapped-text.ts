/**
 * Text that a file holds in another form, with the way back: character references, escapes and transfer encodings are
 * decoded, and each code unit of the result knows where it stands in the file.
 */

export interface Mapped {
  text: string;
  /**
   * The code unit of the file at which a code unit of the text begins; for the text's length, the end of its source.
   * Offsets within an escape are those of its first code unit.
   */
  at(offset: number): number;
}

/** Text that stands in the file as it is, from a code unit on. */
export const asIs = (text: string, from = 0): Mapped => ({ text, at: (offset) => from + offset });

/** The inner text of a text: its offsets are led through both. */
export const within = ({ at }: Pick<Mapped, 'at'>, inner: Mapped): Mapped => ({
  text: inner.text,
  at: (offset) => at(inner.at(offset)),
});

/** A part of a text. */
export const slice = ({ text, at }: Mapped, start: number, end: number): Mapped => ({
  text: text.slice(start, end),
  at: (offset) => at(start + offset),
});

/** Puts a decoded text together from left to right. */
export interface Decoding {
  /** Takes code units of the source as they are. */
  keep(start: number, end: number): void;
  /** Takes a decoded text for what begins at a code unit of the source. */
  put(decoded: string, start: number): void;
  /** @param end the end of the source that was decoded */
  done(end: number): Mapped;
}

/** @param source all of the text; positions are its code units */
export function decoding(source: string): Decoding {
  const parts: string[] = [];
  /** For each part its first code unit in the text, in the source, and 1 where the two go on side by side. */
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
