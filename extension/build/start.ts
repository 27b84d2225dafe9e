/**
 * `npm start [-- URL or FILE]`: the extension in a real browser, on a demo page or the page that was named. Without a
 * display it prints what the extension found and takes pictures of the popup.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';
import { BuildError, build, root } from './build.ts';
import { type Extension, launchExtension } from './chromium.ts';
import { addressOf, inspectPage, loadPage, PageError } from './inspect-page.ts';
import { printable, reportTable } from './report-table.ts';
import { ensureChromium, SetupError, say } from './setup.ts';

const demo = path.join(root, 'test/pages/demo.html');
const pictures = path.join(root, 'dist/pictures');
const timeout = 60_000;

function hasDisplay(): boolean {
  if (process.platform === 'darwin' || process.platform === 'win32') return true;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** Resolves when the user has closed the browser, or its last window. */
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

async function show(extension: Extension, page: Page): Promise<void> {
  await extension.pin().catch(() => {}); // else it is found in the menu of extensions
  await page.bringToFront();
  say(
    'Click the button of "Data URL Inspector" in the toolbar, or press Alt+Shift+D. Close the window to end.',
  );
  await closedByUser(extension);
}

async function tell(extension: Extension, page: Page): Promise<void> {
  say('There is no display: reading the page without one.');
  const report = await inspectPage(extension, page, performance.now() + timeout);
  process.stdout.write(reportTable(report, process.stdout.columns));
  const popup = await extension.clickAction(page);
  await popup.waitFor(() => document.querySelector('[data-surface="popup"][data-state="done"]'));
  await mkdir(pictures, { recursive: true });
  for (const scheme of ['light', 'dark']) {
    const file = path.join(pictures, `popup-${scheme}.png`);
    await popup.emulateMedia({ 'prefers-color-scheme': scheme });
    await popup.screenshot(file);
    process.stdout.write(`Picture of the popup (${scheme}): ${file}\n`);
  }
}

async function main(args: string[]): Promise<number> {
  const [named = demo, ...more] = args;
  if (more.length > 0 || named.startsWith('-')) {
    say('start: expects one URL or file, or nothing: npm start [-- URL or FILE]');
    return 2;
  }
  try {
    const executablePath = ensureChromium();
    const { outDir } = await build({ target: 'chromium' });
    say(`Built ${path.relative(process.cwd(), outDir)}; opening ${executablePath} …`);
    const address = await addressOf(named);
    const headless = !hasDisplay();
    await using extension = await launchExtension({
      extensionDir: outDir,
      executablePath,
      headless,
      viewport: headless ? { width: 1280, height: 800 } : null,
      language: null,
      watch: false,
    });
    const page = extension.context.pages()[0] ?? (await extension.newPage());
    await loadPage(page, address.url, timeout);
    await (headless ? tell : show)(extension, page);
    await address.close();
    return 0;
  } catch (error) {
    const expected = [BuildError, SetupError, PageError].some((kind) => error instanceof kind);
    const page = error instanceof PageError ? `${printable(named)}: ` : '';
    say(`start: ${page}${expected ? (error as Error).message : (error as Error).stack}`);
    return 2;
  }
}

const code = await main(process.argv.slice(2));
process.stdout.write('', () => process.exit(code));
