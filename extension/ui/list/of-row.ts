import type { Row } from '../../platform/surface-updates.ts';

/** Remembers the result of a function of a row alone for as long as there is the row: one that changes is another object. */
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
