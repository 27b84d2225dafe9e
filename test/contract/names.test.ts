/** A name tells one file from all others: in an editor's list, in a stack trace, in a sentence. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { sourcesIn } from './sources.ts';

/** Each folder may have one of these. */
const perFolder = ['index', 'main', 'limits', 'messages', 'policy'];

test('no two files of the product have one name', () => {
  const files = [...sourcesIn('src'), ...sourcesIn('extension')].map(({ file }) => file);
  assert.ok(files.length > 300, `${files.length} files`);
  // A rule stands in a file of its id, whatever else is about the same thing.
  const named = files.filter((file) => !file.startsWith('src/rules/') && !file.endsWith('.d.ts'));
  const byName: Record<string, string[]> = {};
  for (const file of named) {
    const name = path.basename(file).replace(/\.\w+$/, '');
    byName[name] = [...(byName[name] ?? []), file];
  }
  const shared = Object.entries(byName).filter(
    ([name, { length }]) => length > 1 && !perFolder.includes(name),
  );
  assert.deepEqual(Object.fromEntries(shared), {});
});
