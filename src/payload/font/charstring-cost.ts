/**
 * The cost of the glyphs of a CFF font. Before browsers accept a font, they run all its charstrings, including nested
 * subroutines, and nothing can stop them. Therefore, the charstrings are run here first, with a limit (Adobe Technical
 * Notes 5176 and 5177).
 */

import { u8, u16be, u32be } from '../bytes.ts';

/** Maximum number of operands on the stack of a charstring (CFF2 appendix B). */
const maxStackDepth = 513;

/** Maximum depth of nested subroutines; browsers reject a font with more. */
const maxSubroutineDepth = 10;

/** Maximum size, in bytes, of a CFF DICT, more than in any font. */
const maxDictSize = 4096;

/**
 * Maximum number of operators and operands in one glyph and in all glyphs. The largest fonts contain about 10 million,
 * and large glyphs about ten thousand.
 */
export const charstringLimits = { glyph: 100_000, all: 20_000_000 } as const;

/** CFF, 5: the positions of the objects of an INDEX. */
interface Index {
  count: number;
  /** The start and end of an object, in bytes from the beginning of the table. */
  at: (n: number) => [from: number, to: number];
  end: number;
}

function readIndex(cff: Uint8Array, start: number): Index {
  const size = u8(cff, start + 2);
  const count = Math.min(u16be(cff, start), Math.floor(cff.length / (size || 1)));
  if (count === 0 || size < 1 || size > 4) return { count: 0, at: () => [0, 0], end: start + 2 };
  const base = start + 2 + (count + 1) * size;
  const offset = (n: number) => {
    let value = 0;
    for (let i = 0; i < size; i++) value = value * 256 + u8(cff, start + 3 + n * size + i);
    return base + value;
  };
  return { count, at: (n) => [offset(n), offset(n + 1)], end: offset(count) };
}

/** CFF, 4: reads the operands of each operator. Two-byte operators have keys from 1200 on. */
function readDict(cff: Uint8Array, [from, to]: [number, number]): Map<number, number[]> {
  const entries = new Map<number, number[]>();
  let operands: number[] = [];
  const end = Math.min(to, from + maxDictSize, cff.length);
  for (let at = Math.max(0, from); at < end; ) {
    const byte = cff[at++]!;
    if (byte <= 21) {
      entries.set(byte === 12 ? 1200 + u8(cff, at++) : byte, operands);
      operands = [];
    } else if (byte === 28) {
      operands.push((u16be(cff, at) << 16) >> 16);
      at += 2;
    } else if (byte === 29) {
      operands.push(u32be(cff, at) | 0);
      at += 4;
    } else if (byte === 30) {
      // Real numbers are skipped, because offsets are integers.
      while (at < end && (u8(cff, at) & 15) !== 15 && u8(cff, at) >> 4 !== 15) at++;
      at++;
      operands.push(Number.NaN);
    } else if (byte >= 247) operands.push(smallNumber(byte, u8(cff, at++)));
    else operands.push(byte - 139);
  }
  return entries;
}

const smallNumber = (byte: number, next: number): number =>
  byte < 251 ? (byte - 247) * 256 + next + 108 : -(byte - 251) * 256 - next - 108;

/** 5177, "callsubr": subroutine numbers are biased, so that 0 is in the middle. */
const biasOf = (count: number): number => (count < 1240 ? 107 : count < 33_900 ? 1131 : 32_768);

const none: Index = { count: 0, at: () => [0, 0], end: 0 };

/**
 * Whether running all glyphs of a CFF table exceeds the limits. Invalid charstrings run up to the error.
 *
 * @param cff the table; CFF 2 is not supported
 */
export function isCharstringBomb(
  cff: Uint8Array,
  limits: { glyph: number; all: number } = charstringLimits,
): boolean {
  if (u8(cff, 0) !== 1) return false;
  const tops = readIndex(cff, readIndex(cff, u8(cff, 2)).end);
  const global = readIndex(cff, readIndex(cff, tops.end).end);
  const top = readDict(cff, tops.at(0));
  const glyphs = readIndex(cff, top.get(17)?.[0] ?? 0);
  const localsOf = (dict: Map<number, number[]>): Index => {
    const [size = 0, at = 0] = dict.get(18) ?? [];
    const offset = readDict(cff, [at, at + size]).get(19)?.[0];
    return offset === undefined ? none : readIndex(cff, at + offset);
  };
  const fonts = readIndex(cff, top.get(1236)?.[0] ?? cff.length);
  const locals = fonts.count === 0 ? [localsOf(top)] : [];
  for (let n = 0; n < Math.min(256, fonts.count); n++) locals.push(localsOf(readDict(cff, fonts.at(n))));
  const fontOf = fontSelection(cff, top.get(1237)?.[0], glyphs.count);
  let steps = 0;
  for (let n = 0; n < glyphs.count; n++) {
    steps += stepsOf(cff, glyphs.at(n), global, locals[fontOf[n] ?? 0] ?? none, limits.glyph);
    if (steps > limits.all) return true;
  }
  return false;
}

