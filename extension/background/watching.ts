/** What follows from the watch mode of a tab: for its content scripts, its surfaces, its badge, and the next worker. */

import { sitePattern } from '../platform/origins.ts';
import { watchedSites } from '../platform/watched-sites.ts';
import { injectEverywhere } from './inject.ts';
import { publish, sendState, updateBadge } from './posting.ts';
import { releaseLater } from './release.ts';
import { during, isOpen, type Scan, untilAborted } from './scan.ts';
import { collect } from './scan-tab.ts';
import { type Tab, tabs } from './tab.ts';
import { delay } from './timeout.ts';
import { registerSites, rememberTabs } from './watch-list.ts';
import { isWatching, nextMode, type WatchEvent } from './watch-mode.ts';

/** The one place where the watch mode of a tab changes. */
export function changeMode(tab: Tab, event: WatchEvent): void {
  const { mode, isListed, followers, scan } = tab;
  tab.mode = nextMode(mode, event, { isListed, isFollowed: followers.size > 0 });
  if (tab.mode === mode) return;
  const on = isWatching(tab.mode);
  if (on !== isWatching(mode)) {
    for (const frame of scan.frames.values()) frame.post({ type: 'watch', on });
    if (!on) releaseLater(tab);
    void updateBadge(tab);
  }
  void sendState(tab, tab.surfaces);
  void rememberWatched();
}

/** To be called when the watch list has changed: the browser and the surfaces hear of it. */
export async function refreshWatchedSites(): Promise<void> {
  const [sites] = await Promise.all([watchedSites(), registerSites()]);
  for (const tab of tabs.values()) updateListed(tab, sites);
}

/** Says whether a tab's page is of a site of the watch list. */
export function updateListed(tab: Tab, sites: readonly string[]): void {
  const site = sitePattern(tab.scan.page.url);
  const isListed = site !== null && sites.includes(site);
  if (tab.isListed === isListed) return;
  tab.isListed = isListed;
  if (tab.scan.state.kind === 'done' && isOpen(tab.scan)) changeMode(tab, 'scanned');
  void sendState(tab, tab.surfaces);
}

/** Where they can't be kept, as when the browser ends, the next worker does not go on with them by itself. */
export const rememberWatched = (): Promise<void> =>
  rememberTabs(
    [...tabs.values()].flatMap(({ id, mode }) => (isWatching(mode) && mode !== 'live' ? [id] : [])),
  ).catch(() => {});

/** Milliseconds in which the frames that come together are taken together. */
const frameInterval = 200;

/**
 * To be called when a page has frames without a content script, or sheets that they may not read, after its scan has
 * ended. During the scan it does nothing: that looks for them by itself.
 */
export function scanMoreAfterEnd(scan: Scan): void {
  if (scan.state.kind !== 'done' || scan.isMoreDue) return;
  scan.isMoreDue = true;
  void untilAborted(scan, scanMoreSoon(scan));
}

async function scanMoreSoon(scan: Scan): Promise<void> {
  const { tab } = scan;
  await during(scan, delay(frameInterval));
  scan.isMoreDue = false;
  void injectEverywhere(scan);
  await collect(scan);
  publish(tab, []);
  if (!isWatching(tab.mode)) releaseLater(tab);
}
