/** An image that takes long to decode must not be drawn, and must be reported as a bomb. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from '../../src/inspect.ts';
import { pictureOf } from '../../src/picture.ts';
import { bombIn } from '../../src/rules/bomb.ts';
import { rasterAttacks, rasters } from './rasters.ts';

for (const [name, make] of Object.entries(rasterAttacks)) {
  test(`not drawn: ${name}`, async () => {
    const inspection = await inspect(make());
    assert.equal(bombIn(inspection)?.id, 'bomb-scans');
    assert.equal(pictureOf(inspection), null);
  });
}

for (const [name, make] of Object.entries(rasters)) {
  test(`drawn: ${name}`, async () => {
    const inspection = await inspect(make());
    assert.equal(bombIn(inspection), null);
    assert.equal(pictureOf(inspection)?.kind, 'raster');
  });
}
