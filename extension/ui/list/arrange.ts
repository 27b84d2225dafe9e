/** Filters, sorts and groups the list. */

import { countEffects, effectRank, effectsOf, findingsByUrl } from '../../../src/report/effects.ts';
import type { Query, QueryProblem, Surroundings } from '../../../src/report/query.ts';
import type { Finding } from '../../../src/report/report.ts';
import { bodyKey, copiesCostOf, type Resource, resourcesIn } from '../../../src/report/weights.ts';
import { type Destination, destinations, type Effect, severityRank } from '../../../src/vocabulary.ts';
import type { Row } from '../../platform/surface-updates.ts';
import { type Family, families, familyOf } from '../text/kind.ts';
import { type Grouping, type Order, type State, states, type Texts, type View } from './view.ts';

/** The names of the filters of a view, as a saved part of a Report has them. */
export const filtersOf = ({ families, effects, states, destination, only }: View): string[] => [
  ...families,
  ...effects.map((effect) => `effect:${effect}`),
  ...states,
  ...(destination === null ? [] : [`destination:${destination}`]),
  ...(only === null ? [] : [`only:${only.by}`]),
];

export interface Heading {
  heading: string;
  count: number;
  /** The cost of all rows of the group, in bytes; if these are duplicates, the cost of the copies. */
  cost: number;
  isDuplicate: boolean;
}
/** A finding on the page as a whole. */
export interface PageItem {
  /** Differs from every row's id. */
  id: string;
  finding: Finding;
}
export type Item = Heading | PageItem | Row;

/** Whether an item is the heading of a group. */
export const isHeading = (item: Item): item is Heading => 'heading' in item;
export const isPageItem = (item: Item): item is PageItem => 'finding' in item;

/** The id of the n-th finding on the page as a whole, from 0. */
export const pageItemId = (n: number): string => `page-finding-${n}`;

/** The id by which an item can be selected; null for headings. */
export const idOf = (item: Item): string | null => {
  if (isHeading(item)) return null;
  return isPageItem(item) ? item.id : item.sha256;
};

/** The cost of one family, in bytes. */
export interface Share {
  family: Family;
  cost: number;
  /** The part of the cost for copies of the same resource, beyond the cheapest of each. */
  copies: number;
  /** The part of the cost for data: URLs that the page uses nowhere now. */
  unused: number;
}

export interface Arranged {
  items: Item[];
  /** Rows among the items, rows in total, and the cost of those shown, in bytes. */
  shown: number;
  all: number;
  cost: number;
  /** Page findings among the items: those of the effects that the view lists. */
  ofPage: number;
  problems: QueryProblem[];
  /** DevTools reported the request time of at least one row. */
  hasTimes: boolean;
  /** The destinations in the whole Report, and the one that is selected. */
  destinations: readonly Destination[];
  /**
   * Rows that the filter for a family, state or effect lists within the search and the destination, for each of them in
   * the whole Report: 0 if none remain.
   */
  counts: ReadonlyMap<Family | State | Effect, number>;
  /** See `countEffects`: of the whole Report. */
  effects: ReadonlyMap<Effect, number>;
  /** The families that cost anything in the whole Report, the most expensive first. */
  shares: readonly Share[];
  /** The resources in the whole Report, which determine the possible savings at a row: see `savedAt`. */
  resources: Resources;
  /** The notes that many rows have, by rule, with the ids of these rows; empty if the list is filtered. */
  folded: ReadonlyMap<string, readonly string[]>;
}

/** The resources of the page, by their keys. */
export type Resources = ReadonlyMap<string, Resource<Row>>;

const isRepeated = (
  row: Parameters<typeof bodyKey>[0] & Pick<Row, 'isUnused'>,
  resources: Resources,
): boolean => !row.isUnused && (resources.get(bodyKey(row) ?? '')?.weight.texts ?? 0) > 1;

/** Facts about rows that the rows themselves lack. */
interface Known {
  resources: Resources;
  repairable: ReadonlySet<string>;
}

const isIn: Record<State, (row: Row, known: Known) => boolean> = {
  repairable: ({ sha256 }, { repairable }) => repairable.has(sha256),
  duplicate: (row, { resources }) => isRepeated(row, resources),
  unused: ({ isUnused }) => isUnused,
  quoted: ({ isWeak }) => isWeak,
  download: ({ states }) => states.includes('download'),
  'not-requested': ({ state, isWeak }) => state?.kind === 'not-requested' && !isWeak,
  requested: ({ isRequestedOnly }) => isRequestedOnly,
};

const isUsedAs = ({ places }: Row, wanted: Destination): boolean =>
  places.some(({ destination }) => destination === wanted);

/** Code units of a name by which the list is sorted. */
const maxSortedText = 200;

/** The effects of each row, those of the page's findings that name it included. */
type EffectsOf = (row: Pick<Row, 'sha256'>) => ReadonlySet<Effect>;

/** The cost of all its occurrences, in bytes. */
const costOf = ({ weight }: Row): number => weight.cost;

