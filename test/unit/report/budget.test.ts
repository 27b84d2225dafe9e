/** Tests budgets: the costs that count for each limit, the message for an exceeded limit, and mistakes in the file. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonMistake } from '../../../src/payload/json/json-places.ts';
import { type Budget, createBudgetTally, overrunText, parseBudget } from '../../../src/report/budget.ts';
import type { DataUrl, Report } from '../../../src/report/report.ts';
import { dataUrl, occurrence, report } from './reports.ts';

let hashes = 0;
/** Returns a data: URL whose occurrences have these costs in bytes, with one occurrence on each line. */
function urlOf(
  costs: number[],
  { essence = 'image/png', body = `${hashes++}` } = {},
): (file: string) => DataUrl {
  const sha256 = String(hashes++).padStart(64, '0');
  return (file) =>
    dataUrl({
      ...{ sha256, bodySha256: body, essence, mimeType: essence, detectedType: null },
      occurrences: costs.map((cost, at) =>
        occurrence({ cost, file, frame: file, line: at + 1, column: 5, selector: '#x' }),
      ),
    });
}

const fileOf = (url: string, ...dataUrls: ((file: string) => DataUrl)[]): Report =>
  report(
    dataUrls.map((make) => make(url)),
    { page: { url, title: '', frames: 1 } },
  );

function linesOf(budget: Budget, ...reports: Report[]): string[] {
  const spending = createBudgetTally(budget);
  for (const each of reports) spending.add(each);
  return spending.overruns().map(overrunText);
}

const a = fileOf('a.css', urlOf([100, 100]), urlOf([3000]), urlOf([50], { essence: 'font/woff2' }));
const b = fileOf('b.css', urlOf([40]), urlOf([7]));

test('within its limits nothing is said; a limit itself is within', () => {
  const kind = new Map([['image', 3247]]);
  assert.deepEqual(linesOf({ total: 3297, url: 3000, file: 3250, kind, duplicates: 100 }, a, b), []);
  assert.deepEqual(linesOf({}, a, b), []);
});

test('a line for each limit: by how much, and the largest three', () => {
  const kind = new Map([
    ['font', 0],
    ['image', 3246],
  ]);
  const three = 'a.css:1:5 image/png (3,000), a.css:1:5 image/png (200), ';
  assert.deepEqual(linesOf({ total: 2000, url: 60, file: 40, kind, duplicates: 0 }, a, b), [
    `total: 3,297 bytes, 1,297 over 2,000; largest: ${three}a.css:1:5 font/woff2 (50)`,
    'url: 3,000 bytes, 2,940 over 60 (2 over); largest: a.css:1:5 image/png (3,000), a.css:1:5 image/png (100), a.css:1:5 font/woff2 (50)',
    'file: 3,250 bytes, 3,210 over 40 (2 over); largest: a.css (3,250), b.css (47)',
    'kind.font: 50 bytes, 50 over 0; largest: a.css:1:5 font/woff2 (50)',
    `kind.image: 3,247 bytes, 1 over 3,246; largest: ${three}b.css:1:5 image/png (40)`,
    'duplicates: 100 bytes, 100 over 0; largest: a.css:1:5 image/png (100)',
  ]);
});

test('copies count across files, without the cheapest', () => {
  const same = { body: 'same' };
  const files = ['a', 'b', 'c'].map((name, at) => fileOf(name, urlOf([100 + at], same)));
  assert.deepEqual(linesOf({ duplicates: 200 }, ...files), [
    'duplicates: 203 bytes, 3 over 200; largest: a:1:5 image/png (203)',
  ]);
});

test('a page has selectors, and what is carried elsewhere costs nothing', () => {
  const page = report([
    dataUrl({ occurrences: [occurrence({ cost: 0 }), occurrence({ cost: 9, selector: '#b' })] }),
  ]);
  assert.deepEqual(linesOf({ url: 8 }, page), [
    'url: 9 bytes, 1 over 8 (1 over); largest: https://example.com/ #b image/png (9)',
  ]);
});

test('a budget is read', () => {
  const text = '\ufeff{"version": 1, "total": 0, "kind": {"font": 12}}';
  assert.deepEqual(parseBudget(text), { total: 0, kind: new Map([['font', 12]]) });
});

for (const [text, at, says] of [
  ['', '1:1', 'not a budget: not JSON'],
  ['{\n  "total": 1,\n}', '3:1', 'not a budget: not JSON'],
  ['[]', '1:1', 'not a budget: an object is expected'],
  ['null', '1:1', 'not a budget: an object is expected'],
  ['{"version": 2}', '1:13', 'version: 1 is expected, not 2'],
  ['{\n"totl": 1}', '2:9', 'totl: not a known member; use total, url, file, duplicates, or kind'],
  ['{"__proto__": 1}', '1:15', '__proto__: not a known member; use total, url, file, duplicates, or kind'],
  ['\ufeff{"total": "20 kB"}', '1:12', 'total: a whole number of bytes is expected, not "20 kB"'],
  ['{"url": -1}', '1:9', 'url: a whole number of bytes is expected, not -1'],
  ['{"file": 1.5}', '1:10', 'file: a whole number of bytes is expected, not 1.5'],
  ['{"kind": 5}', '1:10', 'kind: an object is expected, with a limit for each kind'],
  [
    '{"kind": {"picture": 5}}',
    '1:22',
    'kind.picture: not a known kind; use one of image, font, style, code, text, media, archive, file, broken',
  ],
  ['{"kind": {\r\n  "font": null}}', '2:11', 'kind.font: a whole number of bytes is expected, not null'],
] as const) {
  test(`no budget: ${text}`, () => {
    assert.throws(
      () => parseBudget(text),
      (error) =>
        error instanceof JsonMistake &&
        error.message === says &&
        `${error.position.line}:${error.position.column}` === at,
    );
  });
}

test('a data: URL that the page uses nowhere now is no copy', () => {
  const unused = occurrence({ cost: 70, state: { kind: 'not-requested', by: 'seen', reason: 'unused' } });
  const one = dataUrl({ sha256: '1'.repeat(64), bodySha256: 'b', occurrences: [occurrence({ cost: 60 })] });
  const other = dataUrl({ sha256: '2'.repeat(64), bodySha256: 'b', occurrences: [unused] });
  assert.deepEqual(linesOf({ duplicates: 0 }, report([one, other])), []);
});
