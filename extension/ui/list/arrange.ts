/** Filters, sorts, and groups the list. */

import type { Query, QueryProblem } from '../../../src/report/query.ts';
import type { Finding } from '../../../src/report/report.ts';
import { copiesCostOf } from '../../../src/report/weights.ts';
import { type Destination, destinations, type Effect, severityRank } from '../../../src/vocabulary.ts';
import type { Row } from '../../platform/surface-updates.ts';
import {
  bits,
  bitsOf,
  type Carried,
  costOf,
  factsOf,
  isRepeated,
  type Resources,
  type Sorted,
  type Trait,
} from './sorting.ts';
import type { Grouping, Texts, View } from './view.ts';

/** The names of the active filters of a view, as in a saved part of a Report. */
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
  /** The cost of all rows in the group, in bytes; for a group of duplicates, the cost of the copies. */
  cost: number;
  isDuplicate: boolean;
}
/** A finding about the page as a whole. */
export interface PageItem {
  /** An id that differs from the ids of rows. */
  id: string;
  finding: Finding;
}
export type Item = Heading | PageItem | Row;

/** Whether an item is the heading of a group. */
export const isHeading = (item: Item): item is Heading => 'heading' in item;
export const isPageItem = (item: Item): item is PageItem => 'finding' in item;

/** The id of the n-th finding about the page as a whole, counted from 0. */
export const pageItemId = (n: number): string => `page-finding-${n}`;

/** The id by which an item can be selected; null for headings. */
export const idOf = (item: Item): string | null => {
  if (isHeading(item)) return null;
  return isPageItem(item) ? item.id : item.sha256;
};

/** The items and counts of a view. Counts for the whole Report don't depend on the filters. */
export interface Arranged extends Pick<Carried, 'shares' | 'resources' | 'hasTimes'>, Pick<Sorted, 'of'> {
  items: Item[];
  /** The rows among the items, without headings. */
  rows: readonly Row[];
  /** The cost of these rows, in bytes. */
  cost: number;
  /** Number of page findings among the items. Only those with the effects that the view lists are included. */
  ofPage: number;
  problems: QueryProblem[];
  /** The destinations in the whole Report, and the selected one. */
  destinations: readonly Destination[];
  /**
   * For each family, state, or effect in the whole Report, the number of rows that its filter would list with the
   * current search and destination; 0 if none remain.
   */
  counts: ReadonlyMap<Trait, number>;
  /** The result of `countEffects` for the whole Report. */
  effects: ReadonlyMap<Effect, number>;
  /** The folded notes of the whole Report. Empty if the list is filtered. */
  folded: Carried['folded'];
}

/** The name of a group, for `Texts.heading`, and its rank. */
interface Group {
  name: string;
  /** Groups with a higher rank come first. If undefined, groups are sorted by cost. */
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
    const name = factsOf(row).key ?? '';
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
  // The default grouping shows no heading if there is only one group.
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

/** Whether a view filters only by effects. In that case, it also lists page findings. */
const listsEffects = ({ effects, query, families, states, destination, only }: View): boolean =>
  effects.length > 0 &&
  query.trim() === '' &&
  families.length + states.length === 0 &&
  destination === null &&
  only === null;

/** The findings about the page as a whole that are in the list. */
const pageItemsIn = (findings: readonly Finding[], view: View): PageItem[] =>
  listsEffects(view)
    ? findings
        .map((finding, n) => ({ id: pageItemId(n), finding }))
        .filter(({ finding }) => view.effects.includes(finding.effect))
        .sort((a, b) => severityRank[b.finding.severity] - severityRank[a.finding.severity])
    : [];

/**
 * Arranges the sorted rows for a view.
 *
 * @param query the parsed query of the view; null if there is none
 */
export function arrange(
  { of, carried, effects, entries }: Sorted,
  view: View,
  query: Query | null,
  texts: Texts,
): Arranged {
  const { only, destination } = view;
  const ofFamilies = bitsOf(view.families);
  const ofEffects = bitsOf(view.effects);
  const ofStates = bitsOf(view.states);
  /** The number of rows that remain after the search and the destination filter, keyed by the bits of their traits. */
  const searched = new Map<number, number>();
  let all = 0;
  const wanted: Row[] = [];
  for (const entry of view.isReversed ? entries.toReversed() : entries) {
    const { row, traits } = entry;
    all |= traits;
    const isUsed = destination === null || row.places.some((place) => place.destination === destination);
    if (!isUsed || query?.matches(row, entry) === false) continue;
    searched.set(traits, (searched.get(traits) ?? 0) + 1);
    if (
      (ofFamilies === 0 || traits & ofFamilies) &&
      (ofEffects === 0 || traits & ofEffects) &&
      (traits & ofStates) === ofStates &&
      (only?.ids.has(row.sha256) ?? true)
    )
      wanted.push(row);
  }
  const counts = new Map<Trait, number>();
  for (const [trait, bit] of bits) {
    if (!(all & bit)) continue;
    let count = 0;
    for (const [traits, rows] of searched) if (traits & bit) count += rows;
    counts.set(trait, count);
  }
  const pageItems = pageItemsIn(of.pageFindings, view);
  return {
    ...carried,
    of,
    items: [...pageItems, ...inGroups(wanted, view.grouping, carried.resources, texts)],
    rows: wanted,
    cost: wanted.reduce((sum, row) => sum + costOf(row), 0),
    ofPage: pageItems.length,
    problems: query?.problems ?? [],
    counts,
    effects,
    folded: view.query.trim() === '' && filtersOf(view).length === 0 ? carried.folded : new Map(),
    destinations: destinations.filter((each) => carried.used.has(each) || each === destination),
  };
}
