/** Applies a tab's watch mode to its content scripts, surfaces, and badge, and stores the mode for the next worker. */

import { browser } from '../../platform/browser.ts';
import { isWatchedSite, watchedSites } from '../../platform/watched-sites.ts';
import { grantsNow } from '../grants.ts';
import type { Tab } from '../model/model.ts';
import { isConnected } from '../model/scan.ts';
import { tabs } from '../model/tab.ts';
import { isWatching, nextMode, type WatchEvent } from '../model/watch-mode.ts';
import { postNow, updateBadge } from '../posting.ts';
import { registerSites } from './registration.ts';
import { releaseLater } from './release.ts';

/** The only way to change the watch mode of a tab. */
export function changeMode(tab: Tab, event: WatchEvent): void {
  const { mode, isListed, followers, scan } = tab;
  tab.mode = nextMode(mode, event, { isListed, isFollowed: followers.size > 0 });
  if (tab.mode === mode) return;
  const on = isWatching(tab.mode);
  if (on !== isWatching(mode)) {
    scan.unusedSince = performance.now();
    for (const frame of scan.frames.values()) frame.post({ type: 'watch', on });
    if (!on) releaseLater(tab);
    void updateBadge(tab);
  }
  void postNow(tab);
  void rememberWatched();
}

/** Must be called when the watch list has changed: updates the browser's registration and the surfaces. */
export async function refreshWatchedSites(): Promise<void> {
  const [sites] = await Promise.all([watchedSites(), registerSites()]);
  for (const tab of tabs.values()) updateListed(tab, sites);
}

/** Must be called when access was revoked. Without a grant, the pages of a site on the watch list are not watched. */
export async function endUngrantedWatches(): Promise<void> {
  const isGranted = grantsNow();
  for (const tab of tabs.values())
    if (!(await isGranted(tab.scan.page.url)) && tab.mode === 'list') changeMode(tab, 'end');
}

/** Records whether the site of a tab's page is on the watch list. */
export function updateListed(tab: Tab, sites: readonly string[]): void {
  const isListed = isWatchedSite(tab.scan.page.url, sites);
  if (tab.isListed === isListed) return;
  tab.isListed = isListed;
  if (tab.scan.state.kind === 'done' && isConnected(tab.scan)) changeMode(tab, 'scanned');
  void postNow(tab);
}

/** The storage key of the watched tabs, which are stored until the browser closes, in case the worker restarts. */
const tabsKey = 'watchedTabs';

/** The tabs that were watched when the worker last ran. */
export async function watchedTabs(): Promise<number[]> {
  const { [tabsKey]: ids } = await browser.storage.session.get(tabsKey);
  return Array.isArray(ids) ? ids.filter((tabId) => typeof tabId === 'number') : [];
}

/**
 * Stores the watched tabs, and those of an earlier worker that have not connected to this worker yet. Errors are
 * ignored: the next worker then does not resume watching.
 *
 * @param closed a tab that was closed
 */
export async function rememberWatched(closed?: number): Promise<void> {
  const others = (await watchedTabs().catch(() => [])).filter((id) => !tabs.has(id) && id !== closed);
  const watched = [...tabs.values()].filter(({ mode }) => isWatching(mode) && mode !== 'live');
  const ids = [...others, ...watched.map(({ id }) => id)];
  await browser.storage.session.set({ [tabsKey]: ids }).catch(() => {});
}
