/** Tests the totals of a page's data: URLs: the figures, and what must be true for every page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { DataUrl, Reading } from '../../../src/report/report.ts';
import { chargeCosts } from '../../../src/report/source-text.ts';
import { type CountedUrl, errorsAndWarnings, totalsOf } from '../../../src/report/totals.ts';
import { bodyKey, weightOf } from '../../../src/report/weights.ts';
import { type Occurrence, places, type State, severities } from '../../../src/vocabulary.ts';
import { runs } from '../../support/seed.ts';
import { dataUrl, finding, occurrence } from './reports.ts';

interface Parts extends Partial<Pick<DataUrl, 'size' | 'bodySha256' | 'mimeType' | 'findings' | 'essence'>> {
  /** The costs of the occurrences, in bytes. */
  costs?: number[];
  /** The length of a shorter form of the URL in UTF-8 bytes. */
  better?: number | null;
  /** The states of the occurrences, assigned in turn. */
  states?: (State | undefined)[];
}
const url = ({ costs = [30], better = null, states = [undefined], ...parts }: Parts): DataUrl =>
  dataUrl({
    size: 10,
    bodySha256: 'a',
    ...parts,
    occurrences: costs.map((cost, n) => {
      const state = states[n % states.length];
      return occurrence({ cost, ...(state && { state }) });
    }),
    payload: {
      cost: { gzipped: null, better: better && { length: 0, bytes: better, saved: 0, gzipped: null } },
    } as Reading,
  });
const totals = (...urls: Parts[]) => totalsOf(urls.map(url), []);

test('nothing comes to nothing', () => {
  assert.deepEqual(totalsOf([], []), {
    dataUrls: 0,
    occurrences: 0,
    cost: 0,
    size: 0,
    copiesCost: 0,
    unusedCost: 0,
    savings: 0,
    findings: { error: 0, warning: 0, info: 0 },
  });
});

test('sums of distinct URLs, with a rejected one that has no body, and of the findings on the page', () => {
  const found = (...list: readonly (typeof severities)[number][]) =>
    list.map((severity) => finding({ severity }));
  const urls = [
    url({ costs: [30, 32], findings: found('error', 'info') }),
    url({ costs: [50], size: 20, bodySha256: 'b', findings: found('info', 'warning') }),
    url({ costs: [7, 7, 0], size: null, bodySha256: null, mimeType: null, findings: found('error') }),
  ];
  const expected = {
    dataUrls: 3,
    occurrences: 6,
    cost: 126,
    size: 30,
    copiesCost: 32,
    unusedCost: 0,
    savings: 32,
    findings: { error: 3, warning: 1, info: 3 },
  };
  assert.deepEqual(totalsOf(urls, found('error', 'info')), expected);
  assert.deepEqual(totalsOf(new Set(urls).values(), found('error', 'info')), expected, 'any iterable');
  assert.equal(errorsAndWarnings(totalsOf(urls, found('error', 'info'))), 4);
});

test('each text beyond the cheapest is a copy, in whatever way it is written', () => {
  assert.equal(totals({ costs: [30] }).copiesCost, 0);
  assert.equal(totals({ costs: [30, 30, 30, 0] }).copiesCost, 60);
  assert.equal(totals({ costs: [30] }, { costs: [40, 40] }).copiesCost, 80);
  assert.equal(totals({ costs: [30] }, { costs: [30], bodySha256: 'b' }).copiesCost, 0);
  assert.equal(totals({ costs: [30] }, { costs: [30], mimeType: 'image/gif' }).copiesCost, 0);
  assert.equal(totals({ costs: [30, 30], size: null, bodySha256: null }).copiesCost, 0, 'a rejected URL');
});

test('all of an unused URL is saved once, its copies too; it makes no copy of another', () => {
  const off: State = { kind: 'not-requested', by: 'seen', reason: 'unused' };
  const of = (...urls: Parts[]) => {
    const { cost, copiesCost, unusedCost, savings } = totals(...urls);
    return [cost, copiesCost, unusedCost, savings];
  };
  assert.deepEqual(of({ costs: [30, 30], states: [off], better: 5 }), [60, 0, 60, 60]);
  assert.deepEqual(of({ costs: [30], states: [off] }, { costs: [40], better: 35 }), [70, 0, 30, 35]);
  assert.deepEqual(of({ costs: [30], states: [off], bodySha256: null }), [30, 0, 30, 30], 'a rejected URL');
  // The same content is used elsewhere, so this URL is a copy.
  const loaded: State = { kind: 'loaded', by: 'seen' };
  assert.deepEqual(of({ costs: [30, 40], states: [off, loaded] }), [70, 40, 0, 40]);
  // Two documents load one text. The cost is charged to one of them, but the other also uses the text.
  assert.deepEqual(of({ costs: [30, 0], states: [off, loaded] }), [30, 0, 0, 0]);
});

test('what no text holds, or has gone, costs nothing', () => {
  const nowhere = totals({ costs: [] }, { costs: [0, 0] });
  assert.deepEqual([nowhere.cost, nowhere.copiesCost, nowhere.savings], [0, 0, 0]);
});

test('a body is counted once, also where it is given out as two types', () => {
  assert.equal(totals({}, {}, { mimeType: 'image/gif' }, { bodySha256: 'b' }).size, 20);
});

test('the copy that stays may be written better: no byte is saved as a copy and by its encoding', () => {
  assert.equal(totals({ costs: [100], better: 60 }).savings, 40);
  assert.equal(totals({ costs: [100, 100, 100], better: 60 }).savings, 240);
  // One copy is already shorter.
  assert.equal(totals({ costs: [100], better: 60 }, { costs: [50] }).savings, 100);
  assert.equal(totals({ costs: [], better: 60 }).savings, 0);
});

