/** The backdrop of a picture with transparent parts must make the whole picture visible. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { backdropFor } from '../../../../extension/ui/viewers/backdrop.ts';
import { runs } from '../../../support/seed.ts';

const pixels = (...of: readonly (readonly number[])[]) => Uint8ClampedArray.from(of.flat());
const clear = [0, 0, 0, 0];

test('the backdrop goes by the luminance of what is opaque', () => {
  assert.equal(backdropFor(pixels([255, 255, 255, 255], clear)), 'dark');
  assert.equal(backdropFor(pixels([0, 0, 0, 255], clear)), 'light');
  assert.equal(backdropFor(pixels([40, 120, 220, 255], clear)), 'any');
  assert.equal(backdropFor(pixels([255, 255, 255, 10], clear)), 'dark', 'as faint as it is');
  assert.equal(backdropFor(pixels(clear, clear)), 'any', 'nothing to see');
  assert.equal(backdropFor(pixels([255, 255, 255, 255], [0, 0, 0, 255])), null, 'nothing transparent');
});

test('a gray picture contrasts with its backdrop', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 1, max: 255 }), (gray, alpha) => {
      const backdrop = backdropFor(pixels([gray, gray, gray, alpha], clear));
      if (backdrop === 'light') assert.ok(gray < 100);
      if (backdrop === 'dark') assert.ok(gray > 150);
      assert.notEqual(backdrop, null);
    }),
    runs(100),
  );
});
