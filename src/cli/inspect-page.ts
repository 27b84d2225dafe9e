/** Inspects a page with the extension as a person does: toolbar button, popup, inspector tab, export. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page, Response } from 'playwright';
import { formatArgument } from '../format-numbers.ts';
import type { Report } from '../report/report.ts';
import type { CommandReason } from '../report/unreachable-reasons.ts';
import type { Extension, Surface } from './drivers/chromium.ts';
import { type PageHeaders, reportOfTab } from './drivers/tab-report.ts';
import { within } from './drivers/wait.ts';
import { serveFile } from './serve.ts';
import { systemPath } from './shell.ts';

/** Thrown if a page can't be inspected; the message is the reason, in one line. */
export class PageError extends Error {
  override name = 'PageError';
}

/** Thrown if a step took too long. */
export class LateError extends PageError {}

export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

export interface Address {
  url: string;
  /** The path of the file as given in the arguments; null for a URL. */
  file: string | null;
  close(): Promise<void>;
}

/** Returns the URL to load for an argument. A URL stays unchanged; a file is served over loopback. */
export async function addressOf(
  named: string,
  cwd: string,
  headers: Record<string, string> = {},
): Promise<Address> {
  const isFileUrl = /^file:/i.test(named);
  // A single letter before a colon is a Windows drive.
  if (/^[a-z][a-z0-9+.-]+:/i.test(named) && !isFileUrl) {
    if (!URL.canParse(named)) throw new PageError('not a valid URL');
    // Some chrome: URLs end the browser or one of its processes.
    if (/^chrome:/i.test(named)) throw new PageError("extensions can't scan pages of the browser");
    return { url: named, file: null, close: async () => {} };
  }
  const file = isFileUrl ? pathOf(named) : named;
  const info = await stat(systemPath(file, cwd)).catch((error: NodeJS.ErrnoException) => {
    const hint =
      !isFileUrl && /^[\w-]+(\.[\w-]+)+(\/|$)/.test(named) && !/\.(?:x?html?|svg|xml)$/i.test(named)
        ? ` (for a web page, write https://${named})`
        : '';
    throw new PageError(error.code === 'ENOENT' ? `no such file${hint}` : error.message);
  });
  if (!info.isFile()) throw new PageError('not a file');
  const { url, server } = await serveFile(path.resolve(cwd, file), { headers });
  return { url, file, close: server.close };
}

function pathOf(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    throw new PageError('not a valid file URL');
  }
}

export interface Loaded {
  /** The HTTP status of the current document's response; null if the document was not loaded over the network. */
  status(): number | null;
  /** Whether the page has loaded completely. If not, only the part that arrived in time is available. */
  isComplete: boolean;
  /** The headers of the current document and its frames; null if the document was not loaded over the network. */
  headers(): Promise<PageHeaders | null>;
}

/**
 * Opens a page and waits for its load event. After the timeout, accepts a partly loaded page. Throws the reason if
 * nothing has loaded.
 */
export async function loadPage(page: Page, url: string, timeout: number): Promise<Loaded> {
  // A page may navigate on its own, so the last document counts.
  let last: Response | null = null;
  let documents: Response[] = [];
  page.on('response', (response) => {
    if (!response.request().isNavigationRequest()) return;
    const isPage = response.frame() === page.mainFrame();
    if (isPage) last = response;
    documents = [...(isPage ? [] : documents), response];
  });
  const headers = async () =>
    last && { policies: await policiesOf(last), links: await Promise.all(documents.map(linksOf)) };
  const status = () => (last === null ? null : last.status());
  const before = page.url();
  try {
    await page.goto(url, { waitUntil: 'load', timeout });
    return { status, isComplete: true, headers };
  } catch (error) {
    const [first = ''] = (error as Error).message.split('\n');
    const code = /\bnet::(ERR_\w+)/.exec(first)?.[1];
    const isLate = /Timeout \d+ms/.test(first);
    // Until a document arrives, the tab keeps its old URL.
    if (isLate && page.url() !== before) return { status, isComplete: false, headers };
    if (isLate)
      throw new PageError(`did not begin to load within ${formatArgument('milliseconds', timeout, 'en')}`);
    if (/Download is starting/.test(first)) throw new PageError('a download, not a page');
    throw new PageError(code ? `cannot be reached (${code})` : oneLine(first));
  }
}

const policyHeaders = ['content-security-policy', 'content-security-policy-report-only'];

const linksOf = async (response: Response) => ({
  url: response.url(),
  text: (await response.headerValue('link')) ?? '',
});

async function policiesOf(response: Response): Promise<PageHeaders['policies']> {
  const headers = await response.headersArray();
  return headers.flatMap(({ name, value }) => {
    const at = policyHeaders.indexOf(name.toLowerCase());
    return at < 0 ? [] : [{ text: value, reportOnly: at === 1 }];
  });
}

/** Runs a step within the remaining time, and throws an error that names the step if it takes too long. */
async function step<T>(what: string, end: number, work: (timeout: number) => Promise<T>): Promise<T> {
  const left = Math.max(Math.ceil(end - performance.now()), 1);
  try {
    return await within(what, left, work(left));
  } catch (error) {
    if (error instanceof PageError) throw error;
    const late = performance.now() >= end - 1;
    const [reason = ''] = (error as Error).message.split('\n');
    if (late) throw new LateError(`timed out waiting for ${what}`);
    throw new PageError(`error while waiting for ${what}: ${oneLine(reason)}`);
  }
}

