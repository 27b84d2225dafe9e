/** The fast way to compute a list must give the same result as the straightforward one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Row } from '../../../../extension/platform/surface-updates.ts';
import { arrange, isHeading, isPageItem } from '../../../../extension/ui/list/arrange.ts';
import { bits, type Sorted, sorting, type Trait } from '../../../../extension/ui/list/sorting.ts';
import {
  firstView,
  groupings,
  type Order,
  orders,
  states,
  type View,
} from '../../../../extension/ui/list/view.ts';
import { firstReport, reduceReport } from '../../../../extension/ui/report-state.ts';
import { effectRank, effectsOf } from '../../../../src/report/effects.ts';
import { families, familyOf } from '../../../../src/report/family.ts';
import { parseQuery, type Searched, wordsOf } from '../../../../src/report/query.ts';
import type { Finding } from '../../../../src/report/report.ts';
import { resourcesIn } from '../../../../src/report/weights.ts';
import { effects } from '../../../../src/vocabulary.ts';
import { listRow, listTexts as texts } from '../../../support/list-rows.ts';
import { runs } from '../../../support/seed.ts';

const messageOf = ({ messageId }: Pick<Finding, 'messageId'>) => `Says ${messageId}`;
const words = (row: Searched) => wordsOf(row, messageOf);

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const anyId = fc.constantFrom(...ids);
const anyFinding = fc.record({
  rule: fc.constantFrom('one', 'two'),
  severity: fc.constantFrom('error', 'warning', 'info'),
  effect: fc.constantFrom(...effects),
  messageId: fc.constantFrom('much', 'many'),
}) as fc.Arbitrary<Partial<Finding>> as fc.Arbitrary<Finding>;
/** Generates rows with few different values, so that many rows share some of them. */
const anyRow = fc
  .record({
    sha256: anyId,
    cost: fc.nat(3),
    size: fc.constantFrom(null, 1, 2),
    bodySha256: fc.constantFrom(null, 'x', 'y'),
    essence: fc.constantFrom('image/png', 'text/css', 'font/woff2'),
    findings: fc.array(anyFinding, { maxLength: 2 }),
    isUnused: fc.boolean(),
    isWeak: fc.boolean(),
    removedAt: fc.constantFrom(null, '2026-01-01T00:00:00Z'),
    requestedAt: fc.constantFrom(null, '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'),
    state: fc.constantFrom(null, { kind: 'blocked', by: 'seen' }, { kind: 'not-requested', by: 'seen' }),
    occurrenceCount: fc.integer({ min: 1, max: 2 }),
    destination: fc.constantFrom('image', 'script'),
  })
  .map(({ sha256, cost, destination, ...own }) => {
    const { places } = listRow(sha256);
    return listRow(sha256, {
      ...own,
      mimeType: own.essence,
      weight: { cost, texts: Math.min(cost, own.occurrenceCount), least: Math.min(cost, 1) },
      states: own.state ? [own.state.kind] : [],
      places: places.map((place) => ({ ...place, destination })),
    } as Partial<Row>);
  });
const anyEvent = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(anyRow, { maxLength: 5 }).map((rows) => ({ rows, gone: [] as string[] })),
  },
  { weight: 1, arbitrary: fc.array(anyId, { maxLength: 2 }).map((gone) => ({ rows: [] as Row[], gone })) },
);
const anyView: fc.Arbitrary<View> = fc.record({
  query: fc.constantFrom('', 'p', 'pn', 'png', 'says m', 'is:duplicate', '-two', 'effect:costs size>1'),
  families: fc.subarray([...families], { maxLength: 2 }),
  effects: fc.subarray([...effects], { maxLength: 2 }),
  states: fc.subarray([...states], { maxLength: 1 }),
  destination: fc.constantFrom(null, 'image', 'script'),
  only: fc.constantFrom(null, { ids: new Set(['a', 'b', 'c']), by: 'finding' as const }),
  order: fc.constantFrom(...orders),
  isReversed: fc.boolean(),
  grouping: fc.constantFrom(...groupings),
});
const anyStep = fc.record({
  event: anyEvent,
  view: fc.oneof(fc.constant(firstView), anyView),
  repairable: fc.subarray(ids),
  named: fc.option(fc.subarray(ids), { nil: undefined }),
  effect: fc.constantFrom(...effects),
});

const lastOf = (work: Iterable<Sorted | null>): Sorted => {
  const sorted = [...work].at(-1);
  assert.ok(sorted);
  return sorted;
};

/**
 * Returns the sort key of a row in an order, according to the order's documentation: a list of numbers, or a text and
 * the cost.
 */
