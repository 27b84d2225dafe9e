/** The inspector tab's address: views by name and id, never a payload. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashOf, tools, type View, viewOf } from '../../../extension/inspector/address.ts';

const id = 'ab'.repeat(32);

test('an address is read back as the view that it was made of', () => {
  const views: View[] = [
    { kind: 'page', id: null },
    { kind: 'page', id },
    ...tools.flatMap((tool): View[] => [
      { kind: 'workbench', tool, id: null },
      { kind: 'workbench', tool, id },
    ]),
  ];
  for (const view of views) assert.deepEqual(viewOf(hashOf(view), true), view);
});

test('what names nothing is the first view, and no id is taken from what is none', () => {
  assert.deepEqual(viewOf('', true), { kind: 'page', id: null });
  assert.deepEqual(viewOf('#data:text/html,x', true), { kind: 'page', id: null });
  assert.deepEqual(viewOf('', false), { kind: 'workbench', tool: 'inspect', id: null });
  assert.deepEqual(viewOf(`#${id}`, false), { kind: 'workbench', tool: 'inspect', id: null });
  assert.deepEqual(viewOf(`#workbench/nonsense/${id.toUpperCase()}`, true), {
    kind: 'workbench',
    tool: 'inspect',
    id: null,
  });
});
