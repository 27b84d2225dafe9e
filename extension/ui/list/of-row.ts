import type { Row } from '../../platform/surface-updates.ts';

/**
 * A function that remembers its result for each row as long as the row exists. It must depend only on the row; a row
 * that changes is a new object.
 */
export function ofRow<Result>(of: (row: Row) => Result): (row: Row) => Result {
  const known = new WeakMap<Row, Result>();
  return (row) => {
    const before = known.get(row);
    if (before !== undefined) return before;
    const result = of(row);
    known.set(row, result);
    return result;
  };
}
