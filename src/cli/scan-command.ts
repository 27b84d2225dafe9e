/** The command `scan`: reports the data: URLs of files, without a browser. */
import { countFigures, countText } from '../count-text.ts';
import { placedInFile } from '../files/findings-in-file.ts';
import { emptyPolicy, mergePolicies } from '../policy/policy.ts';
import type { Policy } from '../policy/policy-types.ts';
import type { PlacedFinding } from '../report/placed-findings.ts';
import { highestSeverity, type Report } from '../report/report.ts';
import { suppressIn } from '../report/suppressed-findings.ts';
import type { Messages } from '../texts/locale-file.ts';
import { severities, severityNames } from '../vocabulary.ts';
import { beginChecks, CheckFileError, type Checks } from './checks.ts';
import { chosenBy, type IsChosen, namesIn } from './chosen-files.ts';
import { ArgumentError, helpText } from './command-line.ts';
import type { LongText } from './long-report.ts';
import { beginRun } from './ndjson-lines.ts';
import { type Done, doneIn, reportName } from './page-list.ts';
import { type Config, PolicyFileError, readConfig } from './policy-file.ts';
import { printable } from './report-table.ts';
import { parseScanArguments, type ScanArguments, scanCommandLine } from './scan-arguments.ts';
import { reportOfFailure } from './scan-file.ts';
import { inJson, type Printer, printerOf } from './scan-printers.ts';
import { type FileSource, type FromArchive, placeOf, sourcesOf } from './scan-sources.ts';
import { OutputError, type Shell } from './shell.ts';
import { beginSummary, type StepSummary } from './step-summary.ts';
import { reasonOf } from './system-error.ts';

/** The totals that are printed at the end. */
interface Sums {
  files: number;
  holding: number;
  dataUrls: number;
  occurrences: number;
  findings: Record<'error' | 'warning' | 'info', number>;
  failures: number;
  /** Number of files that the arguments name but globs exclude. */
  leftOut: number;
  /** Number of occurrences of findings that comments suppress. */
  suppressed: number;
}

/**
 * Counts the suppressed occurrences. The other totals then count a finding only if it has unsuppressed occurrences,
 * with the severity at these, which may be lower.
 */
