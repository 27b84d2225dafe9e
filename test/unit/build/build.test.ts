/** The output folder of a build. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { build } from '../../../extension/build/build.ts';

test('what is built once more is left in its place where it is the same, for a browser that runs it', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-build-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const outDir = path.join(folder, 'firefox');
  const again = async () => {
    await build({ target: 'firefox', outDir });
    return (await stat(outDir)).ino;
  };
  const first = await again();
  assert.equal(await again(), first);
  const manifest = path.join(outDir, 'manifest.json');
  const written = await readFile(manifest, 'utf8');
  await writeFile(manifest, '{}');
  await again();
  assert.equal(await readFile(manifest, 'utf8'), written);
});
