/** docs/finding.md shows the sinks that the tests set, and names what exists. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { root } from '../../extension/build/build.ts';
import { pages as hiddenPages } from '../attack/hidden.ts';
import { sinkPages } from '../attack/sink-pages.ts';
import { findersNamed, pagesNamed, sinkTable } from '../attack/sink-table.ts';
import { pages } from '../support/places.ts';
import { textOf } from './sources.ts';

test('docs/finding.md has the table of the sinks as the tests have it', () => {
  const table = /<!-- sinks -->\n\n([\s\S]*?)\n\n<!-- end of sinks -->/.exec(textOf('docs/finding.md'))?.[1];
  assert.equal(table, sinkTable());
});

test('the finders and the pages of the table exist', () => {
  for (const finder of findersNamed()) {
    assert.ok(existsSync(path.join(root, 'extension/content', finder)), finder);
  }
  const known = new Set([...Object.keys(pages), ...Object.keys(hiddenPages), ...Object.keys(sinkPages)]);
  for (const page of pagesNamed()) assert.ok(known.has(page), page);
});
