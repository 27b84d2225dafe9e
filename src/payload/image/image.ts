/** Facts about images from their headers: their size is found without decoding. */

import { hasAt, latin1, sizeAt, u8, u16be, u16le, u24le, u32be, u32le } from '../bytes.ts';
import { isFrameMarker, jpegEnd, readGif } from '../detect/end-of-file.ts';
import type { ImageFacts } from '../facts.ts';
import { formatOf, type WithoutHeader } from '../formats.ts';
import { displayedSize, type Size } from './exif.ts';
import { readIsoImage } from './iso-image.ts';
import { readJpegXl } from './jpeg-xl.ts';

interface Header {
  /** The displayed size. */
  size: Size | null;
  /** The size that a decoder allocates memory for, if it differs from `size`; null if unknown. */
  decoded?: Size | null;
  /** The size that the file declares, if browsers don't use it. */
  named?: Size;
  frames: number | null;
  animated?: boolean;
  scans?: number;
  /** Bytes of memory that decoding takes per pixel. Default: 4, for the decoded pixel itself */
  perPixel?: number;
}

/**
 * Maximum number of bytes per pixel, including the decoder's buffers, as measured by the growth of Chromium's process.
 * Progressive JPEG keeps the coefficients of all components; AVIF may have 12 bits and an alpha channel.
 */
const perPixel = { progressive: 12, bmp: 6, avif: 18, jxl: 16 } as const;

const pixelsOf = ({ width, height }: Size): number => width * height;

/**
 * The facts about an image; null for an unsupported type.
 *
 * @param type the essence by its signature
 * @param body the bytes, or their beginning if `isCut`
 */
export function readImage(type: string, body: Uint8Array, isCut: boolean): ImageFacts | null {
  const header = headerOf(type, body, isCut);
  if (header === null) return null;
  const { size, frames, animated, scans = 1, decoded = size } = header;
  // A size of zero is invalid.
  const isSize = size !== null && size.width > 0 && size.height > 0;
  const isAnimated = animated ?? (frames ?? 1) > 1;
  const { named = size } = header;
  const pixels = isSize && decoded !== null ? Math.max(pixelsOf(size), pixelsOf(decoded)) : null;
  return {
    kind: 'image',
    format: type,
    width: isSize ? size.width : null,
    height: isSize ? size.height : null,
    ...(isSize && decoded !== null && pixelsOf(decoded) !== pixelsOf(size) && { decoded }),
    ...(pixels !== null && named !== null && pixelsOf(named) < pixels && { hidesPixels: true as const }),
    megapixels: pixels === null ? null : Math.round(pixels / 1e4) / 100,
    memory: pixels && pixels * (header.perPixel ?? 4),
    frames: isCut && isAnimated ? null : frames,
    animated: isAnimated,
    ...(scans > 1 && { scans }),
  };
}

function headerOf(type: string, body: Uint8Array, isCut: boolean): Header | null {
  if (Object.hasOwn(readers, type)) return readers[type as ReadType](body, isCut);
  const at = formatOf(type)?.header;
  return at ? { size: sizeAt(body, at.width, at.height), frames: 1 } : null;
}

/**
 * Picture types without a header reader. For every other row of `formats` without `header`, the compiler requires a
 * reader.
 */
type Unread =
  | 'image/apng'
  | 'image/svg+xml'
  | 'image/jp2'
  | 'image/tiff'
  | 'image/x-icns'
  | 'image/x-xbitmap';
type ReadType = Exclude<WithoutHeader, Unread>;

const readers: Readonly<Record<ReadType, (body: Uint8Array, isCut: boolean) => Header>> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/gif': readGifHeader,
  'image/webp': readWebp,
  'image/bmp': readBmp,
  'image/x-icon': readIcon,
  'image/jxl': (body) => ({ ...readJpegXl(body), perPixel: perPixel.jxl }),
  'image/avif': readAvif,
  'image/heic': readHeif,
  'image/heif': readHeif,
  'image/heic-sequence': readHeif,
  'image/heif-sequence': readHeif,
};

/**
 * PNG 11.2.1 and 11.3.6: IHDR is the first chunk, although Firefox does not require this; acTL and eXIf come before the
 * first IDAT.
 */
function readPng(body: Uint8Array): Header {
  let size: Size | null = null;
  let frames: number | null = null;
  let tiff: Uint8Array | null = null;
  for (let at = 8; at + 12 <= body.length; at += 12 + u32be(body, at)) {
    const type = latin1(body, at + 4, 4);
    if (type === 'IDAT') break;
    if (type === 'IHDR') size ??= sizeAt(body, at + 8);
    if (type === 'acTL') frames ??= u32be(body, at + 8);
    if (type === 'eXIf') tiff ??= body.subarray(at + 8, at + 8 + u32be(body, at));
  }
  const displayed = size && tiff ? displayedSize(size, tiff, false) : size;
  if (size === null) return { size, frames: null };
  // A file with acTL is an animation even if it has a single frame.
  return { size: displayed, frames: frames ?? 1, animated: frames !== null };
}

