import { outlineFont, triangle, woff2 } from '../../support/fonts.ts';
import { bodies } from '../../vectors/outcome-bodies.ts';
import { gif, icon, isoImage, join, jpeg, png, webpAnimated, webpLossy } from '../payload/builders.ts';
import { cases, fontInCss, quoted, url } from './cases.ts';

const font = woff2(outlineFont({ glyphs: [[], triangle], codes: [0x41] }));
/** Returns a PNG with its end, but without its pixels. */
const barePng = (body: Uint8Array): Uint8Array => Buffer.concat([body.subarray(0, 33), body.subarray(-12)]);
const avif = isoImage('avif', [30, 40]);
/** Changes a byte. */
const withByte = (body: Uint8Array, at: number, byte: number): Uint8Array => {
  const changed = Uint8Array.from(body);
  changed[at] = byte;
  return changed;
};

cases(
  'cut-off-file',
  {
    'a PNG whose header has another checksum': {
      written: url('image/png', withByte(png(30, 40), 29, 0)),
      severity: 'error',
      messageId: 'cut-off-invalid',
      args: { part: 'IHDR', offset: 8, type: 'image/png' },
    },
    'a PNG without width': {
      written: url('image/png', png(0, 40)),
      severity: 'error',
      messageId: 'cut-off-invalid',
    },
    'a PNG without its header': {
      written: url('image/png', join(png(30, 40).subarray(0, 8), png(30, 40).subarray(33))),
      severity: 'error',
      messageId: 'cut-off-invalid',
    },
    'an AVIF without its description': {
      written: url('image/avif', avif.subarray(0, 24)),
      severity: 'error',
      messageId: 'cut-off-invalid',
      args: { part: 'meta', offset: 24, type: 'image/avif' },
    },
    'a WOFF2 font with a line break after its end': {
      written: url('font/woff2', join(font, '\n')),
      where: fontInCss,
      severity: 'error',
      messageId: 'cut-off-longer',
      args: { size: 1, offset: font.length, type: 'font/woff2' },
      besides: ['inline-font'],
    },
    'a PNG without its end': {
      written: url('image/png', png(4, 40).subarray(0, -13)),
      severity: 'info',
      messageId: 'cut-off-file',
      args: { type: 'image/png' },
    },
    'a JPEG without its end': {
      written: url('image/jpeg', jpeg(30, 40).subarray(0, -2)),
      severity: 'info',
      messageId: 'cut-off-file',
    },
    'a GIF that ends in its pixels': {
      written: url('image/gif', gif(30, 40).subarray(0, -3)),
      severity: 'info',
      messageId: 'cut-off-file',
    },
    'a PNG that ends in its first row': {
      written: url('image/png', png(1, 40).subarray(0, 43)),
      severity: 'warning',
      messageId: 'cut-off-file',
    },
    'a PNG that ends after its first row': {
      written: url('image/png', png(1, 40).subarray(0, -13)),
      severity: 'info',
      messageId: 'cut-off-file',
    },
    'a PNG without any pixels': {
      written: url('image/png', png(30, 40).subarray(0, 40)),
      severity: 'error',
      messageId: 'cut-off-file',
    },
    'a JPEG without any pixels': {
      written: url('image/jpeg', jpeg(30, 40).subarray(0, 30)),
      severity: 'error',
      messageId: 'cut-off-file',
    },
    'a JPEG whose end follows its header': {
      written: url('image/jpeg', Buffer.concat([jpeg(30, 40).subarray(0, 42), jpeg(30, 40).subarray(-2)])),
      severity: 'error',
      messageId: 'cut-off-bare',
    },
    'a PNG whose end follows its header': {
      written: url('image/png', barePng(png(30, 40))),
      severity: 'error',
      messageId: 'cut-off-bare',
      args: { type: 'image/png' },
    },
    'a GIF without frames, which Chromium loads as an empty picture': {
      written: url('image/gif', gif(30, 40, 0)),
      severity: 'warning',
      messageId: 'cut-off-bare',
    },
    'an animated WebP without frames': {
      written: url('image/webp', webpAnimated(30, 40, 0)),
      severity: 'error',
      messageId: 'cut-off-bare',
    },
    'a PNG of one pixel whose end follows its header': {
      written: url('image/png', barePng(png(1, 1))),
      severity: 'error',
      messageId: 'cut-off-bare',
    },
    'a WOFF2 font that ends early': {
      written: url('font/woff2', font.subarray(0, -1)),
      where: fontInCss,
      severity: 'error',
      messageId: 'cut-off-file',
      besides: ['inline-font'],
    },
    'a WebP, which is shown as a whole only': {
      written: url('image/webp', webpLossy(30, 40).subarray(0, -4)),
      severity: 'warning',
      messageId: 'cut-off-file',
    },
    'an SVG that a quote of the attribute around it ends': {
      written: 'data:image/svg+xml,<svg xmlns=',
      severity: 'error',
      messageId: 'cut-off-by-quote',
      args: { attribute: 'xmlns' },
    },
    'the same with escapes': {
      written: "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%3E%3Cpath%0Ad=",
      severity: 'error',
      messageId: 'cut-off-by-quote',
      args: { attribute: 'd' },
    },
    'HTML in the same way': {
      written: 'data:text/html,<p>Text<p class=',
      where: 'none',
      severity: 'warning',
      messageId: 'cut-off-by-quote',
      args: { attribute: 'class' },
      besides: ['disallowed-type'],
    },
    'a buffer of glTF that is too short': {
      written: 'data:application/octet-stream;base64,AACAPwAAgD8=',
      where: { ...quoted, meant: true, expectedSize: 12 },
      severity: 'warning',
      messageId: 'short-buffer',
      args: { size: 8, byteLength: 12 },
    },
  },
  {
    'HTML text with an equals sign': {
      written: 'data:text/html,<b>1</b> x=',
      where: 'none',
      besides: ['disallowed-type'],
    },
    'an SVG that ends elsewhere in a tag': {
      written: "data:image/svg+xml,<svg xmlns='",
      besides: ['malformed-svg'],
    },
    'a buffer of glTF that is longer': {
      written: 'data:application/octet-stream;base64,AACAPwAAgD8=',
      where: { ...quoted, meant: true, expectedSize: 7 },
    },
    'a whole WOFF2 font': { written: url('font/woff2', font), where: fontInCss, besides: ['inline-font'] },
    'a bitmap whose pixels are missing, which both browsers load': {
      written: url('image/bmp', bodies.bmp!.subarray(0, 54)),
    },
    'a whole icon': { written: url('image/x-icon', icon([4, 4])) },
    'a whole animated WebP': { written: url('image/webp', webpAnimated(30, 40, 1)) },
    'a GIF of one pixel without frames': { written: url('image/gif', gif(1, 1, 0)) },
    'text that begins like a bitmap': {
      written: 'data:text/plain,BMI: 21',
      where: { destination: 'document' },
      besides: ['wrong-type'],
    },
    'text that begins like a font': {
      written: 'data:text/plain,wOFF, not ON, was chosen',
      where: { destination: 'document' },
    },
    'indices that begin like an icon': {
      written: 'data:application/octet-stream;base64,AAABAAAAAgABAAMA',
      where: { ...quoted, meant: true, expectedSize: 12 },
    },
    'a whole PNG': { written: url('image/png', png(30, 40)) },
    'a whole AVIF': { written: url('image/avif', avif) },
    'a PNG without the mark of its end alone': { written: url('image/png', png(30, 40).subarray(0, -12)) },
    'a GIF without its trailer': { written: url('image/gif', gif(30, 40).subarray(0, -1)) },
    'a placeholder of one pixel': { written: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' },
  },
);
