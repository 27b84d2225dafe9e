/**
 * The checks of a run: whether findings make it fail, by severity and against a baseline, and whether it exceeds its
 * budget.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { numberText } from '../format-numbers.ts';
import { JsonMistake } from '../payload/json/json-places.ts';
import {
  baselineText,
  type Comparison,
  compareWith,
  type KnownFinding,
  parseBaseline,
} from '../report/baseline.ts';
import { type Budget, createBudgetTally, overrunText, parseBudget } from '../report/budget.ts';
import type { PlacedFinding } from '../report/placed-findings.ts';
import type { Report } from '../report/report.ts';
import { withoutPassword } from '../uri/misleading.ts';
import { type Severity, severityRank } from '../vocabulary.ts';
import type { CheckArguments } from './check-arguments.ts';
import { replaceFile } from './replace-file.ts';
import { hasFinding, printable } from './report-table.ts';
import { type Shell, systemPath } from './shell.ts';
import { reasonOf } from './system-error.ts';

/** Thrown if a file that a check needs can't be used; the message is the reason, in one line. */
export class CheckFileError extends Error {
  override name = 'CheckFileError';
}

export interface Checks {
  /**
   * Checks a file or page.
   *
   * @param placed its findings with their occurrences; consumed immediately only if there is a baseline
   * @returns these findings; with a baseline, each finding that is not suppressed is marked as known or new
   */
  add(report: Report, placed: Iterable<PlacedFinding>): Iterable<PlacedFinding>;
  /**
   * Checks a file or page of which only the highest severity is known. Not for checks against a baseline or a budget.
   */
  addSeverity(severity: Severity | null): void;
  /** Whether a check has failed so far. */
  isBad(): boolean;
  /**
   * Reports the results of all checks.
   *
   * @returns whether any check has failed
   */
  finish(): Promise<boolean>;
}

/**
 * Begins the checks.
 *
 * @throws CheckFileError for mistakes in the checks' files, before anything is scanned
 */
export async function beginChecks(args: CheckArguments, shell: Shell): Promise<Checks> {
  const { failOn, baseline: file, updateBaseline } = args;
  const baseline = file === null ? null : await openBaseline(file, updateBaseline, shell);
  const spending = args.budget === null ? null : createBudgetTally(await readBudget(args.budget, shell));
  let isBad = false;
  const isGrave = (severity: Severity) =>
    failOn !== 'never' && severityRank[severity] >= severityRank[failOn];
  return {
    add(report, placed) {
      spending?.add(report);
      if (!baseline && !report.suppressions) {
        isBad ||= failOn !== 'never' && hasFinding(report, failOn);
        return placed;
      }
      const compared = baseline ? baseline.compare(report, placed) : [...placed];
      const fails = (each: PlacedFinding) => isNew(each) && isGrave(each.finding.severity);
      isBad ||= !updateBaseline && compared.some(fails);
      return compared;
    },
    addSeverity(severity) {
      isBad ||= severity !== null && isGrave(severity);
    },
    isBad: () => isBad,
    async finish() {
      await baseline?.finish();
      const overruns = spending?.overruns() ?? [];
      for (const overrun of overruns) shell.log(`over budget: ${printable(overrunText(overrun))}`);
      return isBad || overruns.length > 0;
    },
  };
}

/** Whether a finding is printed: it must be neither known nor suppressed. */
export const isNew = ({ baselineState, suppression }: PlacedFinding): boolean =>
  baselineState !== 'unchanged' && suppression === undefined;

interface OpenBaseline {
  compare(report: Report, placed: Iterable<PlacedFinding>): PlacedFinding[];
  finish(): Promise<void>;
}

