/** The sizes of pictures in the facts must match the sizes at which both browsers display the pictures. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from '../../src/crc32.ts';
import { inspect } from '../../src/inspect.ts';
import type { Browser } from '../../src/mime/documents.ts';
import { outcomeOf } from '../../src/outcome/predict-outcome.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { plainBrowser } from '../support/differential.ts';
import { avif } from '../support/encoded-pictures.ts';
import { outlineFont, triangle, woff2 } from '../support/fonts.ts';
import { type SizedPicture, sizedPictures } from '../support/picture-sizes.ts';
import { base64Url, pngImage } from '../support/pictures.ts';
import { serve } from '../support/serve.ts';
import { be32, gif, join, jpeg, le16, le24, le32, png, webpAnimated } from '../unit/payload/builders.ts';

/** Runs in a page: returns the natural size of each picture, or null if its pixels cannot be decoded. */
const naturalSizes = (urls: readonly string[]): Promise<([width: number, height: number] | null)[]> =>
  Promise.all(
    urls.map(async (url) => {
      const image = new Image();
      const isLoaded = await new Promise<boolean>((resolve) => {
        image.onload = () => resolve(true);
        image.onerror = () => resolve(false);
        image.src = url;
      });
      const bitmap = isLoaded ? await createImageBitmap(image).catch(() => null) : null;
      return bitmap && ([image.naturalWidth, image.naturalHeight] as [number, number]);
    }),
  );

const urls = sizedPictures.map(({ type, body }) => base64Url(type, body));

function compare(
  browser: 'Chromium' | 'Firefox',
  sizes: readonly (readonly [number, number] | null)[],
  expected: (picture: SizedPicture) => readonly [number, number],
): void {
  const named = (size: (picture: SizedPicture, n: number) => readonly [number, number] | null) =>
    Object.fromEntries(sizedPictures.map((picture, n) => [picture.name, size(picture, n)]));
  assert.deepEqual(
    named((_, n) => sizes[n] ?? null),
    named((picture) => (picture.fails?.includes(browser) ? null : expected(picture))),
  );
}

test('in Chromium', async (t) => {
  const plain = await plainBrowser('');
  t.after(plain.close);
  compare('Chromium', await plain.page.evaluate(naturalSizes, urls), ({ size }) => size);
});

test('in Firefox', async (t) => {
  await using server = await serve({ routes: { '/': '<!doctype html><title>Sizes</title>' } });
  const firefox = await launchFirefox(t, { deadlineMs: 120_000 });
  await firefox.navigate(server.url('/'));
  compare('Firefox', await firefox.inPage(naturalSizes, urls), ({ size, firefox: own }) => own ?? size);
});

const [aPng, aJpeg] = [pngImage(4, 4, () => [1, 2, 3, 255]), jpeg(4, 4)];
const gifHead = join('GIF89a', le16(4), le16(4), '\0\0\0');
const font = woff2(outlineFont({ glyphs: [[], triangle], codes: [0x41] }));
const lateSvg = (before: string) =>
  Buffer.from(`${before}<svg xmlns='http://www.w3.org/2000/svg' width='4'/>`);
/** Builds a PNG whose header has these last bytes: bit depth, color type, and methods. */
const pngWith = (...kinds: number[]): Uint8Array => {
  const header = join('IHDR', aPng.subarray(16, 24), Uint8Array.from(kinds));
  return join(aPng.subarray(0, 12), header, be32(crc32(header)), aPng.subarray(33));
};
const withLength = (body: Uint8Array, length: number) =>
  join(body.subarray(0, 8), be32(length), body.subarray(12));
