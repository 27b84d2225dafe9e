import { deflateSync, gzipSync } from 'node:zlib';
import { png } from '../payload/builders.ts';
import { cases, url } from './cases.ts';

const drawing = "<svg xmlns='http://www.w3.org/2000/svg'><circle r='1'/></svg>";

cases(
  'compressed-body',
  {
    SVGZ: {
      written: url('image/svg+xml', gzipSync(drawing)),
      severity: 'error',
      messageId: 'compressed-body',
      args: { coding: 'gzip', type: 'image/svg+xml' },
    },
    'a page as zlib data': {
      written: url('text/html', deflateSync('<!doctype html><title>T</title><p>x</p>'.repeat(9))),
      where: 'empty',
      severity: 'warning',
      messageId: 'compressed-body',
      besides: [],
    },
    'what is not known': {
      written: url('image/png', gzipSync(Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]))),
      severity: 'error',
      messageId: 'compressed-unknown',
    },
  },
  {
    'gzip that says so': {
      written: url('application/gzip', gzipSync(drawing)),
      where: 'empty',
      besides: ['disallowed-type'],
    },
    'a picture, compressed by its own format': { written: url('image/png', png(1, 1)) },
  },
);
