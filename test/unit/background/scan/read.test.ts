import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeoutError } from '../../../../extension/background/frames/timeout.ts';
import { createEntries } from '../../../../extension/background/model/entries.ts';
import { read } from '../../../../extension/background/scan/read.ts';

test('a Blob that never gives what it holds is not waited for without end', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const stuck = Object.assign(new Blob(['data:,x']), { arrayBuffer: () => new Promise(() => {}) });
  const reading = read(createEntries(), stuck);
  t.mock.timers.tick(15_001);
  await assert.rejects(reading, timeoutError);
});

test('a Blob is read as a text is', async () => {
  const [text, blob] = await Promise.all(
    ['data:,x', new Blob(['data:,x'])].map((written) => read(createEntries(), written)),
  );
  assert.deepEqual(blob, text);
});
