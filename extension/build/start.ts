/**
 * Implements `npm start [-- [--browser chromium|firefox] [URL or FILE]]`: runs the extension in a real browser, on a
 * demo page or the given page. Without a display, prints what the extension found and takes screenshots of the popup.
 */
import { mkdir } from 'node:fs/promises';
import { constants } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright';
import { ArgumentError, commandLine, processArguments } from '../../src/cli/command-line.ts';
import { SetupError } from '../../src/cli/drivers/browsers.ts';
import { type Extension, launchExtension } from '../../src/cli/drivers/chromium.ts';
import { type Firefox, launchFirefox } from '../../src/cli/drivers/firefox.ts';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import { isCalm } from '../../src/cli/drivers/surface.ts';
import { within } from '../../src/cli/drivers/wait.ts';
import { addressOf, inspectPage, loadPage, PageError } from '../../src/cli/inspect-page.ts';
import { BuildError, logToStderr, root } from '../../src/cli/project.ts';
import { printable, reportTable } from '../../src/cli/report-table.ts';
import type { Report } from '../../src/report/report.ts';
import { withoutPassword } from '../../src/uri/misleading.ts';
import { build } from './build.ts';
import { isFresh } from './fresh-build.ts';
import { type Target, targets } from './manifest.ts';
import { ensureChromium, ensureFirefox } from './setup.ts';

/** The exit code for the received signal; 0 if none was received. Playwright closes its Chromium on these signals. */
let interrupted = 0;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
for (const signal of signals) {
  process.once(signal, () => {
    interrupted = 128 + constants.signals[signal];
  });
}

const demo = path.join(root, 'test/pages/demo.html');
const pictures = path.join(root, 'dist/pictures');
const timeout = 60_000;
const schemes = ['light', 'dark'] as const;

