/** Pictures whose headers contradict each other, with the sizes at which browsers display them. */
import * as build from '../unit/payload/builders.ts';
import * as encoded from './encoded-pictures.ts';
import { chunk, pngImage } from './pictures.ts';

type Size = readonly [width: number, height: number];

export interface SizedPicture {
  name: string;
  type: string;
  body: Uint8Array;
  /** The size in the facts, which is also the size at which Chromium displays the picture. */
  size: Size;
  /** The size at which Firefox displays the picture, if different. */
  firefox?: Size;
  /** The browsers that cannot decode the pixels of the picture. */
  fails?: readonly ('Chromium' | 'Firefox')[];
  /** The size of the decoded pixels, if different. */
  decoded?: Size;
}

const { join, le16, le24, le32, be16, be32 } = build;
const nowhere = ['Chromium', 'Firefox'] as const;
const size: Size = [16, 12];

const png = (width: number, height: number) =>
  new Uint8Array(pngImage(width, height, () => [32, 128, 32, 255]));

/** Builds a PNG with the given chunks before its pixels. */
const pngWith = (...chunks: Uint8Array[]) =>
  join(png(16, 12).subarray(0, 33), ...chunks, png(16, 12).subarray(33));

interface Field {
  tag: number;
  type: 3 | 4;
  count?: number;
  value: number;
}
/** TIFF 6.0, section 2: builds a file with one directory. */
const tiff = (isLittle: boolean, ...fields: Field[]): Uint8Array => {
  const [u16, u32] = isLittle ? [le16, le32] : [be16, be32];
  const entries = fields.map(({ tag, type, count = 1, value }) =>
    join(u16(tag), u16(type), u32(count), type === 3 ? join(u16(value), u16(0)) : u32(value)),
  );
  return join(isLittle ? 'II' : 'MM', u16(42), u32(8), u16(fields.length), ...entries, u32(0));
};
const orientation = (value: number, more: Partial<Field> = {}): Field => ({
  tag: 0x112,
  type: 3,
  value,
  ...more,
});

/** Builds a TIFF with a resolution, and with the pixel dimensions from which browsers derive the displayed size. */
function resolutionTiff(perInch: number, [width, height]: Size, turn: number): Uint8Array {
  const main = 8 + 2 + 5 * 12 + 4;
  const field = (tag: number, type: number, value: Uint8Array) => join(le16(tag), le16(type), le32(1), value);
  return join(
    ...['II', le16(42), le32(8), le16(5)],
    field(0x112, 3, join(le16(turn), le16(0))),
    field(0x11a, 5, le32(main)),
    field(0x11b, 5, le32(main)),
    field(0x128, 3, join(le16(2), le16(0))),
    field(0x8769, 4, le32(main + 8)),
    ...[le32(0), le32(perInch), le32(1), le16(2)],
    field(0xa002, 4, le32(width)),
    field(0xa003, 4, le32(height)),
    le32(0),
  );
}

const segment = (marker: number, data: Uint8Array) =>
  join(Uint8Array.of(0xff, marker), be16(data.length + 2), data);
const exif = (data: Uint8Array) => segment(0xe1, join('Exif\0\0', data));
const jpeg = build.progressiveJpeg(5, 3, 1);
const jpegWith = (...segments: Uint8Array[]) => join(jpeg.subarray(0, 2), ...segments, jpeg.subarray(2));

const gif = (screen: Size, ...frames: (readonly [number, number, number, number])[]) => ({
  screen,
  frames,
});

const riff = (...chunks: Uint8Array[]) => {
  const content = join('WEBP', ...chunks);
  return join('RIFF', le32(content.length), content);
};
const riffChunk = (type: string, data: Uint8Array) =>
  join(type, le32(data.length), data, data.length % 2 === 1 ? '\0' : '');
const canvas = ([width, height]: Size, flags: number) =>
  riffChunk('VP8X', join(Uint8Array.of(flags, 0, 0, 0), le24(width - 1), le24(height - 1)));
