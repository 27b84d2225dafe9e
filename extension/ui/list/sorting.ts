/** Sorts all rows, and counts everything that does not depend on filters. */

import { countEffects, effectRank, effectsOf, findingsByUrl } from '../../../src/report/effects.ts';
import type { Surroundings } from '../../../src/report/query.ts';
import type { Finding } from '../../../src/report/report.ts';
import { addToResource, bodyKey, copiesCostOf, type Resource } from '../../../src/report/weights.ts';
import { type Destination, type Effect, effects as effectNames } from '../../../src/vocabulary.ts';
import type { Row } from '../../platform/surface-updates.ts';
import { type Family, families, familyOf } from '../text/kind.ts';
import { ofRow } from './of-row.ts';
import { type Order, type State, states, type Texts } from './view.ts';

/** The cost of one family, in bytes. */
export interface Share {
  family: Family;
  cost: number;
  /** The part of the cost that is caused by copies of the same resource, apart from the cheapest of each. */
  copies: number;
  /** The part of the cost that is caused by data: URLs that the page currently does not use anywhere. */
  unused: number;
}

/** The resources of the page, by `bodyKey`. */
export type Resources = ReadonlyMap<string, Resource<Row>>;

/** A property by which rows are counted and filtered. */
export type Trait = Family | State | Effect;

/** The bit of each trait. There are few combinations of traits, so many rows are counted together. */
export const bits: ReadonlyMap<Trait, number> = new Map(
  [...families, ...effectNames, ...states].map((trait, n) => [trait, 1 << n]),
);
export const bitsOf = (traits: Iterable<Trait>): number => {
  let all = 0;
  for (const trait of traits) all |= bits.get(trait) ?? 0;
  return all;
};

/** The states that depend only on the row itself. */
const isIn: Record<Exclude<State, 'repairable' | 'duplicate'>, (row: Row) => boolean> = {
  unused: ({ isUnused }) => isUnused,
  quoted: ({ isWeak }) => isWeak,
  download: ({ states }) => states.includes('download'),
  'not-requested': ({ state, isWeak }) => state?.kind === 'not-requested' && !isWeak,
  requested: ({ isRequestedOnly }) => isRequestedOnly,
};
const ownStates = Object.keys(isIn) as (keyof typeof isIn)[];

/** The facts that depend only on the row itself. */
export const factsOf = ofRow((row) => {
  const family = familyOf(row);
  const effects = effectsOf(row);
  const traits = bitsOf([family, ...effects, ...ownStates.filter((state) => isIn[state](row))]);
  return { family, effects, traits, key: bodyKey(row) };
});

/** A row with the facts that also depend on other rows and on the page findings. */
interface Entry extends Surroundings {
  row: Row;
  /** The index of the row in the order in which rows were found. */
  at: number;
  /** The bits of its traits. */
  traits: number;
}

export const isRepeated = (row: Row, resources: Resources): boolean =>
  !row.isUnused && (resources.get(factsOf(row).key ?? '')?.weight.texts ?? 0) > 1;

/** The number of code units of a name by which the list is sorted. */
const maxSortedText = 200;

/** The cost of all its occurrences, in bytes. */
export const costOf = ({ weight }: Row): number => weight.cost;

const pixelsOf = ({ picture }: Row): number =>
  picture?.kind === 'raster' ? (picture.width ?? 0) * (picture.height ?? 0) : -1;

/** Orders by a text. Rows with equal texts are ordered by their cost. */
const textOf = {
  name: (row: Row, texts: Texts) => texts.name(row),
  type: ({ essence }: Row) => essence ?? '',
  where: (row: Row, texts: Texts) => texts.where(row),
} as const;
const isOfText = (order: Order): order is keyof typeof textOf => Object.hasOwn(textOf, order);

/** Rows are sorted by the first of these keys, greatest first, then by the second, and so on. */
const keys: Record<Exclude<Order, keyof typeof textOf>, ((row: Row, entry: Entry) => number)[]> = {
  'most-severe': [(_, { effects }) => -effectRank(effects), costOf],
  largest: [costOf],
  size: [({ size }) => size ?? -1],
  pixels: [pixelsOf, costOf],
  longest: [({ length }) => length],
  'most-places': [({ occurrenceCount }) => occurrenceCount, costOf],
  found: [],
  // Earliest first. Those that were never requested come last.
  requested: [({ requestedAt }) => -Date.parse(requestedAt ?? '9999-01-01')],
};

/**
 * Sorts entries. Equal ones keep the order in which they were found.
 *
 * @param entries all entries, in the order in which they were found
 * @param before the entries of earlier rows in this order. Rows that are still in their places need not be sorted
 *   again. They are merged with the others, as JavaScript's sort does with parts that are already sorted
 */
function inOrder(
  entries: readonly Entry[],
  order: Order,
  texts: Texts,
  before: readonly Entry[],
): readonly Entry[] {
  const known = before.map(({ at }) => entries[at]).filter((entry) => entry !== undefined);
  const all = [...new Set([...known, ...entries])];
  // Each key is computed once per row, and not once per comparison.
  const by = (key: (row: Row, entry: Entry) => number) =>
    Float64Array.from(entries, (entry) => key(entry.row, entry));
  if (isOfText(order)) {
    const names = entries.map(({ row }) => textOf[order](row, texts).slice(0, maxSortedText));
    const costs = by(costOf);
    return all.sort(
      ({ at: a }, { at: b }) => texts.compare(names[a]!, names[b]!) || costs[b]! - costs[a]! || a - b,
    );
  }
  const [first, second = first] = keys[order].map(by);
  if (!first || !second) return entries;
  return all.sort(({ at: a }, { at: b }) => first[b]! - first[a]! || second[b]! - second[a]! || a - b);
}

