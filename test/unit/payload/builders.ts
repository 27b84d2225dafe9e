/** Builds small files of each format byte by byte. */
import { deflateRawSync, deflateSync } from 'node:zlib';
import { crc32 } from '../../../src/crc32.ts';
import { type MimeType, parseMimeType } from '../../../src/mime/mime-type.ts';

export const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
export const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
export const utf16 = (text: string): Uint8Array => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
export const join = (...parts: (Uint8Array | string)[]): Uint8Array =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === 'string' ? latin1(part) : part))));

const numbers = (size: number, littleEndian: boolean) => (value: number) => {
  const bytes = new Uint8Array(size);
  for (let i = 0; i < size; i++) {
    bytes[littleEndian ? i : size - 1 - i] = Math.floor(value / 256 ** i) % 256;
  }
  return bytes;
};
export const be16 = numbers(2, false);
export const be32 = numbers(4, false);
export const le16 = numbers(2, true);
export const le24 = numbers(3, true);
export const le32 = numbers(4, true);

const chunk = (type: string, data: Uint8Array) =>
  join(be32(data.length), type, data, be32(crc32(join(type, data))));

/** Builds a PNG whose header declares a size. With `frames`, the PNG is animated. */
export function png(width: number, height: number, frames?: number): Uint8Array {
  return join(
    '\x89PNG\r\n\x1a\n',
    chunk('IHDR', join(be32(width), be32(height), '\x08\x02\0\0\0')),
    frames === undefined ? '' : chunk('acTL', join(be32(frames), be32(0))),
    chunk('IDAT', new Uint8Array(deflateSync(new Uint8Array(16)))),
    chunk('IEND', new Uint8Array()),
  );
}

export function jpeg(width: number, height: number): Uint8Array {
  return join(
    '\xff\xd8',
    join('\xff\xe0', be16(16), 'JFIF\0\x01\x01\0', be16(1), be16(1), '\0\0\0'),
    join('\xff\xfe', be16(6), '\xff\xd9ab'), // a comment that looks like the end
    join('\xff\xc2', be16(11), '\x08', be16(height), be16(width), '\x01\x01\x11\0'),
    join('\xff\xda', be16(8), '\x01\x01\0\0\x3f\0', 'data\xff\0data\xff\xd0data'),
    '\xff\xd9',
  );
}

/** Builds a progressive gray JPEG in which only the first scan changes anything. */
export function progressiveJpeg(width: number, height: number, scans: number): Uint8Array {
  const segment = (marker: number, data: Uint8Array) =>
    join(Uint8Array.of(0xff, marker), be16(data.length + 2), data);
  const huffman = (tableClass: number, symbol: number) =>
    segment(0xc4, join(Uint8Array.of(tableClass << 4, 1), new Uint8Array(15), Uint8Array.of(symbol)));
  const scan = (from: number, to: number, bits: number, data: Uint8Array) =>
    join(segment(0xda, Uint8Array.of(1, 1, 0, from, to, bits)), data);
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  // For every 16,384 blocks (T.81, G.1.2.2: EOB14): a one-bit code followed by 14 bits.
  const nothing = scan(1, 63, 1, new Uint8Array(Math.ceil((15 * Math.ceil(blocks / 16_384)) / 8)));
  const refined = Uint8Array.from(nothing);
  refined[9] = 0x10;
  return join(
    '\xff\xd8',
    segment(0xdb, join('\0', new Uint8Array(64).fill(1))),
    segment(0xc2, join('\x08', be16(height), be16(width), '\x01\x01\x11\0')),
    huffman(0, 0),
    scan(0, 0, 0, new Uint8Array(Math.ceil(blocks / 8))),
    huffman(1, 0xe0),
    ...Array.from({ length: scans - 1 }, (_, n) => (n === 0 ? nothing : refined)),
    '\xff\xd9',
  );
}

/**
 * Returns codes for pixels of one color (GIF89a, appendix F). Each code after the first represents one pixel more than
 * the previous one.
 */
