/** Computes the positions of the treemap's boxes in CSS pixels. */

import { groupsOf } from '../../src/report/kind-groups.ts';
import type { Savings } from '../../src/report/savings.ts';
import { type Box, squarifyGroups } from '../../src/report/treemap.ts';
import type { Row } from '../platform/surface-updates.ts';
import { type Family, familyOf } from '../ui/text/kind.ts';

/**
 * A data: URL with the bytes that it takes up in the page. `copies` and `unused` are the numbers of those bytes that
 * belong to copies or are unused.
 */
export interface TreemapItem {
  row: Row;
  family: Family;
  cost: number;
  copies: number;
  unused: number;
}

export interface Placed {
  item: TreemapItem;
  box: Box;
}

/** The data: URLs that have a cost, most expensive first. */
export const itemsOf = (rows: readonly Row[], saved: Savings['byUrl']): TreemapItem[] =>
  rows
    .filter(({ weight }) => weight.cost > 0)
    .map((row) => {
      const { copies = 0, unused = 0 } = saved.get(row.sha256) ?? {};
      return { row, family: familyOf(row), cost: row.weight.cost, copies, unused };
    })
    .sort((a, b) => b.cost - a.cost);

/**
 * Arranges the boxes by kind, in the order of keyboard navigation.
 *
 * @param items sorted by cost, most expensive first
 * @param isMirrored whether the boxes begin on the right
 */
export function layOut(
  items: readonly TreemapItem[],
  { width, height }: { width: number; height: number },
  isMirrored: boolean,
): Placed[] {
  const groups = groupsOf(items).map((group) => group.items);
  const boxes = squarifyGroups(groups, { x: 0, y: 0, width, height });
  const mirrored = (box: Box): Box => (isMirrored ? { ...box, x: width - box.x - box.width } : box);
  return groups.flatMap((group, at) =>
    group.flatMap((item, n) => {
      const box = boxes[at]?.[n];
      return box ? [{ item, box: mirrored(box) }] : [];
    }),
  );
}

/** The box at a point; undefined if the point is outside all boxes. */
export const placedAt = (placed: readonly Placed[], x: number, y: number): Placed | undefined =>
  placed.find(({ box }) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height);
