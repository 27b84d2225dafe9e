/** Loads the vectors next to the checkout. Each test prints a warning if they are missing. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const shared = path.resolve(import.meta.dirname, '../../../shared/vectors');

/** Returns the parsed file. If the file is missing, prints a warning and returns undefined. */
export function sharedVectors<T>(name: string): T | undefined {
  const file = path.join(shared, name);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as T;
  console.warn(`!!! ABSENT: ${file}. Only the project's own cases are proved here.`);
  return undefined;
}

/** Returns the project's own cases, which every clone contains. */
export function ownCases<T>(name: string): T {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, 'cases', name), 'utf8')) as T;
}
