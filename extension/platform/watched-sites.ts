/** The watch list: the sites whose pages are always watched, as match patterns. */
import { browser } from './browser.ts';
import { sitePattern } from './origins.ts';
import { watchSetting } from './watch-setting.ts';

const key = 'watchedSites';

export async function watchedSites(): Promise<string[]> {
  const { [key]: sites } = await browser.storage.local.get(key);
  return Array.isArray(sites) ? sites.filter((site) => typeof site === 'string') : [];
}

/** Whether the site of a page is one of the given sites. */
export function isWatchedSite(page: string, sites: readonly string[]): boolean {
  const site = sitePattern(page);
  return site !== null && sites.includes(site);
}

/**
 * Adds a site to the watch list, or removes it from the list. Changes from all documents of the extension run one after
 * the other.
 */
export async function setSiteWatched(site: string, on: boolean): Promise<void> {
  await navigator.locks.request(key, async () => {
    const sites = new Set(await watchedSites());
    if (on) sites.add(site);
    else sites.delete(site);
    await browser.storage.local.set({ [key]: [...sites] });
  });
}

/** Reports every change of the watch list. */
export const watchWatchedSites = (onChange: () => void): void => watchSetting(key, onChange);
