/** Builds the extension once for all test files of a run. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Built, build } from '../../extension/build/build.ts';
import type { Target } from '../../extension/build/manifest.ts';
import { oncePerRun } from './once-per-run.ts';

const share = (target: Target, make: (outDir: string) => Promise<Built>): Promise<string> =>
  oncePerRun(`built-${target}`, async (folder) => {
    const built = await make(path.join(folder, target));
    await writeFile(path.join(folder, 'built.json'), JSON.stringify(built));
  });

/** Shares a build with all test files that this process starts. */
export async function shareBuilt({ outDir, ...built }: Built): Promise<void> {
  await share(built.target, async (copy) => {
    await cp(outDir, copy, { recursive: true });
    return { ...built, outDir: copy };
  });
}

/** Returns the build of the current source, whose files must not be changed. */
export async function builtFor(target: Target): Promise<Built> {
  const folder = await share(target, (outDir) => build({ target, outDir }));
  const built: Built = JSON.parse(await readFile(path.join(folder, 'built.json'), 'utf8'));
  return { ...built, outDir: path.join(folder, target) };
}

/** Replaces `build` in tests: copies the shared build. */
export const copyBuilt: typeof build = async ({ target, outDir = '' }) => {
  const built = await builtFor(target);
  await cp(built.outDir, outDir, { recursive: true });
  return { ...built, outDir };
};
