import { be32, fontTables, join, latin1, sfnt, woff } from '../payload/builders.ts';
import { cases, fontInCss, url } from './cases.ts';

/** Builds the header of a WOFF 2.0 font, and empty data. */
const woff2Of = (length: number) =>
  join('wOF2', latin1('\0\x01\0\0'), be32(length), new Uint8Array(length - 12));
const woff2 = woff2Of(68);

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
      written: url('font/woff2', woff2Of(9068)),
      where: fontInCss,
      severity: 'info',
      messageId: 'inline-font',
    },
    'one that is as heavy as a picture that is a warning': {
      written: url('font/woff2', woff2Of(100_068)),
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
