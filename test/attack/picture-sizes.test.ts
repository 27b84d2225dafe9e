/** The sizes of pictures in the facts must match the sizes at which both browsers display the pictures. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { plainBrowser } from '../support/differential.ts';
import { type SizedPicture, sizedPictures } from '../support/picture-sizes.ts';
import { base64Url } from '../support/pictures.ts';
import { serve } from '../support/serve.ts';

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
