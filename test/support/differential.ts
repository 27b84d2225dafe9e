/**
 * Runs Chromium with a plain page that contains our bundled code, because a test of the browser's behavior needs no
 * extension.
 */
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright';
import { ensureChromium } from '../../extension/build/setup.ts';
import { headlessFeatures } from '../../src/cli/drivers/chromium-flags.ts';
import { within } from '../../src/cli/drivers/wait.ts';
import { root } from '../../src/cli/project.ts';
import { type Served, serve } from '../../src/cli/serve.ts';

/** Bundles a module of the project and all its imports into one script. */
export async function bundle(file: string, globalName?: string): Promise<{ text: string; inputs: string[] }> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [path.join(root, file)],
    bundle: true,
    write: false,
    metafile: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2024',
    logLevel: 'error',
    ...(globalName === undefined ? {} : { globalName }),
  });
  return { text: outputFiles[0]?.text ?? '', inputs: Object.keys(metafile.inputs) };
}

export interface PlainBrowser {
  browser: Browser;
  page: Page;
  server: Served;
  /** Opens an address in its own tab, without a debugger. Returns a function that closes the tab. */
  openTab(url: string): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/**
 * Opens a headless Chromium on an empty loopback page that has run the given script, which is served as `/script.js`.
 */
export async function plainBrowser(
  script: string,
  options: { headers?: Record<string, string>; args?: string[] } = {},
): Promise<PlainBrowser> {
  const server = await serve({
    routes: {
      '/': '<!doctype html><title>Data URL Inspector</title><script src="/script.js"></script>',
      '/script.js': script,
    },
    ...(options.headers === undefined ? {} : { headers: options.headers }),
  });
  // Playwright takes a second to load, and unit tests import this module for its `bundle`.
  const { chromium } = await import('playwright');
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: [headlessFeatures, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...(options.args ?? [])],
  });
  const page = await browser.newPage();
  await page.goto(server.url('/'));
  return {
    browser,
    page,
    server,
    async openTab(url) {
      const session = await browser.newBrowserCDPSession();
      const { targetId } = await session.send('Target.createTarget', { url });
      return async () => {
        await session.send('Target.closeTarget', { targetId }).catch(() => {});
        await session.detach().catch(() => {});
      };
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

export interface UndrivenTab {
  /** Navigates to an address. */
  open(url: string): Promise<void>;
}

/** Opens a tab without a debugger, because reporting each of its frames would take as long as the frames themselves. */
export async function undrivenTab({ browser }: PlainBrowser): Promise<UndrivenTab> {
  const session = await browser.newBrowserCDPSession();
  let targetId = '';
  return {
    async open(url) {
      const before = targetId;
      ({ targetId } = await session.send('Target.createTarget', { url }));
      // The previous tab is closed only now, because the window closes with its last tab.
      if (before !== '') await session.send('Target.closeTarget', { targetId: before });
    },
  };
}

/**
 * Opens a page, or a dedicated worker in a page, that requests its work: it POSTs its last result as JSON to `/next`
 * (null at first). The response is its next order, or null at the end. The test driver does not attach to that page,
 * because that would slow down the page's fetches. A result with an `error` rejects.
 */
export async function employ<Order, Result>(
  { server, openTab }: Pick<PlainBrowser, 'server' | 'openTab'>,
  script: string,
  kind: 'page' | 'worker',
  deadlineMs: number,
  next: (result: Result | null) => Promise<Order | null> | Order | null,
): Promise<void> {
  server.routes.set('/employed.js', script);
  const start = kind === 'page' ? ' src="/employed.js">' : ">new Worker('/employed.js')";
  server.routes.set('/employed', `<!doctype html><script${start}</script>`);
  const done = new Promise<void>((resolve, reject) => {
    server.routes.set('/next', async (request) => {
      let order: Order | null = null;
      try {
        const result: (Result & { error?: string }) | null = JSON.parse(await textOf(request));
        if (result?.error !== undefined) throw new Error(result.error);
        order = await next(result);
        if (order === null) resolve();
      } catch (error) {
        reject(error);
      }
      return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(order) };
    });
  });
  const close = await openTab(server.url('/employed'));
  try {
    await within('the work in the browser', deadlineMs, done);
  } finally {
    await close();
  }
}

/**
 * Serves a page that runs a module of the project on a number of generated cases and posts the outcome.
 *
 * @param t ends the server
 */
export async function outcomePage<Outcome>(
  t: TestContext,
  file: string,
  { cases, seed }: { cases: number; seed: number },
): Promise<{ url: string; outcome: Promise<Outcome> }> {
  const { text } = await bundle(file);
  const server = await serve({
    routes: {
      '/': '<!doctype html><title>Data URL Inspector</title><script src="/script.js"></script>',
      '/script.js': text,
    },
  });
  t.after(server.close);
  const outcome = new Promise<Outcome>((resolve, reject) => {
    server.routes.set('/outcome', async (request) => {
      await textOf(request).then(JSON.parse).then(resolve, reject);
      return { body: '' };
    });
  });
  return { url: server.url(`/?cases=${cases}&seed=${seed}`), outcome };
}