async function openBaseline(file: string, isUpdated: boolean, shell: Shell): Promise<OpenBaseline> {
  const known = await readBaseline(file, isUpdated, shell);
  const comparison = compareWith(known);
  const scanned = new Set<string>();
  const { cwd } = shell;
  const folder = path.dirname(path.resolve(cwd, file));
  let [old, fresh] = [0, 0];
  return {
    compare(report, placed) {
      const name = nameIn(folder, report.page.url, cwd);
      scanned.add(name);
      const all = [...placed];
      const suppressed = all.filter(({ suppression }) => suppression !== undefined);
      const compared = comparison.compare(
        name,
        all.filter(({ suppression }) => suppression === undefined),
      );
      for (const each of compared) {
        const count = each.occurrences.length || 1;
        if (isNew(each)) fresh += count;
        else old += count;
      }
      return [...compared, ...suppressed];
    },
    async finish() {
      // A finding in an existing file that was not scanned this time may still exist.
      const isFixed = ({ file: name }: KnownFinding) =>
        scanned.has(name) || (!isAddress(name) && name !== '-' && !existsSync(path.join(folder, name)));
      const fixed = comparison.missing().filter(isFixed);
      if (isUpdated) await writeBaseline(file, comparison, isFixed, { fresh, fixed }, shell);
      else sayCompared({ old, fresh, fixed }, shell);
    },
  };
}

const isAddress = (name: string): boolean => /^[a-z][a-z0-9+.-]+:/i.test(name);

/** The name of a file in the baseline: its path relative to the baseline's folder, no matter how the path was given. */
const nameIn = (folder: string, address: string, cwd: string): string =>
  address === '-' || isAddress(address)
    ? withoutPassword(address)
    : path.relative(folder, path.resolve(cwd, address)).split(path.sep).join('/');

async function readBaseline(file: string, isUpdated: boolean, { cwd }: Shell): Promise<KnownFinding[]> {
  try {
    return parseBaseline(await readFile(systemPath(file, cwd), 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && isUpdated) return [];
    if (code === 'ENOENT')
      throw new CheckFileError(`${file}: no such file; --update-baseline creates the file`);
    const advice =
      error instanceof JsonMistake ? '; delete the file, and create it again with --update-baseline' : '';
    throw new CheckFileError(`${placeOf(file, error)}: ${reasonOf(error)}${advice}`);
  }
}

async function readBudget(file: string, { cwd }: Shell): Promise<Budget> {
  try {
    return parseBudget(await readFile(systemPath(file, cwd), 'utf8'));
  } catch (error) {
    throw new CheckFileError(`${placeOf(file, error)}: ${reasonOf(error)}`);
  }
}

/** The file and, if it is known, the line and column of a mistake in it. */
function placeOf(file: string, error: unknown): string {
  if (!(error instanceof JsonMistake)) return file;
  const { line, column } = error.position;
  return `${file}:${line}:${column}`;
}

const countOf = (findings: readonly KnownFinding[]): number =>
  findings.reduce((sum, { count }) => sum + count, 0);

const figure = (value: number): string => numberText(value, 'en');
const findingWord = (count: number): string => (count === 1 ? 'finding' : 'findings');

function sayCompared(
  { old, fresh, fixed }: { old: number; fresh: number; fixed: KnownFinding[] },
  { log }: Shell,
): void {
  for (const { file, rule, destination, count } of fixed) {
    const where = destination === undefined ? '' : ` (${destination})`;
    log(
      `fixed: ${printable(`${file}: ${rule}${where}`)}${count > 1 ? `, ${figure(count)} occurrences` : ''}`,
    );
  }
  const advice = fixed.length > 0 ? ' --update-baseline removes fixed findings.' : '';
  const sums = `${figure(fresh)} new, ${figure(countOf(fixed))} fixed`;
  log(`Baseline: ${figure(old)} known ${findingWord(old)}, ${sums}.${advice}`);
}

async function writeBaseline(
  file: string,
  comparison: Comparison,
  isFixed: (finding: KnownFinding) => boolean,
  { fresh, fixed }: { fresh: number; fixed: KnownFinding[] },
  { cwd, log }: Shell,
): Promise<void> {
  const findings = [...comparison.found(), ...comparison.missing().filter((each) => !isFixed(each))];
  try {
    await replaceFile(systemPath(file, cwd), baselineText(findings));
  } catch (error) {
    throw new CheckFileError(`${file}: cannot be written: ${reasonOf(error)}`);
  }
  const all = countOf(findings);
  const sums = `${figure(fresh)} added, ${figure(countOf(fixed))} removed`;
  log(`Baseline: ${figure(all)} ${findingWord(all)} in ${file}; ${sums}.`);
}
