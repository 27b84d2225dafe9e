/** The inspector tab's address identifies views by name and id, and never contains a payload. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashOf, parts, tools, type View, viewOf } from '../../../extension/inspector/address.ts';

const id = 'ab'.repeat(32);

test('an address is read back as the view that it was made of', () => {
  const views: View[] = [
    ...parts.flatMap((part): View[] => [
      { kind: 'page', part, id: null },
      { kind: 'page', part, id },
    ]),
    ...tools.flatMap((tool): View[] => [
      { kind: 'workbench', tool, id: null },
      { kind: 'workbench', tool, id },
    ]),
  ];
  for (const view of views) assert.deepEqual(viewOf(hashOf(view), true), view);
});

test('what names nothing is the first view, and no id is taken from what is none', () => {
  for (const hash of ['', '#page', '#data:text/html,x', `#nonsense/${id}x`])
    assert.deepEqual(viewOf(hash, true), { kind: 'page', part: 'overview', id: null }, hash);
  assert.deepEqual(viewOf('', false), { kind: 'workbench', tool: 'inspect', id: null });
  assert.deepEqual(viewOf(`#${id}`, false), { kind: 'workbench', tool: 'inspect', id: null });
  assert.deepEqual(viewOf(`#workbench/nonsense/${id.toUpperCase()}`, true), {
    kind: 'workbench',
    tool: 'inspect',
    id: null,
  });
});

test('an id alone names a row of the list', () => {
  assert.deepEqual(viewOf(`#${id}`, true), { kind: 'page', part: 'list', id });
});

test('a tool alone, or with an example of a document; nothing that is no example stays', () => {
  const at = (hash: string) => viewOf(hash, true);
  assert.deepEqual(at('#mail'), { kind: 'workbench', tool: 'mail', id: null });
  for (const [tool, name] of [
    ['mail', 'rfc2017-3.1'],
    ['uri', 'rfc3986-C'],
    ['resolve', 'rfc3986-5.4.2'],
  ] as const) {
    const view: View = { kind: 'workbench', tool, id: name };
    assert.deepEqual(at(`#${tool}=${name}`), view);
    assert.deepEqual(at(hashOf(view)), view);
  }
  for (const pasted of ['data:,x', 'constructor', 'rfc2017-3.1x'])
    assert.deepEqual(at(`#mail=${pasted}`), { kind: 'workbench', tool: 'mail', id: null });
});