const pixelsOf = ({ picture }: Row): number =>
  picture?.kind === 'raster' ? (picture.width ?? 0) * (picture.height ?? 0) : -1;

/** Orders by a text, equal ones by their cost. */
const textOf = {
  name: (row: Row, texts: Texts) => texts.name(row),
  type: ({ essence }: Row) => essence ?? '',
  where: (row: Row, texts: Texts) => texts.where(row),
} as const;
const isOfText = (order: Order): order is keyof typeof textOf => Object.hasOwn(textOf, order);

/** Rows are sorted by the first of these keys, the greater first, then by the second … */
const keys: Record<Exclude<Order, keyof typeof textOf>, ((row: Row, effectsIn: EffectsOf) => number)[]> = {
  'most-severe': [(row, effectsIn) => -effectRank(effectsIn(row)), costOf],
  largest: [costOf],
  size: [({ size }) => size ?? -1],
  pixels: [pixelsOf, costOf],
  longest: [({ length }) => length],
  'most-places': [({ occurrenceCount }) => occurrenceCount, costOf],
  found: [],
  // The earliest first; those that were never requested last.
  requested: [({ requestedAt }) => -Date.parse(requestedAt ?? '9999-01-01')],
};

/** Rows in the order of a view. */
function inOrder(
  rows: readonly Row[],
  { order, isReversed }: View,
  texts: Texts,
  effectsIn: EffectsOf,
): Row[] {
  const sorted = isOfText(order)
    ? byText(rows, textOf[order], texts)
    : byKeys(
        rows,
        keys[order].map((key) => (row) => key(row, effectsIn)),
      );
  return isReversed ? sorted.reverse() : sorted;
}

// Each key is computed once per row, not once per comparison.

function byKeys(rows: readonly Row[], order: readonly ((row: Row) => number)[]): Row[] {
  if (order.length === 0) return [...rows];
  const keyed = rows.map((row) => ({ row, by: order.map((key) => key(row)) }));
  keyed.sort((a, b) => {
    const at = a.by.findIndex((value, n) => value !== b.by[n]);
    return at < 0 ? 0 : (b.by[at] ?? 0) - (a.by[at] ?? 0);
  });
  return keyed.map(({ row }) => row);
}

function byText(rows: readonly Row[], text: (row: Row, texts: Texts) => string, texts: Texts): Row[] {
  return rows
    .map((row) => ({ row, by: text(row, texts).slice(0, maxSortedText) }))
    .sort((a, b) => texts.compare(a.by, b.by) || costOf(b.row) - costOf(a.row))
    .map(({ row }) => row);
}

/** A group's name, for `Texts.heading`, and its rank. */
interface Group {
  name: string;
  /** The greater comes first; undefined: sorted by cost. */
  rank?: number;
}

const groupOf: Record<Grouping, (row: Row, resources: Resources) => Group> = {
  use: ({ isWeak, removedAt }) =>
    removedAt !== null
      ? { name: 'gone', rank: 0 }
      : isWeak
        ? { name: 'quoted', rank: 1 }
        : { name: 'used', rank: 2 },
  type: ({ essence }) => ({ name: essence ?? '' }),
  place: ({ places }) => ({ name: places[0]?.place ?? '' }),
  frame: ({ places }) => ({ name: places[0]?.frame ?? '' }),
  finding: ({ findings: [worst] }) => ({
    name: worst?.rule ?? '',
    rank: worst ? severityRank[worst.severity] : 0,
  }),
  duplicate: (row, resources) => {
    const name = bodyKey(row) ?? '';
    const resource = resources.get(name);
    return resource && isRepeated(row, resources)
      ? { name, rank: copiesCostOf(resource.weight) }
      : { name: '' };
  },
};

function inGroups(rows: readonly Row[], grouping: Grouping, resources: Resources, texts: Texts): Item[] {
  const groups = new Map<string, { rank: number; cost: number; rows: Row[] }>();
  for (const row of rows) {
    const { name, rank } = groupOf[grouping](row, resources);
    const group = groups.get(name) ?? { rank: 0, cost: 0, rows: [] };
    groups.set(name, group);
    group.rank = Math.max(group.rank, rank ?? 0);
    group.cost += costOf(row);
    group.rows.push(row);
  }
  // The default grouping has no heading if there is only one group.
  if (grouping === 'use' && groups.size === 1) return [...rows];
  return [...groups]
    .sort(([, a], [, b]) => b.rank - a.rank || b.cost - a.cost)
    .flatMap(([name, group]) => {
      const isDuplicate = grouping === 'duplicate' && name !== '';
      const heading = texts.heading(grouping, name, group.rows[0] as Row);
      const cost = isDuplicate ? group.rank : group.cost;
      return [{ heading, count: group.rows.length, cost, isDuplicate }, ...group.rows];
    });
}

/** Minimum number of rows with the same note for it to be shown once, below the list. */
const manyRows = 5;