/** Minimum number of rows with the same note for which the note is shown once, below the list. */
const manyRows = 5;

/** The notes that many rows have, most frequent first. */
function notesOfMany(rows: readonly Row[]): Carried['folded'] {
  const byRule = new Map<string, string[]>();
  for (const { sha256, findings } of rows)
    for (const { rule, severity } of findings) {
      if (severity !== 'info') continue;
      const ids = byRule.get(rule) ?? [];
      byRule.set(rule, ids);
      if (ids.at(-1) !== sha256) ids.push(sha256);
    }
  const many = [...byRule].filter(([, ids]) => ids.length >= manyRows);
  return new Map(many.sort(([, a], [, b]) => b.length - a.length));
}

function sharesOf(rows: readonly Row[], resources: Resources): Share[] {
  const shares = new Map<Family, Share>();
  for (const row of rows) {
    const { family } = factsOf(row);
    const share = shares.get(family) ?? { family, cost: 0, copies: 0, unused: 0 };
    shares.set(family, share);
    share.cost += costOf(row);
    if (row.isUnused) share.unused += costOf(row);
  }
  // All rows of a resource belong to the same family.
  for (const { cheapest, weight } of resources.values()) {
    const share = shares.get(factsOf(cheapest).family);
    if (share) share.copies += copiesCostOf(weight);
  }
  return families
    .flatMap((family) => shares.get(family) ?? [])
    .filter(({ cost }) => cost > 0)
    .sort((a, b) => b.cost - a.cost);
}

/** The facts that depend only on the rows. No view changes them. */
export interface Carried {
  rows: readonly Row[];
  /** The resources, which determine the possible savings for a row: see `savedAt`. */
  resources: Resources;
  /** The families with a cost, most expensive first. */
  shares: readonly Share[];
  /** The notes that many rows have, by rule, with the ids of these rows. */
  folded: ReadonlyMap<string, readonly string[]>;
  /** Whether DevTools reported the request time of at least one row. */
  hasTimes: boolean;
  used: ReadonlySet<Destination>;
}

function carriedBy(rows: readonly Row[]): Carried {
  const resources = new Map<string, Resource<Row>>();
  const used = new Set<Destination>();
  for (const row of rows) {
    addToResource(resources, row, factsOf(row).key);
    for (const { destination } of row.places) used.add(destination);
  }
  return {
    rows,
    resources,
    shares: sharesOf(rows, resources),
    folded: notesOfMany(rows),
    hasTimes: rows.some(({ requestedAt }) => requestedAt !== null),
    used,
  };
}

/**
 * @param before the previous entries. Those that have not changed are kept, so that they aren't collected as garbage
 */
function entriesOf(
  { rows, resources }: Carried,
  { pageFindings, repairable }: Wanted,
  before: readonly Entry[],
): Entry[] {
  const byUrl = findingsByUrl(pageFindings);
  const [duplicate, canBeRepaired] = [bitsOf(['duplicate']), bitsOf(['repairable'])];
  return rows.map((row, at) => {
    const own = factsOf(row);
    const about = byUrl.get(row.sha256);
    const effects = about ? effectsOf(row, about) : own.effects;
    const isDuplicate = isRepeated(row, resources);
    const isRepairable = repairable.has(row.sha256);
    let traits = about ? own.traits | bitsOf(effects) : own.traits;
    if (isDuplicate) traits |= duplicate;
    if (isRepairable) traits |= canBeRepaired;
    const last = before[at];
    if (last?.row === row && last.traits === traits) return last;
    return { row, at, effects, isDuplicate, isRepairable, traits };
  });
}

export interface Wanted {
  /** The rows in the order in which they were found. */
  rows: readonly Row[];
  /** The findings about the page as a whole. */
  pageFindings: readonly Finding[];
  /** The ids of the rows that can be repaired, as far as known. */
  repairable: ReadonlySet<string>;
  order: Order;
}

export interface Sorted {
  of: Wanted;
  carried: Carried;
  /** The result of `countEffects`. */
  effects: ReadonlyMap<Effect, number>;
  /** The entries in the order in which they were found, and in the wanted order. */
  found: readonly Entry[];
  entries: readonly Entry[];
}

/**
 * Sorts rows in steps. For 20,000 rows, each step takes some milliseconds.
 *
 * @param before the previous result, which makes sorting faster
 * @returns null before each step and before the result
 */
export function* sorting(of: Wanted, texts: Texts, before: Sorted | null): Generator<Sorted | null> {
  yield null;
  const carried = before?.of.rows === of.rows ? before.carried : carriedBy(of.rows);
  yield null;
  const found = entriesOf(carried, of, before?.found ?? []);
  const effects = countEffects(
    found.map((entry) => entry.effects),
    of.pageFindings,
  );
  yield null;
  const entries = inOrder(found, of.order, texts, before?.entries ?? []);
  yield null;
  yield { of, carried, effects, found, entries };
}
