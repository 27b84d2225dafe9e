import { gif, join, jpeg, latin1, pdf, png, zip } from '../payload/builders.ts';
import { cases, svg, url } from './cases.ts';

const archive = zip([{ name: 'a.js', data: latin1('x') }]);
const gifOfScript = latin1(`GIF89a/*${'\0'.repeat(20)}*/=1;alert(1)//;`);

cases(
  'polyglot',
  {
    'an archive behind an image': {
      written: url('image/png', join(png(1, 1), archive)),
      severity: 'error',
      messageId: 'polyglot',
      args: { type: 'application/zip', offset: png(1, 1).length },
    },
    'an image that is a script': {
      written: url('image/gif', gifOfScript),
      severity: 'error',
      messageId: 'polyglot',
      args: { type: 'text/javascript', offset: 0 },
    },
    'a page behind an image': {
      written: url('image/gif', join(gif(1, 1), '<html><script>alert(1)</script>')),
      severity: 'error',
      messageId: 'polyglot',
    },
    'a tag inside of an image': {
      written: url(
        'image/jpeg',
        join(jpeg(1, 1).subarray(0, -2), '\xff\xfe', latin1('\0\x12<script>alert</'), '\xff\xd9'),
      ),
      severity: 'warning',
      messageId: 'polyglot',
    },
    'a PDF behind an image': {
      written: url('image/png', join(png(1, 1), pdf)),
      severity: 'warning',
      messageId: 'polyglot',
      besides: ['trailing-bytes'],
    },
  },
  {
    'an image': { written: url('image/png', png(1, 1)) },
    'an archive, which is one thing': {
      written: url('application/zip', archive),
      where: 'empty',
      besides: ['disallowed-type'],
    },
    'markup, which may hold tags': { written: svg('<title>html</title>') },
  },
);
