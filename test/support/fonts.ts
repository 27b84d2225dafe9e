/** Builds small fonts from their tables (OpenType 1.9.1), for tests of specimens and of costs. */
import { brotliCompressSync } from 'node:zlib';

const ascii = (text: string): number[] => [...text].map((character) => character.charCodeAt(0));
const u16 = (...values: number[]): number[] => values.flatMap((value) => [(value >> 8) & 255, value & 255]);
const u32 = (...values: number[]): number[] => values.flatMap((value) => u16(value >>> 16, value));
const zeros = (count: number): number[] => Array<number>(count).fill(0);

type Bytes = readonly number[];

/** Builds a font file from these tables. */
function sfnt(version: Bytes, tables: Readonly<Record<string, Bytes>>): Uint8Array {
  const entries = Object.entries(tables).sort(([a], [b]) => (a < b ? -1 : 1));
  const directory: number[] = [];
  const content: number[] = [];
  const first = 12 + 16 * entries.length;
  for (const [tag, bytes] of entries) {
    const padded = [...bytes, ...zeros(-bytes.length & 3)];
    let sum = 0;
    for (let at = 0; at < padded.length; at += 4)
      sum = (sum + padded.slice(at, at + 4).reduce((value, byte) => value * 256 + byte, 0)) >>> 0;
    directory.push(...ascii(tag), ...u32(sum, first + content.length, bytes.length));
    for (const byte of padded) content.push(byte);
  }
  const power = 2 ** Math.floor(Math.log2(entries.length));
  const search = u16(entries.length, 16 * power, Math.log2(power), 16 * (entries.length - power));
  return Uint8Array.from([...version, ...search, ...directory, ...content]);
}

/** Builds a cmap table that maps all characters to one glyph (format 12). */
function cmapOf(codes: readonly number[], glyph: number): number[] {
  const groups = codes.flatMap((code) => u32(code, code, glyph));
  const head = [...u16(0, 1, 3, 10), ...u32(12), ...u16(12, 0)];
  return [...head, ...u32(16 + groups.length, 0, codes.length), ...groups];
}

/**
 * Returns the tables that every font needs.
 *
 * @param codes the code points, ascending; the last glyph draws all of them
 */
function commonTables(glyphs: number, codes: readonly number[]): Record<string, Bytes> {
  const name = u16(...ascii('Small'));
  const metrics = Array.from({ length: glyphs }, () => u16(1000, 0)).flat();
  const os2 = [
    ...u16(4, 500, 400, 5, 0, ...zeros(10), 0),
    ...[...zeros(10), ...zeros(16), ...ascii('NONE')],
    ...u16(64, 0x20, 0xffff, 800, -200, 0, 1000, 200, ...zeros(4), 500, 700, 0, 32, 1),
  ];
  return {
    'OS/2': os2,
    cmap: cmapOf(codes, glyphs - 1),
    head: [
      ...u32(0x10000, 0x10000, 0, 0x5f0f3cf5),
      ...[...u16(3, 1000), ...zeros(16), ...u16(0, 0, 1000, 1000, 0, 8, 2, 1, 0)],
    ],
    hhea: [...u32(0x10000), ...u16(800, -200, 0, 1000, 0, 0, 1000, 1, ...zeros(7), glyphs)],
    hmtx: metrics,
    name: [...u16(0, 1, 18, 3, 1, 0x409, 1, name.length, 0), ...name],
    post: [...u32(0x30000, 0), ...u16(-100, 50), ...zeros(20)],
  };
}

/** CFF, section 5: returns INDEX data. */
const indexOf = (items: readonly Bytes[]): number[] => {
  if (items.length === 0) return u16(0);
  let offset = 1;
  const offsets = [offset, ...items.map(({ length }) => (offset += length))];
  return [...u16(items.length), 4, ...u32(...offsets), ...items.flat()];
};

/** Encodes a number for a charstring. `dictNumber` encodes one for a DICT. */
const charNumber = (value: number): number[] =>
  Math.abs(value) <= 107 ? [value + 139] : [28, ...u16(value)];
const dictNumber = (value: number): number[] => [29, ...u32(value)];

export const letters = Array.from({ length: 95 }, (_, n) => 0x20 + n);

interface Levels {
  /** Number of calls at each level of subroutines. */
  width: number;
  depth: number;
}

/** A charstring that draws a line to a point and back. */
const strokes = [...charNumber(1), ...charNumber(1), 5, ...charNumber(-1), ...charNumber(-1), 5, 11];

