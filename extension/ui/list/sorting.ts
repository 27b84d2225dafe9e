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
  /**
   * The part of the cost that redundant copies of the same resource cause. The cheapest copy of each resource is not
   * included.
   */
  copies: number;
  /** The part of the cost that is caused by data: URLs that the page currently does not use anywhere. */
  unused: number;
}

/** The resources of the page, keyed by `bodyKey`. */
export type Resources = ReadonlyMap<string, Resource<Row>>;

/** A property by which rows are counted and filtered. */
export type Trait = Family | State | Effect;

/** The bit of each trait. Rows with the same traits are counted together, because there are few combinations. */
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
  removed: ({ removedAt }) => removedAt !== null,
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

/** A row with its facts, including those that depend on other rows and on the page findings. */
interface Entry extends Surroundings {
  row: Row;
  /** The index of the row in the order in which the rows were found. */
  at: number;
  /** The bits of the row's traits. */
  traits: number;
}

export const isRepeated = (row: Row, resources: Resources): boolean =>
  !row.isUnused && (resources.get(factsOf(row).key ?? '')?.weight.texts ?? 0) > 1;

/** Maximum number of code units of a name by which the list is sorted. */
const maxSortedText = 200;

/** The cost of all occurrences of a row, in bytes. */
export const costOf = ({ weight }: Row): number => weight.cost;

const pixelsOf = ({ picture }: Row): number =>
  picture?.kind === 'raster' ? (picture.width ?? 0) * (picture.height ?? 0) : -1;

/** The orders by text. The text takes precedence over the keys. */
const textOf: Partial<Record<Order, (row: Row, texts: Texts) => string>> = {
  name: (row, texts) => texts.name(row),
  type: ({ essence }) => essence ?? '',
  where: (row, texts) => texts.where(row),
};

/** Rows are sorted by the first of these keys, greatest first. Ties are broken by the next key. */
const keys: Record<Order, ((row: Row, entry: Entry) => number)[]> = {
  'most-severe': [(_, { effects }) => -effectRank(effects), costOf],
  largest: [costOf],
  size: [({ size }) => size ?? -1],
  pixels: [pixelsOf, costOf],
  longest: [({ length }) => length],
  'most-places': [({ occurrenceCount }) => occurrenceCount, costOf],
  name: [costOf],
  type: [costOf],
  where: [costOf],
  found: [],
  // Earliest first. Rows that were never requested come last.
  requested: [({ requestedAt }) => -Date.parse(requestedAt ?? '9999-01-01')],
};

/**
 * Sorts entries. Equal entries keep the order in which they were found.
 *
 * @param entries all entries, in the order in which they were found
 * @param before the entries of earlier rows in this order. Rows whose place hasn't changed need not be sorted again;
 * they are merged with the others, as JavaScript's sort does with parts that are already sorted
 */
function inOrder(
  entries: readonly Entry[],
  order: Order,
  texts: Texts,
  before: readonly Entry[],
): readonly Entry[] {
  const known = before.flatMap(({ at }) => entries[at] ?? []);
  // Each key is computed once per row rather than once per comparison.
  const [first, second = first] = keys[order].map((key) =>
    Float64Array.from(entries, (entry) => key(entry.row, entry)),
  );
  if (!first || !second) return entries;
  const name = textOf[order];
  const names = name && entries.map(({ row }) => name(row, texts).slice(0, maxSortedText));
  return [...new Set([...known, ...entries])].sort(
    ({ at: a }, { at: b }) =>
      (names && texts.compare(names[a]!, names[b]!)) ||
      first[b]! - first[a]! ||
      second[b]! - second[a]! ||
      a - b,
  );
}

/** Minimum number of rows with the same note for the note to be shown only once, below the list. */
const manyRows = 5;

/** The facts that depend only on the rows, and not on the view. */
export interface Carried {
  rows: readonly Row[];
  /** The resources, which determine the possible savings for a row: see `savedAt`. */
  resources: Resources;
  /** The families with a cost, most expensive first. */
  shares: readonly Share[];
  /** The notes that many rows share, keyed by rule, with the ids of these rows. */
  folded: ReadonlyMap<string, readonly string[]>;
  /** Whether DevTools reported the request time of at least one row. */
  hasTimes: boolean;
  used: ReadonlySet<Destination>;
}

