/** The tabs in which pages are inspected: one that a page has left clean is used again, which takes less time. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { Extension } from '../drivers/chromium.ts';

export interface Tab {
  page: Page;
  /** Its number, which stays the same wherever the tab goes; null where a click on the button grants the page. */
  tabId: number | null;
  /** Pages that were opened in it. */
  uses: number;
}

/** Pages for one tab: tabs and their processes grow. */
const maxUses = 30;

/** Milliseconds that a page has to leave: one that holds on to its tab loses it. */
const leavingMs = 2000;

const idle = new WeakMap<Extension, Tab[]>();

declare const chrome: { tabs: { create(tab: { url: string }): Promise<{ id: number }> } };

/** A tab that nothing is open in, for one page. */
export async function takeTab(extension: Extension): Promise<Tab> {
  const tab = idle.get(extension)?.pop() ?? (await newTab(extension));
  tab.uses++;
  return tab;
}

async function newTab({ context, ownDocument }: Extension): Promise<Tab> {
  const document = await ownDocument();
  const blank = `about:blank#${randomUUID()}`;
  const opening = context.waitForEvent('page', { predicate: (page) => page.url() === blank });
  opening.catch(() => {}); // the browser may end before
  const { id: tabId } = await document.evaluate((url) => chrome.tabs.create({ url }), blank);
  return { page: await opening, tabId, uses: 0 };
}

/**
 * Must be called when the inspection of a page has ended.
 *
 * @param isCalm whether the page was inspected as a whole: any other may still be at work
 */
export async function leaveTab(extension: Extension, tab: Tab, isCalm: boolean): Promise<void> {
  const { page, tabId, uses } = tab;
  for (const event of ['crash', 'popup', 'response'] as const) page.removeAllListeners(event);
  if (isCalm && tabId !== null && uses < maxUses && (await isCleaned(page))) {
    idle.set(extension, [...(idle.get(extension) ?? []), tab]);
    return;
  }
  // One that keeps the browser busy closes late, or never.
  await Promise.race([page.close(), delay(5000, undefined, { ref: false })]);
}

/** Removes what a tab keeps for the next page: the document, the name of the window, the storage of the session. */
async function isCleaned(page: Page): Promise<boolean> {
  try {
    const origins = new Set(page.frames().map((frame) => URL.parse(frame.url())?.origin ?? 'null'));
    const session = await page.context().newCDPSession(page);
    for (const securityOrigin of origins) {
      if (securityOrigin !== 'null')
        await session.send('DOMStorage.clear', { storageId: { securityOrigin, isLocalStorage: false } });
    }
    await session.detach();
    await page.goto('about:blank', { timeout: leavingMs });
    await page.evaluate(() => {
      window.name = '';
    });
    return true;
  } catch {
    return false;
  }
}
