/** The output folder of a build. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { build } from '../../../extension/build/build.ts';
import { copyBuilt } from '../../support/built.ts';

test('what is built once more is left in its place where it is the same, for a browser that runs it', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-build-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const [same, other] = ['same', 'other'].map((name) => path.join(folder, name)) as [string, string];
  for (const outDir of [same, other]) await copyBuilt({ target: 'firefox', outDir });
  const manifest = path.join(other, 'manifest.json');
  const written = await readFile(manifest, 'utf8');
  await writeFile(manifest, '{}');
  const before = await stat(same);
  await Promise.all([same, other].map((outDir) => build({ target: 'firefox', outDir })));
  assert.equal((await stat(same)).ino, before.ino);
  assert.equal(await readFile(manifest, 'utf8'), written);
});
