import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { register } from 'tsx/esm/api';
import { root } from '../../src/cli/project.ts';
import { entries } from '../fuzz/growth/entries.ts';
import { excluded } from '../fuzz/growth/excluded.ts';
import { sourcesIn } from './sources.ts';

// Allows any source file to be imported by its name.
register();

const reasons = Object.values(excluded).flat();
const measured = new Set(entries.map(({ name }) => name.split(' ')[0] as string));
const addressOf = (file: string) => pathToFileURL(path.join(root, file)).href;
const covers = (reason: string, name: string) =>
  reason === name || (reason.includes('#') ? false : name.startsWith(reason));

test('every exported function of src/ is measured by `npm run fuzz -- growth`, or there is a reason', async () => {
  const missing: string[] = [];
  const seen = new Set<string>();
  for (const { file } of sourcesIn('src')) {
    // The commands are measured as processes, in test/bench.
    if (file.startsWith('src/cli/')) continue;
    const exports: Record<string, unknown> = await import(addressOf(file));
    for (const [key, value] of Object.entries(exports)) {
      if (typeof value !== 'function') continue;
      const name = `${file.slice('src/'.length)}#${key}`;
      seen.add(name);
      if (!measured.has(name) && !reasons.some((reason) => covers(reason, name))) missing.push(name);
    }
  }
  assert.deepEqual(missing, [], 'add them to test/fuzz/growth, or to its excluded.ts with the reason');
  const idle = [...measured, ...reasons].filter(
    (name) => !name.startsWith('extension/') && ![...seen].some((each) => covers(name, each)),
  );
  assert.deepEqual(idle, [], 'no longer there');
});
