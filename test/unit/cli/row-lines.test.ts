/** Tests `--rows`: fixed columns for data engines. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { beginRun } from '../../../src/cli/ndjson-lines.ts';
import { root } from '../../../src/cli/project.ts';
import { rowColumns } from '../../../src/cli/row-lines.ts';
import { reportsIn, runCommand } from '../../support/command.ts';
import { dataUrl, finding, occurrence, report } from '../report/reports.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-rows-'));
  const inner = encodeURIComponent('<img src="data:,inner">');
  const files = {
    'a.html': `<title>A</title><meta http-equiv="Content-Security-Policy" content="img-src 'none'"><img src="data:,a"><img src="data:,a"><iframe src="data:text/html,${inner}"></iframe>`,
    'b.css': 'a { b: url(data:image/png;base64,AA*A) }',
    'c.html': '<p>',
    'd.html': '\0\0\x01\x02',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
});
after(() => rm(folder, { recursive: true, force: true }));

type Row = Record<string, string | number | boolean | null>;
const rowsIn = (text: string): Row[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** Returns the rows without the columns that differ between runs. */
const contents = (text: string): Row[] =>
  rowsIn(text).map(({ run: _, version: _version, shard: _shard, ...row }) => row);

/** Returns the columns in the documentation, with their types. */
async function documented(): Promise<Record<string, string>> {
  const page = await readFile(path.join(root, 'docs/scale.md'), 'utf8');
  const lines = page.matchAll(/^\| (`\w+`(?:, `\w+`)*) \| (text|integer|boolean) \|/gm);
  return Object.fromEntries(
    Array.from(lines).flatMap(([, names = '', type = '']) =>
      Array.from(names.matchAll(/\w+/g), ([name]) => [name, type]),
    ),
  );
}

test('each row has all columns, of the types that the documentation and the SQL name', async () => {
  const types = await documented();
  assert.deepEqual(Object.keys(types).sort(), rowColumns.toSorted());
  const sql = await readFile(path.join(root, 'docs/sql/rows.sql'), 'utf8');
  const sqlTypes = { text: 'VARCHAR', integer: 'BIGINT', boolean: 'BOOLEAN' } as Record<string, string>;
  assert.deepEqual(
    Array.from(sql.matchAll(/'(\w+)': '(\w+)'/g), ([, name, type]) => [name, type]),
    rowColumns.map((name) => [name, sqlTypes[types[name] as string]]),
  );
  const { stdout } = await runCommand(folder, ['scan', '--rows', '.']);
  const made = report(
    [
      dataUrl({
        charset: { declared: null, used: 'utf-8' },
        disallowed: { pattern: 'image/*', destination: 'image', type: 'declared', by: 'user' },
        occurrences: [
          occurrence({
            ...{ removedAt: '2026-01-01T00:00:00Z', face: 'Inter', rule: '.a', conditions: ['@media print'] },
            ...{ sheet: 'https://example.com/a.css', line: 1, column: 2, inSource: true },
            state: { kind: 'blocked', by: 'seen', directive: 'img-src', predicted: 'loaded' },
          }),
        ],
      }),
    ],
    {
      page: {
        ...{ url: 'a', requested: 'b', archive: 'c', offset: 1, record: 'd', title: 'e', frames: 1 },
      },
    },
  );
  const run = beginRun('rows', 'scan', ['--shard=1/2']);
  const rows = [...rowsIn(stdout), ...rowsIn([...run.reportLines(made)].join(''))];
  const seen = new Set<string>();
  for (const row of rows) {
    assert.deepEqual(Object.keys(row), rowColumns);
    for (const [name, value] of Object.entries(row)) {
      if (value === null) continue;
      seen.add(name);
      const type = Number.isInteger(value) ? 'integer' : typeof value === 'string' ? 'text' : typeof value;
      assert.equal(type, types[name], `${name}: ${value}`);
    }
  }
  assert.deepEqual([...seen].sort(), rowColumns.toSorted());
});

test('a row for each occurrence, for each file without any, and for each failure; then the end', async () => {
  const { stdout } = await runCommand(folder, ['scan', '--rows', '.']);
  const rows = rowsIn(stdout);
  assert.deepEqual(
    rows.map(({ kind, number, report, page, head, reason }) => [kind, number, report, page, head ?? reason]),
    [
      ['occurrence', 1, 1, 'a.html', 'data:,a'],
      ['occurrence', 2, 1, 'a.html', 'data:,a'],
      ['occurrence', 3, 1, 'a.html', 'data:text/html,%3Cimg%20src%3D%22data%3A%2Cinner%22%3E'],
      ['occurrence', 4, 1, 'a.html', 'data:,inner'],
      ['occurrence', 5, 2, 'b.css', 'data:image/png;base64,AA*A'],
      ['page', 6, 3, 'c.html', null],
      ['failure', 7, 4, 'd.html', 'not text'],
      ['end', 8, 4, null, null],
    ],
  );
  assert.equal(new Set(rows.map(({ run }) => run)).size, 1);
  assert.equal(rows[3]?.within, rows[2]?.sha256);
  assert.deepEqual(
    rows.flatMap((row) => Object.keys(row).filter((name) => row[name] === '')),
    [],
  );
  const reports = reportsIn((await runCommand(folder, ['scan', '--ndjson', '.'])).stdout);
  assert.equal(
    rows.reduce((sum, { cost }) => sum + Number(cost), 0),
    reports.reduce((sum, { totals }) => sum + totals.cost, 0),
  );
});

test('the rules of the page as a whole, and a page without a Report', () => {
  const run = beginRun('rows', 'inspect', []);
  const findings = [finding({ rule: 'a' }), finding({ rule: 'b' }), finding({ rule: 'a' })];
  const [page] = rowsIn([...run.reportLines(report([], { findings }))].join(''));
  assert.deepEqual([page?.kind, page?.pageRules, page?.rules], ['page', 'a b', null]);
  const [failure] = rowsIn(run.failureLines('https://a.example/', 'not reachable'));
  assert.deepEqual(
    [failure?.kind, failure?.report, failure?.page, failure?.part, failure?.reason],
    ['failure', null, 'https://a.example/', 'page', 'not reachable'],
  );
  assert.deepEqual(
    [...rowsIn(run.end(1))].map(({ number, report }) => [number, report]),
    [[3, 1]],
  );
});

test('merge makes the same rows of the Reports, and ends them only if no part is missing', async () => {
  const rows = await runCommand(folder, ['scan', '--rows', '.']);
  const reports = await runCommand(folder, ['scan', '--ndjson', '.']);
  const merged = await runCommand(folder, ['merge', '--rows', '--fail-on', 'never', '-'], reports.stdout);
  assert.deepEqual([merged.code, merged.said], [0, []]);
  assert.deepEqual(contents(merged.stdout), contents(rows.stdout));
  const cut = reports.stdout.replace(/.*\n$/, '');
  const partly = await runCommand(folder, ['merge', '--rows', '-'], cut);
  assert.equal(partly.code, 2);
  assert.deepEqual(contents(partly.stdout), contents(rows.stdout).slice(0, -1));
});
