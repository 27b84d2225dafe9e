/** Sorts the rows of the list. */

import { highestSeverity } from '../../../src/report/report.ts';
import { severityRank } from '../../../src/vocabulary.ts';
import type { Row } from '../../platform/surface-updates.ts';
import type { Order, Texts, View } from './view.ts';

/** Code units of a name by which the list is sorted. */
const maxSortedText = 200;

/** The rank of its worst finding; 0 without one. */
export const rankOf = ({ findings }: Row): number => {
  const worst = highestSeverity(findings);
  return worst === null ? 0 : severityRank[worst];
};

/** The cost of all its occurrences, in bytes. */
export const costOf = ({ weight }: Row): number => weight.cost;

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
const keys: Record<Exclude<Order, keyof typeof textOf>, ((row: Row) => number)[]> = {
  gravest: [rankOf, costOf],
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
export function inOrder(rows: readonly Row[], { order, isReversed }: View, texts: Texts): Row[] {
  const sorted = isOfText(order) ? byText(rows, textOf[order], texts) : byKeys(rows, keys[order]);
  return isReversed ? sorted.reverse() : sorted;
}

// Each key is computed once a row, not once a comparison.

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
