/** Polyfills `Map.groupBy`, which browsers support, for versions of Node that lack it. */
const groupBy = <K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
};
Map.groupBy ??= groupBy as typeof Map.groupBy;
