/** docs/coverage.md must list the ways that the tests try, and may name only existing things. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { root } from '../../src/cli/project.ts';
import { pages as hiddenPages } from '../attack/hidden.ts';
import { sinkPages } from '../attack/sink-pages.ts';
import { findersNamed, pagesNamed, withSinkTable } from '../attack/sink-table.ts';
import { unlistedSinks } from '../attack/sinks.ts';
import { pages } from '../support/places.ts';
import { textOf } from './sources.ts';

test('docs/coverage.md has the table of the ways as the tests have it', () => {
  const page = textOf('docs/coverage.md');
  assert.equal(page, withSinkTable(page), 'run npm run reference');
});

test('each way that is not listed is tried by a test that exists', () => {
  for (const { sink, page } of unlistedSinks)
    assert.ok(!('test' in page) || existsSync(path.join(root, page.test)), sink);
});

test('the finders and the pages of the table exist', () => {
  for (const finder of findersNamed()) {
    assert.ok(existsSync(path.join(root, 'extension/content', finder)), finder);
  }
  const known = new Set([...Object.keys(pages), ...Object.keys(hiddenPages), ...Object.keys(sinkPages)]);
  for (const page of pagesNamed()) assert.ok(known.has(page), page);
});
