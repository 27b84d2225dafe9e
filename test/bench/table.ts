/** The tables of the bench: measured medians, and the design's budgets and goals. */

/** An environment in which figures are measured. */
export type Where = 'Chromium' | 'Firefox' | 'Node';

export interface Measured {
  what: string;
  /** The measured value, in `unit`. */
  value: number;
  unit: 'ms' | 'µs' | 'kB' | 'MB' | 'x' | '%';
  /** The design's limit, and the value to aim for, in `unit`. */
  budget: number;
  goal: number;
  /** How the value was measured: runs, floor, spread. */
  note: string;
  /** The environment, if it differs from that of the part. */
  where?: Where;
  /** The time at several sizes, all of which have the same unit. */
  sizes?: readonly { name: string; size: number; ms: number }[];
}

/** Returns the name that identifies a row within its part. */
export const nameOf = ({ what, where }: Measured): string => (where ? `${what} (${where})` : what);

/**
 * Returns the exponent with which the time grows with the size, fitted to the logarithms by least squares: 1 if
 * proportional, 2 if quadratic.
 */
export function slope(sizes: NonNullable<Measured['sizes']>): number {
  const points = sizes.map(({ size, ms }) => ({ x: Math.log(size), y: Math.log(ms) }));
  const mean = (of: 'x' | 'y') => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [x, y] = [mean('x'), mean('y')];
  const sum = (of: (point: { x: number; y: number }) => number) =>
    points.reduce((total, point) => total + of(point), 0);
  return sum((point) => (point.x - x) * (point.y - y)) / sum((point) => (point.x - x) ** 2);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/** Whether a larger value is better, as in "times as fast as". */
export const isMoreBetter = ({ budget, goal }: Measured): boolean => goal > budget;

export function verdict(row: Measured): 'goal' | 'budget' | 'MISSED' {
  const meets = (limit: number) => (isMoreBetter(row) ? row.value >= limit : row.value <= limit);
  return meets(row.goal) ? 'goal' : meets(row.budget) ? 'budget' : 'MISSED';
}

export function printTable(title: string, rows: readonly Measured[]): void {
  const cells = rows.map((row) => [
    nameOf(row),
    `${row.value.toFixed(row.value < 10 ? 2 : 1)} ${row.unit}`,
    `${row.budget} ${row.unit}`,
    `${row.goal} ${row.unit}`,
    verdict(row),
    row.note,
  ]);
  const all = [['', 'measured', 'budget', 'goal', 'meets', 'how'], ...cells];
  const widths =
    all[0]?.map((_, column) => Math.max(...all.map((line) => (line[column] ?? '').length))) ?? [];
  process.stdout.write(`\n${title}\n`);
  for (const line of all) {
    process.stdout.write(
      `${line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    );
  }
}
