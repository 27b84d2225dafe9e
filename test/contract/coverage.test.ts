/** docs/coverage.md must list the ways that the tests try, and may name only existing things. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { root } from '../../src/cli/project.ts';
import { pages as hiddenPages } from '../attack/hidden.ts';
import { sinkPages } from '../attack/sink-pages.ts';
import { findersNamed, pagesNamed, sinkTable, withSinkTable } from '../attack/sink-table.ts';
import { unlistedSinks } from '../attack/sinks.ts';
import { pages } from '../support/places.ts';
import { textOf } from './sources.ts';

test('docs/coverage.md has the table of the ways as the tests have it', () => {
  const page = textOf('docs/coverage.md');
  assert.equal(page, withSinkTable(page), 'run npm run reference');
});

test('each cell says listed, named, or not knowable and why', () => {
  const rows = textOf('docs/coverage.md')
    .split('\n')
    .filter((line) => /^\|.*\.(?:html|ts|svg|xml)`/.test(line));
  assert.equal(rows.length, sinkTable().split('\n').length - 2);
  for (const row of rows)
    for (const cell of row.split(' | ').slice(4, 6))
      assert.match(cell, /^(?:listed|named: `[a-z-]+`|not knowable: \S.*)$/, row);
});

test('each way that is not listed is tried by a test in both browsers', () => {
  for (const { sink, page } of unlistedSinks) {
    if (!('test' in page)) continue;
    const { test: file } = page;
    const files = file.startsWith('test/e2e/') ? [file, file.replace('e2e', 'firefox')] : [file];
    const imports = files.map(textOf).join('\n');
    assert.ok(/'\.\.\/support\/chromium\.ts'/.test(imports), `${sink}, in Chromium`);
    assert.ok(/'\.(?:\.\/firefox)?\/firefox\.ts'/.test(imports), `${sink}, in Firefox`);
  }
});

test('the finders and the pages of the table exist', () => {
  for (const finder of findersNamed()) {
    assert.ok(existsSync(path.join(root, 'extension/content', finder)), finder);
  }
  const known = new Set([...Object.keys(pages), ...Object.keys(hiddenPages), ...Object.keys(sinkPages)]);
  for (const page of pagesNamed()) assert.ok(known.has(page), page);
});
