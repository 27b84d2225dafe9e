import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Row } from '../../../../extension/platform/surface-updates.ts';
import { arrange, isHeading, isPageItem } from '../../../../extension/ui/list/arrange.ts';
import { segmentsOf } from '../../../../extension/ui/list/segments.ts';
import { sorting } from '../../../../extension/ui/list/sorting.ts';
import { firstView, groupings, type View } from '../../../../extension/ui/list/view.ts';
import { parseQuery, wordsOf } from '../../../../src/report/query.ts';
import type { Finding } from '../../../../src/report/report.ts';
import { savedAt, savedBytes } from '../../../../src/report/savings.ts';
import { totalsOf } from '../../../../src/report/totals.ts';
import { effects, type StateKind } from '../../../../src/vocabulary.ts';
import { listRow as row, listTexts as texts } from '../../../support/list-rows.ts';

const arrangedBy = (rows: Row[], view: View, pageFindings: Finding[] = []) => {
  const wanted = { rows, pageFindings, repairable: new Set<string>(), order: view.order };
  const query = parseQuery(view.query, (each) => wordsOf(each, () => 'a finding'));
  const sorted = [...sorting(wanted, texts, null)].at(-1);
  assert.ok(sorted);
  return arrange(sorted, view, query, texts);
};
const shown = (rows: Row[], view: Partial<View>): string[] =>
  arrangedBy(rows, { ...firstView, ...view }).items.map((item) => {
    if (isHeading(item)) return `# ${item.heading} (${item.count}, ${item.cost})`;
    return isPageItem(item) ? `page ${item.finding.severity}` : item.sha256;
  });

test('the gravest come first, then the largest, then as found', () => {
  const rows = [
    row('plain'),
    row('large', { size: 99 }),
    row('info', { worst: 'info' }),
    row('error', { worst: 'error' }),
    row('plain2'),
    row('warning', { worst: 'warning', size: 1 }),
    row('error2', { worst: 'error', size: 20 }),
  ];
  assert.deepEqual(shown(rows, {}), ['error2', 'error', 'warning', 'info', 'large', 'plain', 'plain2']);
  assert.deepEqual(
    shown(rows, { order: 'found' }),
    rows.map(({ sha256 }) => sha256),
  );
  assert.deepEqual(shown(rows, { order: 'largest' }).slice(0, 2), ['large', 'error2']);
});

test('orders by what they name', () => {
  const rows = [
    row('a', { length: 5, occurrenceCount: 2, essence: 'text/css' }),
    row('b', { length: 9, occurrenceCount: 1, essence: 'image/gif' }),
    row('c', { length: 7, occurrenceCount: 3, essence: null, mimeType: null }),
  ];
  assert.deepEqual(shown(rows, { order: 'longest' }), ['b', 'c', 'a']);
  assert.deepEqual(shown(rows, { order: 'most-places' }), ['c', 'a', 'b']);
  assert.deepEqual(shown(rows, { order: 'largest' }), ['c', 'a', 'b'], 'all of its copies count');
  assert.deepEqual(shown(rows, { order: 'type' }), ['c', 'b', 'a']);
});

test('orders by each column of a table, from either end', () => {
  const at = (element: string) => [{ element, name: 'src' }] as unknown as Row['places'];
  const raster = (width: number, height: number) => ({ kind: 'raster', width, height }) as Row['picture'];
  const rows = [
    row('b', { size: 5, places: at('img'), picture: raster(9, 9) }),
    row('c', { size: null, places: [] }),
    row('a', { size: 7, places: at('a'), picture: raster(2, 40) }),
  ];
  for (const [order, expected] of [
    ['name', ['a', 'b', 'c']],
    ['size', ['a', 'b', 'c']],
    ['where', ['c', 'a', 'b']],
    ['pixels', ['b', 'a', 'c']],
    ['found', ['b', 'c', 'a']],
  ] as const) {
    assert.deepEqual(shown(rows, { order }), expected, order);
    assert.deepEqual(shown(rows, { order, isReversed: true }), expected.toReversed(), `${order}, reversed`);
  }
});

test('groups stay in their order where rows are reversed', () => {
  const rows = [row('x'), row('y', { size: 20 }), row('quoted', { isWeak: true })];
  assert.deepEqual(shown(rows, { order: 'largest', isReversed: true }), [
    '# use used (2, 30)',
    'x',
    'y',
    '# use quoted (1, 10)',
    'quoted',
  ]);
});

