/** Small, complete, real bodies of each kind that a destination accepts. */
import { crc32, deflateSync } from 'node:zlib';
import { outlineFont, triangle, woff2 } from '../support/fonts.ts';

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
const fromBase64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));
const le = (bytes: number, value: number): number[] =>
  Array.from({ length: bytes }, (_, at) => (value >>> (8 * at)) & 255);
const be = (value: number): number[] => le(4, value).reverse();

function chunk(type: string, data: Uint8Array): number[] {
  const named = Uint8Array.from([...ascii(type), ...data]);
  return [...be(data.length), ...named, ...be(crc32(named))];
}

/** Builds a PNG with gray pixels. A filter byte precedes each line (PNG, third edition). */
const png = (width: number, height: number): Uint8Array =>
  Uint8Array.from([
    ...[0x89, ...ascii('PNG\r\n\x1a\n')],
    ...chunk('IHDR', Uint8Array.from([...be(width), ...be(height), 8, 0, 0, 0, 0])),
    ...chunk('IDAT', deflateSync(new Uint8Array((width + 1) * height))),
    ...chunk('IEND', new Uint8Array()),
  ]);

/** Builds a bitmap with black 24-bit pixels. */
const bmp = (width: number, height: number): Uint8Array => {
  const line = (width * 3 + 3) & ~3;
  const size = 54 + line * height;
  const head = [...ascii('BM'), ...le(4, size), ...le(4, 0), ...le(4, 54), ...le(4, 40), ...le(4, width)];
  return Uint8Array.from([
    ...head,
    ...[...le(4, height), ...le(2, 1), ...le(2, 24), ...le(4, 0), ...le(4, line * height)],
    ...Array<number>(16 + line * height).fill(0),
  ]);
};

/** Builds an icon that contains a PNG. */
const icon = (width: number, height: number): Uint8Array => {
  const image = png(width, height);
  const entry = [width, height, 0, 0, ...le(2, 1), ...le(2, 32), ...le(4, image.length), ...le(4, 22)];
  return Uint8Array.from([...le(2, 0), ...le(2, 1), ...le(2, 1), ...entry, ...image]);
};

/** Builds a tenth of a second of silence, with 8 bits at 8 kHz. */
const wav = (): Uint8Array => {
  const format = [
    ...le(4, 16),
    ...le(2, 1),
    ...le(2, 1),
    ...le(4, 8000),
    ...le(4, 8000),
    ...le(2, 1),
    ...le(2, 8),
  ];
  const data = Array<number>(800).fill(128);
  return Uint8Array.from([
    ...[...ascii('RIFF'), ...le(4, 36 + data.length), ...ascii('WAVEfmt '), ...format],
    ...[...ascii('data'), ...le(4, data.length), ...data],
  ]);
};

/** Builds silent frames of MPEG-1 layer III, with 128 kbit/s at 44.1 kHz. */
const mp3 = (): Uint8Array =>
  Uint8Array.from(
    Array.from({ length: 8 }, () => [0xff, 0xfb, 0x90, 0, ...Array<number>(413).fill(0)]).flat(),
  );

/** Builds silent frames of MPEG-2.5 layer III, with 32 kbit/s at 11 kHz. */
const slowMp3 = (): Uint8Array =>
  Uint8Array.from(
    Array.from({ length: 8 }, () => [0xff, 0xe3, 0x40, 0xc4, ...Array<number>(204).fill(0)]).flat(),
  );

export const svgText =
  '<svg xmlns="http://www.w3.org/2000/svg" id="x" width="7" height="7"><rect width="7" height="7"/></svg>';

const font = outlineFont({ glyphs: [[], triangle], codes: [0x41] });

/** The bodies by name. Each picture is identified by its width. */
export const bodies: Readonly<Record<string, Uint8Array>> = {
  png: png(3, 2),
  gif: fromBase64('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'),
  bmp: bmp(5, 2),
  icon: icon(6, 6),
  webp: fromBase64('UklGRh4AAABXRUJQVlA4TBEAAAAvAQAAAAfQ//73v/+BiOh/AAA='),
  svg: ascii(svgText),
  wav: wav(),
  mp3: mp3(),
  slowMp3: slowMp3(),
  ttf: font,
  woff2: woff2(font),
  css: ascii('p{color:red}'),
  js: ascii('self.document?self.ran.add(document.currentScript):postMessage(1)'),
  // A module with this import isn't run.
  imports: ascii('import"data:text/plain,x"'),
  json: ascii('{"a":1}'),
  vtt16: Uint8Array.from([0xfe, 0xff, ...[...'WEBVTT\n'].flatMap((each) => [0, each.charCodeAt(0)])]),
  mark: Uint8Array.from([0xff, 0xfe]),
  vtt: ascii('WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n'),
  html: ascii('<!doctype html><title>x</title><p>x'),
  xml: ascii('<r><a/></r>'),
  text: ascii('Hello, you!'),
  events: ascii('data: x\n\n'),
  zip: Uint8Array.from([0x50, 0x4b, 5, 6, ...Array<number>(18).fill(0)]),
  empty: new Uint8Array(),
};
