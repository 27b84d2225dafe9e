/** Small files whose pictures take much memory, for pages that try to exhaust the memory of a list. */
import { bmp, gifOf, progressiveJpeg } from '../unit/payload/builders.ts';
import { base64Url, blackImage } from './pictures.ts';

/** Makes files that all differ, so that none of them is drawn from a cache. */
const distinct = (count: number, make: (n: number) => string): string[] =>
  Array.from({ length: count }, (_, n) => make(n));

const damaged = (edge: number) => {
  const bytes = blackImage(edge, edge);
  return bytes.subarray(0, bytes.length - 40);
};

export const heavyPages: Readonly<Record<string, readonly string[]>> = {
  'ten that hide 81 megapixels': distinct(10, (n) =>
    base64Url(
      'image/gif',
      gifOf({
        version: n % 2 === 0 ? 'GIF89a' : 'GIF87a',
        screen: [n % 3, n % 3],
        frames: [[0, 0, 9000, 9000 + n]],
      }),
    ),
  ),
  'ten of 32 megapixels': distinct(10, (n) => base64Url('image/png', blackImage(5650, 5650 + n))),
  'ten that keep more than their pixels': [
    ...distinct(5, (n) => base64Url('image/jpeg', progressiveJpeg(3300, 3300 + n, 10))),
    ...distinct(5, (n) => base64Url('image/bmp', bmp(4700, 4700 + n))),
  ],
  'ten damaged ones of a megapixel': distinct(10, (n) => base64Url('image/png', damaged(990 + n))),
};

/** Returns a page with the URLs in templates, so that only the surfaces of the extension draw the pictures. */
export const pageOf = (title: string, urls: readonly string[]): string =>
  `<!doctype html><meta charset="utf-8"><title>${title}</title>${urls
    .map((url) => `<template><img alt="" src="${url}"></template>`)
    .join('')}`;
