import assert from 'node:assert/strict';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { isFresh } from '../../../extension/build/fresh-build.ts';

test('a build is fresh if it began after the last change of its source', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-fresh-'));
  try {
    const [past, later] = [new Date('2020-01-01'), new Date(Date.now() + 60_000)];
    await utimes(folder, past, past);
    assert.equal(await isFresh(folder), false);
    await utimes(folder, later, later);
    assert.equal(await isFresh(folder), true);
    assert.equal(await isFresh(path.join(folder, 'missing')), false);
  } finally {
    await rm(folder, { recursive: true });
  }
});
