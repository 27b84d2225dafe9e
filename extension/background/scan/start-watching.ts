/**
 * Starts to watch a page: at the user's request, because its site is on the watch list, or because the tab's previous
 * page was watched.
 */

import { sitePattern } from '../../platform/origins.ts';
import { isWatchedSite, setSiteWatched, watchedSites } from '../../platform/watched-sites.ts';
import type { Tab } from '../model/model.ts';
import { isConnected } from '../model/scan.ts';
import { isHeld, tabOf, tabs } from '../model/tab.ts';
import { isWatching } from '../model/watch-mode.ts';
import { changeMode, refreshWatchedSites, watchedTabs } from '../watching/watching.ts';
import { actedOn, runScan, topDocumentGone } from './scan-lifecycle.ts';

/** Starts to watch a tab's page at the user's request, and scans the page if it has no content script. */
export async function startWatching(tab: Tab): Promise<void> {
  changeMode(tab, 'start');
  // A stopped scan has dropped texts that its frames don't send again.
  if (!isHeld(tab) || tab.scan.stopped.aborted) await runScan(tab);
}

/** Handles the keyboard shortcut: scans and watches a tab's page, or stops watching it. */
export async function toggleWatched(tabId: number): Promise<void> {
  const tab = tabOf(tabId);
  actedOn(tab);
  if (isWatching(tab.mode) && tab.mode !== 'live') changeMode(tab, 'stop');
  else await startWatching(tab);
}

/** Adds the site of a tab's page to the watch list, or removes it from the list. */
export async function watchSite(tab: Tab, on: boolean): Promise<void> {
  const site = sitePattern(tab.scan.page.url);
  if (site === null) return;
  // Starts immediately, because the tab may show another page by the time the list is stored.
  if (on) void startWatching(tab);
  await setSiteWatched(site, on);
  await refreshWatchedSites();
}

/**
 * Handles a connection of a document without a content script. The document is scanned and watched if its tab was
 * watched before or its site is on the watch list.
 *
 * @param document aborted when the document is removed
 */
export async function documentCalls(tabId: number, url: string, document: AbortSignal): Promise<void> {
  const known = tabs.get(tabId);
  if (known) {
    const isReading = known.scan.state.kind === 'reading';
    // The earlier document was left. If its content script is connected, the browser may be caching the document with
    // its port open.
    if (isConnected(known.scan)) topDocumentGone(known);
    else changeMode(known, 'gone');
    known.isEntered = true;
    // A running scan may have begun with the earlier document, so it is restarted.
    if (isReading) void runScan(known);
  }
  const [watched, sites] = await Promise.all([watchedTabs(), watchedSites()]);
  const isListed = isWatchedSite(url, sites);
  if (document.aborted || !(isListed || watched.includes(tabId))) return;
  const tab = tabOf(tabId);
  tab.isEntered = true;
  tab.isListed = isListed;
  changeMode(tab, 'wake');
  if (!isHeld(tab)) void runScan(tab);
  const { scan } = tab;
  // Until its content script connects, only this port shows whether the document has been removed.
  const gone = () => changeMode(tab, 'gone');
  document.addEventListener('abort', gone, { signal: scan.signal });
  while (!scan.signal.aborted && scan.state.kind === 'reading' && !isConnected(scan)) await scan.changed();
  document.removeEventListener('abort', gone);
}
