/** How the list is shown: its filters, order and groups. */
import type { Destination, Effect } from '../../../src/vocabulary.ts';
import type { Row } from '../../platform/surface-updates.ts';
import type { Family } from '../text/kind.ts';

export const orders = [
  'most-severe',
  'largest',
  'size',
  'pixels',
  'longest',
  'most-places',
  'name',
  'type',
  'where',
  'found',
  'requested',
] as const;

export type Order = (typeof orders)[number];

/** Orders that begin with the least: by texts, and by time. */
export const ascendingOrders: ReadonlySet<Order> = new Set<Order>(['name', 'type', 'where', 'requested']);

export const groupings = ['use', 'type', 'place', 'frame', 'finding', 'duplicate'] as const;

export type Grouping = (typeof groupings)[number];

/** Filters that are one click away. */
export const states = [
  'repairable',
  'duplicate',
  'unused',
  'quoted',
  'download',
  'not-requested',
  'requested',
] as const;

export type State = (typeof states)[number];

export interface View {
  query: string;
  /** Only these; an empty list stands for all. */
  families: readonly Family[];
  /** Only those with one of these effects; an empty list stands for all. */
  effects: readonly Effect[];
  /** All of these must apply. */
  states: readonly State[];
  /** Only those with this destination; null for all. */
  destination: Destination | null;
  /** Only these ids; null for all. */
  only: { ids: ReadonlySet<string>; by: 'selection' | 'finding' } | null;
  order: Order;
  /** In the opposite order. */
  isReversed: boolean;
  grouping: Grouping;
}

export const firstView: View = {
  query: '',
  families: [],
  effects: [],
  states: [],
  destination: null,
  only: null,
  order: 'most-severe',
  isReversed: false,
  grouping: 'use',
};

/** The same order and groups, without filters. */
export const clearedView = (view: View): View => ({
  ...view,
  query: '',
  families: [],
  effects: [],
  states: [],
  destination: null,
  only: null,
});

/** Texts in the user's language. */
export interface Texts {
  /** A group's heading, by the group's name and first row. */
  heading(grouping: Grouping, name: string, first: Row): string;
  /** The name of a row, and its place in the page. */
  name(row: Row): string;
  where(row: Row): string;
  compare(a: string, b: string): number;
}
