import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blobOf } from '../../../src/data-url/blob-of.ts';

test('the same bytes as of a Blob made at once, wherever parts end', async () => {
  const part = 240 << 10;
  for (const text of [
    '',
    'a',
    'é'.repeat(3),
    `${'x'.repeat(part - 1)}😀y`,
    '😀'.repeat(part),
    `${'x'.repeat(part - 1)}é${'y'.repeat(part)}`,
    `${'\ud83d'.repeat(part)}\udc00\udc00`,
    `${'x'.repeat(part)}\ud83d`,
  ]) {
    assert.deepEqual(await blobOf(text).text(), await new Blob([text]).text(), `${text.length}`);
  }
});
