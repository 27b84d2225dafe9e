/** The kinds in a treemap, with their costs. */
import { type Family, families } from './family.ts';

export interface KindGroup<Item> {
  family: Family;
  cost: number;
  items: Item[];
}

/** The kinds that occur, most expensive first, with their items in the given order. */
export function groupsOf<Item extends { family: Family; cost: number }>(
  items: readonly Item[],
): KindGroup<Item>[] {
  const groups = new Map<Family, KindGroup<Item>>();
  for (const family of families) groups.set(family, { family, cost: 0, items: [] });
  for (const item of items) {
    const group = groups.get(item.family);
    if (!group) continue;
    group.cost += item.cost;
    group.items.push(item);
  }
  return [...groups.values()].filter(({ items }) => items.length > 0).sort((a, b) => b.cost - a.cost);
}