function gifData(pixels: number): Uint8Array {
  const [clear, end, minSize] = [4, 5, 2];
  const bytes: number[] = [];
  let [held, bits] = [0, 0];
  const put = (code: number, size: number) => {
    held |= code << bits;
    for (bits += size; bits >= 8; bits -= 8, held >>>= 8) bytes.push(held & 255);
  };
  let [left, size] = [pixels, minSize + 1];
  while (left > 0) {
    put(clear, size);
    size = minSize + 1;
    put(1, size);
    left--;
    for (let [next, run] = [end + 1, 2]; next < 4095 && run <= left; next++, run++) {
      put(next, size);
      left -= run;
      if (next + 1 === 1 << size && size < 12) size++;
    }
  }
  put(end, size);
  put(0, 8);
  const blocks: (Uint8Array | string)[] = [String.fromCharCode(minSize)];
  for (let at = 0; at < bytes.length; at += 255) {
    const block = Uint8Array.from(bytes.slice(at, at + 255));
    blocks.push(Uint8Array.of(block.length), block);
  }
  return join(...blocks, '\0');
}

type Frame = readonly [left: number, top: number, width: number, height: number];

/** Builds a GIF image with real pixels. Its frames may exceed its logical screen. */
export const gifOf = ({
  version = 'GIF89a',
  screen,
  frames,
}: {
  version?: 'GIF87a' | 'GIF89a';
  screen: readonly [width: number, height: number];
  frames: readonly Frame[];
}): Uint8Array =>
  join(
    version,
    ...screen.map(le16),
    '\x80\0\0',
    '\x20\x80\x20\xff\xff\xff',
    ...frames.map((frame) => join('\x2c', ...frame.map(le16), '\0', gifData(frame[2] * frame[3]))),
    ';',
  );

export function gif(width: number, height: number, frames = 1): Uint8Array {
  const frame = join('\x21\xf9\x04\0\0\0\0\0', '\x2c\0\0\0\0\x01\0\x01\0\0', '\x02\x02\x44\x01\0');
  const image = Array.from({ length: frames }, () => frame);
  return join('GIF89a', le16(width), le16(height), '\x80\0\0', '\0\0\0\xff\xff\xff', ...image, ';');
}

const riff = (...chunks: Uint8Array[]) => {
  const content = join('WEBP', ...chunks);
  return join('RIFF', le32(content.length), content);
};
const riffChunk = (type: string, data: Uint8Array) =>
  join(type, le32(data.length), data, data.length % 2 === 1 ? '\0' : '');

export const webpLossy = (width: number, height: number): Uint8Array =>
  riff(riffChunk('VP8 ', join('\0\0\0\x9d\x01\x2a', le16(width), le16(height), '\0\0\0\0')));
export const webpLossless = (width: number, height: number): Uint8Array =>
  riff(riffChunk('VP8L', join('\x2f', le32((width - 1) | ((height - 1) << 14)), '\0')));
export const webpAnimated = (width: number, height: number, frames: number): Uint8Array =>
  riff(
    riffChunk('VP8X', join('\x02\0\0\0', le24(width - 1), le24(height - 1))),
    ...Array.from({ length: frames }, () => riffChunk('ANMF', new Uint8Array(17))),
  );

export const bmp = (width: number, height: number): Uint8Array =>
  join('BM', le32(58), le32(0), le32(54), le32(40), le32(width), le32(height >>> 0), new Uint8Array(32));

export const icon = (...sizes: [number, number][]): Uint8Array =>
  join(
    '\0\0\x01\0',
    le16(sizes.length),
    ...sizes.map(([w, h]) => join(Uint8Array.of(w % 256, h % 256), new Uint8Array(14))),
    new Uint8Array(40),
  );

const box = (type: string, ...content: (Uint8Array | string)[]) => {
  const data = join(...content);
  return join(be32(data.length + 8), type, data);
};
/** Builds an AVIF or HEIC image with size properties for its tiles and for the whole image. */
export function isoImage(brand: string, ...sizes: [number, number][]): Uint8Array {
  const properties = sizes.map(([w, h]) => box('ispe', be32(0), be32(w), be32(h)));
  return join(
    box('ftyp', brand, be32(0), 'mif1', brand),
    box('meta', be32(0), box('hdlr', new Uint8Array(20)), box('iprp', box('ipco', ...properties))),
    box('mdat', new Uint8Array(16)),
  );
}

