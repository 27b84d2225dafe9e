import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { membersIn, withNames } from '../../../extension/build/used-apis.ts';
import { root } from '../../../src/cli/project.ts';

const polyfill = readFile(
  path.join(root, 'node_modules/webextension-polyfill/dist/browser-polyfill.js'),
  'utf8',
);
/** Returns the table of APIs in a reduced polyfill. */
const tableOf = (code: string) => JSON.parse(/\bconst apiMetadata = (\{.*\});$/m.exec(code)?.[1] ?? '');

test('the polyfill keeps each function that the extension calls, and loses the others', async () => {
  const { tabs, storage, bookmarks } = tableOf(
    withNames(await polyfill, membersIn(path.join(root, 'extension'))),
  );
  assert.deepEqual(tabs.query, { minArgs: 1, maxArgs: 1 });
  assert.deepEqual(storage.session ?? storage.local.get, { minArgs: 0, maxArgs: 1 });
  assert.deepEqual([tabs.detectLanguage, bookmarks], [undefined, undefined]);
});

test('an entry stays as it is, with all that it says', async () => {
  const { devtools } = tableOf(withNames(await polyfill, new Set(['devtools', 'panels', 'create'])));
  assert.deepEqual(devtools, {
    panels: { create: { minArgs: 3, maxArgs: 3, singleCallbackArg: true } },
  });
});

test('a polyfill without the table is refused', () => {
  assert.throws(() => withNames('const other = {};', new Set()), /not there/);
});
