/** The list as a person wants it: what they look for, in their order, in their groups. */
import { parseQuery, type QueryProblem, type Surroundings } from '../../src/report/query.ts';
import {
  type Destination,
  destinations,
  isFlagged,
  isUnsafe,
  severityRank,
  worstOf,
} from '../../src/report/report.ts';
import { bodyKey } from '../../src/report/totals.ts';
import type { Row } from '../platform/messages.ts';
import { type Family, familyOf } from './kind.ts';

export const orders = ['gravest', 'largest', 'longest', 'most-places', 'type', 'found', 'requested'] as const;
export type Order = (typeof orders)[number];
export const groupings = ['use', 'type', 'place', 'frame', 'finding', 'duplicate'] as const;
export type Grouping = (typeof groupings)[number];
/** Filters that are one click away. */
export const states = [
  'flagged',
  'security',
  'duplicate',
  'quoted',
  'failed',
  'not-loaded',
  'requested',
] as const;
export type State = (typeof states)[number];

export interface View {
  query: string;
  /** Only these; none stands for all. */
  families: readonly Family[];
  /** All of these must hold. */
  states: readonly State[];
  /** Only what is used as this; null for all. */
  destination: Destination | null;
  /** Only these, which were asked for by their ids; null for all. */
  only: { ids: ReadonlySet<string>; by: 'selection' | 'finding' } | null;
  order: Order;
  grouping: Grouping;
}

export const firstView: View = {
  query: '',
  families: [],
  states: [],
  destination: null,
  only: null,
  order: 'gravest',
  grouping: 'use',
};

/** The same order and groups, of all. */
export const clearedView = (view: View): View => ({
  ...view,
  query: '',
  families: [],
  states: [],
  destination: null,
  only: null,
});

export interface Heading {
  heading: string;
  count: number;
  /** Bytes of all in the group; where these are duplicates, what they cost beyond the first place. */
  size: number;
  isDuplicate: boolean;
}
export type Item = Heading | Row;

/** Whether an item heads a group. */
export const isHeading = (item: Item): item is Heading => 'heading' in item;

export interface Arranged {
  items: Item[];
  /** Rows among them, of how many in all, and the bytes of their bodies. */
  shown: number;
  all: number;
  size: number;
  problems: QueryProblem[];
  /** DevTools told of some when they were requested. */
  hasTimes: boolean;
  /** What the whole Report is used as, and what is wanted. */
  destinations: readonly Destination[];
  /** Rows of each family and state in the whole Report, for the filters to say. */
  counts: ReadonlyMap<Family | State, number>;
}

/** How often each body is there. */
type Bodies = ReadonlyMap<string, number>;

function bodiesIn(rows: readonly Row[]): Bodies {
  const bodies = new Map<string, number>();
  for (const row of rows) {
    const body = bodyKey(row);
    if (body !== null) bodies.set(body, (bodies.get(body) ?? 0) + row.occurrenceCount);
  }
  return bodies;
}

const timesOf = (row: Parameters<typeof bodyKey>[0], bodies: Bodies): number =>
  bodies.get(bodyKey(row) ?? '') ?? 1;

const isIn: Record<State, (row: Row, bodies: Bodies) => boolean> = {
  flagged: ({ findings }) => isFlagged(findings),
  security: ({ findings }) => isUnsafe(findings),
  duplicate: (row, bodies) => timesOf(row, bodies) > 1,
  quoted: ({ isWeak }) => isWeak,
  failed: ({ loading }) => loading === 'failed' || loading === 'blocked',
  'not-loaded': ({ loading }) => loading === 'not-loaded',
  requested: ({ isRequestedOnly }) => isRequestedOnly,
};

const isUsedAs = ({ places }: Row, wanted: Destination): boolean =>
  places.some(({ destination }) => destination === wanted);

const rankOf = ({ findings }: Row): number => {
  const worst = worstOf(findings);
  return worst === null ? 0 : severityRank[worst];
};

const sizeOf = ({ size }: Row): number => size ?? 0;

/** Before all others of a group comes what is greater by the first of these, then by the second … */
const keys: Record<Order, ((row: Row) => number)[]> = {
  gravest: [rankOf, sizeOf],
  largest: [sizeOf],
  longest: [({ length }) => length],
  'most-places': [({ occurrenceCount }) => occurrenceCount, sizeOf],
  type: [],
  found: [],
  // The first comes first; what was never requested, last.
  requested: [({ requestedAt }) => -Date.parse(requestedAt ?? '9999-01-01')],
};