const frameChunk = encoded.webpLossless.subarray(12);
const animation = (of: Size, [width, height]: Size) =>
  riff(
    canvas(of, 2),
    riffChunk('ANIM', new Uint8Array(6)),
    riffChunk(
      'ANMF',
      join(new Uint8Array(6), le24(width - 1), le24(height - 1), le24(100), '\0', frameChunk),
    ),
  );

/** Builds a bitmap with 24 bits per pixel. The height in the header can be negative. */
function bitmap(width: number, height: number, header = 40): Uint8Array {
  const pixels = new Uint8Array(Math.abs(height) * Math.ceil((3 * width) / 4) * 4).fill(99);
  const fields =
    header === 12
      ? join(le16(width), le16(height), le16(1), le16(24))
      : join(le32(width), le32(height >>> 0), le16(1), le16(24), new Uint8Array(Math.max(0, header - 16)));
  const start = 14 + header;
  return join('BM', le32(start + pixels.length), le32(0), le32(start), le32(header), fields, pixels);
}

/** Builds the image of an icon: 32 bits per pixel, followed by the mask. */
const iconBitmap = (width: number, height: number) =>
  join(
    ...[le32(40), le32(width), le32(2 * height), le16(1), le16(32), new Uint8Array(24)],
    new Uint8Array(4 * width * height).fill(200),
    new Uint8Array(4 * Math.ceil(width / 32) * height),
  );

type Entry = readonly [width: number, height: number, image: Uint8Array, bits?: number];
function icon(kind: 'icon' | 'cursor', ...entries: Entry[]): Uint8Array {
  let at = 6 + 16 * entries.length;
  const directory = entries.map(([width, height, image, bits = 32]) => {
    const entry = join(Uint8Array.of(width, height, 0, 0), le16(1), le16(bits), le32(image.length), le32(at));
    at += image.length;
    return entry;
  });
  return join(
    ...[le16(0), le16(kind === 'icon' ? 1 : 2), le16(entries.length)],
    ...directory,
    ...entries.map(([, , image]) => image),
  );
}

/** Gives each `ispe` property of an AVIF file a different size. */
function avifOf(body: Uint8Array, [width, height]: Size): Uint8Array {
  const changed = Buffer.from(body);
  for (let at = changed.indexOf('ispe'); at >= 0; at = changed.indexOf('ispe', at + 1))
    changed.set(join(be32(width), be32(height)), at + 8);
  return new Uint8Array(changed);
}

const box = (type: string, ...content: Uint8Array[]) => {
  const data = join(...content);
  return join(be32(data.length + 8), type, data);
};
const jxlContainer = (...boxes: Uint8Array[]) =>
  join(box('JXL ', build.latin1('\r\n\x87\n')), box('ftyp', build.latin1('jxl \0\0\0\0jxl ')), ...boxes);

const gifs: [
  name: string,
  ReturnType<typeof gif>,
  size: Size,
  firefox?: Size | undefined,
  ofGif87a?: Size,
][] = [
  ['of its screen', gif(size, [0, 0, 16, 12]), size],
  ['of a screen of 1×1', gif([1, 1], [0, 0, 16, 12]), size],
  ['of a screen of 0×0', gif([0, 0], [0, 0, 16, 12]), size],
  ['of a screen that is too low', gif([20, 1], [0, 0, 16, 12]), [20, 12], size],
  ['of a screen that is too narrow', gif([1, 20], [0, 0, 16, 12]), [16, 20], size],
  ['of a larger screen', gif([20, 20], [0, 0, 16, 12]), [20, 20], undefined, size],
  ['beyond the edges of its screen', gif([10, 10], [5, 5, 16, 12]), [21, 17], size],
  ['partly outside of its screen', gif([20, 20], [10, 10, 16, 12]), [26, 22], [20, 20], size],
  ['outside of its screen', gif(size, [20, 20, 5, 5]), [25, 25], size, [5, 5]],
  ['whose second frame is larger', gif([1, 1], [0, 0, 1, 1], [0, 0, 16, 12]), [1, 1]],
];

