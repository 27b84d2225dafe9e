/** Determines from the times of files whether a build is up to date with the source. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../src/cli/project.ts';

/** Everything that a build is made from. */
const sources = ['src', 'extension', 'manifest.json', 'package.json', 'package-lock.json', 'LICENSE'];

/**
 * The time, in milliseconds, of the last change to a file, or to a folder and everything in it. Deleting a file changes
 * the time of its folder.
 */
async function lastChange(name: string): Promise<number> {
  const entries = (await stat(name)).isDirectory() ? await readdir(name, { recursive: true }) : [];
  const all = [name, ...entries.map((entry) => path.join(name, entry))];
  return Math.max(...(await Promise.all(all.map(async (each) => (await stat(each)).mtimeMs))));
}

/**
 * Whether a build began after the last change of its source. @param folder a folder whose time is the time of its build
 */
export async function isFresh(folder: string): Promise<boolean> {
  try {
    const changes = await Promise.all(sources.map((name) => lastChange(path.join(root, name))));
    return (await stat(folder)).mtimeMs > Math.max(...changes);
  } catch {
    return false;
  }
}
