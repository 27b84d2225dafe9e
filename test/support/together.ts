/**
 * Runs several test files in one process, because loading Node and the files' imports takes longer than most tests. The
 * files run one after another, after all of them have been loaded.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../src/cli/project.ts';
import type { Mirror } from './mirror.ts';

/** Maximum number of files per process. */
const maxFiles = 8;

/**
 * Matches the text of a test file that needs its own process, because it replaces globals that other files use, starts
 * processes, measures something, or has hooks, which would apply to the whole process.
 */
const alone =
  /\bglobalThis\b|\bprocess\.|\bperformance\.|\bmock\b|\b(?:before|after)(?:Each)?\b[^;]*from 'node:test'|child_process|worker_threads|esbuild|extension\/background|support\/(?:command|worker-world)\b/;

export const canShare = (file: string): boolean => !alone.test(readFileSync(file, 'utf8'));

/**
 * Writes files that each load several test files, into the tests' folder of the mirror.
 *
 * @returns the written files, each with the test files that it loads
 */
export function together(files: readonly string[], folder: string, mirror: Mirror): Map<string, string[]> {
  const entries = new Map<string, string[]>();
  for (let from = 0; from < files.length; from += maxFiles) {
    const own = files.slice(from, from + maxFiles);
    const entry = path.join(mirror.copyOf(folder), `together-${entries.size + 1}.mjs`);
    writeFileSync(
      entry,
      textOf(own.map((file) => [path.relative(root, file), pathToFileURL(mirror.copyOf(file)).href])),
    );
    entries.set(entry, own);
  }
  return entries;
}

/**
 * Returns the text of a file that loads several test files. Its first test delays the others, which would otherwise run
 * before the next file has loaded.
 */
const textOf = (files: [file: string, copy: string][]): string => `
import assert from 'node:assert/strict';
import { test } from 'node:test';
const before = Object.getOwnPropertyNames(globalThis);
let load;
const loaded = new Promise((resolve) => { load = resolve; });
test('all files that share a process are loaded', () => loaded);
for (const [file, copy] of ${JSON.stringify(files)})
  await import(copy).catch((error) => { test(file, () => { throw error; }); });
test('none of them leaves a global', () => {
  assert.deepEqual(Object.getOwnPropertyNames(globalThis).filter((name) => !before.includes(name)), []);
});
load();
`;
