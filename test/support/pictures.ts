/** Makes real pictures pixel by pixel, so that the tests know what a browser draws. */
import { deflateSync } from 'node:zlib';

type Pixel = readonly [red: number, green: number, blue: number, alpha: number];

const crcs = Array.from({ length: 256 }, (_, n) => {
  let crc = n;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

/** PNG (third edition), annex D: computes the checksum. */
const crc32 = (bytes: Uint8Array): number =>
  (bytes.reduce((crc, byte) => crcs[(crc ^ byte) & 255]! ^ (crc >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0;

const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [n, value] of values.entries()) bytes.writeUInt32BE(value, 4 * n);
  return bytes;
};

export function chunk(type: string, data: Uint8Array): Buffer {
  const content = Buffer.concat([Buffer.from(type), data]);
  return Buffer.concat([u32(data.length), content, u32(crc32(content))]);
}

const pngOf = (width: number, height: number, color: readonly number[], ...chunks: Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.concat([u32(width, height), Buffer.from([...color, 0, 0, 0])])),
    ...chunks,
    chunk('IEND', Buffer.alloc(0)),
  ]);

function pixelsOf(width: number, height: number, pixel: (x: number, y: number) => Pixel): Buffer {
  const lines = Buffer.alloc(height * (1 + 4 * width));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) lines.set(pixel(x, y), y * (1 + 4 * width) + 1 + 4 * x);
  return deflateSync(lines, { level: 1 });
}

const trueColor = [8, 6];

export const pngImage = (width: number, height: number, pixel: (x: number, y: number) => Pixel): Buffer =>
  pngOf(width, height, trueColor, chunk('IDAT', pixelsOf(width, height, pixel)));

/** Returns a black image with one bit per pixel: many pixels in few bytes. */
export const blackImage = (width: number, height: number): Buffer =>
  pngOf(width, height, [1, 0], chunk('IDAT', deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))))));

/** Returns an APNG with one frame for each color, a tenth of a second each. */
export function animatedImage(width: number, height: number, colors: readonly Pixel[]): Buffer {
  let sequence = 0;
  const frames = colors.flatMap((color, n) => {
    const control = Buffer.concat([u32(sequence++, width, height, 0, 0), Buffer.from([0, 1, 0, 10, 0, 0])]);
    const data = pixelsOf(width, height, () => color);
    return [
      chunk('fcTL', control),
      n === 0 ? chunk('IDAT', data) : chunk('fdAT', Buffer.concat([u32(sequence++), data])),
    ];
  });
  return pngOf(width, height, trueColor, chunk('acTL', u32(colors.length, 0)), ...frames);
}

/** Returns a generator of pseudorandom pixels of three bytes each, which cannot be compressed. */
export function noise(): (x: number, y: number) => Pixel {
  let state = 1;
  const next = () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state >>> 24;
  };
  return () => [next(), next(), next(), 255];
}

export const base64Url = (type: string, bytes: Uint8Array): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
