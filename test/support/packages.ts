/** A package, made for one test and deleted after it. */

import { openAsBlob } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { type Package, packageAll } from '../../extension/build/package.ts';
import { unzip } from './unzip.ts';

/** @returns the package's file, and the folder with its contents */
export async function packageFor(
  t: TestContext,
  target: Exclude<Package['kind'], 'npm' | 'source'>,
): Promise<{ file: string; folder: string }> {
  const outDir = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-package-'));
  t.after(() => rm(outDir, { recursive: true, force: true }));
  const [{ file } = { file: '' }] = await packageAll({ outDir, kinds: [target] });
  const folder = path.join(outDir, target);
  for (const [name, bytes] of await unzip(await openAsBlob(file))) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), bytes);
  }
  return { file, folder };
}