/** Builds a CFF font with a glyph whose subroutines call further subroutines. */
export function subroutineFont(
  { width, depth, line = strokes }: Levels & { line?: Bytes },
  codes: readonly number[] = letters,
): Uint8Array {
  const call = (n: number) => [...charNumber(n - 107), 29];
  const subroutines = Array.from({ length: depth }, (_, n) =>
    n === depth - 1 ? line : [...Array.from({ length: width }, () => call(n + 1)).flat(), 11],
  );
  const glyph = [...charNumber(0), ...charNumber(0), 21, ...call(0), 14];
  const charstrings = indexOf([[14], glyph]);
  const global = indexOf(subroutines);
  const top = (set: number, strings: number, dict: number) =>
    indexOf([
      [...dictNumber(set), 15, ...dictNumber(strings), 17, ...dictNumber(0), ...dictNumber(dict), 18],
    ]);
  const start = [1, 0, 4, 4, ...indexOf([ascii('Small')])];
  const at = start.length + top(0, 0, 0).length + 2 + global.length;
  const charset = [0, ...u16(1)];
  const cff = [
    ...start,
    ...top(at, at + charset.length, at + charset.length + charstrings.length),
    ...[...indexOf([]), ...global, ...charset, ...charstrings],
  ];
  const maxp = [...u32(0x5000), ...u16(2)];
  return sfnt(ascii('OTTO'), { ...commonTables(2, codes), 'CFF ': cff, maxp });
}

interface Outlines {
  glyphs: readonly Bytes[];
  /** Number of levels of nested components. */
  depth?: number;
  more?: Readonly<Record<string, Bytes>>;
  codes?: readonly number[];
}

/** Builds a TrueType font from these glyphs. The last glyph is used for all characters. */
export function outlineFont({ glyphs, depth = 1, more = {}, codes = letters }: Outlines): Uint8Array {
  const glyf: number[] = [];
  const loca = [0];
  for (const glyph of glyphs) {
    for (const byte of glyph) glyf.push(byte);
    glyf.push(...zeros(-glyf.length & 3));
    loca.push(glyf.length);
  }
  const limits = u16(glyphs.length, 4000, 200, 4000, 200, 2, 64, 64, 64, 64, 1000, 20000, 100, depth);
  return sfnt(u32(0x10000), {
    ...commonTables(glyphs.length, codes),
    ...{ glyf, loca: u32(...loca), maxp: [...u32(0x10000), ...limits] },
    ...more,
  });
}

/** glyf, "Simple Glyph": returns one contour through these points. */
export function contour(points: readonly (readonly [number, number])[], instructions: Bytes = []): number[] {
  const deltas = (axis: 0 | 1) => points.map((point, n) => point[axis] - (points[n - 1]?.[axis] ?? 0));
  return [
    ...u16(1, 0, 0, 1000, 1000, points.length - 1, instructions.length),
    ...[...instructions, ...points.map(() => 1), ...u16(...deltas(0)), ...u16(...deltas(1))],
  ];
}
export const triangle = contour([
  [0, 0],
  [1000, 0],
  [500, 900],
]);

/** glyf, "Composite Glyph": returns a glyph that repeats another one. */
export const composite = (glyph: number, times: number): number[] => [
  ...u16(-1, 0, 0, 1000, 1000),
  ...Array.from({ length: times }, (_, n) => [
    ...u16(n === times - 1 ? 3 : 0x23, glyph, ...[10 * n, 10 * n]),
  ]).flat(),
];

/** Builds a TrueType font with nested components. */
export const componentFont = ({ width, depth }: Levels, codes?: readonly number[]): Uint8Array =>
  outlineFont({
    glyphs: [triangle, triangle, ...Array.from({ length: depth }, (_, n) => composite(n + 1, width))],
    depth,
    ...(codes && { codes }),
  });

/** Converts a font to WOFF 2.0 without transforming any table. */
export function woff2(font: Uint8Array): Uint8Array {
  const view = new DataView(font.buffer, font.byteOffset);
  const directory: number[] = [];
  const parts: Uint8Array[] = [];
  for (let n = 0; n < view.getUint16(4); n++) {
    const at = 12 + 16 * n;
    const tag = [...font.subarray(at, at + 4)];
    const isOutlines = ['glyf', 'loca'].includes(String.fromCharCode(...tag));
    const [offset, length] = [view.getUint32(at + 8), view.getUint32(at + 12)];
    // UIntBase128 has no leading zeros.
    const size = [21, 14, 7]
      .filter((bits) => length >> bits > 0)
      .map((bits) => ((length >> bits) & 127) | 128);
    directory.push(63 | (isOutlines ? 192 : 0), ...tag, ...size, length & 127);
    parts.push(font.subarray(offset, offset + length));
  }
  const data = brotliCompressSync(Buffer.concat(parts));
  const length = 48 + directory.length + data.length;
  return Uint8Array.from([
    ...[...ascii('wOF2'), ...font.subarray(0, 4), ...u32(length + (-length & 3))],
    ...[...u16(view.getUint16(4), 0), ...u32(font.length, data.length), ...u16(1, 0), ...zeros(20)],
    ...[...directory, ...data, ...zeros(-length & 3)],
  ]);
}
