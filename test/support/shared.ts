/** The test data shared beside a checkout. A clone without this data uses only its own cases. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../src/cli/project.ts';

/** The folder with that name in the shared data. Prints a notice and returns null if it does not exist. */
export function sharedFolder(name: string): string | null {
  const folder = path.resolve(root, '../shared', name);
  if (existsSync(folder)) return folder;
  console.warn(`\n*** ${folder} is absent: what it holds is NOT tested in this run. ***\n`);
  return null;
}

// biome-ignore lint/suspicious/noExplicitAny: each file has a form of its own
export const readJson = (folder: string, file: string): any =>
  JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
