import type { Row } from '../../platform/surface-updates.ts';

/**
 * A function that keeps its result with each row. It must depend only on the row; a row that changes is a new object. A
 * WeakMap of many rows takes tens of milliseconds of each garbage collection.
 */
export function ofRow<Result>(of: (row: Row) => Result): (row: Row) => Result {
  const key = Symbol();
  return (row: Row & { [key]?: Result }) => {
    // Not enumerable, so that a changed copy of the row does not inherit the result.
    if (!(key in row)) Object.defineProperty(row, key, { value: of(row) });
    return row[key] as Result;
  };
}
