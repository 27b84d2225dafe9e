/** The size of a JPEG XL image: the first fields of its codestream (ISO/IEC 18181-1, D.2 and D.3). */

import { hasAt } from '../bytes.ts';
import { bitReader } from './bits.ts';
import { boxesOf } from './boxes.ts';

/** Number of bytes of a codestream that are read: enough for all fields before the color encoding. */
const headLength = 64;
/** Minimum size, in bytes, of a file: the longest form of the picture's size takes 71 bits, and a frame must follow. */
const minLength = 16;

type Read = (count: number) => number;

/** U32() of the standard: two bits choose one of four forms, each an offset and a number of bits. */
const u32 = (read: Read, ...forms: readonly (readonly [offset: number, bits: number])[]): number => {
  const [offset, bits] = forms[read(2)]!;
  return offset + read(bits);
};

/** The ratio of width to height, indexed by a three-bit field; after 0, an explicit width follows. */
const ratios = [null, [1, 1], [12, 10], [4, 3], [3, 2], [16, 9], [5, 4], [2, 1]] as const;

function sizeOf(read: Read, eighths: (read: Read) => number, pixels: (read: Read) => number) {
  const edge = read(1) === 1 ? () => 8 * eighths(read) : () => pixels(read);
  const height = edge();
  const ratio = ratios[read(3)]!;
  return { width: ratio === null ? edge() : Math.floor((height * ratio[0]) / ratio[1]), height };
}

/** D.2, SizeHeader. */
const readSize = (read: Read) =>
  sizeOf(
    read,
    () => 1 + read(5),
    () => u32(read, [1, 9], [1, 13], [1, 18], [1, 30]),
  );

/** D.3.3, PreviewHeader. */
const readPreview = (read: Read) =>
  sizeOf(
    read,
    () => u32(read, [16, 0], [32, 0], [1, 5], [33, 9]),
    () => u32(read, [1, 6], [65, 8], [321, 10], [1345, 12]),
  );

/**
 * The beginning of the codestream, which is the file itself or in boxes of a container, possibly split (18181-2, 9.7
 * to 9.9).
 */
function codestreamHead(body: Uint8Array): Uint8Array {
  if (hasAt(body, 0, '\xff\x0a')) return body;
  const head: number[] = [];
  for (const { type, start, end } of boxesOf(body)) {
    // A part begins with its number.
    const from = type === 'jxlc' ? start : type === 'jxlp' ? start + 4 : end;
    head.push(...body.subarray(from, Math.min(end, from + headLength)));
    if (head.length >= headLength) break;
  }
  return Uint8Array.from(head);
}

/** The displayed size, with the file's orientation applied; null if it could not be read. */
export function readJpegXl(body: Uint8Array): {
  size: { width: number; height: number } | null;
  /** Null for an animation, whose frames are not counted. */
  frames: number | null;
  animated: boolean;
} {
  const head = codestreamHead(body).subarray(0, headLength);
  const isWhole = head.length >= minLength && hasAt(head, 0, '\xff\x0a');
  if (!isWhole) return { size: null, frames: null, animated: false };
  const read = bitReader(head, 2, 'lowest');
  const size = readSize(read);
  const isDefault = read(1) === 1;
  if (isDefault || read(1) === 0) return { size, frames: 1, animated: false };
  const isTurned = read(3) >= 4;
  if (read(1) === 1) readSize(read);
  if (read(1) === 1) readPreview(read);
  const animated = read(1) === 1;
  return {
    size: isTurned ? { width: size.height, height: size.width } : size,
    frames: animated ? null : 1,
    animated,
  };
}
