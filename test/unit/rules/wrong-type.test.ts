import { fontTables, gif, isoImage, jpeg, latin1, png, sfnt } from '../payload/builders.ts';
import { cases, svg, url } from './cases.ts';

cases(
  'wrong-type',
  {
    'a GIF as PNG': {
      written: url('image/png', gif(1, 1)),
      severity: 'info',
      messageId: 'wrong-type',
      args: { declared: 'image/png', detected: 'image/gif' },
    },
    'a PNG as SVG, which Chromium does not show': {
      written: url('image/svg+xml', png(1, 1)),
      severity: 'warning',
      messageId: 'wrong-type',
      args: { declared: 'image/svg+xml', detected: 'image/png' },
    },
    'a PNG as SVG, to be saved': {
      written: url('image/svg+xml', png(1, 1)),
      where: 'download',
      severity: 'info',
      messageId: 'wrong-type',
    },
    'an image without a type': {
      written: url('', png(1, 1)),
      severity: 'info',
      messageId: 'wrong-type-undeclared',
      args: { declared: 'text/plain', detected: 'image/png' },
    },
    'a type that browsers do not read': {
      written: url('img', png(1, 1)),
      severity: 'info',
      messageId: 'wrong-type-undeclared',
      args: { declared: 'text/plain', detected: 'image/png' },
      besides: ['syntax'],
    },
    'a misspelled type of a bitmap': {
      written: url('img/png', png(1, 1)),
      severity: 'info',
      messageId: 'wrong-type-misspelled',
      args: { declared: 'img/png', detected: 'image/png' },
    },
    'the extension of a file as its type': {
      written: url('image/jpg', jpeg(1, 1)),
      severity: 'info',
      messageId: 'wrong-type-misspelled',
      args: { declared: 'image/jpg', detected: 'image/jpeg' },
    },
    'letters that changed places': {
      written: url('image/pgn', png(1, 1)),
      severity: 'info',
      messageId: 'wrong-type-misspelled',
    },
    'a type of SVG among texts': {
      written: svg('').replace('image/svg+xml', 'text/svg'),
      severity: 'error',
      messageId: 'wrong-type-misspelled',
    },
    'a misspelled type of SVG, which is no disguise': {
      written: svg('').replace('svg+xml', 'svg'),
      severity: 'error',
      messageId: 'wrong-type-misspelled',
      args: { declared: 'image/svg', detected: 'image/svg+xml' },
    },
    'SVG as other XML': {
      written: svg('').replace('image/svg+xml', 'application/svg+xml'),
      severity: 'error',
      messageId: 'wrong-type-misspelled',
      args: { declared: 'application/svg+xml', detected: 'image/svg+xml' },
    },
    'SVG as text': {
      written: svg('').replace('image/svg+xml', 'text/svg'),
      severity: 'error',
      messageId: 'wrong-type-misspelled',
    },
    'SVG as bytes of no type': {
      written: svg('').replace('image/svg+xml', 'application/octet-stream'),
      severity: 'error',
      messageId: 'wrong-type',
      args: { declared: 'application/octet-stream', detected: 'image/svg+xml' },
    },
    'SVG as XML': {
      written: svg('').replace('image/svg+xml', 'text/xml'),
      severity: 'error',
      messageId: 'wrong-type',
    },
    'SVG without a type': {
      written: svg('').replace('image/svg+xml', ''),
      severity: 'error',
      messageId: 'wrong-type-undeclared',
    },
    'a picture as a font': {
      written: url('font/woff2', png(1, 1)),
      where: 'font',
      severity: 'error',
      messageId: 'wrong-type',
    },
    'a PNG that is none': {
      written: url('image/png', latin1('\x00\x01\x02\x03 no picture at all')),
      severity: 'error',
      messageId: 'wrong-type-unknown',
      args: { declared: 'image/png' },
    },
    'an image of a few bytes': {
      written: url('image/gif', latin1('GIF')),
      severity: 'error',
      messageId: 'wrong-type-unknown',
      args: { declared: 'image/gif' },
    },
    'text as SVG': {
      written: 'data:image/svg+xml,hello, I am a picture',
      severity: 'error',
      messageId: 'wrong-type-unknown',
    },
    'JSON that breaks off': {
      written: 'data:application/json,{"a":1,}',
      where: 'empty',
      severity: 'warning',
      messageId: 'wrong-type-json',
      args: { declared: 'application/json', at: 7 },
    },
  },
  {
    'HEIC as HEIF': { written: url('image/heif', isoImage('heic', [1, 1])) },
    'an empty ZIP file': {
      written: url('application/zip', `PK\x05\x06${'\0'.repeat(18)}`),
      where: 'download',
      besides: ['disallowed-type'],
    },
    PNG: { written: url('image/png', png(1, 1)) },
    'another name of the same type': { written: url('image/pjpeg', jpeg(1, 1)) },
    'the same letters in another type': { written: url('image/gpj', jpeg(1, 1)), besides: ['wrong-type'] },
    'a font by an old name': {
      written: url('application/x-font-ttf', sfnt(fontTables('A', 1))),
      where: 'font',
    },
    SVG: { written: svg('') },
    'SVG to save': {
      written: svg('').replace('image/svg+xml', 'application/octet-stream'),
      where: 'download',
      besides: ['disallowed-type'],
    },
    'XML to open': {
      written: svg('').replace('image/svg+xml', 'text/xml'),
      where: 'document',
      besides: ['disallowed-type'],
    },
    JSON: { written: 'data:application/json,[1]', where: 'empty' },
    'a manifest': { written: 'data:application/manifest+json,{"name":"x"}', where: 'manifest' },
    'what is made of JSON': { written: 'data:application/geo+json,{"type":"Point"}', where: 'empty' },
    'a type without marks': { written: 'data:text/css,a{}', where: 'style' },
    'a stand-in for a font': { written: url('font/woff2', 'wOF2\0\0\0\0'), where: 'font' },
    'a few bytes in a text': { written: url('image/gif', latin1('GIF')), where: 'empty' },
    'an empty image': { written: 'data:image/gif,', besides: ['syntax'] },
    'a type that nobody knows': { written: 'data:foo/bar,x', where: 'empty' },
  },
);
