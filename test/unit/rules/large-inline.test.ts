import { join, png } from '../payload/builders.ts';
import { cases, inCss, inTemplate, quoted, url } from './cases.ts';

/** Returns a picture of a given size in bytes, padded with a chunk that has no effect on rendering. */
function picture(size: number): Uint8Array {
  const whole = png(1, 1);
  const data = new Uint8Array(size - whole.length - 12);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return join(whole.subarray(0, -12), length, 'prVt', data, '\0\0\0\0', whole.subarray(-12));
}
const sized = (size: number) => url('image/png', picture(size));

cases(
  'large-inline',
  {
    'more than 4096 bytes in a style sheet': {
      written: sized(4097),
      where: inCss,
      severity: 'info',
      messageId: 'large-in-css-gzipped',
    },
    'in a style attribute': {
      written: sized(5000),
      where: { ...inCss, place: 'style-attribute' },
      severity: 'info',
      messageId: 'large-in-css-gzipped',
    },
    'very much in a style sheet': {
      written: sized(100_001),
      where: inCss,
      severity: 'warning',
      messageId: 'large-in-css-gzipped',
    },
    'too much to be compressed for a figure': {
      written: sized(13_000_000),
      where: inCss,
      severity: 'warning',
      messageId: 'large-in-css',
      besides: ['partly-read'],
    },
    'more than 8096 bytes in the document': {
      written: sized(8097),
      severity: 'info',
      messageId: 'large-in-document-gzipped',
    },
    'too much in the document': {
      written: sized(13_000_000),
      severity: 'warning',
      messageId: 'large-in-document',
      besides: ['partly-read'],
    },
    'very much in the document, as grave as in a style sheet': {
      written: sized(100_001),
      severity: 'warning',
      messageId: 'large-in-document-gzipped',
    },
    'what a link opens or saves, which comes with the document, too': {
      written: sized(8097),
      where: 'download',
      severity: 'info',
      messageId: 'large-in-document-gzipped',
    },
    'very much in a link': {
      written: url('application/octet-stream', new Uint8Array(100_001)),
      where: 'document',
      severity: 'warning',
      messageId: 'large-in-document-gzipped',
    },
    'in a template, which comes with the document': {
      written: sized(8097),
      where: inTemplate('image'),
      severity: 'info',
      messageId: 'large-in-document-gzipped',
    },
  },
  {
    '4096 bytes in a style sheet': { written: sized(4096), where: inCss },
    '8096 bytes in the document': { written: sized(8096) },
    'what a script requests': {
      written: url('application/octet-stream', new Uint8Array(9000)),
      where: 'empty',
    },
    'what a script holds': { written: sized(9000), where: quoted },
  },
);