const someOccurrence = fc.record({
  cost: fc.oneof(fc.constant(0), fc.nat(10_000)),
  place: fc.constantFrom(...places),
  frame: fc.constantFrom('https://a.example/', 'https://b.example/', 'about:srcdoc'),
});
const someUrl: fc.Arbitrary<DataUrl> = fc
  .record({
    body: fc.constantFrom('a', 'b', 'c', null),
    mimeType: fc.constantFrom('image/png', 'image/gif'),
    size: fc.nat(5000),
    better: fc.option(fc.nat(10_000)),
    occurrences: fc.array(someOccurrence, { maxLength: 5 }),
    findings: fc.array(fc.constantFrom(...severities), { maxLength: 3 }),
  })
  .map(({ body, mimeType, better, occurrences, findings, ...rest }) => ({
    ...url({ ...rest, bodySha256: body, mimeType, essence: mimeType, better }),
    occurrences: occurrences.map(occurrence),
    findings: findings.map((severity) => finding({ severity })),
  }));

const sum = <Of>(list: readonly Of[], of: (each: Of) => number): number =>
  list.reduce((all, each) => all + of(each), 0);
/** Returns the costs of a page, grouped by name. */
const inGroups = (urls: readonly DataUrl[], nameOf: (url: DataUrl, occurrence: Occurrence) => string) => {
  const groups = new Map<string, number>();
  for (const one of urls) {
    for (const each of one.occurrences) {
      const name = nameOf(one, each);
      groups.set(name, (groups.get(name) ?? 0) + each.cost);
    }
  }
  return [...groups.values()];
};

test('parts add up, however they are grouped', () => {
  fc.assert(
    fc.property(
      fc.array(someUrl, { maxLength: 8 }),
      fc.array(fc.constantFrom(...severities)),
      (urls, onPage) => {
        const all = totalsOf(
          urls,
          onPage.map((severity) => finding({ severity })),
        );
        assert.equal(
          all.cost,
          sum(urls, ({ occurrences }) => weightOf(occurrences).cost),
        );
        for (const nameOf of [
          ({ essence }: DataUrl) => `${essence}`,
          (_: DataUrl, { place }: Occurrence) => place,
          (_: DataUrl, { frame }: Occurrence) => frame,
        ]) {
          assert.equal(
            all.cost,
            sum(inGroups(urls, nameOf), (cost) => cost),
          );
        }
        assert.equal(
          sum([...severities], (severity) => all.findings[severity]),
          onPage.length + sum(urls, ({ findings }) => findings.length),
        );
        assert.equal(
          all.occurrences,
          sum(urls, ({ occurrences }) => occurrences.length),
        );
      },
    ),
    runs(2000),
  );
});

test('copies cost no more than is saved, and nothing more is saved than what the page carries; no byte twice', () => {
  fc.assert(
    fc.property(fc.array(someUrl, { maxLength: 8 }), (urls) => {
      const { cost, copiesCost, savings } = totalsOf(urls, []);
      assert.ok(0 <= copiesCost && copiesCost <= savings && savings <= cost);
      // Computes the savings in another way: one copy of each resource stays, in the shortest known form.
      const resources = new Map<string | number, DataUrl[]>();
      for (const [at, one] of urls.entries()) {
        const key = bodyKey(one) ?? at;
        resources.set(key, [...(resources.get(key) ?? []), one]);
      }
      const stays = [...resources.values()].map((same) => {
        const costs = same.flatMap(({ occurrences }) => occurrences.map((each) => each.cost)).filter(Boolean);
        if (same[0]?.bodySha256 === null)
          return { best: sum(costs, (each) => each), cheapest: sum(costs, (each) => each) };
        const better = same
          .filter(({ occurrences }) => occurrences.some((each) => each.cost > 0))
          .flatMap(({ payload }) => payload?.cost?.better?.bytes ?? []);
        return costs.length === 0
          ? { best: 0, cheapest: 0 }
          : { best: Math.min(...costs, ...better), cheapest: Math.min(...costs) };
      });
      assert.equal(savings, cost - sum(stays, ({ best }) => best));
      assert.equal(copiesCost, cost - sum(stays, ({ cheapest }) => cheapest));
    }),
    runs(2000),
  );
});

test('of a text that two load the first one counts that is there; of a request only where no text holds it', () => {
  const charged = (...given: (Partial<Occurrence> & { key?: string; bytes?: number })[]) => {
    const sources = new Map(
      given.map(({ key = null, bytes = 10, ...own }) => [occurrence(own), { key, bytes }] as const),
    );
    const all = [...sources.keys()];
    chargeCosts(all, (each) => sources.get(each)!);
    return all.map(({ cost }) => cost);
  };
  const removedAt = '2026-01-01T00:00:00.000Z';
  assert.deepEqual(
    charged({}, {}, { key: 'sheet' }, { key: 'sheet' }, { key: 'other' }),
    [10, 10, 10, 0, 10],
  );
  assert.deepEqual(charged({ key: 'sheet', removedAt }, { key: 'sheet' }), [0, 10]);
  assert.deepEqual(charged({ bytes: 12 }, { bytes: 0 }), [12, 0]);
  assert.deepEqual(charged({ place: 'network' }), [10]);
  assert.deepEqual(charged({ place: 'network' }, {}), [0, 10]);
  assert.deepEqual(charged({ place: 'network' }, { removedAt }), [10, 0]);
  assert.deepEqual(charged({ place: 'network', removedAt }), [0]);
});

test('what is counted is what a data: URL has, whatever else it is', () => {
  const given: CountedUrl = {
    size: 3,
    bodySha256: 'x',
    mimeType: 'a/b',
    findings: [],
    occurrences: [{ cost: 9 }],
  };
  assert.equal(totalsOf([given], []).cost, 9);
});
