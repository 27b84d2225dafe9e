/** docs/library.md: its reference is that of the code, and its examples do in Node what they say. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { root } from '../../extension/build/build.ts';
import { withReference } from '../../extension/build/library-reference.ts';
import { examplesIn } from '../support/examples.ts';
import { type Installed, install, runNode } from '../support/npm-package.ts';
import { textOf } from './sources.ts';

const page = textOf('docs/library.md');
const examples = examplesIn(page, 'js');
/** A sanitizer of HTML needs a document: test/e2e/library.test.ts has a browser. */
const inNode = examples.filter(({ text }) => !text.includes('dompurify'));

let installed: Installed;
before(async () => {
  installed = await install();
});
after(() => installed.remove());

test('the reference is what the docstrings say: `npm run reference` writes it', async () => {
  assert.equal(page, await withReference(page, root));
});

test('all that is exported has a docstring', async () => {
  const reference = page.slice(page.indexOf('## Reference'));
  const functions = reference.split(/^#### /m).slice(1);
  assert.ok(functions.length > 30, `${functions.length} functions`);
  const bare = functions.filter((text) => /^\w+\n\n```ts\n.*?\n```\s*(?:$|Types:|#|- )/s.test(text));
  assert.deepEqual(bare, []);
  assert.deepEqual(reference.match(/^- `\w+`$/gm), null);
});

test('there are examples, and each prints something', () => {
  assert.ok(inNode.length >= 7 && examples.length > inNode.length);
  for (const { name, prints } of inNode) assert.ok(prints.length > 0, name);
});

describe('in Node, as installed', () => {
  for (const [n, { name, text, prints }] of inNode.entries())
    test(name, async () => {
      const file = path.join(installed.folder, `example-${n}.js`);
      await writeFile(file, text);
      const { code, stdout, stderr } = await runNode(installed.folder, [file]);
      assert.deepEqual([code, stderr], [0, '']);
      assert.deepEqual(stdout.trimEnd().split('\n'), prints);
    });
});
