/**
 * Decodes character references with the browser's parser, which knows all 2,231 names. One call decodes many values,
 * because the overhead of a call equals the time for a hundred values. The text cannot end the tag or attribute in
 * which it is parsed.
 */

/** Maximum number of code units per call of the parser. */
const maxParsedLength = 1 << 16;
/** Maximum number of values per call of the parser. */
const maxParsedValues = 256;

/** Decodes the character references in many values. Each result is passed to a callback. */
export interface Decoder {
  /** Decodes a value now or later. @param use called with the result, immediately or at the next `flush` */
  decode(value: string, use: (decoded: string) => void): void;
  isFull(): boolean;
  /** Decodes the values that are waiting. @yields undefined wherever the caller may pause */
  flush(): Generator<void, void, void>;
}

export function createDecoder(): Decoder {
  let waiting: { value: string; use: (decoded: string) => void }[] = [];
  let length = 0;
  return {
    decode(value, use) {
      if (!value.includes('&')) return use(value);
      waiting.push({ value, use });
      length += value.length;
    },
    isFull: () => waiting.length >= maxParsedValues || length >= maxParsedLength,
    *flush() {
      const all = waiting;
      waiting = [];
      length = 0;
      let batch: typeof all = [];
      let batchLength = 0;
      const parse = () => {
        const decoded = decodeAll(batch.map(({ value }) => value));
        for (const [index, { use }] of batch.entries()) use(decoded[index] ?? '');
        batch = [];
        batchLength = 0;
      };
      for (const each of all) {
        const { value, use } = each;
        if (value.length > maxParsedLength) use(yield* decodeLong(value));
        else {
          batchLength += value.length;
          if (batch.push(each) >= maxParsedValues || batchLength >= maxParsedLength) {
            parse();
            yield;
          }
        }
      }
      parse();
    },
  };
}

/** Decodes the character references in one short text, according to the rules for attributes. */
const decodeReferences = (value: string): string =>
  value.includes('&') ? (decodeAll([value])[0] ?? value) : value;

function decodeAll(values: readonly string[]): string[] {
  const html = values.map((value) => `<br a="${value.replaceAll('"', '&quot;')}">`).join('');
  const { children } = new DOMParser().parseFromString(html, 'text/html').body;
  return Array.from(children, (element) => element.getAttribute('a') ?? '');
}

/** Decodes a long text in pieces, none of which ends within a character reference. */
function* decodeLong(value: string): Generator<void, string, void> {
  const decoded: string[] = [];
  for (let from = 0; from < value.length; ) {
    const piece = value.slice(from, from + maxParsedLength);
    const last = piece.lastIndexOf('&');
    let end = from + piece.length;
    if (end < value.length && last > 0) end = from + last;
    // Only a numeric reference with very many leading zeros can be longer than a piece.
    else if (last === 0) end = from + (/^&#?\w*;?/.exec(value.slice(from))?.[0].length ?? piece.length);
    decoded.push(decodeReferences(value.slice(from, end)));
    from = end;
    yield;
  }
  return decoded.join('');
}