export interface FontTable {
  tag: string;
  data: Uint8Array;
}
export const fontTables = (family: string, glyphs: number): FontTable[] => {
  const text = new Uint8Array(Buffer.from(family, 'utf16le').swap16());
  const roman = latin1('wrong');
  const record = (
    platform: number,
    encoding: number,
    language: number,
    id: number,
    at: number,
    length: number,
  ) => join(...[platform, encoding, language, id, length, at].map(be16));
  return [
    { tag: 'maxp', data: join(be32(0x10000), be16(glyphs)) },
    {
      tag: 'name',
      data: join(
        be16(0),
        be16(3),
        be16(6 + 36),
        record(1, 0, 0, 1, text.length, roman.length),
        record(3, 1, 0x409, 1, 0, text.length),
        record(3, 1, 0x409, 4, 0, text.length),
        text,
        roman,
      ),
    },
  ];
};

export function sfnt(tables: readonly FontTable[], mark = '\0\x01\0\0'): Uint8Array {
  let offset = 12 + 16 * tables.length;
  const directory = tables.map(({ tag, data }) => {
    const entry = join(tag, be32(0), be32(offset), be32(data.length));
    offset += data.length;
    return entry;
  });
  return join(mark, be16(tables.length), new Uint8Array(6), ...directory, ...tables.map(({ data }) => data));
}

export function woff(tables: readonly FontTable[]): Uint8Array {
  const packed = tables.map(({ tag, data }) => {
    const deflated = new Uint8Array(deflateSync(data));
    return { tag, original: data.length, data: deflated.length < data.length ? deflated : data };
  });
  let offset = 44 + 20 * tables.length;
  const directory = packed.map(({ tag, original, data }) => {
    const entry = join(tag, be32(offset), be32(data.length), be32(original), be32(0));
    offset += data.length;
    return entry;
  });
  const header = join('wOFF', '\0\x01\0\0', be32(offset), be16(tables.length), new Uint8Array(30));
  return join(header, ...directory, ...packed.map(({ data }) => data));
}

export interface ZipEntry {
  name: string;
  data: Uint8Array;
  /** The declared values, if they differ from the actual ones. */
  size?: number;
  offset?: number;
  encrypted?: boolean;
}
export function zip(entries: readonly ZipEntry[], stored = false): Uint8Array {
  const locals: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const { name, data, size = data.length, offset = at, encrypted = false } of entries) {
    const packed = stored ? data : new Uint8Array(deflateRawSync(data));
    const flags = le16(encrypted ? 1 : 0);
    const sizes = join(le32(packed.length), le32(size), le16(ascii(name).length), le16(0));
    const common = join(flags, le16(stored ? 0 : 8), le32(0), le32(0), sizes);
    const local = join('PK\x03\x04', le16(20), common, ascii(name), packed);
    const rest = join(le16(0), le16(0), le16(0), le32(0), le32(offset));
    directory.push(join('PK\x01\x02', le16(20), le16(20), common, rest, ascii(name)));
    locals.push(local);
    at += local.length;
  }
  const list = join(...directory);
  const counts = join(le16(0), le16(0), le16(entries.length), le16(entries.length));
  return join(...locals, list, 'PK\x05\x06', counts, le32(list.length), le32(at), le16(0));
}

/** @param files `size` is the size in the header, if it differs from the actual size */
export function tar(
  files: readonly { name: string; data: Uint8Array; type?: string; size?: string }[],
): Uint8Array {
  const blocks = files.map(({ name, data, type = '0', size }) => {
    const header = new Uint8Array(512);
    header.set(ascii(name).subarray(0, 100));
    header.set(latin1(size ?? `${data.length.toString(8).padStart(11, '0')}\0`), 124);
    header.set(latin1(type), 156);
    header.set(latin1('ustar\x0000'), 257);
    header.fill(0x20, 148, 156);
    const sum = header.reduce((a, b) => a + b, 0);
    header.set(latin1(`${sum.toString(8).padStart(6, '0')}\0 `), 148);
    return join(header, data, new Uint8Array((512 - (data.length % 512)) % 512));
  });
  return join(...blocks, new Uint8Array(1024));
}

export const pdf = latin1(
  '%PDF-1.4\n%\xff\xff\xff\xff\n1 0 obj<<>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n',
);

/**
 * Returns the MIME type that a data: URL declares. Text that is not a MIME type says nothing about the bytes, so it
 * becomes application/octet-stream.
 */
export const declaring = (mimeType: string): MimeType =>
  parseMimeType(mimeType) ?? (parseMimeType('application/octet-stream') as MimeType);
