/** Tests baselines: known, new and fixed findings, and the text of the baseline file. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { JsonMistake } from '../../../src/payload/json/json-places.ts';
import { baselineText, compareWith, type KnownFinding, parseBaseline } from '../../../src/report/baseline.ts';
import { placedFindings } from '../../../src/report/placed-findings.ts';
import type { Report } from '../../../src/report/report.ts';
import type { Destination } from '../../../src/vocabulary.ts';
import { runs } from '../../support/seed.ts';
import { dataUrl, finding, occurrence, report } from './reports.ts';

const at = (destination: Destination, line: number) =>
  occurrence({ destination, line, selector: `#l${line}`, file: 'a.html', frame: 'a.html' });

/** Returns the Report of a file whose only data: URL has one finding, at these occurrences. */
const fileWith = (occurrences: ReturnType<typeof at>[], sha256 = '1'.repeat(64)): Report =>
  report([dataUrl({ sha256, occurrences, findings: [finding()] })], {
    page: { url: 'a.html', title: '', frames: 1 },
  });

/** Returns the lines of new findings, and the counts of fixed ones, compared with an earlier run. */
function comparedWith(before: Report, now: Report): { fresh: (number | undefined)[]; fixed: number[] } {
  const first = compareWith([]);
  first.compare('a.html', placedFindings(before));
  const second = compareWith(parseBaseline(baselineText(first.found())));
  const compared = second.compare('a.html', placedFindings(now));
  return {
    fresh: compared
      .filter(({ baselineState }) => baselineState === 'new')
      .flatMap(({ occurrences }) => occurrences.map(({ line }) => line)),
    fixed: second.missing().map(({ count }) => count),
  };
}

test('moved lines and other selectors change nothing', () => {
  const before = fileWith([at('image', 1), at('style', 2)]);
  assert.deepEqual(comparedWith(before, fileWith([at('style', 81), at('image', 90)])), {
    fresh: [],
    fixed: [],
  });
});

test('a copy too many: the last ones are new', () => {
  const before = fileWith([at('image', 1), at('image', 2)]);
  const now = fileWith([at('image', 1), at('image', 2), at('image', 3), at('image', 4)]);
  assert.deepEqual(comparedWith(before, now), { fresh: [3, 4], fixed: [] });
  assert.deepEqual(comparedWith(now, before), { fresh: [], fixed: [2] });
});

test('another destination or data: URL is new, and the one before is fixed', () => {
  const before = fileWith([at('image', 1)]);
  assert.deepEqual(comparedWith(before, fileWith([at('iframe', 1)])), { fresh: [1], fixed: [1] });
  assert.deepEqual(comparedWith(before, fileWith([at('image', 1)], '2'.repeat(64))), {
    fresh: [1],
    fixed: [1],
  });
});

test('findings on the page as a whole, and those of nested data: URLs, are known, too', () => {
  const inner = dataUrl({ sha256: '3'.repeat(64), occurrences: [], findings: [finding({ rule: 'inner' })] });
  const one = report([dataUrl({ nested: [inner], occurrences: [at('image', 1)] })], {
    findings: [finding({ rule: 'page' }), finding({ rule: 'page' })],
  });
  const comparison = compareWith([]);
  comparison.compare('a.html', placedFindings(one));
  assert.deepEqual(comparison.found(), [
    { file: 'a.html', rule: 'page', count: 2 },
    { file: 'a.html', rule: 'inner', destination: 'image', url: '3'.repeat(64), count: 1 },
  ]);
  assert.deepEqual(comparedWith(one, one), { fresh: [], fixed: [] });
});

test('the text is sorted, one finding a line', () => {
  const known: KnownFinding[] = [
    { file: 'b', rule: 'x', count: 1 },
    { file: 'a', rule: 'x', destination: 'image', url: '0'.repeat(64), count: 2 },
  ];
  assert.equal(
    baselineText(known),
    `{
"version": 1,
"findings": [
{"file":"a","rule":"x","destination":"image","url":"${'0'.repeat(64)}","count":2},
{"file":"b","rule":"x","count":1}
]
}
`,
  );
  assert.deepEqual(parseBaseline(baselineText([])), []);
});

const hex = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('hex'));
const knownFindings = fc.uniqueArray(
  fc.record(
    {
      file: fc.string({ minLength: 1 }).map((name) => name.replaceAll('\n', ' ')),
      rule: fc.constantFrom('a', 'b'),
      destination: fc.constantFrom('image', 'style'),
      url: hex,
      count: fc.integer({ min: 1, max: 9 }),
    },
    { requiredKeys: ['file', 'rule', 'count'] },
  ),
  { selector: ({ count: _, ...key }) => JSON.stringify(key) },
);

test('property: a baseline is read as it was written, whatever the order', () => {
  fc.assert(
    fc.property(knownFindings, (known) => {
      const text = baselineText(known);
      assert.equal(baselineText(known.toReversed()), text);
      assert.equal(baselineText(parseBaseline(text)), text);
      assert.deepEqual(new Set(parseBaseline(text).map((each) => JSON.stringify(each))).size, known.length);
    }),
    runs(100),
  );
});

for (const [name, text, says, column = 1] of [
  ['nothing', '', /^not a baseline: not JSON$/],
  ['half of it', '{"version": 1, "findings": [', /^not a baseline: not JSON$/, 29],
  [
    'another version',
    '{"version": 2, "findings": []}',
    /^a baseline of version 2, but this command reads version 1$/,
    13,
  ],
  ['no version', '{"findings": []}', /^not a baseline$/],
  ['a list', '[]', /^not a baseline$/],
  ['null', 'null', /^not a baseline$/],
  ['an entry that is none', '{"version": 1, "findings": [null]}', /findings\[0\]\.file is not valid$/, 29],
  [
    'a count of 0',
    '{"version": 1, "findings": [{"file":"a","rule":"b","count":0}]}',
    /^damaged baseline: findings\[0\]\.count is not valid$/,
    60,
  ],
  [
    'a merge that took both sides',
    '{"version": 1, "findings": [{"file":"a","rule":"b","count":1},{"file":"a","rule":"b","count":2}]}',
    /^damaged baseline: findings\[1\] is a duplicate$/,
    63,
  ],
] as const) {
  test(`no baseline: ${name}`, () => {
    assert.throws(
      () => parseBaseline(text),
      (error) => error instanceof JsonMistake && says.test(error.message) && error.position.column === column,
    );
  });
}
