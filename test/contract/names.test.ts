/**
 * Each file name must be unique in the product, so that it is unambiguous in an editor's list, in a stack trace and in
 * a sentence.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { sourcesIn } from './sources.ts';

/** Names that each folder may contain once. */
const perFolder = ['index', 'main', 'limits'];

test('no two files of the product have one name', () => {
  const files = [...sourcesIn('src'), ...sourcesIn('extension')].map(({ file }) => file);
  assert.ok(files.length > 300, `${files.length} files`);
  // The file of a rule is named after the rule's id, even if another file has the same name.
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
