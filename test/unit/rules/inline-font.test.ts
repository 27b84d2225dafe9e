import { fontTables, join, latin1, sfnt, woff } from '../payload/builders.ts';
import { cases, fontInCss, url } from './cases.ts';

const woff2 = join('wOF2', latin1('\0\x01\0\0'), new Uint8Array(60));

cases(
  'inline-font',
  {
    WOFF: {
      written: url('font/woff', woff(fontTables('A', 1))),
      where: fontInCss,
      severity: 'info',
      messageId: 'inline-font-format',
    },
    TrueType: {
      written: url('application/x-font-ttf', sfnt(fontTables('A', 1))),
      where: fontInCss,
      severity: 'info',
      messageId: 'inline-font-format',
    },
    WOFF2: {
      written: url('font/woff2', woff2),
      where: fontInCss,
      severity: 'info',
      messageId: 'inline-font',
      args: { size: woff2.length },
    },
    'a large one, which needs no word on its size besides': {
      written: url('font/woff2', join(woff2, new Uint8Array(9000))),
      where: fontInCss,
      severity: 'info',
      messageId: 'inline-font',
    },
    'one that is as heavy as a picture that is a warning': {
      written: url('font/woff2', join(woff2, new Uint8Array(100_000))),
      where: fontInCss,
      severity: 'warning',
      messageId: 'inline-font',
    },
  },
  {
    'a font that a script asks for': { written: url('font/woff2', woff2), where: 'empty' },
    'text that is declared as a font': {
      written: url('font/woff', latin1('module.exports = "a";')),
      where: fontInCss,
      besides: ['wrong-type'],
    },
    'a preload': {
      written: url('font/woff2', woff2),
      where: { element: 'link', name: 'href', destination: 'font' },
    },
  },
);