test('used, quoted and removed URLs are distinguished where there is more than one of these', () => {
  const rows = [
    row('gone', { removedAt: '2020-01-01T00:00:00Z' }),
    row('quoted', { isWeak: true }),
    row('used'),
  ];
  assert.deepEqual(shown(rows, {}), [
    '# use used (1, 10)',
    'used',
    '# use quoted (1, 10)',
    'quoted',
    '# use gone (1, 10)',
    'gone',
  ]);
  assert.deepEqual(shown([row('a'), row('b')], {}), ['a', 'b']);
  assert.deepEqual(shown(rows, { states: ['removed'] }), ['gone']);
});

test('groups of a type stand by what they weigh, those of a finding by how grave it is', () => {
  const rows = [
    row('small', { essence: 'image/gif', size: 1 }),
    row('big', { essence: 'text/css', size: 100, worst: 'info' }),
    row('bad', { essence: 'image/gif', size: 2, worst: 'error' }),
  ];
  assert.deepEqual(shown(rows, { grouping: 'type' }), [
    '# type text/css (1, 100)',
    'big',
    '# type image/gif (2, 3)',
    'bad',
    'small',
  ]);
  assert.deepEqual(
    shown(rows, { grouping: 'finding' }).filter((each) => each.startsWith('#')),
    ['# finding error-rule (1, 2)', '# finding info-rule (1, 100)', '# finding  (1, 1)'],
  );
  assert.deepEqual(shown(rows, { grouping: 'place' })[0], '# place attribute (3, 103)');
  assert.deepEqual(shown(rows, { grouping: 'frame' })[0], '# frame https://a.example/ (3, 103)');
});

test('duplicates stand together, those that waste most first', () => {
  const rows = [
    row('once'),
    row('x1', { bodySha256: 'x', size: 10 }),
    row('y', { bodySha256: 'y', size: 5, occurrenceCount: 9 }),
    row('x2', { bodySha256: 'x', size: 10 }),
    row('other type', { bodySha256: 'x', size: 10, mimeType: 'image/gif' }),
  ];
  assert.deepEqual(shown(rows, { grouping: 'duplicate', order: 'found' }), [
    '# duplicate y image/png (1, 40)',
    'y',
    '# duplicate x image/png (2, 10)',
    'x1',
    'x2',
    '# duplicate  (2, 20)',
    'once',
    'other type',
  ]);
  assert.deepEqual(shown(rows, { states: ['duplicate'], order: 'found' }), ['x1', 'y', 'x2']);
  assert.deepEqual(shown(rows, { query: 'is:duplicate -size>5', order: 'found' }), ['y']);
});

test('what is unused has a filter, and none of it is a duplicate', () => {
  const twice = { bodySha256: 'twice' };
  const rows = [
    row('once', { size: 99 }),
    row('copy', { size: 12, ...twice }),
    row('kept', { size: 11, ...twice }),
    row('unused', { size: 30, occurrenceCount: 2, isUnused: true, ...twice }),
  ];
  assert.deepEqual(shown(rows, { states: ['unused'] }), ['unused']);
  assert.deepEqual(shown(rows, { query: 'is:unused' }), ['unused']);
  assert.deepEqual(shown(rows, { states: ['duplicate'], order: 'found' }), ['copy', 'kept']);
  assert.deepEqual(shown(rows, { grouping: 'duplicate', order: 'found' }).slice(0, 3), [
    '# duplicate twice image/png (2, 12)',
    'copy',
    'kept',
  ]);
  const { resources, counts } = arrangedBy(rows, { ...firstView, query: 'nothing' });
  assert.deepEqual(
    rows.map((each) => savedBytes(savedAt(each, resources))),
    [0, 12, 0, 60],
  );
  assert.equal(counts.get('unused'), 0);
});

test('a note that many rows have is said once, unless a filter is on', () => {
  const many = ['a', 'b', 'c', 'd', 'e'].map((name) => row(name, { worst: 'info' }));
  const rows = [...many, ...many.map(({ sha256 }) => row(`${sha256}!`, { worst: 'warning' }))];
  const folded = (view: Partial<View>, of = rows) => [...arrangedBy(of, { ...firstView, ...view }).folded];
  assert.deepEqual(folded({}), [['info-rule', ['a', 'b', 'c', 'd', 'e']]]);
  assert.deepEqual(folded({}, rows.slice(1)), []);
  assert.deepEqual(folded({ query: 'a' }), []);
  assert.deepEqual(folded({ families: ['image'] }), []);
});

