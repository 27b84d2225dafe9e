/**
 * Which tabs are watched, for a worker that starts again (kept until the browser ends), and which sites always are
 * (kept as a setting: the browser puts the content script into their pages by itself).
 */
import { browser } from '../platform/browser.ts';

const tabsKey = 'watchedTabs';
const sitesKey = 'watchedSites';
const scriptId = 'watched-sites';

/** The tabs that were watched when the worker was last there. */
export async function watchedTabs(): Promise<number[]> {
  const { [tabsKey]: tabs } = await browser.storage.session.get(tabsKey);
  return Array.isArray(tabs) ? tabs.filter((tabId) => typeof tabId === 'number') : [];
}

export const rememberTabs = (tabIds: number[]): Promise<void> =>
  browser.storage.session.set({ [tabsKey]: tabIds });

/** The match patterns of the sites on the watch list. */
export async function watchedSites(): Promise<string[]> {
  const { [sitesKey]: sites } = await browser.storage.local.get(sitesKey);
  return Array.isArray(sites) ? sites.filter((site) => typeof site === 'string') : [];
}

/** Puts a site, by its match pattern, on the watch list or takes it off. */
export async function setSiteWatched(site: string, on: boolean): Promise<void> {
  const sites = new Set(await watchedSites());
  if (on) sites.add(site);
  else sites.delete(site);
  await browser.storage.local.set({ [sitesKey]: [...sites] });
  await registerSites();
}

/** Has the browser put the content script into the pages of the watch list. It forgets that at every update. */
export async function registerSites(): Promise<void> {
  const matches = await watchedSites();
  const ids = [scriptId];
  const registered = await browser.scripting.getRegisteredContentScripts({ ids });
  if (registered.length > 0) await browser.scripting.unregisterContentScripts({ ids });
  if (matches.length === 0) return;
  await browser.scripting.registerContentScripts([
    { id: scriptId, matches, js: ['content.js'], runAt: 'document_start' },
  ]);
}
