import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { DataUrl } from '../../../src/report/report.ts';
import { stableParts, stablyOrdering } from '../../../src/report/stable-order.ts';
import type { Occurrence } from '../../../src/vocabulary.ts';
import { atOnce } from '../../../src/yield-to-event-loop.ts';
import { runs } from '../../support/seed.ts';
import { dataUrl, occurrence } from './reports.ts';

const page = 'https://example.com/';
/**
 * Returns the items in the stable order.
 *
 * @param numbers the number of each occurrence, in the order in which they were found
 */
const ordered = (items: readonly DataUrl[], numbers = new Map<Occurrence, number>()) =>
  atOnce(stablyOrdering(items, { page, numberOf: (occurrence) => numbers.get(occurrence) ?? 0 }));

const places = fc.record({
  frame: fc.constantFrom(page, 'about:srcdoc', 'https://a.example/', 'https://z.example/'),
  selector: fc.constantFrom('li:nth-child(2)', 'li:nth-child(10)', '#a', 'html > head > style'),
  sheet: fc.constantFrom(undefined, 'https://example.com/a.css'),
  line: fc.nat(20),
  name: fc.constantFrom('src', 'href'),
});
const items = fc.array(
  fc.record({
    sha256: fc.nat(0xffff).map((number) => number.toString(16).padStart(4, '0')),
    occurrences: fc.array(places, { minLength: 1, maxLength: 5 }),
  }),
  { maxLength: 60 },
);

test('whichever document or sheet is found first, the Report is the same', () => {
  fc.assert(
    fc.property(items, fc.infiniteStream(fc.nat()), (made, numbers) => {
      const whole = made.map(({ sha256, occurrences }) =>
        dataUrl({ sha256, occurrences: occurrences.map((each) => occurrence(each as object)) }),
      );
      const shuffled = <T>(list: readonly T[]): T[] =>
        list
          .map((item) => ({ item, by: numbers.next().value as number }))
          .sort((a, b) => a.by - b.by)
          .map(({ item }) => item);
      const all = whole.flatMap(({ occurrences }) => occurrences);
      const found = new Map(all.map((each, n) => [each, n + 1]));
      // The documents and sheets are shuffled, but each keeps its own internal order.
      const groups = new Map<string, Occurrence[]>();
      for (const each of all) {
        const name = `${each.frame} ${each.sheet}`;
        groups.set(name, [...(groups.get(name) ?? []), each]);
      }
      const later = new Map(
        shuffled([...groups.values()])
          .flat()
          .map((each, n) => [each, n + 1]),
      );
      const other = shuffled(whole).map((each) => ({ ...each, occurrences: shuffled(each.occurrences) }));
      const expected = ordered(whole, found);
      assert.deepEqual(ordered(other, later), expected);
      assert.deepEqual(
        new Set(expected.map(({ sha256 }) => sha256)),
        new Set(whole.map(({ sha256 }) => sha256)),
      );
    }),
    runs(100),
  );
});

test('the page itself comes first; style sheets come last, with numbers by their value', () => {
  const at = (sha256: string, given: Partial<Occurrence>) =>
    dataUrl({ sha256, occurrences: [occurrence(given)] });
  const inSheet = (selector: string, sheet?: string) =>
    ({ place: 'stylesheet', selector, ...(sheet && { sheet }) }) as const;
  const inOrder = [
    at('1', { selector: '#z' }),
    at('2', { selector: '#a' }),
    at('3', inSheet('style:nth-child(2)')),
    at('4', inSheet('style:nth-child(10)')),
    at('6', inSheet('link', 'https://example.com/a.css')),
    at('5', inSheet('link', 'https://example.com/a.css')),
    at('7', { frame: 'https://a.example/', selector: 'a' }),
  ];
  const found = new Map(inOrder.map(({ occurrences: [each] }, n) => [each as Occurrence, n + 1]));
  assert.deepEqual(ordered(inOrder.toReversed(), found), inOrder);
});

test('thousands are merged in runs', () => {
  const many = Array.from({ length: 3000 }, (_, n) =>
    dataUrl({
      sha256: String(n).padStart(8, '0'),
      occurrences: [occurrence({ place: 'stylesheet', selector: `#a${n}` })],
    }),
  );
  const steps = stablyOrdering(many.toReversed(), { page, numberOf: () => 0 });
  let yields = 0;
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) {
      assert.deepEqual(step.value, many);
      break;
    }
    yields++;
  }
  assert.ok(yields > 3000);
});

test('parts that were not scanned', () => {
  const part = (kind: 'frame' | 'stylesheet', url: string) => ({ kind, url, reason: 'not-loaded' }) as const;
  const parts = [part('frame', 'https://a/'), part('frame', 'https://b/'), part('stylesheet', 'https://a/')];
  assert.deepEqual(stableParts(parts.toReversed()), parts);
});
