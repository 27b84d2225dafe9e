/**
 * The command `inspect`: reports what the extension finds on pages, in a real browser, headless. It uses the extension
 * that is shipped, through the same interface as a user.
 */
import { writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import type { OwnPolicy } from '../../../src/policy.ts';
import { csvOf } from '../../../src/report/csv.ts';
import { markdownOf } from '../../../src/report/markdown.ts';
import { type PlacedFinding, placedFindings } from '../../../src/report/placed-findings.ts';
import { jsonOf } from '../../../src/report/printable.ts';
import type { Report } from '../../../src/report/report.ts';
import { withoutPassword } from '../../../src/uri/misleading.ts';
import { type Extension, launchExtension } from '../drivers/chromium.ts';
import { SetupError } from '../drivers/setup.ts';
import { BuildError, say } from '../project.ts';
import { ArgumentError } from './check-arguments.ts';
import { beginChecks, CheckFileError } from './checks.ts';
import { type InspectArguments, parseInspectArguments } from './inspect-arguments.ts';
import { addressOf, inspectPage, loadPage, PageError } from './inspect-page.ts';
import { PolicyFileError, readPolicyFile } from './policy-file.ts';
import { printable, reportTable } from './report-table.ts';
import { sarifText } from './sarif-output.ts';
import { withFilePaths } from './served-file.ts';

/** The exit code after a signal: Playwright then closes the browser, which ends all work. */
let interrupted = 0;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    interrupted = 128 + constants.signals[signal];
  });
}

async function inspectOne(extension: Extension, named: string, args: InspectArguments): Promise<Report> {
  const address = await addressOf(named, args.csp === null ? {} : { 'content-security-policy': args.csp });
  const page = await extension.newPage();
  try {
    const end = performance.now() + args.timeout;
    const { status, policies } = await loadPage(page, address.url, args.timeout);
    if (status !== null && status >= 400)
      say(`${printable(withoutPassword(named))}: the server answered ${status}; inspecting what it sent.`);
    const { zip: file } = args;
    const onZip = file === null ? null : (zip: Buffer) => saveZip(file, zip);
    const onHtml = args.format === 'html' ? (html: Buffer) => void process.stdout.write(html) : null;
    const report = await inspectPage(extension, page, end, { onZip, onHtml, policies });
    const { url, file: path } = address;
    return path === null ? report : await withFilePaths(report, { url, file: path });
  } finally {
    await page.close();
    await address.close();
  }
}

async function saveZip(file: string, zip: Buffer): Promise<void> {
  await writeFile(file, zip).catch((error: Error) => {
    throw new PageError(`cannot save the bodies: ${error.message}`);
  });
}

declare const chrome: { storage: { local: { set(items: object): Promise<void> } } };

/** Runs in the worker: does the same as an import on the options page. */
const setPolicy = (policy: OwnPolicy) => chrome.storage.local.set({ policy });

/** The output after all pages are inspected, in parts; none for tables and HTML, which are printed page by page. */
function* outputOf(
  reports: Report[],
  format: InspectArguments['format'],
  placed: (report: Report) => Iterable<PlacedFinding>,
  isComplete: boolean,
): Generator<string> {
  if (format === 'json') yield `${jsonOf(reports, 2)}\n`;
  if (format === 'markdown') yield* markdownOf(reports);
  if (format === 'csv') yield* csvOf(reports);
  if (format === 'sarif') yield* sarifText(reports, placed, isComplete);
}

/** The browser and the extension that the command drives. */
export interface Equipment {
  /** The browser's executable; throws a SetupError where there is none. */
  browser: () => string;
  /** The folder of the built extension. */
  extensionDir: () => Promise<string>;
}

async function inspectAll(args: InspectArguments, equipment: Equipment): Promise<number> {
  const policy = args.policy === null ? null : await readPolicyFile(args.policy);
  const checks = await beginChecks(args);
  const executablePath = equipment.browser();
  const extensionDir = await equipment.extensionDir();
  const { offline, timeout: deadlineMs } = args;
  await using extension = await launchExtension({
    extensionDir,
    executablePath,
    offline,
    deadlineMs: Math.max(deadlineMs, 15_000),
    watch: false,
  });
  if (args.grant === 'all') await extension.grantHosts();
  if (policy) await extension.worker.evaluate(setPolicy, policy);

  const reports = new Map<Report, Iterable<PlacedFinding>>();
  let failures = 0;
  for (const named of args.pages) {
    if (interrupted) return interrupted;
    say(`Inspecting ${printable(withoutPassword(named))} …`);
    try {
      const report = await inspectOne(extension, named, args);
      reports.set(report, checks.add(report, placedFindings(report)));
      if (args.format === 'table') process.stdout.write(`${reportTable(report, process.stdout.columns)}\n`);
    } catch (error) {
      if (interrupted) return interrupted;
      failures++;
      const [reason = ''] = (error as Error).message.split('\n');
      say(`${printable(withoutPassword(named))}: ${printable(reason)}`);
    }
  }
  const placed = (report: Report) => reports.get(report) ?? [];
  for (const part of outputOf([...reports.keys()], args.format, placed, failures === 0))
    process.stdout.write(part);
  const isBad = await checks.finish();
  return failures > 0 ? 2 : isBad ? 1 : 0;
}

/** @returns the exit code; docs/export.md has their meanings */
export async function inspectCommand(args: string[], equipment: Equipment): Promise<number> {
  try {
    return await inspectAll(parseInspectArguments(args), equipment);
  } catch (error) {
    if (interrupted) return interrupted;
    const expected = [ArgumentError, BuildError, CheckFileError, PolicyFileError, SetupError, PageError].some(
      (kind) => error instanceof kind,
    );
    say(`inspect: ${expected ? printable((error as Error).message) : (error as Error).stack}`);
    return 2;
  }
}
