/** The command `merge`: adds up the Reports of many runs, using constant memory. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { countText } from '../count-text.ts';
import { bytesText, numberText } from '../format-numbers.ts';
import { maxNotifications, maxResults } from '../report/limits.ts';
import { createRunLedger, endIn, headerIn } from '../report/ndjson-runs.ts';
import { type PlacedFinding, placedFindings } from '../report/placed-findings.ts';
import { jsonOf } from '../report/printable.ts';
import type { Report, Totals } from '../report/report.ts';
import { suppressIn } from '../report/suppressed-findings.ts';
import { isOfDamagedArchive, unreadParts } from '../report/unreachable.ts';
import { severities } from '../vocabulary.ts';
import { beginChecks, CheckFileError } from './checks.ts';
import { ArgumentError, helpText } from './command-line.ts';
import { type MergeArguments, mergeCommandLine, parseMergeArguments } from './merge-arguments.ts';
import { beginRun } from './ndjson-lines.ts';
import { printable } from './report-table.ts';
import { sarifText } from './sarif-output.ts';
import { OutputError, type Shell, systemPath } from './shell.ts';
import { reasonOf } from './system-error.ts';

/** The sum of Reports. `dataUrls` and `size` count a data: URL once for each Report that contains it. */
export interface MergedTotals extends Totals {
  reports: number;
  /** Number of Reports with data: URLs. */
  withDataUrls: number;
  /** Number of files and pages that could not be read, according to their runs. */
  failures: number;
  /** Number of Reports in which a part was not scanned. */
  incomplete: number;
  /** Number of findings by rule, including those of nested data: URLs. */
  rules: Record<string, number>;
}

const noTotals = (): MergedTotals => ({
  ...{ reports: 0, withDataUrls: 0, failures: 0, incomplete: 0 },
  ...{ dataUrls: 0, occurrences: 0, cost: 0, size: 0, copiesCost: 0, unusedCost: 0, savings: 0 },
  findings: { error: 0, warning: 0, info: 0 },
  // The keys come from untrusted files, so the object has no prototype.
  rules: Object.create(null),
});

function add(sum: MergedTotals, { totals, unreachable }: Report, placed: Iterable<PlacedFinding>): void {
  sum.reports++;
  if (totals.dataUrls > 0) sum.withDataUrls++;
  if (unreadParts(unreachable).length > 0) sum.incomplete++;
  for (const key of [
    'dataUrls',
    'occurrences',
    'cost',
    'size',
    'copiesCost',
    'unusedCost',
    'savings',
  ] as const)
    sum[key] += totals[key];
  for (const severity of severities) sum.findings[severity] += totals.findings[severity];
  for (const { finding } of placed) sum.rules[finding.rule] = (sum.rules[finding.rule] ?? 0) + 1;
}

