/**
 * The tabs in which pages are inspected. A tab is reused if it could be cleaned, which takes less time than opening
 * one.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright';
import type { Extension } from './drivers/chromium.ts';

export interface Tab {
  page: Page;
  /** The tab's id, which navigation does not change; null if a click on the button grants access. */
  tabId: number | null;
  /** Number of pages that were opened in this tab. */
  uses: number;
  /** Origins of the documents and their frames since the current page began to load. */
  origins: Set<string>;
  /** Whether a page has opened a window, which may still have a reference to this tab. */
  hasPopups: boolean;
  /** The CDP session for cleaning the tab, once there is one. */
  session: CDPSession | null;
}

/** Maximum number of pages that are opened in one tab, because the memory use of tabs and their processes grows. */
const maxUses = 30;

/** Time limit, in milliseconds, for leaving a page. After that, the tab is closed. */
const leavingMs = 3000;

const idle = new WeakMap<Extension, Tab[]>();

declare const chrome: { tabs: { create(tab: { url: string }): Promise<{ id: number }> } };

/** Returns a blank tab for one page, either new or cleaned. */
export async function takeTab(extension: Extension): Promise<Tab> {
  const tab = idle.get(extension)?.pop();
  if (!tab || tab.page.isClosed()) return newTab(extension);
  tab.uses++;
  return tab;
}

async function newTab({ context, ownDocument }: Extension): Promise<Tab> {
  const document = await ownDocument();
  const blank = `about:blank#${randomUUID()}`;
  const opening = context.waitForEvent('page', { predicate: (page) => page.url() === blank });
  opening.catch(() => {}); // rejected if the browser ends first
  const { id: tabId } = await document.evaluate((url) => chrome.tabs.create({ url }), blank);
  return watched(await opening, tabId);
}

/** Creates a tab that records the origins of its documents and closes the windows that they open. */
export function watched(page: Page, tabId: number | null): Tab {
  const tab: Tab = { page, tabId, uses: 1, origins: new Set(), hasPopups: false, session: null };
  page.on('framenavigated', (frame) => {
    const origin = URL.parse(frame.url())?.origin ?? 'null';
    if (origin !== 'null') tab.origins.add(origin);
  });
  page.on('popup', (opened) => {
    tab.hasPopups = true;
    void opened.close().catch(() => {});
  });
  return tab;
}

/**
 * Must be called when the inspection of a page has ended.
 *
 * @param isCalm whether the page was inspected completely; otherwise, the page may still be busy
 */
export async function leaveTab(extension: Extension, tab: Tab, isCalm: boolean): Promise<void> {
  const { page, tabId, uses } = tab;
  for (const event of ['crash', 'response'] as const) page.removeAllListeners(event);
  const mayStay = isCalm && tabId !== null && uses < maxUses;
  const tooLate = delay(leavingMs, false, { ref: false });
  if (mayStay && (await Promise.race([isCleaned(tab), tooLate])) && !tab.hasPopups) {
    idle.set(extension, [...(idle.get(extension) ?? []), tab]);
    return;
  }
  // A page that keeps the browser busy closes late, or never.
  await Promise.race([page.close(), delay(5000, undefined, { ref: false })]);
}

/**
 * Removes everything that the next page could detect in a tab: document, session storage, window name, and history.
 *
 * @returns whether that succeeded
 */
async function isCleaned(tab: Tab): Promise<boolean> {
  const { page, origins } = tab;
  try {
    tab.session ??= await page.context().newCDPSession(page);
    const { session } = tab;
    // While the page is being unloaded, its scripts must not write removed data again.
    await session.send('Emulation.setScriptExecutionDisabled', { value: true });
    for (const securityOrigin of origins)
      await session.send('DOMStorage.clear', { storageId: { securityOrigin, isLocalStorage: false } });
    origins.clear();
    await page.goto('about:blank', { timeout: leavingMs });
    await session.send('Page.resetNavigationHistory');
    await session.send('Emulation.setScriptExecutionDisabled', { value: false });
    await page.evaluate(() => {
      window.name = '';
    });
    return true;
  } catch {
    return false;
  }
}