function countSuppressed(sums: Sums, placed: Iterable<PlacedFinding>): void {
  const groups = new Map<string, PlacedFinding[]>();
  for (const each of placed) {
    if (each.suppression !== undefined) sums.suppressed += each.occurrences.length || 1;
    // The totals leave out findings in nested data: URLs.
    if (each.path.length > 1) continue;
    const { rule, messageId, start, message } = each.finding;
    const key = [each.path[0]?.sha256, rule, messageId, start, message].join(' ');
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  for (const group of groups.values()) {
    const isReported = ({ suppression }: PlacedFinding) => suppression === undefined;
    const [counted, left] = [group, group.filter(isReported)].map((each) =>
      highestSeverity(each.map(({ finding }) => finding)),
    );
    if (counted) sums.findings[counted]--;
    if (left) sums.findings[left]++;
  }
}

function sumLine({ files, holding, dataUrls, occurrences, findings }: Sums): string {
  if (dataUrls === 0) return `No data: URLs in ${countText(files, 'file')}.`;
  const found = severities.filter((severity) => findings[severity] > 0);
  const words = found.map((severity) => countText(findings[severity], severityNames[severity]));
  return `${countText(dataUrls, 'data: URL')} (${countText(occurrences, 'occurrence')}) in ${countFigures(holding)} of ${countText(files, 'file')}${words.length > 0 ? `: ${words.join(', ')}` : ''}.`;
}

export interface ScanCommand {
  /** How the command is called, for the help: "npm run scan --". */
  name: string;
  /** Returns the English messages of the extension, for the HTML report. */
  messages(): Messages;
}

/** A running scan. */
interface Scanning {
  args: ScanArguments;
  policy: Policy;
  printer: Printer;
  checks: Checks;
  /** Null if no summary was requested. */
  summary: StepSummary | null;
  sums: Sums;
  /** The Reports that are needed at the end of the output, with their findings. */
  kept: Map<Report, Iterable<PlacedFinding>>;
  /** Whether nothing has been printed yet. */
  isFirst: boolean;
  shell: Shell;
}

async function scanAll(
  args: ScanArguments,
  given: readonly string[],
  command: ScanCommand,
  shell: Shell,
): Promise<number> {
  // After a signal, the current file is still finished.
  shell.catchSignals();
  const config = await readConfig(args.policy, args.seeksConfig, shell);
  const policy = mergePolicies({ user: config?.policy ?? emptyPolicy }, 'file:');
  const listed = args.filesFrom === null ? [] : await namesIn(args.filesFrom, shell);
  const done: Done = args.resume === null ? { names: new Set(), runs: [] } : await doneIn(args.resume, shell);
  const scanning: Scanning = {
    args,
    policy,
    printer: await printerOf(
      args,
      policy,
      command.messages,
      (format) => beginRun(format, 'scan', given, done.runs),
      shell,
    ),
    checks: await beginChecks(args, shell),
    summary: args.summary ? await beginSummary(shell) : null,
    sums: {
      ...{ files: 0, holding: 0, dataUrls: 0, occurrences: 0, failures: 0, leftOut: 0, suppressed: 0 },
      findings: { error: 0, warning: 0, info: 0 },
    },
    kept: new Map(),
    isFirst: true,
    shell,
  };
  await shell.print(scanning.printer.begin ?? '');
  for await (const source of sourcesOf(args, listed, choiceOf(args, config, shell), shell)) {
    // Lets signals arrive between files, even if reading never waits.
    await new Promise(setImmediate);
    if (hasEnded(shell)) break;
    if ('leftOut' in source) scanning.sums.leftOut++;
    else if ('problem' in source)
      await fail(
        scanning,
        source.path,
        source.problem,
        source.from?.offset ? placeOf(source.from) : source.path,
        source.from,
      );
    else if (!done.names.has(reportName({ url: source.file, ...source.from })))
      await scanAndList(scanning, source);
  }
  const { files, failures, leftOut } = scanning.sums;
  // An empty folder is a failure. A folder that contains only pictures isn't, and neither is a shard that happens to be
  // empty.
  const isNothing = files + failures + leftOut + done.names.size === 0;
  if (isNothing && args.isWhole && !hasEnded(shell)) {
    scanning.sums.failures++;
    shell.log('scan: nothing was scanned');
  }
  return end(scanning);
}

/** Whether a signal or a closed output pipe has ended the scan. */
const hasEnded = (shell: Shell): boolean => shell.interruption() !== null || shell.isClosed();

/** Combines the globs of the arguments and of the configuration. */
function choiceOf({ include, exclude }: ScanArguments, config: Config | null, { cwd }: Shell): IsChosen {
  const own = chosenBy(include, exclude, cwd);
  const ofConfig = config && chosenBy(config.include, config.exclude, config.folder);
  return (file, isFolder) => own(file, isFolder) && (ofConfig?.(file, isFolder) ?? true);
}

/** Scans a file and lists its Report. */
async function scanAndList(scanning: Scanning, { file, isNamed, from, scan }: FileSource): Promise<void> {
  const { args, policy, printer, checks, sums, shell } = scanning;
  const at = from ? `${file} (${placeOf(from)})` : file;
  const note = (sentence: string) => shell.log(`${printable(at)}: ${sentence}`);
  const skip = (sentence: string) => {
    sums.failures++;
    note(sentence);
  };
  const { isBare, suppresses } = args;
  const { onRead, streamed } = printer;
  // A baseline, a budget, and the summary need the findings of a file with all their occurrences.
  const isWhole = args.baseline !== null || args.budget !== null || args.summary;
  const reportOfLong = async (text: LongText) => (await import('./long-report.ts')).reportOfLongText(text);
  try {
    const found = await scan({
      ...{ policy, isNamed, isBare, suppresses, note, skip },
      ...(onRead && { onRead }),
      ...(streamed && !isWhole && { reportOfLong }),
    });
    if (!found) return;
    if ('report' in found) {
      const { report, severity } = found;
      add(sums, report);
      checks.addSeverity(severity);
      await shell.print(streamed?.({ ...report, page: { ...report.page, ...from } }) ?? '');
      return;
    }
    const report = { ...found, page: { ...found.page, ...from } };
    add(sums, report);
    const known = suppressIn(report, placedInFile(report, policy));
    for (const { line, rule } of known.unused) note(`line ${line}: unused suppression of "${rule}"`);
    const placed = checks.add(report, known.placed);
    if (report.suppressions) countSuppressed(sums, placed);
    // Formats for people list a file in a folder only if there is something to report.
    const isEmpty = [report.dataUrls, report.findings, report.unreachable].every(
      ({ length }) => length === 0,
    );
    if (!isNamed && isEmpty && !printer.isOfAll) return;
    await list(scanning, report, placed, printer.each?.(report, scanning.isFirst, placed) ?? '');
  } catch (error) {
    if (error instanceof OutputError) throw error;
    await fail(scanning, file, reasonOf(error), at, from);
  }
}

/** Reports that a file, or another input named by the arguments, could not be scanned. */
async function fail(
  scanning: Scanning,
  file: string,
  reason: string,
  at = file,
  from: FromArchive = {},
): Promise<void> {
  const { policy, printer, sums, isFirst, shell } = scanning;
  sums.failures++;
  shell.log(`${printable(at)}: ${printable(reason)}`);
  const failed = await reportOfFailure(file, reason, policy);
  const report = { ...failed, page: { ...failed.page, ...from } };
  const text = printer.failed?.(file, reason) ?? printer.each?.(report, isFirst, []) ?? '';
  await list(scanning, report, [], text);
}

/** Prints the text of a Report, and keeps the parts of the Report that the end of the output needs. */
async function list(
  scanning: Scanning,
  report: Report,
  placed: Iterable<PlacedFinding>,
  text: string | Iterable<string>,
): Promise<void> {
  const { printer, summary, kept, shell } = scanning;
  if (printer.keeps === 'all') kept.set(report, placed);
  if (printer.keeps === 'json') kept.set(inJson(report), []);
  summary?.add(inJson(report));
  await shell.print(text);
  scanning.isFirst = false;
}

/**
 * Prints the end of the output and the totals.
 *
 * @returns the exit code
 */
async function end({ printer, checks, summary, sums, kept, shell }: Scanning): Promise<number> {
  const interrupted = shell.interruption();
  const isComplete = interrupted === null && sums.failures === 0;
  const parts = printer.end?.([...kept.keys()], (report) => kept.get(report) ?? [], isComplete);
  for (const part of parts ?? []) await shell.print(part);
  await summary?.end();
  if (interrupted !== null) return interrupted;
  await shell.print(printer.last?.(sums.failures) ?? '');
  // If the output pipe was closed, the scan ended early, and the totals would be incomplete.
  const isClosed = shell.isClosed();
  if (!isClosed) shell.log(sumLine(sums));
  if (!isClosed && sums.suppressed > 0)
    shell.log(`Comments suppress ${countText(sums.suppressed, 'finding')}.`);
  const isBad = isClosed ? checks.isBad() : await checks.finish();
  return sums.failures > 0 ? 2 : isBad ? 1 : 0;
}

function add(sums: Sums, { totals }: Pick<Report, 'totals'>): void {
  sums.files++;
  if (totals.dataUrls > 0) sums.holding++;
  sums.dataUrls += totals.dataUrls;
  sums.occurrences += totals.occurrences;
  for (const severity of severities) sums.findings[severity] += totals.findings[severity];
}

/**
 * Runs the command.
 *
 * @returns the exit code
 */
export async function scanCommand(given: string[], command: ScanCommand, shell: Shell): Promise<number> {
  try {
    const args = parseScanArguments(given);
    if (args !== null) return await scanAll(args, given, command, shell);
    await shell.print(helpText(scanCommandLine, command.name));
    return 0;
  } catch (error) {
    const isExpected = [ArgumentError, CheckFileError, OutputError, PolicyFileError].some(
      (kind) => error instanceof kind,
    );
    shell.log(`scan: ${isExpected ? printable((error as Error).message) : (error as Error).stack}`);
    return 2;
  }
}
