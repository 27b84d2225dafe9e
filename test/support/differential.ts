/** Chromium's plain page with code of ours bundled into it: no extension is needed to ask a browser what it does. */
import path from 'node:path';
import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright';
import { root } from '../../extension/build/build.ts';
import { type Served, serve } from '../../extension/build/serve.ts';
import { ensureChromium } from '../../extension/build/setup.ts';

/** A module of the project and all that it imports, as one script. */
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
  close(): Promise<void>;
}

/** A headless Chromium on an empty loopback page that has run the given script; `/script.js` is the script. */
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
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...(options.args ?? [])],
  });
  const page = await browser.newPage();
  await page.goto(server.url('/'));
  return {
    browser,
    page,
    server,
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