test('filters by what became of it; what is only quoted is not listed as not requested', () => {
  const became = (kind: StateKind, own: Partial<Row> = {}): Partial<Row> => ({
    state: { kind, by: 'seen' },
    states: [kind],
    ...own,
  });
  const rows = [
    row('shown', became('loaded')),
    row('partly', became('blocked', { states: ['loaded', 'blocked'] })),
    row('refused', became('refused')),
    row('waiting', became('not-requested')),
    row('quoted', became('not-requested', { isWeak: true })),
  ];
  assert.deepEqual(shown(rows, { query: 'is:blocked' }), ['partly']);
  assert.deepEqual(shown(rows, { effects: ['not-shown'] }), ['partly', 'refused']);
  assert.deepEqual(shown(rows, { states: ['not-requested'] }), ['waiting']);
  const { counts } = arrangedBy(rows, firstView);
  assert.deepEqual(
    (['not-shown', 'not-requested'] as const).map((name) => counts.get(name)),
    [2, 1],
  );
});

test('filters: any of the families, all of the states, and the query', () => {
  const rows = [
    row('image', { worst: 'error' }),
    row('font', { essence: 'font/woff2', detectedType: 'font/woff2' }),
    row('font2', { essence: 'font/woff2', worst: 'warning', isWeak: true }),
    row('css', { essence: 'text/css' }),
    row('broken', { problem: { code: 'no-comma', args: {}, message: '', start: 0, end: 0 }, essence: null }),
  ];
  assert.deepEqual(shown(rows, { families: ['font'], order: 'found', grouping: 'place' }).slice(1), [
    'font',
    'font2',
  ]);
  assert.deepEqual(
    shown(rows, { families: ['font', 'broken'], order: 'found' }).filter((each) => !each.startsWith('#')),
    ['font', 'broken', 'font2'],
  );
  assert.deepEqual(shown(rows, { families: ['font'], effects: ['can-run', 'costs'] }), ['font2']);
  assert.deepEqual(shown(rows, { families: ['font'], query: 'font2' }), ['font2']);
  assert.deepEqual(shown(rows, { query: 'nowhere' }), []);
  const {
    counts,
    rows: { length: rest },
    problems,
  } = arrangedBy(rows, { ...firstView, query: 'css size>x' });
  assert.deepEqual(Object.fromEntries(counts), {
    image: 0,
    'can-run': 0,
    font: 0,
    quoted: 0,
    style: 1,
    broken: 0,
  });
  assert.equal(rest, 1);
  assert.deepEqual(
    problems.map(({ code }) => code),
    ['not-a-quantity'],
  );
});

test('filters by use, and counts the uses of the whole list', () => {
  const place = row('').places[0];
  assert.ok(place);
  const rows = [
    row('image'),
    row('both', { places: [place, { ...place, destination: 'script' }] }),
    row('worker', { places: [{ ...place, destination: 'worker' }] }),
  ];
  assert.deepEqual(shown(rows, { destination: 'image' }), ['image', 'both']);
  assert.deepEqual(shown(rows, { destination: 'script' }), ['both']);
  const { destinations } = arrangedBy(rows, { ...firstView, destination: 'font' });
  assert.deepEqual(destinations, ['image', 'script', 'font', 'worker']);
});

const blocked: Partial<Row> = { state: { kind: 'blocked', by: 'seen' }, states: ['blocked'] };

test('what is counted of an effect is what its filter lists, and the page findings that name no data: URL', () => {
  const rows = [
    row('runs', { worst: 'error' }),
    row('quoted', { worst: 'info' }),
    row('blocked', blocked),
    row('blocked and gone', { ...blocked, removedAt: '2026-01-01T00:00:00Z' }),
    row('copy', { size: 20 }),
    row('calm', { size: 30 }),
  ];
  const [runs] = rows[0]!.findings;
  const onPage: Finding[] = [
    { ...runs!, severity: 'info', effect: 'costs', dataUrls: ['copy', 'runs', 'gone'] },
    { ...runs!, rule: 'csp-allows-data' },
  ];
  const arranged = (view: Partial<View>) => arrangedBy(rows, { ...firstView, ...view }, onPage);
  const { effects: counts } = arranged({});
  // The content is only quoted, so nothing runs, and the finding is only a note.
  assert.deepEqual(
    new Map(counts),
    new Map([
      ['can-run', 2],
      ['costs', 2],
      ['advice', 1],
      ['not-shown', 1],
    ]),
  );
  for (const effect of effects) {
    const {
      items,
      rows: { length: listed },
      ofPage,
    } = arranged({ effects: [effect] });
    const nameless = effect === 'can-run' ? 1 : 0;
    assert.equal(listed + nameless, counts.get(effect) ?? 0, effect);
    assert.equal(items.filter(isPageItem).length, ofPage);
    assert.equal(ofPage, onPage.filter((each) => each.effect === effect).length);
  }
  // In a search, the chip counts only the matching items, but the counter still counts all of them.
  const searched = arranged({ effects: ['can-run'], query: 'nothing' });
  assert.deepEqual([searched.items, searched.ofPage], [[], 0]);
  assert.deepEqual([searched.counts.get('can-run'), searched.effects.get('can-run')], [0, 2]);
  // Items are sorted by effect and then by bytes, so a note with more bytes does not precede a script.
  assert.deepEqual(
    shown(rows, {}).filter((name) => !name.startsWith('#')),
    ['blocked', 'runs', 'quoted', 'calm', 'copy', 'blocked and gone'],
  );
  assert.deepEqual(
    arranged({ grouping: 'type' }).items.flatMap((item) => ('sha256' in item ? item.sha256 : [])),
    ['blocked', 'runs', 'copy', 'quoted', 'calm', 'blocked and gone'],
  );
});

