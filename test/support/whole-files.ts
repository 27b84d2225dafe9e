/** Complete files in many formats, used as the bodies of data: URLs. */
import { crc32 } from '../../src/crc32.ts';
import { pngImage } from './pictures.ts';

export interface WholeFile {
  essence: string;
  bytes: Uint8Array;
}

const u32le = (value: number): Uint8Array => new Uint8Array(Uint32Array.of(value).buffer);
const u32be = (value: number): Uint8Array => u32le(value).reverse();
const u16le = (value: number): Uint8Array => u32le(value).subarray(0, 2);
const joined = (...parts: (string | Uint8Array)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));

/** Builds a WOFF 2.0 file (section 4.1): signature, flavor, length, and the given data. */
export const woff2 = (data: Uint8Array): Buffer =>
  joined('wOF2', '\0\x01\0\0', u32be(20 + data.length), '\0\0\0\0\0\0\0\0', data);

const png = (data: Uint8Array): Buffer =>
  pngImage(1 + (data.length % 5), 3, (x, y) => [x * 40, y * 80, data[x + y] ?? 62, 255]);
/** Builds a one-pixel GIF with the data in a comment. */
const gif = (data: Uint8Array): Buffer =>
  joined(
    'GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff!\xfe',
    ...(data.length > 0 ? [Uint8Array.of(data.length), data] : []),
    '\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;',
  );
const webp = (data: Uint8Array): Buffer => {
  const padded = joined(data, data.length % 2 ? '\0' : '');
  return joined('RIFF', u32le(12 + padded.length), 'WEBPVP8L', u32le(data.length), padded);
};
const bmp = (data: Uint8Array): Buffer =>
  joined('BM', u32le(26 + data.length), '\0\0\0\0\x1a\0\0\0\x0c\0\0\0\x01\0\x01\0\x01\0\x18\0', data);
/** Builds a ZIP archive with one stored member. */
const zip = (data: Uint8Array): Buffer => {
  const facts = joined('\x0a\0\0\0\0\0\0\0!\0', u32le(crc32(data)), u32le(data.length), u32le(data.length));
  const local = joined('PK\x03\x04', facts, u16le(1), u16le(0), 'a', data);
  const entry = joined('PK\x01\x02', u16le(20), facts, u16le(1), ...Array<Uint8Array>(7).fill(u16le(0)), 'a');
  const directory = joined(u16le(0), u16le(0), u16le(1), u16le(1), u32le(entry.length), u32le(local.length));
  return joined(local, entry, 'PK\x05\x06', directory, u16le(0));
};

/**
 * For each MIME type, a function that builds a file whose structure shows that no byte is missing.
 *
 * @param data at most 255 bytes
 */
export const binaryFiles: Readonly<Record<string, (data: Uint8Array) => Uint8Array>> = {
  'image/png': png,
  'image/gif': gif,
  'image/webp': webp,
  'image/bmp': bmp,
  'font/woff2': woff2,
  'application/zip': zip,
};

/** For each MIME type, a function that builds a complete text. */
export const textFiles: Readonly<Record<string, (text: string) => string>> = {
  'image/svg+xml': (text) =>
    `<svg xmlns="http://www.w3.org/2000/svg"><text>${text.replace(/[<>&]/g, '~')}</text></svg>`,
  'application/json': (text) => JSON.stringify({ text }),
  'text/html': (text) => `<p>${text}</p>`,
  'text/plain': (text) => `> ${text}`,
};
