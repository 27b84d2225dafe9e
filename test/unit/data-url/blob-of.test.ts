import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blobOf, makeBlob } from '../../../src/data-url/blob-of.ts';

test('the same bytes as of a Blob made at once, wherever parts end', async () => {
  const part = 240 << 10;
  for (const text of [
    '',
    'a',
    'é'.repeat(3),
    ...[0, 1, 2, 3, 4].map((left) => `${'x'.repeat(part - left)}😀€éy`),
    '😀'.repeat(part),
    `${'x'.repeat(part - 1)}é${'y'.repeat(part)}`,
    `${'\ud83d'.repeat(part)}\udc00\udc00`,
    `${'x'.repeat(part)}\ud83d`,
  ]) {
    assert.deepEqual(await blobOf(text).text(), await new Blob([text]).text(), `${text.length}`);
  }
});

test('the caller may pause after 250 KiB at the latest, which is what Chromium takes at once', () => {
  for (const text of ['', 'x', 'x'.repeat(1 << 20), '€'.repeat(1 << 18)]) {
    const pauses = [...makeBlob(text)].length;
    assert.ok(pauses >= Buffer.byteLength(text) / (250 << 10), `${pauses} in ${text.length}`);
  }
});