/** The notes that many rows have, the most frequent first. */
function notesOfMany(rows: readonly Row[]): Arranged['folded'] {
  const byRule = new Map<string, Set<string>>();
  for (const { sha256, findings } of rows)
    for (const { rule, severity } of findings)
      if (severity === 'info') byRule.set(rule, (byRule.get(rule) ?? new Set()).add(sha256));
  const many = [...byRule].filter(([, ids]) => ids.size >= manyRows).sort(([, a], [, b]) => b.size - a.size);
  return new Map(many.map(([rule, ids]) => [rule, [...ids]]));
}

/** Whether a view filters by effects alone: it then lists page findings, too. */
const listsEffects = ({ effects, query, families, states, destination, only }: View): boolean =>
  effects.length > 0 &&
  query.trim() === '' &&
  families.length + states.length === 0 &&
  destination === null &&
  only === null;

/** The findings on the page as a whole that are in the list. */
const pageItemsIn = (findings: readonly Finding[], view: View): PageItem[] =>
  listsEffects(view)
    ? findings
        .map((finding, n) => ({ id: pageItemId(n), finding }))
        .filter(({ finding }) => view.effects.includes(finding.effect))
        .sort((a, b) => severityRank[b.finding.severity] - severityRank[a.finding.severity])
    : [];

function sharesOf(rows: readonly Row[], resources: Resources): Share[] {
  const shares = new Map<Family, Share>();
  for (const row of rows) {
    const family = familyOf(row);
    const share = shares.get(family) ?? { family, cost: 0, copies: 0, unused: 0 };
    shares.set(family, share);
    share.cost += costOf(row);
    if (row.isUnused) share.unused += costOf(row);
  }
  // Rows of one resource are of one family.
  for (const { cheapest, weight } of resources.values()) {
    const share = shares.get(familyOf(cheapest));
    if (share) share.copies += copiesCostOf(weight);
  }
  return families
    .flatMap((family) => shares.get(family) ?? [])
    .filter(({ cost }) => cost > 0)
    .sort((a, b) => b.cost - a.cost);
}

/**
 * @param rows in the order in which they were found
 * @param query that of the view, parsed; null while there is none
 * @param pageFindings those on the page as a whole
 * @param repairable the ids of those that can be repaired, as far as that is known
 * @param resources those of the rows
 */
export function arrange(
  rows: readonly Row[],
  view: View,
  query: Query | null,
  texts: Texts,
  pageFindings: readonly Finding[] = [],
  repairable: ReadonlySet<string> = new Set(),
  resources: Resources = resourcesIn(rows),
): Arranged {
  const known = { resources, repairable };
  const counts = new Map<Family | State | Effect, number>();
  const countUp = (name: Family | State | Effect, count: number) =>
    counts.set(name, (counts.get(name) ?? 0) + count);
  const about = findingsByUrl(pageFindings);
  const effects = new Map(rows.map((row) => [row.sha256, effectsOf(row, about.get(row.sha256))]));
  const effectsIn: EffectsOf = ({ sha256 }) => effects.get(sha256) ?? new Set();
  const around: Surroundings = {
    isDuplicate: (searched) => isRepeated(searched, resources),
    isRepairable: ({ sha256 }) => repairable.has(sha256),
    effectsOf: effectsIn,
    say: texts.finding,
  };
  const used = new Set<Destination>();
  const wanted: Row[] = [];
  for (const row of rows) {
    for (const { destination } of row.places) used.add(destination);
    const isSearched =
      (view.destination === null || isUsedAs(row, view.destination)) && (query?.matches(row, around) ?? true);
    const count = isSearched ? 1 : 0;
    const [family, ofRow] = [familyOf(row), effectsIn(row)];
    countUp(family, count);
    for (const effect of ofRow) countUp(effect, count);
    for (const state of states) if (isIn[state](row, known)) countUp(state, count);
    if (
      isSearched &&
      (view.only?.ids.has(row.sha256) ?? true) &&
      (view.families.length === 0 || view.families.includes(family)) &&
      (view.effects.length === 0 || view.effects.some((effect) => ofRow.has(effect))) &&
      view.states.every((state) => isIn[state](row, known))
    )
      wanted.push(row);
  }
  const pageItems = pageItemsIn(pageFindings, view);
  const items: Item[] = [
    ...pageItems,
    ...inGroups(inOrder(wanted, view, texts, effectsIn), view.grouping, resources, texts),
  ];
  const hasTimes = rows.some(({ requestedAt }) => requestedAt !== null);
  return {
    items,
    shown: wanted.length,
    all: rows.length,
    cost: wanted.reduce((sum, row) => sum + costOf(row), 0),
    ofPage: pageItems.length,
    problems: query?.problems ?? [],
    counts,
    effects: countEffects(effects.values(), pageFindings),
    shares: sharesOf(rows, resources),
    resources,
    folded: view.query.trim() === '' && filtersOf(view).length === 0 ? notesOfMany(rows) : new Map(),
    hasTimes,
    destinations: destinations.filter((each) => used.has(each) || each === view.destination),
  };
}
