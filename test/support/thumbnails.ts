/** A page with one item of each kind for which the list shows a thumbnail, and the expected thumbnails. */
import { outlineFont, subroutineFont, triangle, woff2 } from './fonts.ts';
import { animatedImage, base64Url, blackImage, noise, pngImage } from './pictures.ts';
import { isFew } from './seed.ts';

const svg = (color: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><circle cx="12" cy="12" r="9" fill="${color}"/></svg>`)}`;

const photo = pngImage(300, 200, noise());
const striped = pngImage(64, 64, (_, y) => [255, (4 * y) & 255, 0, 255]);

/** Browsers take seconds to decode these pictures, so only a full run, or a run that names the file, includes them. */
const heavy = isFew
  ? {}
  : {
      large: base64Url('image/png', pngImage(1200, 800, noise())),
      giant: base64Url('image/png', blackImage(10_000, 8000)),
      bomb: base64Url('image/png', blackImage(30_000, 20_000)),
    };

/** The pictures' URLs, by the ids of their elements. */
const pictures = {
  ...heavy,
  dot: base64Url(
    'image/png',
    pngImage(1, 1, () => [255, 0, 0, 255]),
  ),
  strip: base64Url(
    'image/png',
    pngImage(1, 30_000, (_, y) => [0, 0, (y / 30_000) * 255, 255]),
  ),
  clear: base64Url(
    'image/png',
    pngImage(32, 32, () => [0, 0, 0, 0]),
  ),
  icon: base64Url(
    'image/png',
    pngImage(16, 16, (x, y) => [x * 16, y * 16, 0, 255]),
  ),
  white: svg('#ffffff'),
  black: svg('#101010'),
  blue: svg('#3a6ad5'),
  moving: base64Url(
    'image/png',
    animatedImage(40, 40, [
      [0, 160, 0, 255],
      [160, 0, 0, 255],
    ]),
  ),
  half: base64Url('image/png', photo.subarray(0, photo.length >> 1)),
  damaged: base64Url(
    'image/png',
    Buffer.concat([striped.subarray(0, 45), Buffer.alloc(40), striped.subarray(85)]),
  ),
} as const;

const fonts = {
  Letters: base64Url('font/ttf', outlineFont({ glyphs: [triangle, triangle] })),
  Packed: base64Url('font/woff2', woff2(outlineFont({ glyphs: [triangle, triangle] }))),
  Endless: base64Url('font/woff2', woff2(subroutineFont({ width: 100, depth: 9 }))),
} as const;

/** This picture is used as an image and as a document. The default policy disallows the second use. */
const twofold = svg('#00ff00');
const sheet = `data:text/css,${encodeURIComponent('\n\n  .cart { color: teal }\n.more { color: red }')}`;
const disallowed = `data:text/html,${encodeURIComponent('<h1>Not allowed</h1>')}`;
const note = `data:text/plain;charset=utf-8,${encodeURIComponent('مرحبا بالعالم ABC')}`;

export const thumbnailPage = `<!doctype html><meta charset="utf-8"><title>Thumbnails</title>
<style>${Object.entries(fonts)
  .map(([name, url]) => `@font-face{font-family:${name};src:url("${url}")}`)
  .join('')}</style>
${Object.entries(pictures)
  .map(([id, url]) => `<img id="${id}" src="${url}">`)
  .join('\n')}
<img id="twofold" src="${twofold}"><iframe src="${twofold}"></iframe>
<link id="sheet" rel="stylesheet" href="${sheet}"><iframe id="frame" src="${disallowed}"></iframe><a id="note" href="${note}">Note</a>`;

/** The thumbnail of each row of the page: its kind, its size in CSS pixels, and the mean color of its pixels. */
export const thumbnailsOfPage: Readonly<Record<string, string>> = {
  ...(!isFew && {
    '#large': 'picture, 32×21, 128 128 128 256',
    '#giant': 'symbol',
    '#bomb': 'symbol',
  }),
  '#dot': 'picture, 32×32, 256 0 0 256',
  '#strip': 'picture, 8×32, 0 0 128 256',
  '#clear': 'picture, 32×32, 0 0 0 0, on any',
  '#icon': 'picture, 32×32, 128 128 0 256',
  '#white': 'picture, 32×32, 112 112 112 112, on dark',
  '#black': 'picture, 32×32, 0 0 0 112, on light',
  '#blue': 'picture, 32×32, 32 48 96 112, on any',
  '#moving': 'picture, 32×32, 0 160 0 256',
  '#half': 'picture, 32×21, 64 64 64 128, on any, damaged',
  '#damaged': 'broken, damaged',
  '#frame': 'symbol',
  '#twofold': 'symbol',
  Letters: 'letters, 32×32',
  Packed: 'letters, 32×32',
  Endless: 'none',
  '#sheet': 'text, .cart { color: teal }',
  Note: 'text, مرحبا بالعالم ABC',
};

/** Runs in a surface: returns the rows' thumbnails by name, after those in view have been rendered. */
export function thumbnailsShown(): Record<string, string> {
  const colorOf = (canvas: HTMLCanvasElement): string => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    const sums = [0, 0, 0, 0];
    for (const [at, value] of data.entries()) sums[at % 4]! += (4 * value) / data.length;
    return sums.map((sum) => Math.round(sum)).join(' ');
  };
  const shownIn = (row: HTMLElement): string => {
    const place = row.querySelector<HTMLElement>('.thumbnail')!;
    const { made = 'waiting', backdrop, broken } = place.dataset;
    const canvas = place.querySelector('canvas');
    const text = place.querySelector('.first-line')?.textContent;
    return [
      made,
      canvas && `${canvas.offsetWidth}×${canvas.offsetHeight}`,
      canvas && made === 'picture' && colorOf(canvas),
      backdrop && `on ${backdrop}`,
      broken !== undefined && 'damaged',
      text,
    ]
      .filter(Boolean)
      .join(', ');
  };
  return Object.fromEntries(
    [...document.querySelectorAll<HTMLElement>('[data-row]')].map((row) => [
      row.querySelector('.name')?.textContent ?? '',
      shownIn(row),
    ]),
  );
}

/** Rounds the colors of thumbnails, because browsers differ in noise and in antialiased edges. */
export const rounded = (shown: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(shown).map(([name, text]) => [
      name,
      text.replace(/\d+ \d+ \d+ \d+/, (color) =>
        color
          .split(' ')
          .map((value) => 16 * Math.round(Number(value) / 16))
          .join(' '),
      ),
    ]),
  );
