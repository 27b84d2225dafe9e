import { png } from '../payload/builders.ts';
import { cases, url } from './cases.ts';

const wave = 'data:text/plain;base64,UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

cases(
  'unloadable',
  {
    'a charset in quotes with a space': {
      written: url('image/png;charset="a b"', png(3, 2)),
      where: 'image',
      severity: 'warning',
      messageId: 'unloadable-charset',
      args: { browser: 'Chromium' },
    },
    'a style sheet of type text/plain': {
      written: 'data:text/plain,p{color:red}',
      where: 'style',
      severity: 'warning',
      messageId: 'unloadable-style',
      args: { type: 'text/plain' },
    },
    'sound of type text/plain': {
      written: wave,
      where: 'audio',
      severity: 'warning',
      messageId: 'unloadable-media',
      args: { browser: 'Chromium', type: 'text/plain' },
    },
  },
  {
    'a charset in quotes': { written: url('image/png;charset="utf-8"', png(3, 2)), where: 'image' },
    'a style sheet': { written: 'data:text/css,p{color:red}', where: 'style' },
    'a style sheet of unknown type': { written: 'data:*/*,p{color:red}', where: 'style' },
  },
);