/** The pictures whose sizes are compared with the facts, and with both browsers (attack/picture-sizes). */
export const sizedPictures: readonly SizedPicture[] = [
  ...(['GIF89a', 'GIF87a'] as const).flatMap((version) =>
    gifs.map(([name, image, shown, firefox, ofGif87a]): SizedPicture => {
      const other = (version === 'GIF87a' ? ofGif87a : undefined) ?? firefox;
      return {
        name: `${version} ${name}`,
        type: 'image/gif',
        body: build.gifOf({ version, ...image }),
        size: shown,
        ...(other && { firefox: other }),
      };
    }),
  ),
  ...Array.from(
    { length: 10 },
    (_, turn): SizedPicture => ({
      name: `JPEG, orientation ${turn}`,
      type: 'image/jpeg',
      body: jpegWith(exif(tiff(turn % 2 === 0, orientation(turn)))),
      size: turn >= 5 && turn <= 8 ? [3, 5] : [5, 3],
    }),
  ),
  ...(
    [
      ['an orientation of the wrong type', jpegWith(exif(tiff(true, orientation(6, { type: 4 })))), [5, 3]],
      ['two orientations in one field', jpegWith(exif(tiff(true, orientation(6, { count: 2 })))), [5, 3]],
      [
        'Exif data twice',
        jpegWith(exif(tiff(true, orientation(1))), exif(tiff(true, orientation(6)))),
        [5, 3],
      ],
      [
        'Exif data after the pixels',
        join(jpeg.subarray(0, -2), exif(tiff(true, orientation(6))), '\xff\xd9'),
        [5, 3],
      ],
    ] satisfies [string, Uint8Array, Size][]
  ).map(
    ([name, body, shown]): SizedPicture => ({ name: `JPEG, ${name}`, type: 'image/jpeg', body, size: shown }),
  ),
  {
    name: 'JPEG, sized by its resolution',
    type: 'image/jpeg',
    body: jpegWith(exif(resolutionTiff(36, [10, 6], 1))),
    size: [10, 6],
    decoded: [5, 3],
  },
  {
    name: 'JPEG, sized by its resolution, and turned',
    type: 'image/jpeg',
    body: jpegWith(exif(resolutionTiff(37, [10, 6], 6))),
    size: [6, 10],
    decoded: [5, 3],
  },
  {
    name: 'JPEG, with a resolution and another size',
    type: 'image/jpeg',
    body: jpegWith(exif(resolutionTiff(36, [1, 1], 1))),
    size: [5, 3],
  },
  { name: 'PNG', type: 'image/png', body: png(16, 12), size },
  {
    name: 'PNG, turned',
    type: 'image/png',
    body: pngWith(chunk('eXIf', tiff(false, orientation(6)))),
    size: [12, 16],
  },
  {
    name: 'PNG, with a chunk before its header',
    type: 'image/png',
    body: join(png(16, 12).subarray(0, 8), chunk('tEXt', build.latin1('a\0b')), png(16, 12).subarray(8)),
    size,
    fails: ['Chromium'],
  },
  { name: 'WebP, lossy', type: 'image/webp', body: encoded.webpLossy, size },
  { name: 'WebP, lossless', type: 'image/webp', body: encoded.webpLossless, size },
  { name: 'WebP, of its canvas', type: 'image/webp', body: riff(canvas(size, 0), frameChunk), size },
  {
    name: 'WebP, of a smaller canvas',
    type: 'image/webp',
    body: riff(canvas([1, 1], 0), frameChunk),
    size: [1, 1],
    fails: nowhere,
  },
  { name: 'WebP, animated', type: 'image/webp', body: animation([40, 40], size), size: [40, 40] },
  {
    name: 'WebP, animated, of a smaller canvas',
    type: 'image/webp',
    body: animation([1, 1], size),
    size: [1, 1],
    fails: nowhere,
  },
  ...[12, 16, 40, 52, 56, 64, 108, 124].map(
    (header): SizedPicture => ({
      name: `bitmap with a header of ${header}`,
      type: 'image/bmp',
      body: bitmap(16, 12, header),
      size,
    }),
  ),
  { name: 'bitmap from top to bottom', type: 'image/bmp', body: bitmap(16, -12), size },
  ...(
    [
      ['of a PNG', icon('icon', [16, 12, png(16, 12)]), size],
      ['of a bitmap', icon('icon', [16, 12, iconBitmap(16, 12)]), size],
      ['of the larger image', icon('icon', [16, 16, png(16, 16)], [32, 32, png(32, 32)]), [32, 32]],
      ['of 256 pixels', icon('icon', [200, 200, png(200, 200)], [0, 0, iconBitmap(256, 256)]), [256, 256]],
      [
        'beside a larger one in a smaller entry',
        icon('icon', [16, 16, png(16, 16)], [8, 8, png(300, 200)]),
        [16, 16],
      ],
      ['as a cursor', icon('cursor', [16, 12, png(16, 12)]), size],
    ] satisfies [string, Uint8Array, Size][]
  ).map(
    ([name, body, shown]): SizedPicture => ({
      name: `icon ${name}`,
      type: 'image/x-icon',
      body,
      size: shown,
    }),
  ),
  {
    name: 'icon in an entry of 1×1',
    type: 'image/x-icon',
    body: icon('icon', [1, 1, png(300, 200)]),
    size: [300, 200],
    fails: nowhere,
  },
  {
    name: 'icon in an entry of 0×0',
    type: 'image/x-icon',
    body: icon('icon', [0, 0, png(300, 200)]),
    size: [300, 200],
    fails: ['Chromium'],
  },
  { name: 'AVIF', type: 'image/avif', body: encoded.avif, size },
  { name: 'AVIF, turned', type: 'image/avif', body: encoded.avifTurned, size: [12, 16] },
  {
    name: 'AVIF, cropped',
    type: 'image/avif',
    body: encoded.avifCropped,
    size: [10, 8],
    decoded: size,
    fails: ['Firefox'],
  },
  { name: 'AVIF of tiles', type: 'image/avif', body: encoded.avifGrid, size: [128, 64], fails: ['Firefox'] },
  {
    name: 'AVIF with a property of 1×1',
    type: 'image/avif',
    body: avifOf(encoded.avif, [1, 1]),
    size: [1, 1],
    decoded: size,
    fails: ['Firefox'],
  },
  {
    name: 'AVIF with a larger property',
    type: 'image/avif',
    body: avifOf(encoded.avif, [40, 30]),
    size: [40, 30],
    fails: ['Firefox'],
  },
  { name: 'AVIF, animated', type: 'image/avif', body: encoded.avifSequence, size },
  ...(
    [
      ['a codestream', encoded.jpegXl, size],
      ['one pixel', encoded.jpegXlPixel, [1, 1]],
      ['of 2:1', encoded.jpegXl128x64, [128, 64]],
      ['of 3:2', encoded.jpegXl96x64, [96, 64]],
      ['of 4:3', encoded.jpegXl320x240, [320, 240]],
      ['of 12:10', encoded.jpegXl1200x1000, [1200, 1000]],
      ['without a ratio', encoded.jpegXl70x50, [70, 50]],
      ['wide', encoded.jpegXl1025x3, [1025, 3]],
      ['high', encoded.jpegXl3x9001, [3, 9001]],
      ['turned', encoded.jpegXlTurned, [3, 5]],
      ['in a container', jxlContainer(box('jxlc', encoded.jpegXl)), size],
      [
        'in parts',
        jxlContainer(
          box('jxlp', be32(0), encoded.jpegXl.subarray(0, 3)),
          box('jxlp', be32(0x80000001), encoded.jpegXl.subarray(3)),
        ),
        size,
      ],
    ] satisfies [string, Uint8Array, Size][]
  ).map(
    ([name, body, shown]): SizedPicture => ({
      name: `JPEG XL, ${name}`,
      type: 'image/jxl',
      body,
      size: shown,
      fails: ['Firefox'],
    }),
  ),
];
