/** Tests a part of a Report: its contents, its statement about the omitted rest, and that it can be parsed again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareReports } from '../../../src/report/compare-reports.ts';
import { csvOf } from '../../../src/report/csv.ts';
import { reportName } from '../../../src/report/file-names.ts';
import { markdownOf } from '../../../src/report/markdown.ts';
import { partOf } from '../../../src/report/partial-report.ts';
import { readReports } from '../../../src/report/read-reports.ts';
import type { Reading } from '../../../src/report/report.ts';
import { jsonTextsOf } from '../../../src/report/report-json.ts';
import { sarifOf } from '../../../src/report/sarif.ts';
import { zipOf } from '../../../src/report/zip-of-bodies.ts';
import { unzip } from '../../support/unzip.ts';
import { dataUrl, finding, many, occurrence, report } from './reports.ts';

const [first, second] = many(3).map(({ sha256 }) => sha256) as [string, string];
const whole = report(many(3), {
  findings: [
    finding({ rule: 'duplicates', severity: 'warning', dataUrls: [second] }),
    finding({ rule: 'render-blocking', severity: 'warning', dataUrls: [first, second] }),
    finding({ rule: 'csp-allows' }),
  ],
});
const part = partOf(whole, new Set([first]), { query: 'type:image/*', filters: ['flagged'] });
const text = [...jsonTextsOf(part)].join('');

test('it has the listed data: URLs, the findings about one of them, and its own totals; those of the page beside', () => {
  assert.deepEqual(
    part.dataUrls.map(({ sha256 }) => sha256),
    [first],
  );
  assert.deepEqual(
    part.findings.map(({ rule }) => rule),
    ['render-blocking'],
  );
  assert.deepEqual(part.totals.findings, { error: 1, warning: 1, info: 0 });
  assert.equal(part.totals.cost, 26);
  assert.deepEqual(part.part, { query: 'type:image/*', filters: ['flagged'], page: whole.totals });
  assert.equal(whole.part, undefined);
});

test('its JSON is read again, as a part, and compared', () => {
  assert.deepEqual(JSON.parse(text)[0].part.page.dataUrls, 3);
  const read = readReports(text);
  assert.ok(read.ok);
  assert.equal(read.reports[0]?.partOf, 3);
  const comparison = compareReports(read.reports[0]!, read.reports[0]!);
  assert.equal(comparison.same, 1);
  assert.equal(comparison.before.cost, part.totals.cost);
  const all = readReports([...jsonTextsOf(whole)].join(''));
  assert.ok(all.ok && !('partOf' in all.reports[0]!));
});

test('a part of a part that is made up is no part of anything', () => {
  const made = JSON.parse(text)[0];
  for (const bad of [null, 7, { page: null }, { page: { dataUrls: 'many' } }]) {
    const read = readReports(JSON.stringify({ ...made, part: bad }));
    assert.ok(read.ok);
    assert.equal(read.reports[0]?.partOf, 0);
  }
});

test('every form has the listed ones only, and says so where it has words', async () => {
  const markdown = [...markdownOf([part])].join('');
  assert.match(
    markdown,
    /\*\*1 of the page's 3 data: URLs\*\*, by the search `type:image\/\*`, the filter `flagged`/,
  );
  assert.doesNotMatch([...markdownOf([whole])].join(''), /of the page's/);
  assert.equal([...csvOf([part])].length, 2);
  const [run] = JSON.parse([...sarifOf([part], { rules: [], version: '1' })].join('')).runs;
  assert.deepEqual(run.artifacts[0].properties.part, part.part);
  const files = await unzip(await zipOf(part, async () => new Blob(['body'])));
  assert.equal(files.size, 3);
  assert.deepEqual(JSON.parse(String(files.get('index.json'))).part, part.part);
});

test('the name of its file has how many of how many', () => {
  const day = new Date('2026-11-23T12:00:00Z');
  const name = reportName('https://example.com/', 'csv', day, { listed: 16, all: 120 });
  assert.equal(name, 'data-urls-example.com-16-of-120-2026-11-23.csv');
});

test('what a shorter URL would cost is in the JSON, so that a part has savings of its own', () => {
  const payload = { cost: { gzipped: null, better: { length: 9, bytes: 10, saved: 16, gzipped: null } } };
  const shorter = report([
    dataUrl({ payload: payload as Reading, occurrences: [occurrence(), occurrence()] }),
  ]);
  const [read] = JSON.parse([...jsonTextsOf(shorter)].join(''));
  assert.equal(read.dataUrls[0].minimalCost, 10);
  assert.equal(read.dataUrls[0].payload, undefined);
  const { totals } = partOf(read, new Set([read.dataUrls[0].sha256]), { query: '', filters: [] });
  assert.equal(totals.savings, shorter.totals.savings);
  assert.equal(totals.savings, 26 + 16);
});
