/** Runs the property tests with seeds other than those of `npm test`. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from 'node:test';
import { inspect } from 'node:util';
import { root } from '../../src/cli/project.ts';

/** Returns the test files that take their seed from test/support/seed.ts. */
async function seededFiles(part: string): Promise<string[]> {
  const folder = path.join(root, 'test/unit');
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.test.ts'));
  const files = names.map((name) => path.join(folder, name)).filter((file) => file.includes(part));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return files.filter((_, n) => texts[n]?.includes('support/seed.ts')).sort();
}

/**
 * Runs the files with a number of seeds, one after the other, and prints each failure with its seed.
 *
 * @param part a part of the files' paths; empty for all files
 */
export async function fuzzProperties(count: number, first: number, part: string): Promise<void> {
  const files = await seededFiles(part);
  let failed = 0;
  process.env.TEST_CASES = 'full';
  for (let seed = first; seed < first + count; seed++) {
    process.env.TEST_SEED = String(seed);
    const stream = run({ files, concurrency: 1 });
    stream.on('test:fail', ({ name, details }) => {
      failed++;
      process.stdout.write(`seed ${seed}: ${name}\n${inspect(details.error.cause ?? details.error)}\n`);
    });
    for await (const _ of stream);
  }
  process.stdout.write(`${files.length} files from ${count} seeds, the first ${first}: ${failed} failed\n`);
  if (failed > 0) process.exitCode = 1;
}
