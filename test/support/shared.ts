/** The shared test data next to a checkout. A clone without this data uses only its own cases. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../src/cli/project.ts';

/** Returns the folder with that name in the shared data. If it does not exist, prints a notice and returns null. */
export function sharedFolder(name: string): string | null {
  const folder = path.resolve(root, '../shared', name);
  if (existsSync(folder)) return folder;
  console.warn(`\n*** ${folder} is absent: what it holds is NOT tested in this run. ***\n`);
  return null;
}

// biome-ignore lint/suspicious/noExplicitAny: each file has a form of its own
export const readJson = (folder: string, file: string): any =>
  JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
