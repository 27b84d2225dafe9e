/**
 * The watched tabs, stored until the browser ends in case the worker restarts; and the content script that
 * the browser injects into pages of the sites on the watch list.
 */
import { browser } from '../../platform/browser.ts';
import { contentScripts } from '../../platform/content-scripts.ts';
import { watchedSites } from '../../platform/watched-sites.ts';

const tabsKey = 'watchedTabs';
const scriptId = 'watched-sites';

/** The tabs that were watched when the worker last ran. */
export async function watchedTabs(): Promise<number[]> {
  const { [tabsKey]: tabs } = await browser.storage.session.get(tabsKey);
  return Array.isArray(tabs) ? tabs.filter((tabId) => typeof tabId === 'number') : [];
}

export const rememberTabs = (tabIds: number[]): Promise<void> =>
  browser.storage.session.set({ [tabsKey]: tabIds });

/** Registers the content script for the watch list. Every update of the extension ends the registration. */
export function registerSites(): Promise<void> {
  return navigator.locks.request(scriptId, async () => {
    const matches = await watchedSites();
    const script = { id: scriptId, matches, js: contentScripts, runAt: 'document_start' as const };
    const ids = [scriptId];
    const isRegistered = (await browser.scripting.getRegisteredContentScripts({ ids })).length > 0;
    // Updated rather than removed and added: the worker may die in between.
    if (matches.length === 0) {
      if (isRegistered) await browser.scripting.unregisterContentScripts({ ids });
    } else if (isRegistered) await browser.scripting.updateContentScripts([script]);
    else await browser.scripting.registerContentScripts([script]);
  });
}
