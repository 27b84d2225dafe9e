/** Each fact about an engine in src/outcome/engines.ts must have a row in docs/conformance.md. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineFacts } from '../../src/outcome/engines.ts';
import { textOf } from './sources.ts';

test('each fact has its row', () => {
  const rows = textOf('docs/conformance.md').split('\n');
  for (const [name, { browsers, what }] of Object.entries(engineFacts)) {
    const row = rows.find((line) => line.startsWith(`| ${name} | ${browsers.join(', ')} |`));
    assert.ok(row?.replaceAll('`', '').includes(what), name);
  }
});
