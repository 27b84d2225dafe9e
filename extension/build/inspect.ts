/**
 * `npm run inspect`: what the extension finds on pages, from a real browser, headless. The extension is the one that
 * is shipped, driven through what every user has.
 */
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import type { Report } from '../../src/report/report.ts';
import { BuildError, build } from './build.ts';
import { type Extension, launchExtension } from './chromium.ts';
import { ArgumentError, type InspectArguments, parseInspectArguments } from './inspect-arguments.ts';
import { addressOf, inspectPage, loadPage, PageError } from './inspect-page.ts';
import { hasErrors, printable, reportTable } from './report-table.ts';
import { ensureChromium, SetupError, say } from './setup.ts';

/** The exit code once a signal has come: Playwright then closes the browser, which ends all work. */
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
    const { status } = await loadPage(page, address.url, args.timeout);
    if (status !== null && status >= 400)
      say(`${named}: the server answered ${status}; inspecting what it sent.`);
    return await inspectPage(extension, page, end);
  } finally {
    await page.close();
    await address.close();
  }
}

async function inspectAll(args: InspectArguments): Promise<number> {
  const executablePath = ensureChromium();
  const extensionDir = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-'));
  process.once('exit', () => rmSync(extensionDir, { recursive: true, force: true }));
  await build({ target: 'chromium', outDir: extensionDir });
  const { offline, timeout: deadlineMs } = args;
  await using extension = await launchExtension({
    extensionDir,
    executablePath,
    offline,
    deadlineMs: Math.max(deadlineMs, 15_000),
    watch: false,
  });
  if (args.grant === 'all') await extension.grantHosts();

  const reports: Report[] = [];
  let failures = 0;
  for (const named of args.pages) {
    if (interrupted) return interrupted;
    say(`Inspecting ${printable(named)} …`);
    try {
      const report = await inspectOne(extension, named, args);
      reports.push(report);
      if (!args.json) process.stdout.write(`${reportTable(report, process.stdout.columns)}\n`);
    } catch (error) {
      if (interrupted) return interrupted;
      failures++;
      const [reason = ''] = (error as Error).message.split('\n');
      say(`${printable(named)}: ${printable(reason)}`);
    }
  }
  if (args.json) process.stdout.write(`${JSON.stringify(reports, null, 2)}\n`);
  return failures > 0 ? 2 : reports.some(hasErrors) ? 1 : 0;
}

async function main(): Promise<number> {
  try {
    return await inspectAll(parseInspectArguments(process.argv.slice(2)));
  } catch (error) {
    if (interrupted) return interrupted;
    const expected = [ArgumentError, BuildError, SetupError, PageError].some((kind) => error instanceof kind);
    say(`inspect: ${expected ? (error as Error).message : (error as Error).stack}`);
    return 2;
  }
}

// A reader that has seen enough (such as head) is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
const code = await main();
// A page that ran out of time may leave something waiting.
process.stdout.write('', () => process.exit(code));
