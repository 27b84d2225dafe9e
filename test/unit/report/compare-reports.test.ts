/** Tests the comparison of two Reports of a page, before and after a change. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareReports } from '../../../src/report/compare-reports.ts';
import { readReports } from '../../../src/report/read-reports.ts';
import type { Occurrence, State, StateKind } from '../../../src/vocabulary.ts';
import { dataUrl, finding, hostile, many, occurrence, report } from './reports.ts';

const hash = (digit: string) => digit.repeat(64);
const at = (selector: string, cost = 26, frame = 'https://example.com/') => [
  occurrence({ selector, frame, cost }),
];

test('by text, by body, by place: what came, went, changed and stayed', () => {
  const logo = dataUrl({ sha256: hash('1'), bodySha256: hash('a'), occurrences: at('#logo') });
  const moved = dataUrl({ sha256: hash('2'), bodySha256: hash('b'), occurrences: at('#old') });
  const rewritten = dataUrl({ sha256: hash('3'), bodySha256: hash('c'), occurrences: at('#w', 100) });
  const hero = dataUrl({
    sha256: hash('4'),
    bodySha256: hash('d'),
    size: 1000,
    occurrences: at('#hero', 1400),
  });
  const gone = dataUrl({ sha256: hash('5'), bodySha256: hash('e'), occurrences: at('#gone') });
  const fresh = dataUrl({ sha256: hash('8'), bodySha256: hash('f'), occurrences: at('#new') });

  const result = compareReports(
    report([logo, moved, rewritten, hero, gone]),
    report([
      logo,
      { ...moved, occurrences: [...at('#new-place'), ...at('#and-another')] },
      { ...rewritten, sha256: hash('6'), occurrences: at('#elsewhere', 60) },
      { ...hero, sha256: hash('7'), bodySha256: hash('9'), size: 1500, occurrences: at('#hero', 2100) },
      fresh,
    ]),
  );
  assert.deepEqual(result.came, [fresh]);
  assert.deepEqual(result.went, [gone]);
  assert.equal(result.same, 1);
  assert.deepEqual(
    result.changed.map(({ kind, before, costGrew, placesGrew }) => [
      kind,
      before.sha256[0],
      costGrew,
      placesGrew,
    ]),
    [
      ['body', '4', 700, 0],
      ['places', '2', 26, 1],
      ['writing', '3', -40, 0],
    ],
  );
  // The changes of the parts add up to the change of the whole.
  const parts = result.changed.reduce((sum, { costGrew }) => sum + costGrew, 0);
  assert.equal(result.after.cost - result.before.cost, parts);
});

test('elements that only stand elsewhere have moved', () => {
  const icons = [...at('#a'), ...at('#b')];
  const kindsAfter = (occurrences: typeof icons) =>
    compareReports(report([dataUrl({ occurrences: icons })]), report([dataUrl({ occurrences })])).changed.map(
      ({ kind }) => kind,
    );
  assert.deepEqual(kindsAfter([...at('body > img:nth-child(2)'), ...at('#a')]), ['moved']);
  assert.deepEqual(kindsAfter([...at('#a'), ...at('#c'), ...at('#d')]), ['places']);
  assert.deepEqual(kindsAfter([...at('#a'), occurrence({ selector: '#b', element: 'input' })]), ['places']);
  assert.deepEqual(kindsAfter(icons.toReversed()), []);
});

test('a page from another host stands in the same places', () => {
  const before = report([dataUrl({ size: 10, occurrences: at('#a', 30) })]);
  const staging = 'https://staging.example/';
  const changed = dataUrl({
    sha256: hash('7'),
    bodySha256: hash('8'),
    size: 4,
    occurrences: at('#a', 24, staging),
  });
  const after = report([changed], { page: { url: staging, title: '', frames: 1 } });
  assert.deepEqual(
    compareReports(before, after).changed.map(({ kind, costGrew }) => [kind, costGrew]),
    [['body', -6]],
  );
  const other = { ...changed, occurrences: at('#a', 24, 'https://frame.example/') };
  assert.equal(compareReports(before, report([other])).came.length, 1);
});

test('one place that holds several is matched one by one', () => {
  const sheet = (digit: string) =>
    dataUrl({ sha256: hash(digit), bodySha256: hash(digit), occurrences: at('#s') });
  const result = compareReports(
    report([sheet('1'), sheet('2')]),
    report([sheet('3'), sheet('4'), sheet('5')]),
  );
  assert.deepEqual(
    result.changed.map(({ before, after }) => before.sha256[0]! + after.sha256[0]),
    ['13', '24'],
  );
  assert.deepEqual(
    result.came.map(({ sha256 }) => sha256[0]),
    ['5'],
  );
});

test('findings that are new, and those that are gone', () => {
  const error = finding();
  const note = finding({
    rule: 'large-inline',
    messageId: 'large-in-css',
    severity: 'info',
    args: { size: 1 },
  });
  const pageWide = finding({ rule: 'duplicates', messageId: 'duplicates', severity: 'warning' });
  const result = compareReports(
    report([dataUrl({ findings: [error, note] })], { findings: [pageWide] }),
    report([
      // Only a number in the finding differs.
      dataUrl({ findings: [{ ...note, args: { size: 2 } }] }),
      dataUrl({ sha256: hash('7'), bodySha256: hash('8'), occurrences: at('#n'), findings: [error] }),
    ]),
  );
  const rulesAndHashes = (list: typeof result.newFindings) =>
    list.map(({ finding: { rule }, dataUrl: of }) => [rule, of?.sha256[0] ?? null]);
  assert.deepEqual(rulesAndHashes(result.newFindings), [['disallowed-type', '7']]);
  assert.deepEqual(rulesAndHashes(result.goneFindings), [
    ['duplicates', null],
    ['disallowed-type', '0'],
  ]);
});

test('of very large Reports each data: URL is looked at as often as of small ones', () => {
  const looks = (count: number) => {
    let seen = 0;
    const counted = <Value extends object>(value: Value): Value =>
      new Proxy(value, {
        get: (of, name) => {
          seen++;
          return Reflect.get(of, name);
        },
      });
    const before = many(count);
    const after = before.map((url, n) => ({ ...url, sha256: `x${n}`, bodySha256: `x${n}` }));
    const result = compareReports(report(before.map(counted)), report(after.map(counted)));
    assert.equal(result.changed.length, count);
    return seen;
  };
  assert.ok(looks(10_000) <= 11 * looks(1000));
});

test('a Report is read back from its file, alone or in a list', () => {
  const whole = report([dataUrl({ findings: [finding({ args: { type: 'x', count: 2 } })] })]);
  for (const text of [JSON.stringify(whole), JSON.stringify([whole, {}, whole])]) {
    const read = readReports(text);
    assert.ok(read.ok);
    const [first] = read.reports;
    assert.ok(first);
    const { came, went, changed, same } = compareReports(whole, first);
    assert.deepEqual([came, went, changed, same], [[], [], [], 1]);
    assert.deepEqual(first.dataUrls[0]?.findings, whole.dataUrls[0]?.findings);
  }
});

test('what a file says could be saved is at least its copies and all that is unused, and at most what the page carries', () => {
  const twice = [...at('#a'), ...at('#b')];
  const off = { state: { kind: 'not-requested', by: 'seen', reason: 'unused' } } as const;
  const savingsOf = (occurrences: Occurrence[]) => (savings: unknown) => {
    const read = readReports(JSON.stringify({ ...report([dataUrl({ occurrences })]), totals: { savings } }));
    assert.ok(read.ok);
    return read.reports[0]?.totals.savings;
  };
  const said = [0, 30, 1e9, 'x', -1];
  assert.deepEqual(said.map(savingsOf(twice)), [26, 30, 52, 26, 26]);
  const unused = twice.map((each) => ({ ...each, ...off }));
  assert.deepEqual(said.map(savingsOf(unused)), [52, 52, 52, 52, 52]);
});

test('the same URL in the same place, spelled with other escapes in its source', () => {
  const spelled = (cost: number) => report([dataUrl({ occurrences: at('#a', cost) })]);
  const { changed, same } = compareReports(spelled(26), spelled(40));
  assert.deepEqual(
    changed.map(({ kind, costGrew }) => [kind, costGrew]),
    [['writing', 14]],
  );
  assert.equal(same, 0);
});

test('another state in the same place, as far as both Reports know it', () => {
  const inState = (kind?: StateKind) =>
    report([dataUrl({ occurrences: [occurrence(kind ? { state: { kind, by: 'seen' } } : {})] })]);
  const kinds = (before?: StateKind, after?: StateKind) => {
    const { changed, same } = compareReports(inState(before), inState(after));
    assert.equal(changed.length + same, 1);
    return changed.map(({ kind }) => kind);
  };
  assert.deepEqual(kinds('loaded', 'blocked'), ['state']);
  assert.deepEqual(kinds('loaded', 'loaded'), []);
  assert.deepEqual(kinds('unknown', 'blocked'), []);
  assert.deepEqual(kinds(undefined, 'blocked'), []);
});

test('states are read back, and what is none is left out', () => {
  const state = {
    kind: 'blocked',
    by: 'seen',
    directive: 'img-src',
    reason: 'x',
    predicted: 'loaded',
  } as const;
  const read = (given: unknown) => {
    const text = JSON.stringify(report([dataUrl({ occurrences: [occurrence({ state: given as State })] })]));
    const result = readReports(text);
    return result.ok ? result.reports[0]?.dataUrls[0]?.occurrences[0]?.state : 'refused';
  };
  assert.deepEqual(read(state), state);
  assert.deepEqual(read({ ...state, predicted: 'gone', reason: 5 }), {
    kind: 'blocked',
    by: 'seen',
    directive: 'img-src',
  });
  for (const bad of [{ ...state, kind: 'constructor' }, { ...state, by: 'me' }, 'blocked', null])
    assert.equal(read(bad), undefined);
});

test('what is no Report is refused, and what is of the wrong kind in one is left out', () => {
  for (const [text, problem] of [
    ['', 'not_json'],
    ['{', 'not_json'],
    ['null', 'no_report'],
    ['[]', 'no_report'],
    ['{"dataUrls": 1}', 'no_report'],
    ['{"version": 3, "dataUrls": []}', 'unknown_version'],
    ['{"version": 1, "dataUrls": []}', 'unknown_version'],
  ]) {
    assert.deepEqual(readReports(text!), { ok: false, problem });
  }
  const wrong = [
    null,
    1,
    'x',
    [],
    { sha256: 1, length: -1, size: 1e300, occurrences: [null], findings: [1] },
  ];
  const read = readReports(
    JSON.stringify({
      version: 2,
      page: null,
      dataUrls: [...wrong, ...hostile.map((head) => ({ head, findings: { length: 1e9 } }))],
      findings: 'x',
    }),
  );
  assert.ok(read.ok);
  const [first] = read.reports;
  assert.ok(first);
  assert.ok(first.dataUrls.every(({ length, size }) => length === 0 && size === null));
  assert.equal(compareReports(first, first).changed.length, 0);
});
