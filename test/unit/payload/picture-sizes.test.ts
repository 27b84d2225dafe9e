/** Tests the facts about the size of each picture whose headers contradict each other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectedType } from '../../../src/payload/detect/detected-type.ts';
import { readImage } from '../../../src/payload/image/image.ts';
import { sizedPictures } from '../../support/picture-sizes.ts';

for (const { name, type, body, size, decoded } of sizedPictures) {
  test(name, () => {
    assert.equal(detectedType(body), type);
    const facts = readImage(type, body, false);
    assert.deepEqual([facts?.width, facts?.height], size);
    assert.deepEqual(facts?.decoded && [facts.decoded.width, facts.decoded.height], decoded);
  });

  test(`${name}, cut off anywhere: the size is not guessed`, () => {
    for (let length = 0; length < body.length; length++) {
      const facts = readImage(type, body.subarray(0, length), true);
      assert.equal(facts?.width === null, facts?.height === null);
      assert.equal((facts?.memory ?? null) === null || facts?.width !== null, true);
    }
  });
}
