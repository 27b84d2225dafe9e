/** The settings of the list's view: its filters, order, and groups. */
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

/** The orders that begin with the lowest value: the orders by text and by time. */
export const ascendingOrders: ReadonlySet<Order> = new Set<Order>(['name', 'type', 'where', 'requested']);

export const groupings = ['use', 'type', 'place', 'frame', 'finding', 'duplicate'] as const;

export type Grouping = (typeof groupings)[number];

/** The filters that are one click away. */
export const states = [
  'repairable',
  'duplicate',
  'unused',
  'removed',
  'quoted',
  'download',
  'not-requested',
  'requested',
] as const;

export type State = (typeof states)[number];

export interface View {
  query: string;
  /** Lists only these families; an empty list means all. */
  families: readonly Family[];
  /** Lists only data: URLs with one of these effects; an empty list means all. */
  effects: readonly Effect[];
  /** Lists only data: URLs with all of these states. */
  states: readonly State[];
  /** Lists only data: URLs with this destination; null means all. */
  destination: Destination | null;
  /** Lists only these ids; null means all. */
  only: { ids: ReadonlySet<string>; by: 'selection' | 'finding' } | null;
  order: Order;
  /** Whether the order is reversed. */
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

/** The view with the same order and groups, but without filters. */
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
  /** The heading of a group, based on the group's name and first row. */
  heading(grouping: Grouping, name: string, first: Row): string;
  /** The name of a row, and its place in the page. */
  name(row: Row): string;
  where(row: Row): string;
  compare(a: string, b: string): number;
}
