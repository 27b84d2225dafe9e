/** The end of a file according to its format. Bytes after it are not part of the file, and viewers don't show them. */

import { crc32 } from '../../crc32.ts';
import { maxInflated } from '../../limits.ts';
import { hasAt, lastIndexOfText, latin1, u8, u16be, u16le, u32be, u32le } from '../bytes.ts';
import type { FormatType } from '../formats.ts';
import { boxesOf } from '../image/boxes.ts';
import { inflate } from '../inflate.ts';

/**
 * The offset after the last byte of the file that the body begins with; null if the format doesn't mark the end, or
 * if the end is missing because the file is truncated or damaged.
 *
 * @param type the type of the body by its signature
 */
export function endOfFile(type: string, body: Uint8Array): number | null {
  const read = Object.hasOwn(ends, type) ? ends[type]! : null;
  const end = read === null ? null : read(body);
  return end !== null && end <= body.length ? end : null;
}

/** Whether a file of a type that marks the end of files lacks its end, because the file is cut off or damaged. */
export const lacksEnd = (type: string, body: Uint8Array): boolean =>
  Object.hasOwn(ends, type) && endOfFile(type, body) === null;

/**
 * The part that decoders show of a picture that lacks data. `partial`: the pixels that are there; `empty`: nothing,
 * although the picture loads, because a PNG ends within its first row; `blank`: nothing, because the file ends before
 * its pixels, or because its format (WebP) is never decoded in part; `bare`: nothing, because the file has its end,
 * but contains no pixels.
 */
export type CutOff = 'partial' | 'empty' | 'blank' | 'bare';

/**
 * The part that decoders show of a picture that lacks data, and not only the end marker, which decoders don't need.
 *
 * @param end the result of `endOfFile`
 * @returns null if the file lacks no data
 */
export async function cutOffIn(type: string, body: Uint8Array, end: number | null): Promise<CutOff | null> {
  const isCut = end === null;
  switch (type) {
    case 'image/png':
      return cutOffInPng(body, isCut);
    case 'image/jpeg':
      if (!hasScan(body)) return isCut ? 'blank' : 'bare';
      return isCut ? 'partial' : null;
    case 'image/gif': {
      const { isComplete, first, stop } = readGif(body);
      if (isComplete || (first && !isCut)) return null;
      return first ? 'partial' : stop < body.length ? 'bare' : 'blank';
    }
    case 'image/webp':
      return isCut ? 'blank' : hasPixels(body) ? null : 'bare';
    default:
      // PDF readers find the objects even without the last lines.
      return null;
  }
}

/** A part of a file without which Chromium and Firefox reject the file. */
export interface InvalidPart {
  /** The name in the format's specification; `length` if the file is longer or shorter than its header says. */
  part: string;
  /** The offset of the part, or at which it is missing; for `length`, that of the declared end. */
  offset: number;
}

/** The part because of which both browsers reject a file that isn't cut off; null if none is known. */
export function invalidPart(type: string, body: Uint8Array): InvalidPart | null {
  switch (type) {
    case 'image/png':
      return invalidHeader(body);
    case 'image/avif': {
      let offset = 0;
      for (const { type: part, end } of boxesOf(body)) {
        if (/meta|moov/.test(part)) return null;
        offset = end;
      }
      return offset === body.length ? { part: 'meta', offset } : null;
    }
    case 'font/woff':
    case 'font/woff2': {
      const offset = u32be(body, 8);
      // In a text that begins with "wOFF", the reserved bytes aren't zero.
      const isFont = body.length > 15 && u16be(body, 14) === 0;
      return isFont && offset !== body.length ? { part: 'length', offset } : null;
    }
    default:
      return null;
  }
}

/** For each color type, the sum of the allowed bit depths (PNG 11.2.1). */
const bitDepths = [31, 0, 24, 15, 24, 0, 24];

/**
 * PNG 5.6 and 11.2.1: IHDR is the first chunk, but Firefox allows ancillary chunks, with lower-case names, before it.
 */
function invalidHeader(body: Uint8Array): InvalidPart | null {
  let offset = 8;
  while (offset + 12 <= body.length && u8(body, offset + 4) & 32) offset += 12 + u32be(body, offset);
  const end = offset + 21;
  const depth = u8(body, offset + 16);
  const isValid =
    hasAt(body, offset, '\0\0\0\rIHDR') &&
    Math.min(u32be(body, offset + 8) | 0, u32be(body, offset + 12) | 0) > 0 &&
    (depth & (depth - 1)) === 0 &&
    (depth & (bitDepths[u8(body, offset + 17)] ?? 0)) > 0 &&
    // The methods of compression and filtering are 0, that of interlacing is 0 or 1.
    (u32be(body, offset + 17) & 0xfffffe) === 0 &&
    crc32(body.subarray(offset + 4, end)) === u32be(body, end);
  return isValid || end + 4 > body.length ? null : { part: 'IHDR', offset };
}

const ends: Readonly<Record<string, (body: Uint8Array) => number | null>> = {
  'image/png': pngEnd,
  'image/jpeg': (body) => jpegEnd(body),
  'image/gif': (body) => readGif(body).end,
  'image/webp': (body) => {
    // A RIFF chunk of odd length is padded, but the file may lack the padding byte.
    const end = 8 + u32le(body, 4);
    return end + (end & 1) <= body.length ? end + (end & 1) : end;
  },
  'application/pdf': pdfEnd,
} satisfies Partial<Record<FormatType, (body: Uint8Array) => number | null>>;