/** The top-level boxes: ftyp, meta, mdat. */
const avifParts = [avif.subarray(0, 32), avif.subarray(32, 274), avif.subarray(274)] as const;
/** Files that have their end, but nothing to show, with whole ones and others beside them. */
const lacking: readonly [type: string, body: Uint8Array][] = [
  ['image/png', join(aPng.subarray(0, 33), aPng.subarray(-12))],
  ['image/png', join(aPng.subarray(0, 8), aPng.subarray(-12))],
  ['image/png', aPng.subarray(0, 33)],
  ['image/jpeg', join(aJpeg.subarray(0, 42), '\xff\xd9')],
  ['image/jpeg', join('\xff\xd8\xff\xd9')],
  ['image/jpeg', join(aJpeg.subarray(0, 29), aJpeg.subarray(42))],
  ['image/gif', gif(4, 4, 0)],
  ['image/gif', gif(0, 4, 0)],
  ['image/gif', gif(4, 4)],
  ['image/gif', join(gifHead, 'X')],
  ['image/gif', join(gifHead, '!\xfe\x03abc\0;')],
  ['image/gif', gifHead],
  ['image/gif', join(gifHead, '!\xfe\x03ab')],
  ['image/webp', webpAnimated(4, 4, 0)],
  ['image/webp', join('RIFF', le32(30), 'WEBPVP8X', le32(10), '\0\0\0\0', le24(3), le24(3), 'VP8 ', le32(0))],
  // A graphic control extension without data.
  ['image/gif', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5AAQBAAAAACwAAAAAAQABAAACAUQAOw==', 'base64')],
  ['image/png', join(aPng.subarray(0, 29), be32(0), aPng.subarray(33))],
  ['image/png', join(aPng.subarray(0, 8), aPng.subarray(33))],
  [
    'image/png',
    join(aPng.subarray(0, 8), '\0\0\0\x04CgBI', be32(0x50002002), be32(0x2bd5b37f), aPng.subarray(8)),
  ],
  // Color type 3 needs a palette only in Firefox.
  ...[0, 1, 2, 4, 5, 6, 7, 255].flatMap((color) =>
    [0, 1, 2, 3, 4, 5, 8, 9, 16, 17, 24, 32, 255].map((depth): [string, Uint8Array] => [
      'image/png',
      pngWith(depth, color, 0, 0, 0),
    ]),
  ),
  ...[1, 64, 255].flatMap((value): [string, Uint8Array][] => [
    ['image/png', pngWith(8, 2, value, 0, 0)],
    ['image/png', pngWith(8, 2, 0, value, 0)],
    ['image/png', pngWith(8, 2, 0, 0, value)],
  ]),
  ['image/png', png(0, 4)],
  ['image/png', png(4, 0)],
  ['image/png', png(0x80000000, 1)],
  ['image/avif', avif],
  ['image/avif', avifParts[0]],
  ['image/avif', join(avifParts[0], avifParts[2])],
  ...[0, 1, 44, 4].map((less): [string, Uint8Array] => [
    'font/woff2',
    withLength(font, less < 4 ? less : font.length - less),
  ]),
  ...['\0', '\n', '\0\0\0\0', 'x'.repeat(100)].map((tail): [string, Uint8Array] => [
    'font/woff2',
    join(font, tail),
  ]),
  ['image/svg+xml', lateSvg(`<!--${'x'.repeat(300_000)}-->`)],
  ['image/svg+xml', lateSvg(`<?xml version='1.0'?>${'<?a b?>'.repeat(40_000)}`)],
  ['font/woff2', font],
  ['font/woff2', font.subarray(0, -1)],
  ['font/woff2', Buffer.from(Buffer.from(font).toString())],
];

/** Runs in a page: returns whether each file loads, by its URL's type. */
const areLoaded = (urls: readonly string[]): Promise<boolean[]> =>
  Promise.all(
    urls.map((url) => {
      if (url.startsWith('data:font'))
        return new FontFace('f', `url(${url})`).load().then(
          () => true,
          () => false,
        );
      const image = new Image();
      return new Promise<boolean>((resolve) => {
        image.onload = () => resolve(true);
        image.onerror = () => resolve(false);
        image.src = url;
      });
    }),
  );

const lackingUrls = lacking.map(([type, body]) => base64Url(type, body));

async function comparePredictions(browser: Browser, loaded: readonly boolean[]): Promise<void> {
  for (const [n, url] of lackingUrls.entries()) {
    const { kind } = outcomeOf(await inspect(url), url.startsWith('data:font') ? 'font' : 'image', {
      browser,
    });
    // Chromium loads most GIFs without frames, but not all.
    const mayDiffer = browser === 'Chromium' && url.startsWith('data:image/gif') && kind === 'unknown';
    if (!mayDiffer)
      assert.equal(kind, loaded[n] ? 'loads' : 'refused', `${browser}, ${n}: ${url.slice(0, 200)}`);
  }
}

test('files without anything to show are predicted as Chromium treats them', async (t) => {
  const plain = await plainBrowser('');
  t.after(plain.close);
  await comparePredictions('Chromium', await plain.page.evaluate(areLoaded, lackingUrls));
});

test('the same in Firefox', async (t) => {
  await using server = await serve({ routes: { '/': '<!doctype html><title>Files</title>' } });
  const firefox = await launchFirefox(t, { deadlineMs: 120_000 });
  await firefox.navigate(server.url('/'));
  await comparePredictions('Firefox', await firefox.inPage(areLoaded, lackingUrls));
});
