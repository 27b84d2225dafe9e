/**
 * Bodies that try to harm the code that parses them, and canaries: bodies that would leave a trace if they were run.
 */
import { gzipSync } from 'node:zlib';
import { latin1, png, zip } from '../unit/payload/builders.ts';

/** Returns a data: URL with this body. */
export const url = (type: string, body: Uint8Array | string): string =>
  `data:${type};base64,${Buffer.from(body).toString('base64')}`;
const deep = (open: string, close: string, depth = 10_000) => open.repeat(depth) + close.repeat(depth);

/**
 * Returns a gzip file of 10 GB of zeros, consisting of many members. Each member is a thousandth of its decompressed
 * size.
 */
export const zeros = (): Uint8Array => {
  const member = gzipSync(new Uint8Array(10 << 20), { level: 9 });
  return Buffer.concat(Array.from({ length: 1000 }, () => member));
};
const laughs = `<!DOCTYPE l [<!ENTITY l0 "lol">${Array.from(
  { length: 20 },
  (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`,
).join('')}]><svg xmlns="http://www.w3.org/2000/svg"><title>&l20;</title></svg>`;

export const bodies: [name: string, type: string, body: () => Uint8Array | string][] = [
  ['a PNG of 50,000 × 50,000 pixels', 'image/png', () => png(50_000, 50_000)],
  ['10 GB of zeros under gzip', 'image/svg+xml', zeros],
  ['a billion laughs', 'image/svg+xml', () => laughs],
  ['SVG, 10,000 deep', 'image/svg+xml', () => `<svg>${deep('<g>', '</g>')}</svg>`],
  ['HTML, 10,000 deep', 'text/html', () => `<!doctype html>${deep('<div>', '</div>')}`],
  ['JSON, 10,000 deep', 'application/json', () => deep('[', ']')],
  ['JSON, 1,000,000 deep', 'application/json', () => deep('[{"a":', '', 1_000_000)],
  ['CSS, 10,000 deep', 'text/css', () => deep('@media all{', '}')],
  ['CSS of open brackets', 'text/css', () => `a{b:${'('.repeat(100_000)}`],
  ['100,000 references', 'text/html', () => '<img src=https://a.example/>'.repeat(100_000)],
  ['100,000 data: URLs', 'text/html', () => '<iframe src="data:text/html,<p>x">'.repeat(100_000)],
  ['tags that do not end', 'text/html', () => '<a '.repeat(200_000)],
  ['comments that do not end', 'image/svg+xml', () => '<!--'.repeat(200_000)],
  ['quotes that do not end', 'text/html', () => `<a href="${'\'"'.repeat(200_000)}`],
  [
    'an archive of 10,000 entries',
    'application/zip',
    () =>
      zip(Array.from({ length: 10_000 }, (_, n) => ({ name: `${'../'.repeat(9)}${n}`, data: latin1('') }))),
  ],
  [
    'bytes of every kind',
    'image/png',
    () => Uint8Array.from({ length: 1 << 20 }, (_, n) => (n * 7919) % 256),
  ],
  [
    'a source map of names',
    'application/json',
    () =>
      JSON.stringify({
        version: 3,
        sources: Array.from({ length: 100_000 }, (_, n) => `${n}`),
        names: [],
        mappings: '',
      }),
  ],
];

/** Returns content that would set `canary` or request `address` if it were run or fetched. */
export const active = (address = 'https://canary.example'): string[] => [
  `<svg xmlns="http://www.w3.org/2000/svg" onload="globalThis.canary=1"><script>globalThis.canary=1</script><image href="${address}/image.png"/></svg>`,
  `<!doctype html><script>globalThis.canary=1</script><img src=x onerror="globalThis.canary=1"><link rel=stylesheet href="${address}/sheet.css"><img src="${address}/image.png">`,
  `globalThis.canary = 1; process.exit(9); fetch("${address}/fetched")`,
  `@import "${address}/imported.css"; a { background: url(${address}/background.png) }`,
];
