/** Tests the dimensions of pictures. For SVG, only declared dimensions count. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from '../../src/index.ts';
import { pictureOf } from '../../src/picture.ts';

const cases: [string, [number, number] | null][] = [
  ["width='30' height='20'", [30, 20]],
  ["width='1in' height='20px' viewBox='0 0 9 9'", [96, 20]],
  ["viewBox='0 0 24 12.5'", [24, 12.5]],
  ["viewBox=' 0,0 , 24,16 '", [24, 16]],
  // A single length, or a percentage of another size, leaves the other dimension to the browser.
  ["width='30' viewBox='0 0 24 24'", null],
  ["width='100%' height='100%' viewBox='0 0 24 24'", null],
  ["viewBox='0 0 24'", null],
  ["viewBox='0 0 0 24'", null],
  ["viewBox='0 0 a b'", null],
  ['', null],
];
for (const [attributes, size] of cases)
  test(`<svg ${attributes}>: ${size}`, async () => {
    const svg = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' ${attributes.replaceAll('%', '%25')}/>`;
    const picture = pictureOf(await inspect(svg));
    assert.equal(picture?.kind, 'svg');
    assert.deepEqual(picture?.width ? [picture.width, picture.height] : null, size);
  });
