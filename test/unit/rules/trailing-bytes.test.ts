import { gif, join, jpeg, latin1, png } from '../payload/builders.ts';
import { cases, url } from './cases.ts';

const program = latin1(`MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0${'\0'.repeat(64)}`);
const offset = png(1, 1).length;

cases(
  'trailing-bytes',
  {
    'a program behind an image': {
      written: url('image/png', join(png(1, 1), program)),
      severity: 'error',
      messageId: 'trailing-type',
      args: { offset, size: program.length, type: 'application/vnd.microsoft.portable-executable' },
    },
    'a picture behind a picture': {
      written: url('image/jpeg', join(jpeg(1, 1), jpeg(1, 1))),
      severity: 'info',
      messageId: 'trailing-type',
    },
    'many bytes': {
      written: url('image/png', join(png(1, 1), 'x'.repeat(64))),
      severity: 'warning',
      messageId: 'trailing-bytes',
      args: { offset, size: 64 },
    },
    'a few bytes': {
      written: url('image/gif', join(gif(1, 1), 'xyz')),
      severity: 'info',
      messageId: 'trailing-bytes',
    },
  },
  {
    'nothing behind the end': { written: url('image/png', png(1, 1)) },
    padding: { written: url('image/png', join(png(1, 1), '\0\0\0\n \0')) },
    'a picture that ends too early': { written: url('image/png', png(1, 1).subarray(0, -4)) },
  },
);
