import { gzipSync } from 'node:zlib';
import { renderAttacks, svg } from '../../attack/render.ts';
import { gifOf, latin1, png, progressiveJpeg, zip } from '../payload/builders.ts';
import { cases, url } from './cases.ts';

const claims = zip([{ name: 'a', data: latin1('x'), size: 2 ** 31 } as Parameters<typeof zip>[0][number]]);

cases(
  'bomb',
  {
    'a picture of 10 GB': {
      written: url('image/png', png(50_000, 50_000)),
      severity: 'warning',
      messageId: 'bomb-image',
      args: { width: 50_000, height: 50_000, megabytes: 10_000 },
    },
    'a GIF of 1×1 with a frame of 9,000×9,000': {
      written: url('image/gif', gifOf({ screen: [1, 1], frames: [[0, 0, 9000, 9000]] })),
      severity: 'warning',
      messageId: 'bomb-image',
      args: { width: 9000, height: 9000, megabytes: 324 },
      besides: ['large-inline'],
    },
    'a JPEG of 200 scans': {
      written: url('image/jpeg', progressiveJpeg(4000, 4000, 200)),
      severity: 'warning',
      messageId: 'bomb-scans',
      args: { milliseconds: 9600 },
      besides: ['large-inline'],
    },
    'an SVG that takes long to draw': {
      written: url('image/svg+xml', renderAttacks['layers upon layers']!()),
      severity: 'warning',
      messageId: 'bomb-drawing',
      besides: ['large-inline', 'base64-text'],
    },
    'an SVG that takes for ever to draw': {
      written: url('image/svg+xml', renderAttacks['six levels of ten uses']!()),
      severity: 'warning',
      messageId: 'bomb-drawing-endless',
    },
    'an SVG whose entities are too long': {
      written: url(
        'image/svg+xml',
        `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(1000)}">]>${svg(`<text>${'&a;'.repeat(2000)}</text>`)}`,
      ),
      severity: 'warning',
      messageId: 'bomb-drawing-endless',
    },
    'zeros without end': {
      written: url('application/gzip', gzipSync(new Uint8Array(8 << 20))),
      where: 'empty',
      severity: 'warning',
      messageId: 'bomb-compressed',
      besides: ['disallowed-type'],
    },
    'an archive that promises gigabytes': {
      written: url('application/zip', claims),
      where: 'empty',
      severity: 'warning',
      messageId: 'bomb-archive',
      besides: ['disallowed-type'],
    },
  },
  {
    'an SVG that takes no time': { written: url('image/svg+xml', svg('<path d="M0 0h9v9z"/>')) },
    'an SVG with rules that are not known': {
      written: url(
        'image/svg+xml',
        svg('<style>@import url( data:text/css,a{} )</style><path d="M0 0h9v9z"/>'),
      ),
    },
    'an SVG with a default attribute': {
      written: url('image/svg+xml', `<!DOCTYPE svg [<!ATTLIST g id CDATA "a">]>${svg('<g/>')}`),
    },
    'an SVG with an entity that is not used': {
      written: url('image/svg+xml', `<!DOCTYPE svg [<!ENTITY e "<g>">]>${svg('<g/>')}`),
    },
    'an SVG with a style sheet': {
      written: url('image/svg+xml', `<?xml-stylesheet href="data:text/css,a{}"?>${svg('<g/>')}`),
    },
    'an SVG with HTML': {
      written: url('image/svg+xml', svg('<foreignObject><iframe/></foreignObject>')),
    },
    'an SVG with a sheet that no picture loads': {
      written: url(
        'image/svg+xml',
        svg(
          '<style>@import url(https://a.example/b?c;d);@import "https://x.example";@import url(dark.css) screen;</style><path d="M0 0h9v9z"/>',
        ),
      ),
      besides: ['dead-reference', 'external-references', 'base64-text'],
    },
    'a progressive JPEG of 16 megapixels, as encoders make it': {
      written: url('image/jpeg', progressiveJpeg(4000, 4000, 12)),
      besides: ['large-inline'],
    },
    'a photograph of 50 megapixels': { written: url('image/png', png(8000, 6000)) },
    'text under gzip': {
      written: url('application/gzip', gzipSync('text '.repeat(1000))),
      where: 'empty',
      besides: ['disallowed-type'],
    },
    'an honest archive': {
      written: url('application/zip', zip([{ name: 'a', data: latin1('x'.repeat(100)) }])),
      where: 'empty',
      besides: ['disallowed-type'],
    },
  },
);
