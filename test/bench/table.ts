/** A table of the bench: measured medians, with the design's budget and goal. */

export interface Measured {
  what: string;
  /** The measured value, in `unit`. */
  value: number;
  unit: 'ms' | 'µs' | 'kB' | 'MB' | 'x' | '%';
  /** The design's limit, and the value that we aim for, in `unit`. */
  budget: number;
  goal: number;
  /** How it was measured: runs, floor, spread. */
  note: string;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

const verdict = ({ value, budget, goal }: Measured) =>
  value <= goal ? 'goal' : value <= budget ? 'budget' : 'MISSED';

export function printTable(title: string, rows: readonly Measured[]): void {
  const cells = rows.map((row) => [
    row.what,
    `${row.value.toFixed(1)} ${row.unit}`,
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