const keysOf = (row: Row, order: Order, ofRow: ReadonlySet<(typeof effects)[number]>): (number | string)[] =>
  ({
    'most-severe': [-effectRank(ofRow), row.weight.cost],
    largest: [row.weight.cost],
    size: [row.size ?? -1],
    pixels: [-1, row.weight.cost],
    longest: [row.length],
    'most-places': [row.occurrenceCount, row.weight.cost],
    name: [texts.name(row), row.weight.cost],
    type: [row.essence ?? '', row.weight.cost],
    where: [texts.where(row), row.weight.cost],
    found: [],
    requested: [row.requestedAt === null ? Number.NEGATIVE_INFINITY : -Date.parse(row.requestedAt)],
  })[order];

test('a list that grows, changes and is filtered has the rows, order and counts that it has when it is made anew', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: 1, maxLength: 8 }), (steps) => {
      let report = firstReport;
      let before: Sorted | null = null;
      for (const { event, view, repairable, named, effect } of steps) {
        const gone = event.gone.map((id) => ({ id, into: null }));
        const updates = [{ type: 'rows' as const, rows: event.rows, gone }];
        report = reduceReport(report, { type: 'rows', updates });
        const { rows } = report;
        const onPage = {
          rule: 'page',
          severity: 'info',
          effect,
          ...(named && { dataUrls: named }),
        } as Finding;
        const { order } = view;
        const wanted = { rows, order, pageFindings: [onPage], repairable: new Set(repairable) };
        const query = parseQuery(view.query, words);
        before = lastOf(sorting(wanted, texts, before));
        const quick = arrange(before, view, query, texts);

        // Nothing is cached for clones of the rows.
        const anew = lastOf(sorting({ ...wanted, rows: structuredClone(rows) as Row[] }, texts, null));
        assert.deepEqual(structuredClone(quick), structuredClone(arrange(anew, view, query, texts)));

        // The expected results follow directly from the definitions, row by row.
        const resources = resourcesIn(rows);
        const effectsIn = (row: Row) => effectsOf(row, named?.includes(row.sha256) ? [onPage] : []);
        const around = (row: Row) => {
          const key = `${row.bodySha256} ${row.mimeType}`;
          const isDuplicate = !row.isUnused && (resources.get(key)?.weight.texts ?? 0) > 1;
          return { isDuplicate, isRepairable: repairable.includes(row.sha256), effects: effectsIn(row) };
        };
        const has = (row: Row, trait: Trait): boolean =>
          familyOf(row) === trait ||
          [...effectsIn(row)].some((each) => each === trait) ||
          (trait === 'repairable' && around(row).isRepairable) ||
          (trait === 'duplicate' && around(row).isDuplicate) ||
          (trait === 'unused' && row.isUnused) ||
          (trait === 'removed' && row.removedAt !== null) ||
          (trait === 'quoted' && row.isWeak) ||
          (trait === 'not-requested' && row.state?.kind === 'not-requested' && !row.isWeak);
        const searched = rows.filter(
          (row) =>
            (view.destination === null || row.places[0]?.destination === view.destination) &&
            query.matches(row, around(row)),
        );
        for (const trait of bits.keys()) {
          const count = searched.filter((row) => has(row, trait)).length;
          assert.equal(
            quick.counts.get(trait),
            rows.some((row) => has(row, trait)) ? count : undefined,
            trait,
          );
        }
        const isAny = (row: Row, traits: readonly Trait[]) =>
          traits.length === 0 || traits.some((trait) => has(row, trait));
        const listed = searched
          .filter((row) => isAny(row, view.families) && isAny(row, view.effects))
          .filter((row) => view.states.every((state) => has(row, state)))
          .filter((row) => view.only?.ids.has(row.sha256) ?? true);
        assert.equal(quick.rows.length, listed.length);
        const inOrder = listed.toSorted((a, b) => {
          const [ofA, ofB] = [a, b].map((row) => keysOf(row, view.order, effectsIn(row)));
          for (const [n, one] of (ofA ?? []).entries()) {
            const other = ofB?.[n] ?? 0;
            if (typeof one === 'string' && one !== other) return texts.compare(one, String(other));
            if (one !== other) return Number(other) - Number(one);
          }
          return 0;
        });
        if (view.isReversed) inOrder.reverse();
        // Within each group, the rows are in this order.
        const place = new Map(inOrder.map(({ sha256 }, n) => [sha256, n]));
        let last = -1;
        for (const item of quick.items) {
          if (isPageItem(item)) continue;
          const at = isHeading(item) ? -1 : (place.get(item.sha256) ?? Number.NaN);
          assert.ok(isHeading(item) || at > last, `${view.order}, ${view.grouping}`);
          last = at;
        }
      }
    }),
    runs(2000, 60),
  );
});