/** Number of rows in a step. A step takes some milliseconds. */
const rowsPerStep = 4096;

/**
 * Computes the facts that depend only on the rows, in steps.
 *
 * @yields null before each step
 */
function* carriedBy(rows: readonly Row[]): Generator<null, Carried> {
  const resources = new Map<string, Resource<Row>>();
  const shares = new Map<Family, Share>();
  const noted = new Map<string, string[]>();
  const used = new Set<Destination>();
  let hasTimes = false;
  for (const [at, row] of rows.entries()) {
    if (at % rowsPerStep === 0) yield null;
    const { family, key } = factsOf(row);
    const cost = costOf(row);
    const share = shares.get(family) ?? { family, cost: 0, copies: 0, unused: 0 };
    shares.set(family, share);
    share.cost += cost;
    if (row.isUnused) share.unused += cost;
    if (row.requestedAt !== null) hasTimes = true;
    addToResource(resources, row, key);
    for (const { destination } of row.places) used.add(destination);
    for (const { rule, severity } of row.findings) {
      if (severity !== 'info') continue;
      const ids = noted.get(rule) ?? [];
      noted.set(rule, ids);
      if (ids.at(-1) !== row.sha256) ids.push(row.sha256);
    }
  }
  // All rows of a resource belong to the same family.
  for (const { cheapest, weight } of resources.values()) {
    const share = shares.get(factsOf(cheapest).family);
    if (share) share.copies += copiesCostOf(weight);
  }
  const folded = [...noted].filter(([, ids]) => ids.length >= manyRows);
  return {
    rows,
    resources,
    shares: families
      .flatMap((family) => shares.get(family) ?? [])
      .filter(({ cost }) => cost > 0)
      .sort((a, b) => b.cost - a.cost),
    folded: new Map(folded.sort(([, a], [, b]) => b.length - a.length)),
    hasTimes,
    used,
  };
}

/**
 * Computes the entries of rows, in steps.
 *
 * @param before the previous entries. Unchanged ones are reused, so that they aren't collected as garbage
 * @yields null before each step
 */
function* entriesOf(
  { rows, resources }: Carried,
  { pageFindings, repairable }: Wanted,
  before: readonly Entry[],
): Generator<null, Entry[]> {
  const byUrl = findingsByUrl(pageFindings);
  const entries: Entry[] = [];
  for (const [at, row] of rows.entries()) {
    if (at % rowsPerStep === 0) yield null;
    const own = factsOf(row);
    const about = byUrl.get(row.sha256);
    const effects = about ? effectsOf(row, about) : own.effects;
    const isDuplicate = isRepeated(row, resources);
    const isRepairable = repairable.has(row.sha256);
    let traits = about ? own.traits | bitsOf(effects) : own.traits;
    if (isDuplicate) traits |= bitsOf(['duplicate']);
    if (isRepairable) traits |= bitsOf(['repairable']);
    const last = before[at];
    const isKept = last?.row === row && last.traits === traits;
    entries.push(isKept ? last : { row, at, effects, isDuplicate, isRepairable, traits });
  }
  return entries;
}

export interface Wanted {
  /** The rows in the order in which they were found. */
  rows: readonly Row[];
  /** The findings about the page as a whole. */
  pageFindings: readonly Finding[];
  /** The ids of the rows that can be repaired, as far as they are known. */
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
 * @yields null before each step, and then the result
 */
export function* sorting(of: Wanted, texts: Texts, before: Sorted | null): Generator<Sorted | null> {
  const carried = before?.of.rows === of.rows ? before.carried : yield* carriedBy(of.rows);
  const found = yield* entriesOf(carried, of, before?.found ?? []);
  const effects = countEffects(
    found.map((entry) => entry.effects),
    of.pageFindings,
  );
  yield null;
  const entries = inOrder(found, of.order, texts, before?.entries ?? []);
  yield null;
  yield { of, carried, effects, found, entries };
}
