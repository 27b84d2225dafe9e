import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { withoutHtml } from '../../../extension/build/preact-without-html.ts';
import { root } from '../../../src/cli/project.ts';

test("Preact's own code loses the branch that sets innerHTML, and nothing else", async () => {
  const code = await readFile(path.join(root, 'node_modules/preact/dist/preact.mjs'), 'utf8');
  const cut = withoutHtml(code);
  assert.ok(code.includes('.innerHTML=') && !cut.includes('innerHTML='));
  assert.ok(code.length - cut.length < 150, `${code.length - cut.length} characters`);
});

test('code in which the branch is not there, or is there twice, is refused', () => {
  const branch =
    'h?(l||y&&(h.__html==y.__html||h.__html==t.innerHTML)||(t.innerHTML=h.__html),r.__k=[]):(a())';
  assert.equal(withoutHtml(`x(),${branch}`), 'x(),(a())');
  assert.throws(() => withoutHtml('t.innerHTML=h.__html'), /0 times/);
  assert.throws(() => withoutHtml(`${branch};${branch}`), /2 times/);
});
