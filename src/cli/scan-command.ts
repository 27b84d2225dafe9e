/** The command that reports the data: URLs of files, without a browser. */
import path from 'node:path';
import { countText } from '../count-text.ts';
import { numberText } from '../format-numbers.ts';
import { emptyPolicy, mergePolicies } from '../policy/policy.ts';
import type { Policy } from '../policy/policy-types.ts';
import type { PlacedFinding } from '../report/placed-findings.ts';
import { jsonOf } from '../report/printable.ts';
import type { Report } from '../report/report.ts';
import { withoutReading } from '../report/report-json-form.ts';
import { suppressIn } from '../report/suppressed-findings.ts';
import type { Messages } from '../texts/locale-file.ts';
import { severities, severityNames } from '../vocabulary.ts';
import { beginChecks, CheckFileError, isNew } from './checks.ts';
import { chosenBy, type IsChosen, namesIn } from './chosen-files.ts';
import { ArgumentError, helpText } from './command-line.ts';
import { type Done, doneIn, reportName } from './page-list.ts';
import { PolicyFileError, readConfig } from './policy-file.ts';
import { printable } from './report-table.ts';
import { beginRun, type RunLines } from './run-lines.ts';
import { parseScanArguments, type ScanArguments, scanCommandLine } from './scan-arguments.ts';
import { reportOfFailure, type ScanOptions, scanArchived, scanFile, scanInput } from './scan-file.ts';
import { filesOf, reasonOf } from './scan-folders.ts';
import { annotator, failureAt, lineOf, placedInFile, reportedIn } from './scan-output.ts';
import type { IsInShard } from './shard.ts';
import { OutputError, type Shell } from './shell.ts';

/** The sums that are reported at the end. */
interface Sums {
  files: number;
  holding: number;
  dataUrls: number;
  occurrences: number;
  findings: Record<'error' | 'warning' | 'info', number>;
  failures: number;
  /** Named files that globs leave out. */
  leftOut: number;
  /** Occurrences of findings that comments suppress. */
  suppressed: number;
}

const suppressedIn = (placed: Iterable<PlacedFinding>): number =>
  [...placed].reduce(
    (sum, { suppression, occurrences }) => sum + (suppression === undefined ? 0 : occurrences.length || 1),
    0,
  );

function sumLine({ files, holding, dataUrls, occurrences, findings }: Sums): string {
  if (dataUrls === 0) return `No data: URLs in ${countText(files, 'file')}.`;
  const found = severities.filter((severity) => findings[severity] > 0);
  const words = found.map((severity) => countText(findings[severity], severityNames[severity]));
  return `${countText(dataUrls, 'data: URL')} (${countText(occurrences, 'occurrence')}) in ${numberText(holding, 'en')} of ${countText(files, 'file')}${words.length > 0 ? `: ${words.join(', ')}` : ''}.`;
}

/** A Report as it is printed, without the parts that only this process needs. */
const inJson = (report: Report): Report => ({ ...report, dataUrls: report.dataUrls.map(withoutReading) });

export interface ScanCommand {
  /** How it is called, for the help: "npm run scan --". */
  name: string;
  /** Gives the English messages of the extension, for the HTML report. */
  messages(): Messages;
}

/** The findings of a Report with their occurrences. */
type PlacedOf = (report: Report) => Iterable<PlacedFinding>;

/** The output of a format: its beginning, the text of each Report, and its end. */
interface Printer {
  begin?: string;
  each?(report: Report, isFirst: boolean, placed: Iterable<PlacedFinding>): string;
  /** The text of a file that could not be scanned, where it isn't that of its Report. */
  failed?(file: string, reason: string): string;
  end?(reports: Report[], placed: PlacedOf, isComplete: boolean): Iterable<string>;
  /** The last line of a scan that was not interrupted. */
  last?(failures: number): string;
  /** Whether the files of folders without anything to report are printed, too. */
  isOfAll?: boolean;
  /** The Reports that the end needs: as in JSON, or in full. */
  keeps?: 'json' | 'all';
  onRead?: NonNullable<ScanOptions['onRead']>;
}

const newIn = (placed: Iterable<PlacedFinding>): PlacedFinding[] => [...placed].filter(isNew);

