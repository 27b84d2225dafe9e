/**
 * Generates texts that make a parser do useless work: periodic, nested, alternating, or with near-delimiters. They
 * consist of tokens of a grammar, and can have any size. The same seed generates the same texts.
 */

/** The pieces from which texts in a language are made. */
export interface Grammar {
  name: string;
  /** The delimiters of the language, and pieces that resemble delimiters. */
  tokens: readonly string[];
  /** Beginnings that a text needs so that the rest of it is parsed; '' is one of them. */
  prefixes: readonly string[];
  /** Text that must follow repetitions of one token so that they are parsed, such as the comma of a data: URL. */
  ending: string;
}

export interface Pattern {
  /** A readable description of the pieces. */
  name: string;
  /** Makes a text of about `size` code units: never more, and less by at most the length of the longest piece. */
  make(size: number): string;
}

/** Returns a generator of numbers from 0 to 1. The same seed generates the same numbers (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const filled = (piece: string, size: number) =>
  piece === '' ? '' : piece.repeat(Math.floor(Math.max(0, size) / piece.length));
const shown = (...pieces: string[]) => pieces.map((piece) => JSON.stringify(piece)).join(' ');

/** Each kind picks pieces of the grammar, and determines how a text grows from them. */
const kinds: Record<string, (pick: () => string) => Pattern> = {
  period(pick) {
    const piece = Array.from({ length: 2 + (pick().length % 5) }, pick).join('');
    return { name: `(${shown(piece)})*`, make: (size) => filled(piece, size) };
  },
  nested(pick) {
    const [open, middle, close] = [pick(), pick(), pick()];
    return {
      name: `${shown(open)}* ${shown(middle)} ${shown(close)}*`,
      make: (size) => filled(open, size / 2) + middle + filled(close, size / 2),
    };
  },
  /**
   * Many identical pieces, followed by many others, each of which makes the parser search for something that is
   * missing.
   */
  searching(pick) {
    const [before, behind] = [pick() + pick(), pick() + pick()];
    return {
      name: `(${shown(before)})* (${shown(behind)})*`,
      make: (size) => filled(before, size / 2) + filled(behind, size / 2),
    };
  },
  /** A last piece that ends, or fails to end, the construct that the first piece began. */
  sandwich(pick) {
    const [first, piece, last] = [pick() + pick(), pick(), pick() + pick()];
    return {
      name: `${shown(first)} ${shown(piece)}* ${shown(last)}`,
      make: (size) => first + filled(piece, size - first.length - last.length) + last,
    };
  },
  /** Runs of one piece, separated by another piece. */
  runs(pick) {
    const [piece, between] = [pick(), pick()];
    const length = 10 ** (1 + (between.length % 4));
    return {
      name: `(${shown(piece)}{${length}} ${shown(between)})*`,
      make: (size) => filled(piece.repeat(length) + between, size) || filled(piece + between, size),
    };
  },
  /** Runs of increasing length, so that no two are the same. */
  growing(pick) {
    const [piece, between] = [pick(), pick()];
    return {
      name: `${shown(piece)}{1} ${shown(between)} ${shown(piece)}{2} ${shown(between)} …`,
      make(size) {
        const parts: string[] = [];
        for (let n = 1, length = 0; length < size; n++) {
          parts.push(piece.repeat(n), between);
          length += piece.length * n + between.length;
        }
        return parts.join('').slice(0, size);
      },
    };
  },
  /** Different pieces: names and values that do not repeat. */
  distinct(pick) {
    const [before, behind] = [pick(), pick()];
    return {
      name: `${shown(before)} 1 ${shown(behind)} ${shown(before)} 2 ${shown(behind)} …`,
      make(size) {
        const parts: string[] = [];
        for (let n = 0, length = 0; length < size; n++) {
          const part = `${before}${n.toString(36)}${behind}`;
          parts.push(part);
          length += part.length;
        }
        return parts.join('').slice(0, size);
      },
    };
  },
  mixed(pick) {
    const seed = pick().length + pick().length * 31;
    const pieces = Array.from({ length: 12 }, pick);
    return {
      name: `(${pieces.map((piece) => shown(piece)).join(' | ')})*`,
      make(size) {
        const random = randomFrom(seed);
        const parts: string[] = [];
        for (let length = 0; length < size; ) {
          const part = pieces[Math.floor(random() * pieces.length)] as string;
          parts.push(part);
          length += part.length;
        }
        return parts.join('').slice(0, size);
      },
    };
  },
};

/**
 * Generates patterns.
 *
 * @param count the number of patterns; the first ones repeat one token each
 * @returns the patterns, most of which begin with a prefix of the grammar
 */
export function patternsOf({ tokens, prefixes, ending }: Grammar, count: number, seed: number): Pattern[] {
  const random = randomFrom(seed);
  const any = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value;
  /** Picks a token, sometimes without its last character, so that it only resembles a delimiter. */
  const pick = () => {
    const token = any(tokens);
    return token.length > 1 && random() < 0.15 ? token.slice(0, -1) : token;
  };
  const withPrefix = ({ name, make }: Pattern, prefix = any(prefixes)): Pattern => ({
    name: prefix === '' ? name : `${shown(prefix)} ${name}`,
    make: (size) => (prefix + make(size - prefix.length)).slice(0, size),
  });
  const patterns = tokens.slice(0, count).map((token) =>
    withPrefix({
      name: `${shown(token)}* ${ending}`,
      make: (size) => filled(token, size - ending.length) + ending,
    }),
  );
  while (patterns.length < count) patterns.push(withPrefix(any(Object.values(kinds))(pick)));
  return patterns;
}
