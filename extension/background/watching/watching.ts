/**
 * Applies a tab's watch mode to its content scripts, surfaces and badge, and stores it for the next worker.
 */

import { sitePattern } from '../../platform/origins.ts';
import { watchedSites } from '../../platform/watched-sites.ts';
import { injectEverywhere } from '../frames/inject.ts';
import { delay } from '../frames/timeout.ts';
import type { Scan, Tab } from '../model/model.ts';
import { during, isOpen, untilAborted } from '../model/scan.ts';
import { tabs } from '../model/tab.ts';
import { releaseLater } from '../scan/release.ts';
import { askForEmpty, collect } from '../scan/scan-steps.ts';
import { publish, sendState, updateBadge } from '../surfaces/posting.ts';
import { registerSites, rememberTabs } from './watch-list.ts';
import { isWatching, nextMode, type WatchEvent } from './watch-mode.ts';

/** The only way to change the watch mode of a tab. */
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

/** Must be called when the watch list has changed: updates the browser's registration and the surfaces. */
export async function refreshWatchedSites(): Promise<void> {
  const [sites] = await Promise.all([watchedSites(), registerSites()]);
  for (const tab of tabs.values()) updateListed(tab, sites);
}

/** Notes whether the site of a tab's page is on the watch list. */
export function updateListed(tab: Tab, sites: readonly string[]): void {
  const site = sitePattern(tab.scan.page.url);
  const isListed = site !== null && sites.includes(site);
  if (tab.isListed === isListed) return;
  tab.isListed = isListed;
  if (tab.scan.state.kind === 'done' && isOpen(tab.scan)) changeMode(tab, 'scanned');
  void sendState(tab, tab.surfaces);
}

/** Stores the watched tabs. If that fails, as when the browser ends, the next worker does not resume. */
export const rememberWatched = (): Promise<void> =>
  rememberTabs(
    [...tabs.values()].flatMap(({ id, mode }) => (isWatching(mode) && mode !== 'live' ? [id] : [])),
  ).catch(() => {});

/** Milliseconds in which new frames are collected. */
const frameInterval = 200;

/**
 * Must be called when, after the scan, a page may have frames without a content script, or sheets that its
 * frames may not read. Does nothing during the scan, which finds them itself.
 */
export function scanMoreAfterEnd(scan: Scan): void {
  if (scan.state.kind !== 'done' || scan.isMoreDue) return;
  scan.isMoreDue = true;
  void untilAborted(scan, scanMoreSoon(scan));
}

/** Scans documents that have loaded in frames that were empty: no event reports them. */
export async function scanLateDocuments(scan: Scan): Promise<void> {
  if (await askForEmpty(scan)) scanMoreAfterEnd(scan);
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
