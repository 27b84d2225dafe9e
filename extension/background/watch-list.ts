/**
 * Which tabs are watched, for a worker that starts again (kept until the browser ends), and the content script in the
 * pages of the sites that always are.
 */
import { browser } from '../platform/browser.ts';
import { watchedSites } from '../platform/watched-sites.ts';

const tabsKey = 'watchedTabs';
const scriptId = 'watched-sites';

/** The tabs that were watched when the worker was last there. */
export async function watchedTabs(): Promise<number[]> {
  const { [tabsKey]: tabs } = await browser.storage.session.get(tabsKey);
  return Array.isArray(tabs) ? tabs.filter((tabId) => typeof tabId === 'number') : [];
}

export const rememberTabs = (tabIds: number[]): Promise<void> =>
  browser.storage.session.set({ [tabsKey]: tabIds });

/** Has the browser put the content script into the pages of the watch list. It forgets that at every update. */
export function registerSites(): Promise<void> {
  return navigator.locks.request(scriptId, async () => {
    const matches = await watchedSites();
    const script = { id: scriptId, matches, js: ['content.js'], runAt: 'document_start' as const };
    const ids = [scriptId];
    const isRegistered = (await browser.scripting.getRegisteredContentScripts({ ids })).length > 0;
    // At no time is it gone that is to stay: the worker may die at any.
    if (matches.length === 0) {
      if (isRegistered) await browser.scripting.unregisterContentScripts({ ids });
    } else if (isRegistered) await browser.scripting.updateContentScripts([script]);
    else await browser.scripting.registerContentScripts([script]);
  });
}