/** PNG 5.3: the end of the IEND chunk, after which the file ends. */
function pngEnd(body: Uint8Array): number | null {
  for (let at = 8; at + 12 <= body.length; ) {
    const next = at + 12 + u32be(body, at);
    if (hasAt(body, at + 4, 'IEND')) return next;
    at = next;
  }
  return null;
}

/** The number of samples of a pixel, by the color type (PNG 11.2.1). */
const samples = [1, 0, 3, 1, 2, 0, 4];

/**
 * The part that decoders draw of a cut-off PNG: its complete rows; of an interlaced PNG, the complete rows of each pass
 * (PNG 8.1). The length of a row is rounded down.
 */
async function cutOffInPng(body: Uint8Array, isCut: boolean): Promise<CutOff | null> {
  let pixels: number | null = null;
  let chunks = 0;
  let at = 8;
  for (; at + 8 <= body.length; at += 12 + u32be(body, at)) {
    if (!hasAt(body, at + 4, 'IDAT')) continue;
    chunks++;
    pixels ??= at;
  }
  if (pixels === null) return isCut ? 'blank' : 'bare';
  // At most the end marker is missing.
  if (!isCut || at === body.length) return null;
  // Before a second chunk of pixels, there are nearly always many rows, so they are not counted.
  if (chunks > 1 || !hasAt(body, 12, 'IHDR')) return 'partial';
  const bits = u32be(body, 16) * samples[u8(body, 25)]! * u8(body, 24);
  const row = Math.min(1 + (bits >>> (u8(body, 28) ? 6 : 3)), maxInflated);
  const packed = body.slice(pixels + 8, pixels + 8 + u32be(body, pixels));
  const { bytes } = await inflate(packed, 'deflate', row);
  return bytes.length < row ? 'empty' : 'partial';
}

/** Whether a marker begins the frame header of any JPEG process (ITU-T T.81 B.2.2): 0xC4, 0xC8 and 0xCC don't. */
export const isFrameMarker = (marker: number): boolean =>
  marker === 0xc0 || (marker > 0xc0 && marker <= 0xcf && marker % 4 > 0);

/**
 * Whether a JPEG contains a complete header of a scan after a frame header. Decoders then show a picture, even if no
 * pixels follow.
 */
export function hasScan(body: Uint8Array): boolean {
  let hasFrame = false;
  let isFound = false;
  jpegEnd(body, (marker, at) => {
    hasFrame ||= isFrameMarker(marker);
    isFound = hasFrame && marker === 0xda && at + 2 <= body.length && at + u16be(body, at) <= body.length;
    return isFound;
  });
  return isFound;
}

/**
 * ITU-T T.81 B: the end of a JPEG. A JPEG consists of segments; each SOS is followed by data in which 0xFF precedes 0
 * or a restart marker.
 *
 * @param onSegment returns true to stop
 */
export function jpegEnd(
  body: Uint8Array,
  onSegment?: (marker: number, at: number) => unknown,
): number | null {
  let at = 2;
  while (at + 1 < body.length) {
    // Bytes between segments are skipped, as decoders do.
    while (at < body.length && body[at] !== 0xff) at++;
    while (body[at] === 0xff) at++;
    if (at >= body.length) return null;
    const marker = body[at]!;
    at++;
    if (marker === 0xd9) return at;
    if (marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd8)) continue;
    if (onSegment?.(marker, at) === true) return null;
    at += Math.max(2, u16be(body, at));
  }
  return null;
}

export interface Gif {
  frames: number;
  /** The right and bottom edges of the first frame, in pixels. */
  first: [right: number, bottom: number] | null;
  /** The offset after the trailer; null if there is none. */
  end: number | null;
  /** Whether the file contains a frame, and all blocks are complete. */
  isComplete: boolean;
  /**
   * The offset of the trailer or of an unknown block, at which decoders stop; not less than the number of bytes if there
   * is neither.
   */
  stop: number;
}

/** GIF89a: reads the blocks up to the trailer. */
export function readGif(body: Uint8Array): Gif {
  const colours = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  let frames = 0;
  let first: Gif['first'] = null;
  let at = 13 + colours(u8(body, 10));
  const skipSubBlocks = () => {
    while (at < body.length && body[at] !== 0) at += body[at]! + 1;
    at++;
  };
  let block = body[at];
  while (block === 0x21 || block === 0x2c) {
    if (block === 0x2c) {
      frames++;
      if (at + 10 <= body.length)
        first ??= [u16le(body, at + 1) + u16le(body, at + 5), u16le(body, at + 3) + u16le(body, at + 7)];
      at += 9 + colours(u8(body, at + 9));
    }
    at += 2;
    skipSubBlocks();
    block = body[at];
  }
  const end = block === 0x3b ? at + 1 : null;
  return { frames, first, end, isComplete: frames > 0 && (end !== null || at === body.length), stop: at };
}

/** RFC 9649: whether a WebP contains a chunk with pixels. */
function hasPixels(body: Uint8Array): boolean {
  for (let at = 12; at + 8 < body.length; ) {
    const length = u32le(body, at + 4);
    if (length > 0 && /^(?:VP8[ L]|ANMF)$/.test(latin1(body, at, 4))) return true;
    at += 8 + length + (length & 1);
  }
  return false;
}

/** ISO 32000-1 7.5.5: the end of the last line of the last incremental update. */
function pdfEnd(body: Uint8Array): number | null {
  const mark = lastIndexOfText(body, '%%EOF');
  if (mark < 0) return null;
  let end = mark + 5;
  if (body[end] === 0x0d) end++;
  if (body[end] === 0x0a) end++;
  return end;
}
