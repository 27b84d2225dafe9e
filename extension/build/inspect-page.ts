/** Inspects a page with the extension as a person would: toolbar button, popup, inspector tab, export. */
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import type { Report } from '../../src/report/report.ts';
import type { Extension } from './chromium.ts';
import { serveFile } from './serve.ts';

/** Why a page could not be inspected, in one line. */
export class PageError extends Error {
  override name = 'PageError';
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

export interface Address {
  url: string;
  close(): Promise<void>;
}

/** The address of what was named: a URL as it is, a file over loopback. */
export async function addressOf(named: string, headers: Record<string, string> = {}): Promise<Address> {
  const isFileUrl = /^file:/i.test(named);
  // One letter before a colon is a drive.
  if (/^[a-z][a-z0-9+.-]+:/i.test(named) && !isFileUrl) {
    if (!URL.canParse(named)) throw new PageError('not a valid URL');
    return { url: named, close: async () => {} };
  }
  const file = isFileUrl ? pathOf(named) : named;
  const info = await stat(file).catch((error: NodeJS.ErrnoException) => {
    const hint =
      !isFileUrl && /^[\w-]+(\.[\w-]+)+(\/|$)/.test(named) ? ` (for a web page, write https://${named})` : '';
    throw new PageError(error.code === 'ENOENT' ? `no such file${hint}` : error.message);
  });
  if (!info.isFile()) throw new PageError('not a file');
  const { url, server } = await serveFile(file, { headers });
  return { url, close: server.close };
}

function pathOf(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    throw new PageError('not a valid file URL');
  }
}

/** Opens a page and waits for its load event; says why it cannot. */
export async function loadPage(page: Page, url: string, timeout: number): Promise<{ status: number | null }> {
  try {
    const response = await page.goto(url, { waitUntil: 'load', timeout });
    return { status: response?.status() ?? null };
  } catch (error) {
    const [first = ''] = (error as Error).message.split('\n');
    const code = /\bnet::(ERR_\w+)/.exec(first)?.[1];
    if (/Timeout \d+ms/.test(first)) throw new PageError(`did not finish loading within ${timeout} ms`);
    if (/Download is starting/.test(first)) throw new PageError('is a download, not a page');
    throw new PageError(code ? `cannot be reached (${code})` : oneLine(first));
  }
}

/** The Report of a loaded page. */
export async function inspectPage(extension: Extension, page: Page, timeout: number): Promise<Report> {
  const { context, origin } = extension;
  const popup = await extension.clickAction(page);
  const opening = context.waitForEvent('page', { predicate: (tab) => tab.url().startsWith(origin), timeout });
  opening.catch(() => {}); // the click may fail before
  await popup.click('[data-action="open-tab"]');
  const tab = await opening;
  try {
    const root = tab.locator('[data-surface="inspector"]:is([data-state="done"], [data-state="failed"])');
    await root.waitFor({ timeout });
    if ((await root.getAttribute('data-state')) === 'failed') {
      const reason = await tab.locator('[data-failure]').first().textContent({ timeout });
      throw new PageError(oneLine(reason ?? ''));
    }
    const downloading = tab.waitForEvent('download', { timeout });
    downloading.catch(() => {}); // the click may fail before
    await tab.click('[data-action="export-json"]', { timeout });
    const download = await downloading;
    // An export is an array with one Report a page.
    const [report]: Report[] = JSON.parse(await readFile(await download.path(), 'utf8'));
    await download.delete();
    if (!report) throw new PageError('the extension exported no Report');
    return report;
  } finally {
    await tab.close();
  }
}