/** The printer of a format; what only some formats need is loaded for them. */
async function printerOf(
  { format }: ScanArguments,
  policy: Policy,
  { messages }: ScanCommand,
  run: RunLines,
  shell: Shell,
): Promise<Printer> {
  switch (format) {
    case 'lines':
      return {
        each: (report, _, placed) => reportedIn(report, newIn(placed)).map(lineOf).join(''),
        failed: (file, reason) => lineOf(failureAt(file, reason)),
      };
    case 'github': {
      const { textOf, rest } = annotator(shell);
      return {
        each: (report, _, placed) => textOf(reportedIn(report, newIn(placed))),
        failed: (file, reason) => textOf([failureAt(file, reason)]),
        end: () => [rest()],
      };
    }
    case 'ndjson':
      return {
        begin: run.header(),
        each: (report) => run.reportLine(inJson(report)),
        last: run.end,
        isOfAll: true,
      };
    case 'json':
      return {
        begin: '[',
        each: (report, isFirst) => `${isFirst ? '' : ','}\n${jsonOf(inJson(report), 2)}`,
        end: () => ['\n]\n'],
      };
    case 'markdown':
      return { keeps: 'json', end: (await import('../report/markdown.ts')).markdownOf };
    case 'sarif': {
      const { sarifText } = await import('./sarif-output.ts');
      return {
        keeps: 'all',
        end: (reports, placed, isComplete) => sarifText(reports, placed, isComplete, shell),
      };
    }
    case 'html': {
      const { htmlOf, pictureReader } = await import('./scan-html.ts');
      const pictureIn = pictureReader();
      const pictures: Map<string, NonNullable<ReturnType<typeof pictureIn>>> = new Map();
      const onRead: Printer['onRead'] = (inspection, written) => {
        const picture = pictures.has(inspection.sha256) ? null : pictureIn(inspection, written);
        if (picture) pictures.set(inspection.sha256, picture);
      };
      return { keeps: 'all', onRead, end: (reports) => htmlOf(reports, policy, pictures, messages()) };
    }
  }
}

async function scanAll(
  args: ScanArguments,
  given: readonly string[],
  command: ScanCommand,
  shell: Shell,
): Promise<number> {
  // After a signal the current file is the last one.
  shell.catchSignals();
  const config = await readConfig(args.policy, args.seeksConfig, shell);
  const policy = mergePolicies({ user: config?.policy ?? emptyPolicy }, 'file:');
  const choices = [
    chosenBy(args.include, args.exclude, shell.cwd),
    ...(config ? [chosenBy(config.include, config.exclude, config.folder)] : []),
  ];
  const isChosen: IsChosen = (full, isFolder) => choices.every((isIn) => isIn(full, isFolder));
  const listed = args.filesFrom === null ? [] : await namesIn(args.filesFrom, shell);
  const done: Done = args.resume === null ? { names: new Set(), runs: [] } : await doneIn(args.resume, shell);
  const printer = await printerOf(args, policy, command, beginRun('scan', given, done.runs), shell);
  const checks = await beginChecks(args, shell);
  const sums: Sums = {
    ...{ files: 0, holding: 0, dataUrls: 0, occurrences: 0, failures: 0, leftOut: 0, suppressed: 0 },
    findings: { error: 0, warning: 0, info: 0 },
  };
  const kept = new Map<Report, Iterable<PlacedFinding>>();
  let isFirst = true;
  const list = async (report: Report, placed: Iterable<PlacedFinding>, text: string) => {
    if (printer.keeps === 'all') kept.set(report, placed);
    if (printer.keeps === 'json') kept.set(inJson(report), []);
    await shell.print(text);
    isFirst = false;
  };
  const fail = async (file: string, reason: string, at = file, from: FromArchive = {}) => {
    sums.failures++;
    shell.log(`${printable(at)}: ${printable(reason)}`);
    const failed = await reportOfFailure(file, reason, policy);
    const report = { ...failed, page: { ...failed.page, ...from } };
    await list(report, [], printer.failed?.(file, reason) ?? printer.each?.(report, isFirst, []) ?? '');
  };
  await shell.print(printer.begin ?? '');
  for await (const entry of allFiles(args, listed, isChosen, shell)) {
    // Lets signals arrive between files, even if reading never waits.
    await new Promise(setImmediate);
    if (shell.interruption() !== null || shell.isClosed()) break;
    if ('leftOut' in entry) {
      sums.leftOut++;
      continue;
    }
    if ('problem' in entry) {
      await fail(entry.path, entry.problem, entry.at);
      continue;
    }
    const { file, isNamed, from, scan } = entry;
    if (done.names.has(reportName({ url: file, ...from }))) continue;
    const at = from ? `${file} (${placeOf(from)})` : file;
    try {
      const note = (sentence: string) => shell.log(`${printable(at)}: ${sentence}`);
      const skip = (sentence: string) => {
        sums.failures++;
        note(sentence);
      };
      const { isBare, suppresses } = args;
      const { onRead } = printer;
      const found = await scan({
        policy,
        isNamed,
        isBare,
        suppresses,
        note,
        skip,
        ...(onRead && { onRead }),
      });
      if (!found) continue;
      const report = { ...found, page: { ...found.page, ...from } };
      add(sums, report);
      const known = suppressIn(report, placedInFile(report, policy));
      for (const { line, rule } of known.unused) note(`line ${line}: unused suppression of "${rule}"`);
      const placed = checks.add(report, known.placed);
      if (report.suppressions) sums.suppressed += suppressedIn(placed);
      // Of a folder, only the files with something to report are listed for people.
      const isEmpty = report.dataUrls.length === 0 && report.unreachable.length === 0;
      if (!isNamed && isEmpty && !printer.isOfAll) continue;
      await list(report, placed, printer.each?.(report, isFirst, placed) ?? '');
    } catch (error) {
      if (error instanceof OutputError) throw error;
      await fail(file, reasonOf(error), at, from);
    }
  }
  // Neither a folder of pictures nor one of the shares that happens to have no file.
  if (
    sums.files + sums.failures + sums.leftOut === 0 &&
    args.isWhole &&
    done.names.size === 0 &&
    shell.interruption() === null &&
    !shell.isClosed()
  ) {
    sums.failures++;
    shell.log('scan: nothing was scanned');
  }
  const interrupted = shell.interruption();
  const isComplete = interrupted === null && sums.failures === 0;
  const parts = printer.end?.([...kept.keys()], (report) => kept.get(report) ?? [], isComplete);
  for (const part of parts ?? []) await shell.print(part);
  if (interrupted !== null) return interrupted;
  await shell.print(printer.last?.(sums.failures) ?? '');
  shell.log(sumLine(sums));
  if (sums.suppressed > 0) shell.log(`Comments suppress ${countText(sums.suppressed, 'finding')}.`);
  // If the reader has left, the scan has ended early.
  const isBad = shell.isClosed() ? checks.isBad() : await checks.finish();
  return sums.failures > 0 ? 2 : isBad ? 1 : 0;
}

