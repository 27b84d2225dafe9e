import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { csvColumns, csvField, csvOf } from '../../../src/report/csv.ts';
import { runs } from '../../support/seed.ts';
import { dataUrl, finding, hostile, many, occurrence, report } from './reports.ts';

/** Parses a text by the grammar of RFC 4180, character by character. Throws if the text does not follow the grammar. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  for (let at = 0; at < text.length; at = field.lastIndex) {
    field.lastIndex = at;
    const match = field.exec(text);
    assert.ok(match, `no field at ${at}: ${text.slice(at, at + 40)}`);
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === ',') continue;
    rows.push(row);
    row = [];
  }
  assert.deepEqual(row, []);
  return rows;
}

const csv = (...reports: Parameters<typeof report>[0][]) =>
  [...csvOf(reports.map((each) => report(each)))].join('');

test('a line for each place, under the names of the columns', () => {
  const rows = parseCsv(
    csv([
      dataUrl({
        occurrences: [
          occurrence(),
          occurrence({
            selector: '#b',
            inert: true,
            removedAt: '2026-01-01T00:00:00Z',
            face: 'Inter 700',
            rule: '.a, .b',
            conditions: ['@media print', '@layer x'],
            sheet: 'https://example.com/a.css',
            line: 12,
            column: 40,
            state: { kind: 'blocked', by: 'seen', directive: 'img-src', predicted: 'loaded' },
          }),
        ],
        disallowed: { pattern: 'image/*', destination: 'image', type: 'declared', by: 'user' },
        findings: [
          finding({ severity: 'info', rule: 'a', effect: 'costs' }),
          finding({ rule: 'b' }),
          finding({ rule: 'b' }),
        ],
      }),
    ]),
  );
  assert.deepEqual(rows[0], csvColumns);
  assert.equal(rows.length, 3);
  const objects = rows
    .slice(1)
    .map((row) => Object.fromEntries(row.map((value, n) => [csvColumns[n], value])));
  assert.deepEqual(objects[1], {
    page: 'https://example.com/',
    sha256: '0'.repeat(64),
    within: '',
    length: '26',
    head: 'data:image/png;base64,AAAA',
    mimeType: 'image/png',
    detectedType: 'image/png',
    charset: '',
    encoding: 'base64',
    size: '3',
    bodySha256: '1'.repeat(64),
    problem: '',
    disallowed: 'image/*',
    disallowedBy: 'user',
    severity: 'error',
    effects: 'costs not-allowed',
    rules: 'a b',
    messages: 'Disallowed. | Disallowed. | Disallowed.',
    frame: 'https://example.com/',
    place: 'attribute',
    element: 'img',
    name: 'src',
    selector: '#b',
    destination: 'image',
    inert: 'true',
    removedAt: '2026-01-01T00:00:00Z',
    face: 'Inter 700',
    sheet: 'https://example.com/a.css',
    conditions: "'@media print | @layer x",
    rule: '.a, .b',
    line: '12',
    column: '40',
    inSource: '',
    cost: '26',
    state: 'blocked',
    stateBy: 'seen',
    stateReason: 'img-src',
    statePredicted: 'loaded',
  });
  assert.deepEqual([objects[0]?.selector, objects[0]?.inert, objects[0]?.removedAt], ['#a', 'false', '']);
});

test('a nested one has a line, which says within which', () => {
  const inner = dataUrl({ sha256: '2'.repeat(64), occurrences: [] });
  const rows = parseCsv(csv([dataUrl({ nested: [inner] })]));
  assert.deepEqual(
    rows.slice(1).map((row) => [row[1], row[2]]),
    [
      ['0'.repeat(64), ''],
      ['2'.repeat(64), '0'.repeat(64)],
    ],
  );
});

test('several pages have one header; none at all is the header alone', () => {
  assert.equal(parseCsv(csv([dataUrl()], [dataUrl()])).length, 3);
  assert.deepEqual(parseCsv(csv()), [csvColumns]);
});

/**
 * Returns the cells in a spreadsheet that separates cells at semicolons. Quotation marks count only at the beginning of
 * a cell.
 */
function semicolonCells(text: string): string[] {
  const cell = /(?:"((?:[^"]|"")*)"?)?([^;\r\n]*)(?:;|\r\n|$)/y;
  const cells: string[] = [];
  for (let at = 0; at < text.length; at = cell.lastIndex) {
    cell.lastIndex = at;
    const [, quoted = '', rest = ''] = cell.exec(text) ?? [];
    cells.push(quoted.replaceAll('""', '"') + rest);
  }
  return cells;
}

test('no cell begins a formula, wherever a spreadsheet parts them', () => {
  const text = fc.string({ unit: fc.constantFrom(...';"=+-@ ,a\t\n＝\u00a0', '";', ';"'), maxLength: 12 });
  fc.assert(
    fc.property(text, (head) => {
      const line = csv([dataUrl({ head })])
        .split('\r\n')
        .slice(1)
        .join('\r\n');
      for (const cell of semicolonCells(line)) assert.doesNotMatch(cell, /^[\s"]*[=+\-@＝＋－＠]/u, line);
    }),
    runs(5000),
  );
});

describe('what a page writes stays text', () => {
  for (const text of hostile) {
    test(JSON.stringify(text), () => {
      const given = dataUrl({
        head: text,
        mimeType: text,
        findings: [finding({ message: text })],
        occurrences: [occurrence({ frame: text, element: text, name: text, selector: text })],
      });
      const written = [...csvOf([report([given], { page: { url: text, title: text, frames: 1 } })])].join('');
      const rows = parseCsv(written);
      assert.equal(rows.length, 2);
      assert.equal(rows[1]?.length, csvColumns.length);
      for (const cell of rows[1] ?? []) {
        assert.doesNotMatch(cell, /^\s*[=+\-@＝＋－＠]/u);
        // Some spreadsheets also separate cells at semicolons.
        for (const part of cell.split(';')) assert.doesNotMatch(part, /^\s*[=+\-@＝＋－＠]/u);
        assert.doesNotMatch(cell, /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }
    });
  }

  test('what is harmless is left as it is', () => {
    for (const text of [
      'data:image/png;base64,AA==',
      'a=b',
      "it's",
      'ä,ö',
      'data:text/plain;charset=utf-8,x',
    ]) {
      assert.equal(csvField(text), `"${text}"`);
    }
  });
});

test('20,000 data: URLs, line by line', () => {
  let lines = 0;
  let longest = 0;
  for (const line of csvOf([report(many(20_000))])) {
    lines++;
    longest = Math.max(longest, line.length);
  }
  assert.equal(lines, 20_001);
  assert.ok(longest < 1000);
});
