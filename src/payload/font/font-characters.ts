/** The characters for which a font contains glyphs (OpenType 1.9.1, "cmap"). */

import { u16be, u32be } from '../bytes.ts';

/** Maximum number of encoding records of a font, more than in any font. */
const maxEncodingRecords = 256;

/** Whether a font contains a glyph of its own for this code point. */
export type Has = (code: number) => boolean;

/** Subtables that browsers prefer, as platform and encoding: all of Unicode, then its first plane, then symbols. */
const preferred = [
  [3, 10],
  [0, 6],
  [0, 4],
  [3, 1],
  [0, 3],
  [0, 2],
  [0, 1],
  [0, 0],
  [3, 0],
] as const;

/**
 * Finds the characters of a "cmap" table.
 *
 * @returns null if the table contains no subtable of format 4, 12 or 13 for Unicode
 */
export function charactersOf(cmap: Uint8Array): Has | null {
  const records = Array.from({ length: Math.min(maxEncodingRecords, u16be(cmap, 2)) }, (_, n) => 4 + 8 * n);
  for (const [platform, encoding] of preferred) {
    const record = records.find((at) => u16be(cmap, at) === platform && u16be(cmap, at + 2) === encoding);
    if (record === undefined) continue;
    const table = cmap.subarray(u32be(cmap, record + 4));
    const format = u16be(table, 0);
    if (format === 4) return segmentsOf(table);
    if (format === 12 || format === 13) return groupsOf(table, format === 12);
  }
  return null;
}

/** Finds, by binary search, the first range that ends at this code point or later; `endOf` must ascend. */
function firstEndingAt(count: number, code: number, endOf: (n: number) => number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (endOf(middle) < code) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Format 4: reads segments, each with a delta or an array of glyphs. */
function segmentsOf(table: Uint8Array): Has {
  const count = u16be(table, 6) >> 1;
  const [ends, starts, deltas, offsets] = [0, 1, 2, 3].map((n) => 14 + 2 * count * n + (n > 0 ? 2 : 0));
  return (code) => {
    const n = code > 0xffff ? count : firstEndingAt(count, code, (each) => u16be(table, ends! + 2 * each));
    const start = u16be(table, starts! + 2 * n);
    if (n === count || code < start) return false;
    const at = offsets! + 2 * n;
    const offset = u16be(table, at);
    const glyph = offset === 0 ? code : u16be(table, at + offset + 2 * (code - start));
    if (offset !== 0 && glyph === 0) return false;
    return ((glyph + u16be(table, deltas! + 2 * n)) & 0xffff) !== 0;
  };
}

/** Formats 12 and 13: reads groups of code points. In format 13, all code points of a group share a glyph. */
function groupsOf(table: Uint8Array, isCounted: boolean): Has {
  const count = Math.min(u32be(table, 12), Math.floor((table.length - 16) / 12));
  return (code) => {
    const n = firstEndingAt(count, code, (each) => u32be(table, 20 + 12 * each));
    const at = 16 + 12 * n;
    const start = u32be(table, at);
    return n < count && code >= start && u32be(table, at + 8) + (isCounted ? code - start : 0) !== 0;
  };
}