/** The most severe findings that fit into the SARIF limit, with their Reports. */
class SevereFindings {
  readonly #bySeverity = new Map(
    severities.map((severity) => [severity, [] as { report: Report; each: PlacedFinding }[]]),
  );
  /** Reports with parts that were not scanned, stored without their data: URLs. */
  readonly #incomplete: Report[] = [];
  #leftOut = 0;

  add(report: Report, placed: Iterable<PlacedFinding>): void {
    const slim = { ...report, dataUrls: [], findings: [] };
    if (unreadParts(report.unreachable).length > 0 && this.#incomplete.length < maxNotifications)
      this.#incomplete.push(slim);
    const own = { ...slim, unreachable: [] };
    for (const each of placed) {
      const kept = this.#bySeverity.get(each.finding.severity);
      if (kept && kept.length < maxResults) kept.push({ report: own, each });
      else this.#leftOut++;
    }
    this.#trim();
  }

  /** Enforces the limit by dropping the least severe findings first. */
  #trim(): void {
    let quota = maxResults;
    for (const severity of severities) {
      const kept = this.#bySeverity.get(severity) ?? [];
      this.#leftOut += Math.max(0, kept.length - quota);
      kept.length = Math.min(kept.length, quota);
      quota -= kept.length;
    }
  }

  /** The text of the SARIF log, in parts. */
  text(isComplete: boolean, shell: Shell): Iterable<string> {
    const placedIn = new Map<Report, PlacedFinding[]>(this.#incomplete.map((report) => [report, []]));
    for (const { report, each } of [...this.#bySeverity.values()].flat()) {
      const placed = placedIn.get(report);
      if (placed) placed.push(each);
      else placedIn.set(report, [each]);
    }
    if (this.#leftOut > 0)
      shell.log(
        `Omitted ${countText(this.#leftOut, 'finding')}, the least severe: code scanning takes at most ${countText(maxResults, 'result')}.`,
      );
    return sarifText([...placedIn.keys()], (report) => placedIn.get(report) ?? [], isComplete, shell);
  }
}

/**
 * Thrown if an input can't be read. Adds the path, because the errors of some system calls, such as reading a folder,
 * lack it.
 */
class ReadError extends Error {
  override name = 'ReadError';
  constructor(file: string, cause: unknown) {
    super(`${file}: ${reasonOf(cause)}`);
  }
}

/** Lines of NDJSON, each with its file and line number. */
async function* linesOf(
  files: readonly string[],
  { cwd, stdin }: Shell,
): AsyncGenerator<{ at: string; line: string }, void, void> {
  for (const file of files) {
    let number = 0;
    const input = file === '-' ? stdin() : createReadStream(systemPath(file, cwd));
    try {
      for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
        number++;
        if (line.trim() !== '') yield { at: `${file}:${number}`, line };
      }
    } catch (error) {
      throw new ReadError(file, error);
    }
  }
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

/**
 * Parses a line as a Report. Returns null or throws a TypeError for anything else. Findings and data: URLs are checked
 * when they are used.
 */
function reportIn(value: unknown): Report | null {
  const report = value as Report;
  const { page, totals, unreachable, dataUrls, findings } = report;
  const figures = [
    totals.dataUrls,
    totals.occurrences,
    totals.cost,
    totals.size,
    totals.copiesCost,
    totals.unusedCost,
    totals.savings,
  ];
  const isReport =
    report.version === 2 &&
    typeof page.url === 'string' &&
    [unreachable, dataUrls, findings].every(Array.isArray) &&
    [...figures, ...severities.map((severity) => totals.findings[severity])].every(isCount);
  return isReport ? report : null;
}

async function mergeAll(args: MergeArguments, given: readonly string[], shell: Shell): Promise<number> {
  const checks = await beginChecks(args, shell);
  const sum = noTotals();
  const ledger = createRunLedger();
  const severe = new SevereFindings();
  const rows = args.format === 'rows' ? beginRun('rows', 'merge', given) : null;
  /** The first damage of each archive. */
  const damaged = new Map<string, string>();
  let failures = 0;
  try {
    for await (const { at, line } of linesOf(args.files, shell)) {
      try {
        const value: unknown = JSON.parse(line);
        const frame = headerIn(value) ?? endIn(value);
        if (frame) {
          ledger.add(frame);
          continue;
        }
        const report = reportIn(value);
        if (!report) throw new TypeError();
        ledger.addReport(report.run);
        const placed = [...placedFindings(report)];
        const compared = [...checks.add(report, suppressIn(report, placed).placed)];
        if (args.format === 'sarif') severe.add(report, compared);
        add(sum, report, placed);
        const { archive = '', offset = 0 } = report.page;
        const [damage] = report.unreachable;
        if (damage && isOfDamagedArchive(report) && !damaged.has(archive))
          damaged.set(
            archive,
            `${archive}${offset > 0 ? `, byte ${numberText(offset, 'en')}` : ''}: ${damage.reason}`,
          );
        if (rows) for (const row of rows.reportLines(report)) await shell.print(row);
      } catch (error) {
        if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
        failures++;
        shell.log(`${printable(at)}: not a report of scan or inspect; skipped`);
      }
    }
  } catch (error) {
    failures++;
    if (!(error instanceof ReadError)) throw error;
    shell.log(printable(error.message));
  }
  for (const damage of damaged.values()) shell.log(`merge: ${printable(damage)}`);
  sum.failures = ledger.failures();
  for (const problem of ledger.problems()) {
    failures++;
    shell.log(`merge: ${printable(problem)}`);
  }
  if (sum.reports + failures === 0) {
    failures++;
    shell.log('merge: no report in the input');
  }
  const isComplete = failures + damaged.size === 0;
  if (args.format === 'sarif') for (const part of severe.text(isComplete, shell)) await shell.print(part);
  // The end row is omitted if a part is missing.
  else if (rows) await shell.print(failures === 0 ? rows.end(0) : '');
  else await shell.print(args.format === 'json' ? `${jsonOf(sum, 2)}\n` : totalsText(sum));
  const isBad = await checks.finish();
  return isComplete ? (isBad ? 1 : 0) : 2;
}

function totalsText(sum: MergedTotals): string {
  const rows: [string, string][] = [
    ['Reports', numberText(sum.reports, 'en')],
    ['With data: URLs', numberText(sum.withDataUrls, 'en')],
    ['Failures', numberText(sum.failures, 'en')],
    ['Not scanned in full', numberText(sum.incomplete, 'en')],
    ['data: URLs', numberText(sum.dataUrls, 'en')],
    ['Occurrences', numberText(sum.occurrences, 'en')],
    ['Cost', bytesText(sum.cost, 'en')],
    ['Copies', bytesText(sum.copiesCost, 'en')],
    ...(sum.unusedCost > 0 ? [['Unused', bytesText(sum.unusedCost, 'en')] as [string, string]] : []),
    ['Possible savings', bytesText(sum.savings, 'en')],
    ['Decoded', bytesText(sum.size, 'en')],
    ['Errors', numberText(sum.findings.error, 'en')],
    ['Warnings', numberText(sum.findings.warning, 'en')],
    ['Notes', numberText(sum.findings.info, 'en')],
    ...Object.entries(sum.rules)
      .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
      .map(([rule, count]): [string, string] => [`  ${printable(rule)}`, numberText(count, 'en')]),
  ];
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  return rows.map(([name, text]) => `${name.padEnd(width)}${text}\n`).join('');
}

/**
 * Runs the command.
 *
 * @param name how the command is called, for the help: "npm run merge --"
 * @returns the exit code
 */
export async function mergeCommand(given: string[], name: string, shell: Shell): Promise<number> {
  try {
    const args = parseMergeArguments(given);
    if (args !== null) return await mergeAll(args, given, shell);
    await shell.print(helpText(mergeCommandLine, name));
    return 0;
  } catch (error) {
    const isExpected = [ArgumentError, CheckFileError, OutputError].some((kind) => error instanceof kind);
    shell.log(`merge: ${isExpected ? printable((error as Error).message) : (error as Error).stack}`);
    return 2;
  }
}
