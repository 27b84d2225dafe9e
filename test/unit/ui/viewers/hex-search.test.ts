import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findInBlob, indexOfBytes, needleOf, offsetOf } from '../../../../extension/ui/viewers/hex-search.ts';
import { runs } from '../../../support/seed.ts';

test('what is looked for: text as UTF-8, or hexadecimal as people write it', () => {
  assert.deepEqual(needleOf('é', 'text'), new Uint8Array([0xc3, 0xa9]));
  for (const written of ['89504E', '89 50 4e', '0x89, 0x50, 0x4e', '89:50:4E']) {
    assert.deepEqual(needleOf(written, 'hex'), new Uint8Array([0x89, 0x50, 0x4e]), written);
  }
  for (const written of ['', '8', '89 5', 'xy']) assert.equal(needleOf(written, 'hex'), null, written);
  assert.equal(needleOf('', 'text'), null);
});

test('an offset, decimal or hexadecimal, within the body', () => {
  assert.equal(offsetOf(' 16 ', 17), 16);
  assert.equal(offsetOf('0x10', 17), 16);
  for (const written of ['17', '-1', '1.5', 'ten', '', '0x'])
    assert.equal(offsetOf(written, 17), null, written);
});

test('bytes among bytes', () => {
  const bytes = new Uint8Array([1, 1, 2, 1, 1, 2, 3]);
  assert.equal(indexOfBytes(bytes, new Uint8Array([1, 2]), 0), 1);
  assert.equal(indexOfBytes(bytes, new Uint8Array([1, 2]), 2), 4);
  assert.equal(indexOfBytes(bytes, new Uint8Array([1, 2, 3]), 0), 4);
  assert.equal(indexOfBytes(bytes, new Uint8Array([2, 3, 4]), 0), -1);
});

test('bytes among bytes, as the platform finds them', () => {
  const few = (length: number) =>
    fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: length }).map((each) => Uint8Array.from(each));
  fc.assert(
    fc.property(few(60), few(6), fc.nat(20), (bytes, needle, from) => {
      const expected = needle.length === 0 ? -1 : Buffer.from(bytes).indexOf(needle, from);
      assert.equal(indexOfBytes(bytes, needle, from), expected);
    }),
    runs(2000),
  );
});

test('in a body larger than what is looked at together, across its seams, and round its end', async () => {
  const bytes = new Uint8Array(10_000_000);
  const seam = (1 << 22) - 2;
  bytes.set([7, 8, 9], seam);
  const blob = new Blob([bytes]);
  const needle = new Uint8Array([7, 8, 9]);
  assert.equal(await findInBlob(blob, needle, 0), seam);
  assert.equal(await findInBlob(blob, needle, seam), seam);
  assert.equal(await findInBlob(blob, needle, seam + 1), seam);
  assert.equal(await findInBlob(blob, new Uint8Array([9, 9]), 0), -1);
  let asked = 0;
  assert.equal(await findInBlob(blob, new Uint8Array([9, 9]), 0, () => ++asked < 2), -1);
  assert.equal(asked, 2);
});
