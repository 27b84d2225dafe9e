/**
 * The command `inspect`: reports the extension's findings on pages in a real, headless browser. Uses the shipped
 * extension through the same interface as a user.
 */

import { writeFile } from 'node:fs/promises';
import { formatArgument } from '../format-numbers.ts';
import { emptyPolicy } from '../policy/policy.ts';
import type { OwnPolicy } from '../policy/policy-types.ts';
import { whatIf } from '../report/csp-what-if.ts';
import { csvOf } from '../report/csv.ts';
import { markdownOf } from '../report/markdown.ts';
import { type PlacedFinding, placedFindings } from '../report/placed-findings.ts';
import { jsonOf } from '../report/printable.ts';
import type { Report } from '../report/report.ts';
import { beginChecks, CheckFileError } from './checks.ts';
import { ArgumentError, helpText } from './command-line.ts';
import { SetupError } from './drivers/browsers.ts';
import type { Extension } from './drivers/chromium.ts';
import { restartable } from './drivers/restartable.ts';
import { type InspectArguments, inspectCommandLine, parseInspectArguments } from './inspect-arguments.ts';
import {
  type Address,
  addressOf,
  inspectPage,
  LateError,
  loadPage,
  PageError,
  stillLoading,
  withUnread,
} from './inspect-page.ts';
import { beginRun } from './ndjson-lines.ts';
import { type Done, doneIn, mapConcurrently, nameOf, pagesOf } from './page-list.ts';
import { PolicyFileError, readConfig } from './policy-file.ts';
import { BuildError } from './project.ts';
import { printable, reportTable, type WithWhatIf } from './report-table.ts';
import { withFilePaths } from './report-with-paths.ts';
import { sarifText } from './sarif-output.ts';
import { OutputError, type Shell, systemPath } from './shell.ts';
import { beginSummary } from './step-summary.ts';
import { leaveTab, type Tab, takeTab, watched } from './tabs.ts';

const durationText = (milliseconds: number): string => formatArgument('milliseconds', milliseconds, 'en');

/** Minimum time, in milliseconds, to inspect a page that has not loaded completely in time. */
const minInspectionMs = 15_000;

/** The arguments, the policy from the file that they name, and the shell. */
interface Wanted extends InspectArguments {
  own: OwnPolicy | null;
  shell: Shell;
}

/** The Report of a page, and how it was obtained. */
interface Inspected {
  report: Report;
  /** Whether the page's source was scanned instead, because the document did not answer. */
  isOfSource: boolean;
  /** The HTTP status if it is an error; otherwise null. */
  errorStatus: number | null;
}

async function inspectOne(extension: Extension, named: string, args: Wanted): Promise<Inspected> {
  const address = await addressOf(
    named,
    args.shell.cwd,
    args.csp === null ? {} : { 'content-security-policy': args.csp },
  );
  try {
    const tab = args.grant === 'all' ? await takeTab(extension) : watched(await extension.newPage(), null);
    let isCalm = false;
    try {
      const inspected = await inspectIn(extension, tab, named, address, args);
      const { report } = inspected;
      isCalm = isAnswered(report) && isLoaded(report) && args.zip === null && args.format !== 'html';
      return inspected;
    } finally {
      await leaveTab(extension, tab, isCalm);
    }
  } finally {
    await address.close();
  }
}

async function inspectIn(
  extension: Extension,
  { page, tabId, uses }: Tab,
  named: string,
  { url, file }: Address,
  args: Wanted,
): Promise<Inspected> {
  const crashed = new Promise<never>((_, reject) => {
    page.once('crash', () => reject(new PageError('the page crashed in the browser')));
  });
  crashed.catch(() => {});
  const start = performance.now();
  const { status, isComplete, headers } = await Promise.race([loadPage(page, url, args.timeout), crashed]);
  const end = isComplete ? start + args.timeout : performance.now() + Math.max(args.timeout, minInspectionMs);
  const { cwd, print } = args.shell;
  const zipFile = args.zip === null ? null : systemPath(args.zip, cwd);
  const onZip = zipFile === null ? null : (zip: Buffer) => saveZip(zipFile, zip);
  const onHtml = args.format === 'html' ? (html: Buffer) => print(String(html)) : null;
  const inspecting = inspectPage(extension, page, end, {
    onZip,
    onHtml,
    headers,
    tabId,
    isReused: uses > 1,
  });
  const takesSource = tabId !== null && !onZip && !onHtml;
  const answer = await Promise.race([inspecting, crashed]).catch((error: unknown) => {
    if (takesSource && error instanceof LateError) return error;
    throw error;
  });
  const ofFrames = answer instanceof LateError ? null : answer;
  const source = takesSource && !(ofFrames && isAnswered(ofFrames)) ? await sourceOf(page.url(), args) : null;
  if (!source && answer instanceof LateError) throw answer;
  // If only the page's frames answered, uses the Report with more data: URLs: that of the frames or that of the source.
  const isOfSource = source !== null && source.dataUrls.length >= (ofFrames?.dataUrls.length ?? 0);
  const found = (isOfSource ? source : ofFrames) as Report;
  const paths = file === null ? found : await withFilePaths(found, { url, file }, cwd);
  const whole = isComplete || !isLoaded(paths) ? paths : stillLoading(paths);
  // A page may have navigated on its own in the meantime.
  const last = status() ?? 0;
  const errorStatus = last >= 400 ? last : null;
  const marked = errorStatus === null ? whole : withUnread(whole, 'http-error');
  return { report: withRequested(marked, nameOf(named)), isOfSource, errorStatus };
}

