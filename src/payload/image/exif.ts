/**
 * The size at which browsers display an image according to its Exif data (CIPA DC-008): rotated, or scaled by its
 * resolution.
 */
import { hasAt, u16be, u16le, u32be, u32le } from '../bytes.ts';

/** A size in pixels. */
export interface Size {
  width: number;
  height: number;
}

const tags = {
  orientation: 0x112,
  xResolution: 0x11a,
  yResolution: 0x11b,
  unit: 0x128,
  exif: 0x8769,
} as const;
const exifTags = { width: 0xa002, height: 0xa003 } as const;
/** Types of a field's value (TIFF 6.0, section 2). */
const [short, long, rational] = [3, 4, 5];
const inches = 2;
/** The resolution at which pages display pictures, in pixels per inch. */
const defaultResolution = 72;

/**
 * The displayed size of an image whose header contains the given size. As in Chromium 156 and Firefox 153, only the
 * first orientation field counts, and a resolution counts only if the file also contains the resulting size.
 *
 * @param tiff the bytes of the Exif data after its identifier, or the content of a PNG's eXIf chunk
 * @param usesResolution whether the resolution counts; Chromium applies it only to JPEG
 */
export function displayedSize(size: Size, tiff: Uint8Array, usesResolution: boolean): Size {
  const isLittle = hasAt(tiff, 0, 'II*\0');
  if (!isLittle && !hasAt(tiff, 0, 'MM\0*')) return size;
  const u16 = (at: number) => (isLittle ? u16le : u16be)(tiff, at);
  const u32 = (at: number) => (isLittle ? u32le : u32be)(tiff, at);
  /** The first field of each tag in a directory, if it is a single number. */
  const directory = (at: number): ReadonlyMap<number, number> => {
    const fields = new Map<number, number>();
    const count = Math.min(u16(at), Math.floor((tiff.length - at - 2) / 12));
    for (let field = at + 2; field < at + 2 + 12 * count; field += 12) {
      const [tag, type] = [u16(field), u16(field + 2)];
      if (u32(field + 4) !== 1 || fields.has(tag)) continue;
      if (type === short) fields.set(tag, u16(field + 8));
      else if (type === long) fields.set(tag, u32(field + 8));
      else if (type === rational) fields.set(tag, u32(u32(field + 8)) / u32(u32(field + 8) + 4));
      if (tag === tags.orientation && type !== short) fields.delete(tag);
    }
    return fields;
  };
  const main = directory(u32(4));
  const { width, height } = usesResolution ? (byResolution(size, main, directory) ?? size) : size;
  const orientation = main.get(tags.orientation) ?? 1;
  return orientation >= 5 && orientation <= 8 ? { width: height, height: width } : { width, height };
}

function byResolution(
  size: Size,
  main: ReadonlyMap<number, number>,
  directory: (at: number) => ReadonlyMap<number, number>,
): Size | null {
  const at = main.get(tags.exif);
  if (at === undefined || main.get(tags.unit) !== inches) return null;
  const named = directory(at);
  const follows = (pixels: number, resolution: number | undefined, other: number | undefined) =>
    other && resolution && Math.round((pixels * defaultResolution) / resolution) === other ? other : null;
  const width = follows(size.width, main.get(tags.xResolution), named.get(exifTags.width));
  const height = follows(size.height, main.get(tags.yResolution), named.get(exifTags.height));
  return width !== null && height !== null ? { width, height } : null;
}
