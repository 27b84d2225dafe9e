import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { join, latin1 } from '../payload/builders.ts';
import { cases, svg, url } from './cases.ts';

/** Returns incompressible bytes, which are the same every time. */
const noise = (size: number) =>
  join(
    ...Array.from({ length: Math.ceil(size / 32) }, (_, n) => createHash('sha256').update(`${n}`).digest()),
  );
const damaged = gzipSync(noise(40_000)).subarray(0, 30_000);

/** Returns images nested to the given depth. Each image escapes its contents. */
const nest = (depth: number): string =>
  depth === 0
    ? svg('')
    : svg(
        `<image href='${nest(depth - 1)
          .replace(/['<>#]/g, encodeURIComponent)
          .replaceAll("'", '%27')}'/>`,
      );

cases(
  'partly-read',
  {
    'a large body': {
      written: url('application/octet-stream', new Uint8Array(5 << 20)),
      where: 'empty',
      severity: 'info',
      messageId: 'partly-read-body',
      args: { read: 1 << 20, size: 5 << 20 },
    },
    'what unpacks to more than is looked into': {
      written: url('application/gzip', gzipSync(join(noise(100_000), new Uint8Array(5 << 20)))),
      where: 'empty',
      severity: 'info',
      messageId: 'partly-read-inflated',
      besides: ['disallowed-type'],
    },
    'damaged gzip': {
      written: url('application/gzip', damaged),
      where: 'empty',
      severity: 'info',
      messageId: 'partly-read-damaged',
      besides: ['disallowed-type'],
    },
    'too many inside': {
      written: svg(Array.from({ length: 103 }, (_, n) => `<a href='data:text/plain,${n}'/>`).join('')),
      severity: 'info',
      messageId: 'partly-read-nested',
      args: { count: 3 },
    },
  },
  {
    'three levels': { written: nest(3) },
    'a body of some size': {
      written: url('application/octet-stream', latin1('x'.repeat(100_000))),
      where: 'empty',
    },
  },
);
