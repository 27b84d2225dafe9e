import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectedType } from '../../../src/payload/detect/detected-type.ts';
import { readImage } from '../../../src/payload/image/image.ts';
import {
  be32,
  bmp,
  gif,
  icon,
  isoImage,
  join,
  jpeg,
  png,
  webpAnimated,
  webpLossless,
  webpLossy,
} from './builders.ts';

const psd = 'image/vnd.adobe.photoshop';
const cases: [name: string, body: Uint8Array, type: string, width: number, height: number, frames: number][] =
  [
    ['PNG', png(3, 5), 'image/png', 3, 5, 1],
    ['APNG', png(3, 5, 7), 'image/png', 3, 5, 7],
    ['a PNG that would be 10 GB', png(50_000, 50_000), 'image/png', 50_000, 50_000, 1],
    ['JPEG, progressive', jpeg(640, 480), 'image/jpeg', 640, 480, 1],
    ['GIF', gif(10, 20), 'image/gif', 10, 20, 1],
    ['GIF with frames', gif(10, 20, 4), 'image/gif', 10, 20, 4],
    ['WebP, lossy', webpLossy(320, 200), 'image/webp', 320, 200, 1],
    ['WebP, lossless', webpLossless(16383, 9000), 'image/webp', 16383, 9000, 1],
    ['WebP, animated', webpAnimated(70_000, 3, 2), 'image/webp', 70_000, 3, 2],
    ['bitmap', bmp(30, 40), 'image/bmp', 30, 40, 1],
    ['bitmap from top to bottom', bmp(30, -40), 'image/bmp', 30, 40, 1],
    ['icon', icon([16, 16], [256, 256], [48, 48]), 'image/x-icon', 256, 256, 3],
    ['AVIF of tiles', isoImage('avif', [512, 512], [4000, 3000]), 'image/avif', 4000, 3000, 1],
    ['Photoshop', join('8BPS\0\x01', '\0'.repeat(6), '\0\x03', be32(40), be32(70_000)), psd, 70_000, 40, 1],
    ['HEIC', isoImage('heic', [4000, 3000], [512, 512]), 'image/heic', 4000, 3000, 1],
  ];
for (const [name, body, type, width, height, frames] of cases) {
  test(name, () => {
    assert.equal(detectedType(body), type);
    const facts = readImage(type, body, false);
    const { memory, ...rest } = facts ?? {};
    assert.ok((memory ?? 0) >= 4 * width * height);
    assert.deepEqual(rest, {
      kind: 'image',
      format: type,
      width,
      height,
      megapixels: Math.round((width * height) / 1e4) / 100,
      frames,
      animated: frames > 1 && type !== 'image/x-icon',
    });
  });

  test(`${name}, cut off anywhere`, () => {
    for (let length = 0; length < body.length; length++) {
      const facts = readImage(type, body.subarray(0, length), true);
      // The size must not be guessed before it has been read. The sizes of icons and tiled images grow with the number
      // of bytes read.
      const isKnown = facts?.width !== null;
      if (isKnown && !['image/x-icon', 'image/avif'].includes(type)) assert.equal(facts?.width, width);
      if (isKnown && !['image/x-icon', 'image/avif'].includes(type)) assert.equal(facts?.height, height);
      assert.equal(facts?.width === null, facts?.height === null);
    }
  });
}

test('the megapixels of a bomb are those that it promises', () => {
  assert.equal(readImage('image/png', png(50_000, 50_000), false)?.megapixels, 2500);
});

test('an animation with a single frame is one', () => {
  assert.equal(readImage('image/png', png(1, 1, 1), false)?.animated, true);
});

test('frames of an animation that was not read to its end are not known', () => {
  assert.equal(readImage('image/gif', gif(1, 1, 5).subarray(0, 60), true)?.frames, null);
});

test('no size is no size', () => {
  assert.equal(readImage('image/png', png(0, 5), false)?.width, null);
  assert.equal(readImage('image/png', join('\x89PNG\r\n\x1a\n'), false)?.width, null);
});

test('what is no image', () => assert.equal(readImage('toString', png(1, 1), false), null));

test('boxes that hold each other and boxes of no length come to an end', () => {
  const body = isoImage('avif', [4, 4]);
  for (let at = 0; at < body.length; at++) {
    for (const value of [0, 1, 7, 255]) {
      const broken = body.slice();
      broken[at] = value;
      assert.equal(readImage('image/avif', broken, false)?.kind, 'image');
    }
  }
  const many = join(...Array.from({ length: 50_000 }, () => '\0\0\0\x08meta'));
  assert.equal(readImage('image/avif', many, false)?.width, null);
});
