import type { Row } from '../../platform/surface-updates.ts';

/**
 * Returns a function that stores its result in each row. The result must depend only on the row, because a row that
 * changes is a new object. There is no WeakMap of results, because with many rows it would add tens of milliseconds to
 * each garbage collection.
 */
export function ofRow<Result>(of: (row: Row) => Result): (row: Row) => Result {
  const key = Symbol();
  return (row: Row & { [key]?: Result }) => {
    // The property is not enumerable, so that a changed copy of the row does not inherit the result.
    if (!(key in row)) Object.defineProperty(row, key, { value: of(row) });
    return row[key] as Result;
  };
}
