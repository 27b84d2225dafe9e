/** Tests the output folder of a build. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { build } from '../../../extension/build/build.ts';
import { copyBuilt } from '../../support/built.ts';
import { testInFull } from '../../support/seed.ts';

/** Returns a copy of the existing build. */
async function builtIn(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-build-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const outDir = path.join(folder, 'firefox');
  await copyBuilt({ target: 'firefox', outDir });
  return outDir;
}

test('what is built once more is left in its place where it is the same, for a browser that runs it', async (t) => {
  const outDir = await builtIn(t);
  const { ino } = await stat(outDir);
  await build({ target: 'firefox', outDir });
  assert.equal((await stat(outDir)).ino, ino);
});

testInFull('what has another file is replaced', async (t) => {
  const outDir = await builtIn(t);
  const manifest = path.join(outDir, 'manifest.json');
  const written = await readFile(manifest, 'utf8');
  await writeFile(manifest, '{}');
  await build({ target: 'firefox', outDir });
  assert.equal(await readFile(manifest, 'utf8'), written);
});