export interface InspectOptions {
  /** Called with a ZIP file of all bodies. */
  onZip?: ((zip: Buffer) => Promise<void>) | null;
  /** Called with the HTML report. */
  onHtml?: ((html: Buffer) => Promise<void>) | null;
  /** Returns the page's headers, if they are known. */
  headers?: Loaded['headers'];
  /**
   * The page's tab, if the extension may access the page without a click on its button; otherwise null. Several pages
   * can then be inspected at the same time, because no popup closes another by taking the focus.
   */
  tabId?: number | null;
  /** Whether that tab has shown another page before. */
  isReused?: boolean;
}

/** Marks a Report as incomplete, or as the Report of a page other than the requested one. */
export const withUnread = (report: Report, reason: CommandReason | 'no-answer'): Report => ({
  ...report,
  unreachable: [{ kind: 'page', url: report.page.url, reason }, ...report.unreachable],
});

/** Marks a Report as limited to the part of a page that arrived in time. */
export function stillLoading(report: Report): Report {
  // Replaces the corresponding entry that the content script reports for its document.
  const unreachable = report.unreachable.filter(
    ({ reason, url }) => reason !== 'not-loaded' || url !== report.page.url,
  );
  return withUnread({ ...report, unreachable }, 'still-loading');
}

/**
 * Inspects a loaded page and returns its Report.
 *
 * @param end the deadline, a time of `performance.now()`
 */
export async function inspectPage(
  extension: Extension,
  page: Page,
  end: number,
  {
    onZip = null,
    onHtml = null,
    headers: ask = async () => null,
    tabId = null,
    isReused = false,
  }: InspectOptions = {},
): Promise<Report> {
  const headers = await step("the page's headers", end, ask);
  const reportIn = (document: Page, tabId: number, isReused: boolean) =>
    step('the report', end, (timeout) => reportOfTab(document, { tabId, headers, isReused, timeout }));
  if (tabId !== null && !onZip && !onHtml) {
    const found = await reportIn(await extension.ownDocument(), tabId, isReused);
    if (found) return found.isWhole ? found.report : stillLoading(found.report);
    // The page can't be scanned. The inspector tab shows the reason.
  }
  const tab =
    tabId === null
      ? await openTabByClick(extension, page, end)
      : await step('the inspector tab', end, () => extension.openPage(`inspector.html?tab=${tabId}`));
  try {
    await step('the end of the scan', end, (timeout) => waitForScan(tab, timeout));
    const found = await reportIn(tab, Number(new URL(tab.url()).searchParams.get('tab')), false);
    if (!found) throw new PageError("the extension can't scan this page");
    if (onZip) await onZip(await step('the ZIP file', end, (timeout) => exported(tab, 'zip', timeout)));
    if (onHtml) await onHtml(await step('the HTML report', end, (timeout) => exported(tab, 'html', timeout)));
    return found.report;
  } finally {
    await tab.close();
  }
}

async function openTabByClick(extension: Extension, page: Page, end: number): Promise<Page> {
  const popup = await step('the popup', end, () => extension.clickAction(page));
  return step('the inspector tab', end, (timeout) => openTab(extension, popup, timeout));
}

/** Runs in a surface. Returns the text of the failure notice, without headings, hints, and button labels. */
export function failureText(): string {
  const notice = document.querySelector('[data-failure]')?.cloneNode(true) as Element | undefined;
  for (const button of notice?.querySelectorAll('button, svg, h2, .hint') ?? []) button.remove();
  return notice?.textContent ?? "the extension can't scan this page";
}

async function openTab({ context, origin }: Extension, popup: Surface, timeout: number): Promise<Page> {
  const opening = context.waitForEvent('page', { predicate: (tab) => tab.url().startsWith(origin), timeout });
  opening.catch(() => {}); // the click may fail first
  // The popup shows the most precise reason why a page can't be scanned.
  const state = await popup.waitFor(() => {
    const now = document.querySelector<HTMLElement>('[data-surface]')?.dataset.state;
    return now === 'connecting' ? null : now;
  });
  if (state === 'failed') throw new PageError(oneLine(await popup.evaluate(failureText)));
  await popup.click('[data-action="open-tab"]');
  return opening;
}

async function waitForScan(tab: Page, timeout: number): Promise<void> {
  const root = tab.locator('[data-surface="inspector"]:is([data-state="done"], [data-state="failed"])');
  await root.waitFor({ timeout });
  if ((await root.getAttribute('data-state')) === 'failed')
    throw new PageError(oneLine(await tab.evaluate(failureText)));
}

/** Exports the Report from the tab in a format, and returns the file. */
async function exported(tab: Page, format: 'html' | 'zip', timeout: number): Promise<Buffer> {
  const downloading = tab.waitForEvent('download', { timeout });
  downloading.catch(() => {}); // the click may fail first
  await tab.click('[data-action="export"]', { timeout });
  await tab.click(`[data-action="export-${format}"]`, { timeout });
  const download = await downloading;
  const file = await readFile(await download.path());
  await download.delete();
  return file;
}