function inOrder(rows: readonly Row[], order: Order): Row[] {
  if (order === 'found') return [...rows];
  if (order === 'type') {
    return [...rows].sort((a, b) => compareTexts(a.essence ?? '', b.essence ?? '') || sizeOf(b) - sizeOf(a));
  }
  // Each key once a row, not once a comparison.
  const keyed = rows.map((row) => ({ row, by: keys[order].map((key) => key(row)) }));
  keyed.sort((a, b) => {
    const at = a.by.findIndex((value, n) => value !== b.by[n]);
    return at < 0 ? 0 : (b.by[at] ?? 0) - (a.by[at] ?? 0);
  });
  return keyed.map(({ row }) => row);
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A group's heading as a key of `groupText`, and whether it comes before others. */
interface Group {
  name: string;
  /** Greater comes first; undefined: by size. */
  rank?: number;
}

const groupOf: Record<Grouping, (row: Row, bodies: Bodies) => Group> = {
  use: ({ isWeak, goneAt }) =>
    goneAt !== null
      ? { name: 'gone', rank: 0 }
      : isWeak
        ? { name: 'quoted', rank: 1 }
        : { name: 'used', rank: 2 },
  type: ({ essence }) => ({ name: essence ?? '' }),
  place: ({ places }) => ({ name: places[0]?.place ?? '' }),
  frame: ({ places }) => ({ name: places[0]?.frame ?? '' }),
  finding: (row) => ({ name: row.findings[0]?.rule ?? '', rank: rankOf(row) }),
  duplicate: (row, bodies) => {
    const times = timesOf(row, bodies);
    return times > 1 ? { name: bodyKey(row) ?? '', rank: (times - 1) * sizeOf(row) } : { name: '' };
  },
};

/** What is said in the person's language. */
export interface Texts {
  /** A group's heading, by its name and first row. */
  heading(grouping: Grouping, name: string, first: Row): string;
  finding: Surroundings['say'];
}

function inGroups(rows: readonly Row[], grouping: Grouping, bodies: Bodies, texts: Texts): Item[] {
  const groups = new Map<string, { rank: number; size: number; rows: Row[] }>();
  for (const row of rows) {
    const { name, rank } = groupOf[grouping](row, bodies);
    const group = groups.get(name) ?? { rank: 0, size: 0, rows: [] };
    groups.set(name, group);
    group.rank = Math.max(group.rank, rank ?? 0);
    group.size += sizeOf(row);
    group.rows.push(row);
  }
  // What a person has not asked for needs no heading where there is nothing to tell apart.
  if (grouping === 'use' && groups.size === 1) return [...rows];
  return [...groups]
    .sort(([, a], [, b]) => b.rank - a.rank || b.size - a.size)
    .flatMap(([name, group]) => {
      const isDuplicate = grouping === 'duplicate' && name !== '';
      const heading = texts.heading(grouping, name, group.rows[0] as Row);
      const size = isDuplicate ? group.rank : group.size;
      return [{ heading, count: group.rows.length, size, isDuplicate }, ...group.rows];
    });
}

/** @param rows in the order in which they were found */
export function arrange(rows: readonly Row[], view: View, texts: Texts): Arranged {
  const bodies = bodiesIn(rows);
  const counts = new Map<Family | State, number>();
  const used = new Set<Destination>();
  for (const row of rows) {
    for (const { destination } of row.places) used.add(destination);
    const family = familyOf(row);
    counts.set(family, (counts.get(family) ?? 0) + 1);
    for (const state of states) {
      if (isIn[state](row, bodies)) counts.set(state, (counts.get(state) ?? 0) + 1);
    }
  }
  const { matches, problems } = parseQuery(view.query);
  const around: Surroundings = {
    isDuplicate: (searched) => timesOf(searched, bodies) > 1,
    say: texts.finding,
  };
  const wanted = rows.filter(
    (row) =>
      (view.only?.ids.has(row.sha256) ?? true) &&
      (view.families.length === 0 || view.families.includes(familyOf(row))) &&
      view.states.every((state) => isIn[state](row, bodies)) &&
      (view.destination === null || isUsedAs(row, view.destination)) &&
      matches(row, around),
  );
  const items = inGroups(inOrder(wanted, view.order), view.grouping, bodies, texts);
  const hasTimes = rows.some(({ requestedAt }) => requestedAt !== null);
  return {
    items,
    shown: wanted.length,
    all: rows.length,
    size: wanted.reduce((sum, row) => sum + sizeOf(row), 0),
    problems,
    counts,
    hasTimes,
    destinations: destinations.filter((each) => used.has(each) || each === view.destination),
  };
}
