/** The project's packages, each built once for all test files of a run. */

import { openAsBlob } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { type Package, packageAll } from '../../extension/build/package.ts';
import { copyBuilt } from './built.ts';
import { oncePerRun } from './once-per-run.ts';
import { unzip } from './unzip.ts';

/** Returns a package of the project. */
export async function packed(kind: Package['kind']): Promise<Package> {
  const folder = await oncePerRun(`package-${kind}`, async (outDir) => {
    const [made] = await packageAll({ outDir, kinds: [kind], make: copyBuilt });
    await writeFile(path.join(outDir, 'made.json'), JSON.stringify(made));
  });
  const made: Package = JSON.parse(await readFile(path.join(folder, 'made.json'), 'utf8'));
  return { ...made, file: path.join(folder, path.basename(made.file)) };
}

/**
 * Unpacks a package for a test.
 *
 * @returns the package's file, and the folder with its contents
 */
export async function packageFor(
  t: TestContext,
  target: Exclude<Package['kind'], 'npm' | 'source'>,
): Promise<{ file: string; folder: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-package-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const { file } = await packed(target);
  for (const [name, bytes] of await unzip(await openAsBlob(file))) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), bytes);
  }
  return { file, folder };
}