function add(sums: Sums, { totals }: Report): void {
  sums.files++;
  if (totals.dataUrls > 0) sums.holding++;
  sums.dataUrls += totals.dataUrls;
  sums.occurrences += totals.occurrences;
  for (const severity of severities) sums.findings[severity] += totals.findings[severity];
}

/** A file to scan, or the reason why a part of the arguments cannot be scanned. */
type Source =
  | {
      file: string;
      isNamed: boolean;
      from?: FromArchive;
      scan(options: ScanOptions): Promise<Report | null>;
    }
  | Problem
  /** A named file that globs leave out. */
  | { leftOut: true };

/** The record of a file from an archive. */
type FromArchive = Pick<Report['page'], 'archive' | 'offset' | 'record'>;

/** `crawl.warc.gz, byte 1,234, record <urn:uuid:…>`. */
const placeOf = ({ archive = '', offset = 0, record }: FromArchive): string =>
  [archive, `byte ${numberText(offset, 'en')}`, ...(record === undefined ? [] : [`record ${record}`])].join(
    ', ',
  );

interface Problem {
  path: string;
  problem: string;
  /** The position of the damage, with the path. */
  at?: string;
}

/** @param listed the names in the list of `--files-from` */
async function* allFiles(
  args: ScanArguments,
  listed: readonly string[],
  isChosen: IsChosen,
  shell: Shell,
): AsyncGenerator<Source, void, void> {
  for (const [at, named] of [...args.paths, ...listed].entries()) {
    if (args.isArchive) yield* filesInArchive(named, args.isInShard, shell);
    else yield* filesBelow(named, args, isChosen, at < args.paths.length, shell);
  }
}

/** @param isNamed whether a person named this very file, and not a list */
async function* filesBelow(
  named: string,
  { respectsIgnore, isInShard, include, exclude }: ScanArguments,
  isChosen: IsChosen,
  isNamed: boolean,
  { cwd, stdin }: Shell,
): AsyncGenerator<Source, void, void> {
  if (named === '-') {
    if (isInShard(named)) yield { file: named, isNamed, scan: (options) => scanInput(stdin(), options) };
    return;
  }
  let isEmpty = true;
  for await (const entry of filesOf(named, cwd, respectsIgnore, isChosen)) {
    isEmpty = false;
    if ('problem' in entry) yield entry;
    else if (entry.isNamed && !isChosen(path.resolve(cwd, named), false)) yield { leftOut: true };
    else if (isInShard(entry.file))
      yield {
        file: entry.file,
        isNamed: isNamed && entry.isNamed,
        scan: (options) => scanFile(entry.file, options, entry.path),
      };
  }
  const hints = [
    ...(respectsIgnore ? [ignoredHint] : []),
    ...(include.length + exclude.length > 0 ? [globHint] : []),
  ];
  if (isEmpty) yield { path: named, problem: ['no file in this folder', ...hints].join(', ') };
}

const ignoredHint = 'or all are ignored (--no-ignore scans them)';
const globHint = 'or left out by globs';

async function* filesInArchive(
  archive: string,
  isInShard: IsInShard,
  shell: Shell,
): AsyncGenerator<Source, void, void> {
  const { archivedFiles } = await import('./warc.ts');
  try {
    for await (const each of archivedFiles(archive, shell)) {
      if ('problem' in each)
        yield {
          path: archive,
          problem: each.problem,
          at: `${archive}, byte ${numberText(each.byte, 'en')}`,
        };
      else if (isInShard(each.url))
        yield {
          file: each.url,
          isNamed: false,
          from: { archive, offset: each.byte, ...(each.record !== '' && { record: each.record }) },
          scan: (options) => scanArchived(each, options),
        };
    }
  } catch (error) {
    yield { path: archive, problem: reasonOf(error) };
  }
}

/** @returns the exit code */
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