/** Scans the source of a page whose document keeps its process busy. */
async function sourceOf(url: string, { own, offline, shell }: Wanted): Promise<Report | null> {
  const { reportOfSource } = await import('./page-source.ts');
  const note = (sentence: string) => shell.log(`${printable(url)}: ${printable(sentence)}`);
  const report = await reportOfSource(url, { policy: own ?? emptyPolicy, isOffline: offline, note });
  if (!report) return null;
  return withUnread(report, 'no-answer');
}

const isAnswered = ({ unreachable }: Report): boolean =>
  unreachable.every(({ kind, reason }) => kind !== 'page' || reason !== 'no-answer');

const isLoaded = ({ unreachable }: Report): boolean =>
  unreachable.every(({ reason }) => reason !== 'still-loading');

/**
 * States how a page's Report differs from the request; null if it doesn't.
 *
 * @param time the time limit for the page, formatted for people
 */
function shortfallOf({ report, isOfSource, errorStatus }: Inspected, time: string): string | null {
  if (errorStatus !== null) return `the server answered with status ${errorStatus}; inspected its response`;
  if (isOfSource) return `not scanned within ${time}; scanned the HTML source instead`;
  if (!isAnswered(report)) return `not responding after ${time}; inspected its iframes`;
  if (!isLoaded(report)) return `still loading after ${time}; inspected the loaded part`;
  const part = report.unreachable.find(({ kind }) => kind === 'page');
  if (part?.reason === 'pdf') return 'a PDF, whose contents are not scanned';
  return part ? `not scanned in full (${part.reason})` : null;
}

/** Adds the requested address to the Report if the page's address differs from it. */
const withRequested = (report: Report, requested: string): Report =>
  report.page.url === requested ? report : { ...report, page: { ...report.page, requested } };

/** Adds the effect that a policy would have on the page in Chromium, the browser that inspected the page. */
const withWhatIf = (report: Report, policy: string | null): Report & WithWhatIf =>
  policy === null ? report : { ...report, cspWhatIf: whatIf(policy, report.dataUrls, 'Chromium') };

async function saveZip(file: string, zip: Buffer): Promise<void> {
  await writeFile(file, zip).catch((error: Error) => {
    throw new PageError(`cannot save the ZIP file: ${error.message}`);
  });
}

declare const chrome: { storage: { local: { set(items: object): Promise<void> } } };

/** Runs in the worker. Does the same as an import on the options page. */
const setPolicy = (policy: OwnPolicy) => chrome.storage.local.set({ policy });

/** Formats the output, in parts, after all pages are inspected. Empty for formats that are printed page by page. */
function* outputOf(
  reports: Report[],
  format: InspectArguments['format'],
  placed: (report: Report) => Iterable<PlacedFinding>,
  isComplete: boolean,
  shell: Shell,
): Generator<string> {
  if (format === 'json') yield `${jsonOf(reports, 2)}\n`;
  if (format === 'markdown') yield* markdownOf(reports);
  if (format === 'csv') yield* csvOf(reports);
  if (format === 'sarif') yield* sarifText(reports, placed, isComplete, shell);
}

/** The browser and the extension that the command drives. */
export interface Equipment {
  /** How the help shows the call of the command: "npm run inspect --". */
  name: string;
  /** Returns the path of the browser's executable. Throws a SetupError if there is none. */
  browser: () => Promise<string>;
  /** Returns the folder of the built extension. */
  extensionDir: () => Promise<string>;
}