function hasDisplay(): boolean {
  if (process.platform === 'darwin' || process.platform === 'win32') return true;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

function invite(): void {
  logToStderr(
    'Click the button "Data URL Inspector" in the toolbar, or press Alt+Shift+D. Close the window to end.',
  );
}

/** The folder of the extension for a browser. The extension is built first if necessary. */
async function built(target: Target, executablePath: string): Promise<string> {
  const folder = path.join(root, 'dist', target);
  if (!(await isFresh(folder))) await build({ target });
  logToStderr(`Opening ${executablePath} with ${path.relative(process.cwd(), folder)}`);
  return folder;
}

/** Prints the findings table for a page, and takes screenshots of its popup. */
async function printReport(
  browser: Target,
  report: Report,
  picture: (scheme: (typeof schemes)[number], file: string) => Promise<void>,
): Promise<void> {
  process.stdout.write(reportTable(report, process.stdout.columns));
  await mkdir(pictures, { recursive: true });
  for (const scheme of schemes) {
    const file = path.join(pictures, `${browser}-popup-${scheme}.png`);
    await picture(scheme, file);
    process.stdout.write(`Picture of the popup (${scheme}): ${file}\n`);
  }
}

/** Resolves when the user has closed the browser or its last window. */
function closedByUser({ context }: Extension): Promise<void> {
  return new Promise((resolve) => {
    context.once('close', () => resolve());
    const watch = (page: Page): void => {
      page.once('close', () => {
        if (context.pages().length === 0) resolve();
      });
    };
    for (const page of context.pages()) watch(page);
    context.on('page', watch);
  });
}

/**
 * Makes the browser save downloads as usual. Playwright would save them under other names, in a folder that it deletes.
 */
async function saveAsUsual(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Browser.setDownloadBehavior', { behavior: 'default' });
  await session.detach();
}

async function startChromium(url: string, headless: boolean): Promise<void> {
  const executablePath = await ensureChromium();
  await using extension = await launchExtension({
    extensionDir: await built('chromium', executablePath),
    executablePath,
    headless,
    viewport: headless ? { width: 1280, height: 800 } : null,
    language: null,
    watch: false,
  });
  const page = extension.context.pages()[0] ?? (await extension.newPage());
  await loadPage(page, url, timeout);
  if (!headless) {
    await extension.pin().catch(() => {}); // if this fails, the button is in the menu of extensions
    await saveAsUsual(page);
    await page.bringToFront();
    invite();
    // This is awaited here, because the browser closes when this function returns.
    await closedByUser(extension);
    return;
  }
  const report = await inspectPage(extension, page, performance.now() + timeout);
  const popup = await extension.clickAction(page);
  await popup.waitFor(() => document.querySelector('[data-surface="popup"][data-state="done"]'));
  await popup.waitFor(isCalm);
  await printReport('chromium', report, async (scheme, file) => {
    await popup.emulateMedia({ 'prefers-color-scheme': scheme });
    await popup.screenshot(file);
  });
}

/** Opens a page. @throws an error whose message is the reason in one line, if that fails */
async function navigate(firefox: Firefox, url: string): Promise<void> {
  try {
    await within('load event', timeout, firefox.navigate(url));
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n');
    const code = /about:neterror\?e=(\w+)/.exec(reason)?.[1];
    throw new PageError(code ? `cannot be reached (${code})` : reason);
  }
}

async function startFirefox(url: string, headless: boolean): Promise<void> {
  const executablePath = await ensureFirefox();
  await using firefox = await launchFirefox({
    extensionDir: await built('firefox', executablePath),
    executablePath,
    headless,
    language: null,
  });
  for (const signal of signals) process.once(signal, () => void firefox.close());
  await navigate(firefox, url);
  if (!headless) {
    await firefox.pin().catch(() => {}); // if this fails, the button is in the menu of extensions
    invite();
    await firefox.closed;
    return;
  }
  const first = await firefox.openPopup();
  const report = await reportOf(first);
  await first.close();
  // Opens a new popup, in which nothing has been clicked.
  const popup = await firefox.openPopup();
  await popup.waitFor(() => document.querySelector('[data-surface="popup"][data-state="done"]'));
  await popup.waitFor(isCalm);
  await printReport('firefox', report, async (scheme, file) => {
    await popup.emulateScheme(scheme);
    await popup.screenshot(file);
  });
}

const starts = { chromium: startChromium, firefox: startFirefox } satisfies Record<Target, unknown>;

const startCommandLine = commandLine({
  purpose:
    'Builds the extension and opens a page with it in a real browser. Without a display, prints the report and saves pictures of the popup.',
  usage: ['[--browser NAME] [URL or FILE]'],
  operands: { 'URL, FILE': 'The page to open (default: a demo page)' },
  options: {
    browser: {
      type: 'text',
      value: 'NAME',
      choices: targets,
      default: 'chromium',
      help: 'Sets the browser',
    },
  },
  exitCodes: { 0: 'The browser was closed', 2: 'The page could not be opened, or an argument is wrong' },
  examples: [
    ['', 'Opens the demo page in Chromium.'],
    ['--browser firefox https://example.com/', 'Opens a page in Firefox.'],
  ],
});

async function main(): Promise<number> {
  const { values, operands } = processArguments(startCommandLine, 'start', ([, second]) => {
    if (second !== undefined)
      throw new ArgumentError(`unexpected second page "${second}"; start opens one page`);
  });
  const { browser } = values;
  const [named = demo] = operands;
  try {
    const address = await addressOf(named, process.cwd());
    const headless = !hasDisplay();
    if (headless) logToStderr('No display: inspecting the page without a window.');
    await starts[browser](address.url, headless);
    await address.close();
    return 0;
  } catch (error) {
    if (interrupted) return interrupted;
    const expected = [BuildError, SetupError, PageError].some((kind) => error instanceof kind);
    const page = error instanceof PageError ? `${printable(withoutPassword(named))}: ` : '';
    logToStderr(`start: ${page}${expected ? (error as Error).message : (error as Error).stack}`);
    return 2;
  }
}

const code = await main();
process.stdout.write('', () => process.exit(interrupted || code));
