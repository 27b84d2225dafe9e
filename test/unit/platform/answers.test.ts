/** The answers of the worker and of the workbench about one data: URL. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyOf } from '../../../extension/platform/answers.ts';
import { none } from '../../../extension/platform/limits.ts';
import { inForm } from '../../../extension/ui/detail/copy-form.ts';
import { inspect } from '../../../src/inspect.ts';

const dataUrlOf = async (written: string) =>
  ({ ...(await inspect(written)), occurrences: [], nested: [], findings: [] }) as never;

test('a form that there is none of is no missing answer', async () => {
  const shortest = 'data:,a';
  assert.equal(await inForm(shortest, 'better', await dataUrlOf(shortest)), none);
  const lost = 'data:;base64,A*A';
  assert.equal(await inForm(lost, 'repaired', await dataUrlOf(lost)), none);
  assert.equal(await bodyOf(lost), none);
  assert.equal(await ((await bodyOf(shortest)) as Blob).text(), 'a');
});