test('the shares of families add up to the totals, copies and unused ones too, and very small ones are one segment', () => {
  const copy = { bodySha256: 'twice' };
  const rows = [
    row('a', { size: 400, occurrenceCount: 2, ...copy }),
    row('b', { size: 380, ...copy }),
    row('c', { size: 300, essence: 'font/woff2' }),
    row('d', { size: 20, essence: 'text/css', isUnused: true }),
    row('e', { size: 10, essence: 'application/zip' }),
    row('f', { size: 0, essence: 'text/plain' }),
  ];
  const { shares } = arrangedBy(rows, { ...firstView, families: ['font'] });
  const totals = totalsOf(
    rows.map(({ weight, ...each }) => ({
      ...each,
      occurrences: Array.from({ length: weight.texts }, () => ({
        cost: weight.least,
        ...(each.isUnused && { state: { kind: 'not-requested', by: 'seen', reason: 'unused' } as const }),
      })),
    })),
    [],
  );
  const sum = (of: 'cost' | 'copies' | 'unused') => shares.reduce((all, share) => all + share[of], 0);
  assert.deepEqual(
    [sum('cost'), sum('copies'), sum('unused')],
    [totals.cost, totals.copiesCost, totals.unusedCost],
  );
  assert.deepEqual(shares, [
    { family: 'image', cost: 1180, copies: 800, unused: 0 },
    { family: 'font', cost: 300, copies: 0, unused: 0 },
    { family: 'style', cost: 20, copies: 0, unused: 20 },
    { family: 'archive', cost: 10, copies: 0, unused: 0 },
  ]);
  assert.deepEqual(segmentsOf(shares), [
    { families: ['image'], cost: 1180, copies: 800, unused: 0 },
    { families: ['font'], cost: 300, copies: 0, unused: 0 },
    { families: ['style', 'archive'], cost: 30, copies: 0, unused: 20 },
  ]);
});

test('the costs of the rows add up to those of the groups, whatever the grouping', () => {
  const rows = Array.from({ length: 30 }, (_, n) =>
    row(`${n}`, { size: n, occurrenceCount: (n % 4) + 1, essence: `a/${n % 3}`, bodySha256: `${n % 7}` }),
  );
  const total = totalsOf(
    rows.map(({ weight, ...each }) => ({ ...each, occurrences: [weight] })),
    [],
  );
  for (const grouping of groupings) {
    const { items, cost } = arrangedBy(rows, { ...firstView, grouping });
    assert.equal(cost, total.cost);
    const headings = items.filter(isHeading);
    if (headings.length === 0 || grouping === 'duplicate') continue;
    assert.equal(
      headings.reduce((sum, each) => sum + each.cost, 0),
      total.cost,
    );
  }
});

test('a filter counts what it lists beside the search; what the search leaves none of counts 0', () => {
  const rows = [row('a', blocked), row('b'), row('c', { essence: 'font/woff2', ...blocked })];
  const countsOf = (view: Partial<View>) => {
    const { counts } = arrangedBy(rows, { ...firstView, ...view });
    return (['image', 'font', 'style', 'not-shown'] as const).map((name) => counts.get(name));
  };
  assert.deepEqual(countsOf({}), [2, 1, undefined, 2]);
  assert.deepEqual(countsOf({ query: 'type:font/*' }), [0, 1, undefined, 1]);
  // A click replaces the other filter, so the other filter does not reduce the count.
  assert.deepEqual(countsOf({ families: ['font'] }), [2, 1, undefined, 2]);
});
