/** Generates the table of docs/benchmarks.md, which a complete run of the bench writes. */
import { cpus } from 'node:os';
import { type Measured, nameOf, slope, verdict, type Where } from './table.ts';

/** The rows of one part of the bench. */
export interface PartFigures {
  part: string;
  /** The environment of all rows that name none. */
  where: Where;
  /** Average number of processes that were waiting for a processor during the minute before the part began. */
  load: number;
  rows: readonly Measured[];
  /** The ratio to the other commit, by the row's name. */
  ratios: ReadonlyMap<string, number>;
}

export interface Run {
  date: Date;
  /** The commit with which this one was compared in the same run; null if there was no comparison. */
  commit: string | null;
  versions: string;
  parts: readonly PartFigures[];
}

const environments = ['Chromium', 'Firefox', 'Node'] as const satisfies readonly Where[];

const figure = (value: number, unit: string): string => {
  const digits = Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0;
  const text = value.toLocaleString('en', { maximumFractionDigits: digits });
  return unit === 'x' || unit === '%' ? `${text}${unit}` : `${text} ${unit}`;
};

const limitOf = (row: Measured, limit: number) => figure(limit, row.unit);

function sizesText({ sizes }: Measured): string {
  if (sizes === undefined) return '';
  const times = sizes.map(({ name, ms }) => `${name}: ${Number(ms.toPrecision(2))}`).join('; ');
  return `${times} ms; n^${slope(sizes).toFixed(2)}`;
}

/** Returns one line for each figure, with a column for each environment. */
function linesOf({ part, where, load, rows, ratios }: PartFigures): string[][] {
  return [...new Set(rows.map(({ what }) => what))].map((what) => {
    const same = rows.filter((row) => row.what === what);
    const first = same[0] as Measured;
    /** Returns the text of the only row; for several rows, their texts after the names of their environments. */
    const joined = (text: (row: Measured) => string) => {
      const texts = same.flatMap((row) => {
        const value = text(row);
        return value === '' ? [] : [same.length > 1 ? `${row.where ?? where} ${value}` : value];
      });
      return texts.join('; ');
    };
    const cells = environments.map((environment) => {
      const row = same.find((each) => (each.where ?? where) === environment);
      return row ? `${figure(row.value, row.unit)}${verdict(row) === 'MISSED' ? ', missed' : ''}` : '';
    });
    const ratio = (row: Measured) => {
      const value = ratios.get(nameOf(row));
      return value === undefined ? '' : figure(value, 'x');
    };
    return [
      `\`${part}\``,
      what,
      ...cells,
      limitOf(first, first.budget),
      limitOf(first, first.goal),
      joined(ratio),
      joined(sizesText),
      load.toFixed(1),
    ];
  });
}

function machine(): string {
  const all = cpus();
  return `${all.length} × ${all[0]?.model.trim() || 'an unknown processor'}`;
}

/** Returns the generated text of the section "Budgets", which ends at the next heading. */
function section({ date, commit, versions, parts }: Run): string {
  const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
  const compared =
    commit === null
      ? 'Nothing was compared in that run.'
      : `Each ratio is to commit \`${commit}\`, measured in turns in the same run.`;
  const head = [
    ...['part', 'figure', ...environments, 'budget', 'goal', 'ratio', 'at each size, and its growth', 'load'],
  ];
  const rows = [head, head.map(() => '---'), ...parts.flatMap(linesOf)];
  return [
    `Measured on ${day}, on ${machine()}, with ${versions}. ${compared} n^1 is time that grows as the size does; the load is that of the last minute before a part.`,
    '',
    ...rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`),
  ].join('\n');
}

const from = '## Budgets\n';
const to = '\n## ';

/** Returns the text of docs/benchmarks.md with the table of this run instead of the previous one. */
export function withTable(document: string, run: Run): string {
  const start = document.indexOf(from);
  const end = document.indexOf(to, start + from.length);
  if (start < 0 || end < 0) throw new Error('docs/benchmarks.md has no section "Budgets" before another.');
  return `${document.slice(0, start + from.length)}\n${section(run)}\n${document.slice(end)}`;
}