async function inspectAll(
  args: InspectArguments,
  given: readonly string[],
  equipment: Equipment,
  shell: Shell,
): Promise<number> {
  // On a signal, Playwright closes the browser, which ends all work in progress.
  shell.catchSignals();
  const policy = (await readConfig(args.policy, args.seeksConfig, shell))?.policy ?? null;
  const checks = await beginChecks(args, shell);
  const summary = args.summary ? await beginSummary(shell) : null;
  // In parallel, because loading the driver takes as long as asking the browser for its version.
  const [executablePath, extensionDir, { launchExtension }] = await Promise.all([
    equipment.browser(),
    equipment.extensionDir(),
    import('./drivers/chromium.ts'),
  ]);
  const { format, offline, timeout: deadlineMs } = args;
  const done: Done = args.resume === null ? { names: new Set(), runs: [] } : await doneIn(args.resume, shell);
  const run = format === 'ndjson' || format === 'rows' ? beginRun(format, 'inspect', given, done.runs) : null;
  await using browser = restartable(
    async () => {
      const extension = await launchExtension({
        extensionDir,
        executablePath,
        offline,
        deadlineMs: Math.max(deadlineMs, 15_000),
        watch: false,
      });
      if (args.grant === 'all') await Promise.all([extension.ownDocument(), extension.grantHosts()]);
      if (policy) await extension.worker.evaluate(setPolicy, policy);
      return extension;
    },
    () => shell.interruption() !== null,
  );
  await browser.get();

  const reports: (Report | undefined)[] = [];
  const placedIn = new Map<Report, Iterable<PlacedFinding>>();
  let failures = 0;
  const fail = (named: string, reason: string): void => {
    failures++;
    shell.log(`${printable(nameOf(named))}: ${printable(reason)}`);
  };
  await shell.print(run?.header() ?? '');
  let count = 0;
  let unwritable: OutputError | null = null;
  await mapConcurrently(
    pagesOf(args.pages, shell.stdin(), done.names, args.isInShard),
    args.jobs,
    async (named) => {
      if (shell.interruption() !== null || shell.isClosed() || unwritable) return;
      const at = count++;
      shell.log(`Inspecting ${printable(nameOf(named))}`);
      try {
        const inspected = await browser.use((extension) =>
          inspectOne(extension, named, { ...args, own: policy, shell }),
        );
        const report = withWhatIf(inspected.report, args.cspWhatIf);
        const shortfall = shortfallOf(inspected, durationText(args.timeout));
        if (shortfall !== null) fail(named, shortfall);
        const placed = checks.add(report, placedFindings(report));
        summary?.add(report);
        if (args.format === 'table') await shell.print(`${reportTable(report, shell.columns())}\n`);
        else if (run) await shell.print([...run.reportLines(report)].join(''));
        else {
          reports[at] = report;
          placedIn.set(report, placed);
        }
      } catch (error) {
        if (error instanceof OutputError) unwritable = error;
        if (shell.interruption() !== null || unwritable) return;
        const [reason = ''] = (error as Error).message.split('\n');
        fail(named, reason);
        await shell.print(run?.failureLines(nameOf(named), reason) ?? '');
      }
    },
  );
  await summary?.end();
  const interrupted = shell.interruption();
  if (interrupted !== null) return interrupted;
  if (unwritable) throw unwritable;
  await shell.print(run?.end(failures) ?? '');
  const placed = (report: Report) => placedIn.get(report) ?? [];
  for (const part of outputOf(
    reports.filter((report) => report !== undefined),
    args.format,
    placed,
    failures === 0,
    shell,
  ))
    await shell.print(part);
  // If the output pipe was closed, the run ended early.
  const isBad = shell.isClosed() ? checks.isBad() : await checks.finish();
  return failures > 0 ? 2 : isBad ? 1 : 0;
}

/**
 * Runs the command.
 *
 * @returns the exit code; see docs/cli.md
 */
export async function inspectCommand(given: string[], equipment: Equipment, shell: Shell): Promise<number> {
  try {
    const args = parseInspectArguments(given);
    if (args !== null) return await inspectAll(args, given, equipment, shell);
    await shell.print(helpText(inspectCommandLine, equipment.name));
    return 0;
  } catch (error) {
    const interrupted = shell.interruption();
    if (interrupted !== null) return interrupted;
    // The driver is missing. The caller can explain how to install it.
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') throw error;
    const expected = [
      ...[ArgumentError, BuildError, CheckFileError, OutputError],
      ...[PolicyFileError, SetupError, PageError],
    ].some((kind) => error instanceof kind);
    shell.log(`inspect: ${expected ? printable((error as Error).message) : (error as Error).stack}`);
    return 2;
  }
}