/** CFF, 19: the font DICT of each glyph. */
function fontSelection(cff: Uint8Array, start: number | undefined, count: number): Uint8Array {
  if (start === undefined) return new Uint8Array();
  if (u8(cff, start) === 0) return cff.subarray(start + 1, start + 1 + count);
  const fonts = new Uint8Array(count);
  const ranges = Math.min(count, u16be(cff, start + 1));
  let filled = 0;
  for (let n = 0; n < ranges; n++) {
    const at = start + 3 + 3 * n;
    // Ranges that do not ascend are ignored; otherwise each could fill the whole array.
    const from = Math.max(filled, u16be(cff, at));
    filled = Math.max(filled, u16be(cff, at + 3));
    fonts.fill(u8(cff, at + 2), from, filled);
  }
  return fonts;
}

/**
 * Two-byte arithmetic operators. Operators that read memory, compare or shuffle don't occur in real fonts and count
 * as unbounded.
 */
const computing: Readonly<Record<number, (a: number, b: number) => number[]>> = {
  10: (a, b) => [a + b],
  11: (a, b) => [a - b],
  12: (a, b) => [a / b],
  24: (a, b) => [a * b],
  28: (a, b) => [b, a],
};
const computingOne: Readonly<Record<number, (a: number) => number[]>> = {
  9: (a) => [Math.abs(a)],
  14: (a) => [-a],
  18: () => [],
  26: (a) => [Math.sqrt(a)],
  27: (a) => [a, a],
};

/** The number of operators and operands that run for one glyph; infinite if it exceeds the limit or is unknown. */
function stepsOf(
  cff: Uint8Array,
  glyph: [number, number],
  global: Index,
  local: Index,
  limit: number,
): number {
  const stack: number[] = [];
  let stems = 0;
  let steps = 0;
  /** Runs a charstring. Returns false if the charstring ends the glyph. */
  const run = ([from, to]: [number, number], nesting: number): boolean => {
    for (let at = from; at < Math.min(to, cff.length); ) {
      if (++steps > limit || stack.length > maxStackDepth) return false;
      const byte = cff[at++]!;
      if (byte >= 32 || byte === 28) {
        const [value, length] = operandAt(cff, at, byte);
        stack.push(value);
        at += length;
      } else if (byte === 10 || byte === 29) {
        const index = byte === 10 ? local : global;
        const n = (stack.pop() ?? Number.NaN) + biasOf(index.count);
        if (!(n >= 0 && n < index.count) || nesting === maxSubroutineDepth) return false;
        if (!run(index.at(Math.trunc(n)), nesting + 1)) return false;
      } else if (byte === 11) return true;
      else if (byte === 14) return false;
      else if (byte === 12) {
        const operator = u8(cff, at++);
        const [one, two] = [computingOne[operator], computing[operator]];
        if (one) stack.push(...one(stack.pop() ?? 0));
        else if (two) {
          const b = stack.pop() ?? 0;
          stack.push(...two(stack.pop() ?? 0, b));
        } else if (operator >= 34 && operator <= 37) stack.length = 0;
        else {
          steps = Number.POSITIVE_INFINITY;
          return false;
        }
      } else {
        const isMask = byte === 19 || byte === 20;
        if (isMask || [1, 3, 18, 23].includes(byte)) stems += stack.length >> 1;
        if (isMask) at += (stems + 7) >> 3;
        stack.length = 0;
      }
    }
    return true;
  };
  run(glyph, 0);
  return steps > limit ? Number.POSITIVE_INFINITY : steps;
}

/** 5177, 3.2: a number, and the number of bytes that it takes after the first. */
function operandAt(cff: Uint8Array, at: number, byte: number): [value: number, length: number] {
  if (byte === 28) return [(u16be(cff, at) << 16) >> 16, 2];
  if (byte === 255) return [(u32be(cff, at) | 0) / 65536, 4];
  return byte >= 247 ? [smallNumber(byte, u8(cff, at)), 1] : [byte - 139, 0];
}
