import { gif, jpeg, png } from '../payload/builders.ts';
import { cases, url } from './cases.ts';

cases(
  'cut-off-file',
  {
    'a PNG without its end': {
      written: url('image/png', png(30, 40).subarray(0, -13)),
      severity: 'warning',
      messageId: 'cut-off-file',
      args: { type: 'image/png' },
    },
    'a JPEG without its end': {
      written: url('image/jpeg', jpeg(30, 40).subarray(0, -2)),
      severity: 'warning',
      messageId: 'cut-off-file',
    },
    'a GIF that ends in its pixels': {
      written: url('image/gif', gif(30, 40).subarray(0, -3)),
      severity: 'warning',
      messageId: 'cut-off-file',
    },
  },
  {
    'a whole PNG': { written: url('image/png', png(30, 40)) },
    'a PNG without the mark of its end alone': { written: url('image/png', png(30, 40).subarray(0, -12)) },
    'a GIF without its trailer': { written: url('image/gif', gif(30, 40).subarray(0, -1)) },
    'a placeholder of one pixel': { written: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' },
  },
);
