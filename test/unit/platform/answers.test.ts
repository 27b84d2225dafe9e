/** Tests the answers of the worker and of the workbench about a data: URL. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyOf } from '../../../extension/platform/answers.ts';
import { none } from '../../../extension/platform/limits.ts';
import { inForm } from '../../../extension/ui/detail/copy-form.ts';
import { inspect } from '../../../src/inspect.ts';
import { type MenuForm, menuForms } from '../../../src/report/copy-forms.ts';

const dataUrlOf = async (written: string) =>
  ({ ...(await inspect(written)), occurrences: [], nested: [], findings: [] }) as never;

test('a form that there is none of is no missing answer', async () => {
  const shortest = 'data:,a';
  assert.equal(await inForm(shortest, 'better', await dataUrlOf(shortest), false), none);
  const lost = 'data:;base64,A*A';
  assert.equal(await inForm(lost, 'repaired', await dataUrlOf(lost), true), none);
  assert.equal(await bodyOf(lost), none);
  assert.equal(await ((await bodyOf(shortest)) as Blob).text(), 'a');
});

test('a URL that needs a repair is copied repaired, in every form for another text, and says so', async () => {
  const written = 'data:text/plain;charset=utf 8,hello big world';
  const repaired = ';charset=utf-8,hello%20big%20world';
  const item = await dataUrlOf(written);
  const copy = async (form: MenuForm, isWrong = true) => {
    const found = await inForm(written, form, item, isWrong);
    assert.ok(found !== none, form);
    return { text: await found.text.text(), edits: found.repair?.edits ?? [] };
  };
  for (const form of menuForms) {
    const { text, edits } = await copy(form);
    if (form === 'text' || form === 'base64' || form === 'written') assert.deepEqual(edits, [], form);
    else {
      assert.ok(text.replace(/"?\r?\n "?/g, '').includes(repaired), `${form}: ${text}`);
      assert.equal(edits.length, 2, form);
    }
  }
  assert.deepEqual(await copy('css', false), {
    text: 'url("data:text/plain;charset=utf 8,hello%20big%20world")',
    edits: [],
  });
});
