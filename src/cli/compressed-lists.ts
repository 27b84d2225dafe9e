/** Lists of texts that are kept compressed, because there may be millions of similar ones. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Number of code units that are compressed at a time. */
const blockLength = 1 << 16;

/** Number of code units of texts that are decompressed together because they have the same or neighboring numbers. */
const bucketLength = 1 << 22;

export interface CompressedList {
  /** @param text contains no line feed */
  add(text: string): void;
  /** The texts in the order in which they were added. */
  all(): Generator<string, void, void>;
}

export function compressedList(): CompressedList {
  const blocks: Uint8Array[] = [];
  let open: string[] = [];
  let length = 0;
  return {
    add(text) {
      open.push(text);
      length += text.length;
      if (length < blockLength) return;
      // Copied, because zlib's result is a view of a larger buffer, which would stay in memory.
      blocks.push(Uint8Array.from(deflateRawSync(open.join('\n'), { level: 1 })));
      open = [];
      length = 0;
    },
    *all() {
      for (const block of blocks) yield* inflateRawSync(block).toString().split('\n');
      yield* open;
    },
  };
}

/** Texts with numbers, to be read in the order of the numbers. */
export interface NumberedTexts {
  /** @param text contains no line feed */
  add(number: number, text: string): void;
  /** Ends the list, and returns a function that returns the texts of a number, in the order in which they were added. */
  byNumber(): (number: number) => Iterable<string>;
}

export function numberedTexts(): NumberedTexts {
  const texts = compressedList();
  /** The total length of the texts of each number. */
  const lengths = new Map<number, number>();
  return {
    add(number, text) {
      texts.add(`${number} ${text}`);
      lengths.set(number, (lengths.get(number) ?? 0) + text.length);
    },
    byNumber() {
      const buckets: { texts: CompressedList; isOfOne: boolean }[] = [];
      const bucketOf = new Map<number, number>();
      let length = Number.POSITIVE_INFINITY;
      for (const number of [...lengths.keys()].sort((a, b) => a - b)) {
        const own = lengths.get(number) ?? 0;
        const isFull = length + own > bucketLength;
        if (isFull) buckets.push({ texts: compressedList(), isOfOne: true });
        else (buckets.at(-1) as (typeof buckets)[0]).isOfOne = false;
        length = isFull ? own : length + own;
        bucketOf.set(number, buckets.length - 1);
      }
      for (const text of texts.all()) buckets[bucketOf.get(numberOf(text)) as number]?.texts.add(text);
      let loaded = -1;
      let byNumber = new Map<number, string[]>();
      return (number) => {
        const at = bucketOf.get(number);
        const bucket = buckets[at ?? -1];
        if (at === undefined || !bucket) return [];
        if (bucket.isOfOne) return { [Symbol.iterator]: () => withoutNumbers(bucket.texts) };
        if (loaded !== at) byNumber = grouped(bucket.texts.all());
        loaded = at;
        return byNumber.get(number) ?? [];
      };
    },
  };
}

function grouped(texts: Iterable<string>): Map<number, string[]> {
  const groups = new Map<number, string[]>();
  for (const text of texts) {
    const group = groups.get(numberOf(text));
    if (group) group.push(withoutNumber(text));
    else groups.set(numberOf(text), [withoutNumber(text)]);
  }
  return groups;
}

const numberOf = (text: string): number => Number.parseInt(text, 10);
const withoutNumber = (text: string): string => text.slice(text.indexOf(' ') + 1);

function* withoutNumbers(texts: CompressedList): Generator<string, void, void> {
  for (const text of texts.all()) yield withoutNumber(text);
}
