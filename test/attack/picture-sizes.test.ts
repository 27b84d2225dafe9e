/** The sizes of pictures in the facts must match the sizes at which both browsers display the pictures. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from '../../src/inspect.ts';
import type { Browser } from '../../src/mime/documents.ts';
import { outcomeOf } from '../../src/outcome/predict-outcome.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { plainBrowser } from '../support/differential.ts';
import { outlineFont, triangle, woff2 } from '../support/fonts.ts';
import { type SizedPicture, sizedPictures } from '../support/picture-sizes.ts';
import { base64Url } from '../support/pictures.ts';
import { serve } from '../support/serve.ts';
import { gif, join, jpeg, le16, le24, le32, png, webpAnimated } from '../unit/payload/builders.ts';

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

const [aPng, aJpeg] = [png(4, 4), jpeg(4, 4)];
const gifHead = join('GIF89a', le16(4), le16(4), '\0\0\0');
const font = woff2(outlineFont({ glyphs: [[], triangle], codes: [0x41] }));
const lateSvg = (before: string) =>
  Buffer.from(`${before}<svg xmlns='http://www.w3.org/2000/svg' width='4'/>`);
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
