/** Facts about images from their headers: their size is known before anything is decoded. */

import { hasAt, latin1, u8, u16be, u16le, u24le, u32be, u32le, u64be } from './bytes.ts';
import { jpegEnd, readGif } from './end-of-file.ts';
import type { ImageFacts } from './facts.ts';
import { maxBoxes } from './limits.ts';

interface Size {
  width: number;
  height: number;
}
interface Header {
  size: Size | null;
  frames: number | null;
  animated?: boolean;
  scans?: number;
}

/**
 * The facts about an image, or null for an unsupported type.
 *
 * @param type the essence by its signature
 * @param body the bytes, or their beginning if `isCut`
 */
export function readImage(type: string, body: Uint8Array, isCut: boolean): ImageFacts | null {
  const read = Object.hasOwn(readers, type) ? readers[type]! : null;
  if (read === null) return null;
  const { size, frames, animated, scans = 1 } = read(body);
  // A header without pixels is invalid.
  const isSize = size !== null && size.width > 0 && size.height > 0;
  const isAnimated = animated ?? (frames ?? 1) > 1;
  return {
    kind: 'image',
    format: type,
    width: isSize ? size.width : null,
    height: isSize ? size.height : null,
    megapixels: isSize ? Math.round((size.width * size.height) / 1e4) / 100 : null,
    frames: isCut && isAnimated ? null : frames,
    animated: isAnimated,
    ...(scans > 1 && { scans }),
  };
}

const readers: Readonly<Record<string, (body: Uint8Array) => Header>> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/gif': (body) => ({
    size: body.length < 10 ? null : { width: u16le(body, 6), height: u16le(body, 8) },
    frames: readGif(body).frames,
  }),
  'image/webp': readWebp,
  'image/bmp': readBmp,
  'image/x-icon': readIcon,
  'image/avif': readIsoImage,
  'image/heic': readIsoImage,
  'image/heif': readIsoImage,
  'image/heic-sequence': readIsoImage,
  'image/heif-sequence': readIsoImage,
};

/** PNG 11.2.1 and 11.3.6: IHDR is the first chunk, acTL comes before the first IDAT. */
function readPng(body: Uint8Array): Header {
  if (!hasAt(body, 12, 'IHDR') || body.length < 24) return { size: null, frames: null };
  const size = { width: u32be(body, 16), height: u32be(body, 20) };
  for (let at = 8; at + 12 <= body.length; at += 12 + u32be(body, at)) {
    if (hasAt(body, at + 4, 'IDAT')) break;
    // This chunk makes it an animation even with a single frame.
    if (hasAt(body, at + 4, 'acTL')) return { size, frames: u32be(body, at + 8), animated: true };
  }
  return { size, frames: 1 };
}

/** ITU-T T.81 B.2.2 and B.2.3: a frame header, of any of the processes, and the number of scans. */
function readJpeg(body: Uint8Array): Header {
  let size: Size | null = null;
  let scans = 0;
  jpegEnd(body, (marker, at) => {
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame && at + 7 <= body.length)
      size ??= { height: u16be(body, at + 3), width: u16be(body, at + 5) };
    if (marker === 0xda) scans++;
  });
  return { size, frames: 1, scans };
}

/** RFC 9649: one of three chunks comes first, and each has a size. */
function readWebp(body: Uint8Array): Header {
  const chunk = latin1(body, 12, 4);
  if (chunk === 'VP8 ' && hasAt(body, 23, '\x9d\x01\x2a')) {
    return { size: { width: u16le(body, 26) & 0x3fff, height: u16le(body, 28) & 0x3fff }, frames: 1 };
  }
  if (chunk === 'VP8L' && u8(body, 20) === 0x2f && body.length >= 25) {
    const bits = u32le(body, 21);
    return { size: { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }, frames: 1 };
  }
  if (chunk !== 'VP8X' || body.length < 30) return { size: null, frames: null };
  const size = { width: u24le(body, 24) + 1, height: u24le(body, 27) + 1 };
  const animated = (u8(body, 20) & 2) !== 0;
  if (!animated) return { size, frames: 1 };
  let frames = 0;
  for (let at = 12; at + 8 <= body.length; ) {
    if (hasAt(body, at, 'ANMF')) frames++;
    const length = u32le(body, at + 4);
    at += 8 + length + (length & 1);
  }
  return { size, frames, animated };
}

/** BITMAPCOREHEADER, or any later one; a negative height means an image from top to bottom. */
function readBmp(body: Uint8Array): Header {
  if (body.length < 26) return { size: null, frames: null };
  const size =
    u32le(body, 14) === 12
      ? { width: u16le(body, 18), height: u16le(body, 20) }
      : { width: u32le(body, 18) | 0, height: Math.abs(u32le(body, 22) | 0) };
  return { size, frames: 1 };
}

/** An icon's directory: 0 stands for 256. */
function readIcon(body: Uint8Array): Header {
  const count = u16le(body, 4);
  let size: Size | null = null;
  for (let i = 0; i < count && 6 + 16 * (i + 1) <= body.length; i++) {
    const at = 6 + 16 * i;
    const [width, height] = [u8(body, at) || 256, u8(body, at + 1) || 256];
    if (size === null || width * height > size.width * size.height) size = { width, height };
  }
  return { size, frames: count, animated: false };
}

/** ISO 23008-12 6.5.3: the largest `ispe` property; tiles of a grid have smaller ones. */
function readIsoImage(body: Uint8Array): Header {
  let size: Size | null = null;
  let boxes = 0;
  // The spans whose boxes are still to be read; `maxBoxes` limits their number.
  const spans: [start: number, end: number][] = [[0, body.length]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    let [at] = span;
    const end = Math.min(span[1], body.length);
    while (at + 8 <= end && boxes++ < maxBoxes) {
      const type = latin1(body, at + 4, 4);
      const written = u32be(body, at);
      const header = written === 1 ? 16 : 8;
      const length = written === 1 ? u64be(body, at + 8) : written === 0 ? end - at : written;
      if (length < header) break;
      const content = at + header;
      const next = Math.min(end, at + length);
      if (type === 'meta') spans.push([content + 4, next]);
      else if (type === 'iprp' || type === 'ipco') spans.push([content, next]);
      else if (type === 'ispe' && content + 12 <= end) {
        const found = { width: u32be(body, content + 4), height: u32be(body, content + 8) };
        if (size === null || found.width * found.height > size.width * size.height) size = found;
      }
      at += length;
    }
  }
  return { size, frames: hasAt(body, 8, 'avis') || hasAt(body, 8, 'hevc') ? null : 1 };
}
