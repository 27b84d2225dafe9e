/**
 * Images in boxes: AVIF (AV1 Image File Format 1.1), and HEIC, which Chromium and Firefox do not show (ISO/IEC 23008-12).
 */

import { hasAt, sizeAt, u8, u16be, u32be, u64be } from '../bytes.ts';
import { maxBoxes } from '../limits.ts';
import { av1FrameSize } from './av1.ts';
import { type Box, boxesOf } from './boxes.ts';
import type { Size } from './exif.ts';

export interface IsoImage {
  /** The displayed size; null if it could not be read. */
  size: Size | null;
  /** The largest size of the image, its parts, and their frames; null if a size that was found could not be read. */
  decoded: Size | null;
  /** Whether the sizes of all frames were read; they may differ from those in the boxes. */
  hasFrames: boolean;
}

/** Boxes that contain others, with the number of bytes before the first of them. */
const containers = { meta: 4, iprp: 0, moov: 0, trak: 0, mdia: 0, minf: 0, stbl: 0 } as const;

/** The sizes of an image, or of the first track of a sequence, which Chromium shows. */
export function readIsoImage(body: Uint8Array): IsoImage {
  /** The last box of each type, but the first of the `tkhd` boxes, because later ones belong to the alpha channel. */
  const boxes = new Map<string, Box>();
  const chunks: number[] = [];
  for (const box of boxesOf(body, containers)) {
    if (box.type !== 'tkhd' || !boxes.has('tkhd')) boxes.set(box.type, box);
    if (box.type === 'stco') chunks.push(u32be(body, box.start + 8));
    if (box.type === 'co64') chunks.push(u64be(body, box.start + 8));
  }
  const found = (type: string): Box | null => boxes.get(type) ?? null;
  const properties = propertiesOf(body, found('ipco'));
  const sizes = properties.flatMap((property) => sizeIn(body, property) ?? []);
  const tkhd = found('tkhd');
  const track = tkhd && { width: u16be(body, tkhd.end - 8), height: u16be(body, tkhd.end - 4) };
  const isSequence = hasAt(body, 8, 'avis') && track !== null && track.width * track.height > 0;
  const primary = isSequence ? track : primarySize(body, found('pitm'), found('ipma'), properties);
  const budget = { remaining: maxBoxes };
  const frames = [
    ...itemsOf(body, found('iloc'), found('idat')),
    ...chunks.map((at) => body.subarray(at)),
  ].map((bytes) => av1FrameSize(bytes, budget));
  const size = primary ?? largest(sizes);
  return {
    size,
    decoded:
      budget.remaining === 0 ? null : largest([...sizes, ...frames, size].filter((each) => each !== null)),
    hasFrames: frames.length > 0 && frames.every((frame) => frame !== null),
  };
}

const largest = (sizes: readonly Size[]): Size | null =>
  sizes.reduce<Size | null>(
    (max, size) => (max === null || size.width * size.height > max.width * max.height ? size : max),
    null,
  );

const propertiesOf = (body: Uint8Array, ipco: Box | null): Box[] =>
  ipco === null ? [] : [...boxesOf(body, {}, ipco.start, ipco.end)];

/** 23008-12 6.5.3: the size in an `ispe` property; null if the property is incomplete or of another type. */
const sizeIn = (body: Uint8Array, { type, start, end }: Box): Size | null =>
  type === 'ispe' && start + 12 <= end ? sizeAt(body, start + 4) : null;

/** The size of the primary item (23008-12 6.5), cropped and rotated as its other properties demand. */
function primarySize(
  body: Uint8Array,
  pitm: Box | null,
  ipma: Box | null,
  properties: readonly Box[],
): Size | null {
  if (pitm === null || ipma === null) return null;
  const id = u8(body, pitm.start) === 0 ? u16be(body, pitm.start + 4) : u32be(body, pitm.start + 4);
  const own = associated(body, ipma, id).flatMap((index) => properties[index - 1] ?? []);
  let size = own.map((property) => sizeIn(body, property)).find((each) => each !== null) ?? null;
  for (const { type, start } of own) {
    if (size === null) break;
    if (type === 'clap') size = cropped(body, start, size);
    if (type === 'irot' && u8(body, start) % 2 === 1) size = { width: size.height, height: size.width };
  }
  return size;
}

/** 23008-12 9.3: the 1-based indexes of an item's properties. */
function associated(body: Uint8Array, { start, end }: Box, id: number): number[] {
  const isLong = u8(body, start) > 0;
  const isWide = u8(body, start + 3) % 2 === 1;
  for (let at = start + 8; at < end; ) {
    const item = isLong ? u32be(body, at) : u16be(body, at);
    at += isLong ? 4 : 2;
    const count = u8(body, at++);
    const width = isWide ? 2 : 1;
    if (item === id)
      return Array.from({ length: count }, (_, n) =>
        isWide ? u16be(body, at + 2 * n) & 0x7fff : u8(body, at + n) & 0x7f,
      );
    at += width * count;
  }
  return [];
}

/** 23008-12 6.5.9: Chromium crops only to whole pixels, and only from the top left corner. */
function cropped(body: Uint8Array, at: number, size: Size): Size {
  const part = (field: number) => (u32be(body, at + field) | 0) / (u32be(body, at + field + 4) | 0);
  const [width, height] = [part(0), part(8)];
  const isFirst = (size.width - width) / 2 + part(16) === 0 && (size.height - height) / 2 + part(24) === 0;
  return isFirst && Number.isInteger(width) && Number.isInteger(height) ? { width, height } : size;
}

/** ISO/IEC 14496-12, 8.11.3: the bytes of each item, as far as they are in this file. */
function itemsOf(body: Uint8Array, iloc: Box | null, idat: Box | null): Uint8Array[] {
  if (iloc === null) return [];
  const version = u8(body, iloc.start);
  const sizes = u16be(body, iloc.start + 4);
  let at = iloc.start + 6;
  const number = (size: number) => {
    const value = size === 8 ? u64be(body, at) : size === 4 ? u32be(body, at) : 0;
    at += size;
    return value;
  };
  const short = () => {
    at += 2;
    return u16be(body, at - 2);
  };
  const [offsetSize, lengthSize, baseSize, indexSize] = [12, 8, 4, 0].map((shift) => (sizes >>> shift) & 15);
  const items: Uint8Array[] = [];
  // Limits the total, because extents may overlap.
  let remaining = body.length;
  const count = version < 2 ? short() : number(4);
  for (let item = 0; item < count && at < iloc.end; item++) {
    at += version < 2 ? 2 : 4;
    const isInIdat = version > 0 && short() % 16 === 1;
    at += 2;
    const base = number(baseSize!) + (isInIdat ? (idat?.start ?? body.length) : 0);
    const parts: Uint8Array[] = [];
    for (let extents = short(); extents > 0 && at < iloc.end; extents--) {
      if (version > 0) number(indexSize!);
      const from = base + number(offsetSize!);
      const length = number(lengthSize!);
      parts.push(body.subarray(from, length === 0 ? body.length : from + length));
    }
    items.push(parts.length === 1 ? parts[0]! : joined(parts, remaining));
    if (parts.length > 1) remaining -= items.at(-1)!.length;
  }
  return items;
}

function joined(parts: readonly Uint8Array[], maxLength: number): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const bytes = new Uint8Array(Math.min(length, maxLength));
  let at = 0;
  for (const part of parts) {
    bytes.set(part.subarray(0, bytes.length - at), at);
    at = Math.min(bytes.length, at + part.length);
  }
  return bytes;
}