/**
 * ITU-T T.81 B.2.2 and B.2.3: reads the frame header of any process, and counts the scans. Browsers reject a file with
 * a second frame header. Only the first Exif segment before the first scan counts.
 */
function readJpeg(body: Uint8Array): Header {
  let size: Size | null = null;
  let tiff: Uint8Array | null = null;
  let scans = 0;
  let isProgressive = false;
  jpegEnd(body, (marker, at) => {
    const isFrame = isFrameMarker(marker);
    if (isFrame && at + 7 <= body.length)
      size ??= { height: u16be(body, at + 3), width: u16be(body, at + 5) };
    if (marker === 0xda) scans++;
    // Progressive processes, and JPEGs in which each scan contains only one component.
    isProgressive ||= (isFrame && marker % 4 === 2) || scans > 1;
    if (marker === 0xe1 && scans === 0 && hasAt(body, at + 2, 'Exif\0\0'))
      tiff ??= body.subarray(at + 8, at + u16be(body, at));
  });
  const decoded = size as Size | null;
  return {
    size: decoded && tiff ? displayedSize(decoded, tiff, true) : decoded,
    decoded,
    frames: 1,
    scans,
    perPixel: isProgressive ? perPixel.progressive : 4,
  };
}

/**
 * Browsers do not trust the logical screen (GIF89a 18): Chromium enlarges it to contain the first frame at its
 * position; Firefox replaces it with the size of the frame, which is not larger.
 */
function readGifHeader(body: Uint8Array, isCut: boolean): Header {
  const { frames, first } = readGif(body);
  if (body.length < 10 || (first === null && isCut)) return { size: null, frames };
  const [right = 0, bottom = 0] = first ?? [];
  const named = { width: u16le(body, 6), height: u16le(body, 8) };
  const size = { width: Math.max(named.width, right), height: Math.max(named.height, bottom) };
  return { size, named, frames };
}

/** RFC 9649: the first chunk is of one of three types, each of which contains a size. */
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

/** Reads the header of a bitmap. A negative height means that the rows run from top to bottom. */
function readBmp(body: Uint8Array): Header {
  return { size: body.length < 26 ? null : readDib(body, 14), frames: 1, perPixel: perPixel.bmp };
}

/** The size in a BITMAPCOREHEADER or any later header. */
const readDib = (body: Uint8Array, at: number): Size =>
  u32le(body, at) === 12
    ? { width: u16le(body, at + 4), height: u16le(body, at + 6) }
    : { width: u32le(body, at + 4) | 0, height: Math.abs(u32le(body, at + 8) | 0) };

/**
 * Reads an icon's directory, and the headers of its images. Browsers choose the image that is largest according to the
 * directory and, among equal sizes, has the most bits per pixel; 0 stands for 256, but in Firefox for the image's own
 * size. They show the image only if both sizes agree.
 */
function readIcon(body: Uint8Array): Header {
  const count = u16le(body, 4);
  let best: IconEntry | null = null;
  for (let i = 0; i < count && 6 + 16 * (i + 1) <= body.length; i++) {
    const at = 6 + 16 * i;
    const size = iconImageSize(body, u32le(body, at + 12));
    const [width, height] = [u8(body, at), u8(body, at + 1)];
    const listed = { width: width || 256, height: height || 256 };
    const claimed = size !== null && width * height === 0 ? size : listed;
    const entry = { claimed, size, bits: u16le(body, at + 6) };
    if (best === null || isBetter(entry, best)) best = entry;
  }
  return { size: best && (best.size ?? best.claimed), frames: count, animated: false };
}

type IconEntry = { claimed: Size; size: Size | null; bits: number };
function isBetter(a: IconEntry, b: IconEntry): boolean {
  if ((a.size === null) !== (b.size === null)) return a.size !== null;
  const [pixels, others] = [pixelsOf(a.claimed), pixelsOf(b.claimed)];
  return pixels === others ? a.bits > b.bits : pixels > others;
}

/** The size of one image of an icon: a PNG image, or a bitmap without its file header, followed by a mask. */
function iconImageSize(body: Uint8Array, at: number): Size | null {
  // Read in place, without copying: a directory may list one image thousands of times.
  if (hasAt(body, at, '\x89PNG')) return hasAt(body, at + 12, 'IHDR') ? sizeAt(body, at + 16) : null;
  if (u32le(body, at) < 12 || u32le(body, at) > 124) return null;
  const { width, height } = readDib(body, at);
  return width > 0 && height > 1 ? { width, height: height >> 1 } : null;
}

function readAvif(body: Uint8Array, isCut: boolean): Header {
  const { size, decoded, hasFrames } = readIsoImage(body);
  return {
    size,
    decoded: hasFrames || !isCut ? decoded : null,
    frames: hasAt(body, 8, 'avis') ? null : 1,
    perPixel: perPixel.avif,
  };
}

function readHeif(body: Uint8Array): Header {
  const { size, decoded } = readIsoImage(body);
  return { size, decoded, frames: hasAt(body, 8, 'hevc') ? null : 1 };
}
