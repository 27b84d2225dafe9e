/** Decides when tabs are scanned, and handles the end of a scan. */

import { browser, type Tabs } from '../../platform/browser.ts';
import { afterFailure, type SessionState } from '../../platform/scan-state.ts';
import { watchedSites } from '../../platform/watched-sites.ts';
import { isTopOf } from '../frames/inject.ts';
import { markAllRemoved } from '../model/entries.ts';
import type { Scan, Tab } from '../model/model.ts';
import { goneScan, nextScan } from '../model/next-scan.ts';
import { addUnreachable, during, isConnected, untilAborted } from '../model/scan.ts';
import { isHeld, replaceScan, tabs } from '../model/tab.ts';
import { isWatching } from '../model/watch-mode.ts';
import { postNow, postSoon, updateBadge } from '../posting.ts';
import { delay, within } from '../timeout.ts';
import { releaseLater } from '../watching/release.ts';
import { changeMode, rememberWatched, updateListed } from '../watching/watching.ts';
import { fetchCspHeader } from './csp-header.ts';
import { collect, scanTab } from './scan-steps.ts';

/**
 * Scans the page of a tab. The new scan replaces the last one. Resolves when the new scan has ended or has been
 * replaced.
 */
export function runScan(tab: Tab): Promise<void> {
  const scan = replaceScan(tab, nextScan(tab.scan));
  tab.unsent.clear();
  tab.hasPosted = false;
  // A panel that has closed may have set this flag. New surfaces will ask for the results of this scan.
  tab.isReleasedAtOnce = false;
  for (const send of tab.surfaces) send({ type: 'reset' });
  postSoon(tab, scan.entries.byId.keys());
  void postNow(tab);
  return untilAborted(scan, wholeScan(scan));
}

async function wholeScan(scan: Scan): Promise<void> {
  const outcome = scanTab(scan).catch(
    (error: unknown): SessionState => ({ kind: 'failed', failure: 'unknown', detail: String(error) }),
  );
  await scanEnded(scan, await during(scan, outcome));
  await fetchCspHeader(scan);
}

/** Ends a scan, starts or stops watching its page accordingly, and posts both changes in one update. */
async function scanEnded(scan: Scan, state: SessionState): Promise<void> {
  const { tab } = scan;
  scan.enter(state);
  updateListening();
  if (state.kind === 'failed') {
    if (afterFailure(state) !== 'answer') changeMode(tab, 'end');
    await during(scan, postNow(tab));
  }
  const sites = await during(
    scan,
    watchedSites().catch(() => null),
  );
  if (sites) updateListed(tab, sites);
  if (state.kind === 'done') {
    tab.goneInRow = 0;
    changeMode(tab, 'scanned');
    await during(scan, postNow(tab));
  }
  await during(scan, updateBadge(tab));
  releaseLater(tab);
}

/** Ends a running scan at the user's request. The results so far are kept, and the missing parts are listed. */
export function stopScan(tab: Tab): void {
  const { scan } = tab;
  if (scan.state.kind !== 'reading' || scan.stopped.aborted) return;
  addUnreachable(scan, { kind: 'page', url: scan.page.url, reason: 'stopped' });
  // Watching would walk the page again, although the user has stopped the walk.
  changeMode(tab, 'stop');
  for (const frame of scan.frames.values()) frame.stop();
  scan.stop();
}

/**
 * Handles the progress of a frame. Must be called when a frame connects or finishes, even after the end of the scan.
 */
export function frameProgressed(scan: Scan): void {
  const { state, tab } = scan;
  scan.notify();
  if (state.kind === 'reading') {
    postSoon(tab, []);
    return;
  }
  if (state.kind === 'failed') {
    if (afterFailure(state) !== 'answer') return;
    scan.enter({ kind: 'reading' });
    void postNow(tab);
  }
  if (!scan.isCollecting) void untilAborted(scan, collectMore(scan));
}

/** Continues a scan that has ended, and posts its new state. */
async function collectMore(scan: Scan): Promise<void> {
  await collect(scan);
  await scanEnded(scan, { kind: 'done', at: Date.now() });
}

/**
 * Must be called when the tab's document was removed. Surfaces still show the results, with the failure `page-gone`.
 */
export function topDocumentGone(tab: Tab): void {
  replaceScan(tab, goneScan(tab.scan));
  // The click that granted access was on the removed document.
  tab.action = null;
  tab.isEntered = false;
  // The next document asks to be watched again if its site is on the watch list.
  changeMode(tab, 'gone');
  void postNow(tab);
  if (tab.followers.size > 0 && ++tab.goneInRow <= maxGone) void untilAborted(tab.scan, scanNext(tab.scan));
}

/**
 * Number of milliseconds to wait for the panel to report the next document before the worker scans the document without
 * a report, and maximum number of such scans in a row.
 */
const nextDelay = 1000;
const maxGone = 10;

/**
 * Scans the next document unless the panel reports it. The panel may already have reported it before the last document
 * was removed.
 */
async function scanNext(scan: Scan): Promise<void> {
  const { tab } = scan;
  await during(scan, delay(nextDelay));
  if (tab.followers.size === 0) return;
  if (tab.network.keepsGone) markAllRemoved(scan.entries);
  void runScan(tab);
}

/**
 * Starts or stops listening to page loads. Must be called when a follower joins or leaves, a tab is acted on or closes,
 * or a scan ends. A permanent listener would start the worker at every load in every tab.
 */
export function updateListening(): void {
  const { onUpdated } = browser.tabs;
  if ([...tabs.values()].some((tab) => tab.followers.size > 0 || (tab.action && !isConnected(tab.scan))))
    onUpdated.addListener(tabLoads);
  else onUpdated.removeListener(tabLoads);
}

/**
 * Must be called when the user has acted on the tab's document: by clicking the toolbar button or a menu item, or
 * pressing the shortcut.
 */
export function actedOn(tab: Tab, action: object = {}): void {
  tab.action = action;
  updateListening();
}

/** Must be called when the worker starts, because Chromium remembers the listener of a worker that has ended. */
export function resetListening(): void {
  browser.tabs.onUpdated.addListener(tabLoads);
  updateListening();
}

/**
 * Handles a tab that starts or finishes loading a document. Without a content script, no other event reports the end of
 * the last document. The panel may report the next document before the browser allows a script in it.
 */
function tabLoads(tabId: number, { status, url }: Tabs.OnUpdatedChangeInfoType): void {
  const tab = tabs.get(tabId);
  if (!tab || (status === undefined && url === undefined)) return;
  if (tab.scan.refusal === null && tab.scan.hasAnswered) return;
  // The user's action was on the last document, so it doesn't explain why the next one can't be scanned.
  if (status === 'loading') tab.action = null;
  if (tab.followers.size > 0) void runScan(tab);
  else updateListening();
}

export function closeTab(tabId: number): void {
  const tab = tabs.get(tabId);
  if (!tab) return;
  tabs.delete(tabId);
  clearTimeout(tab.postTimer);
  clearTimeout(tab.releaseTimer);
  if (isWatching(tab.mode)) void rememberWatched(tabId);
  replaceScan(tab, goneScan(tab.scan));
  void postNow(tab);
}

/** Whether the user has left the page, so that a surface that opens now is for the next page. */
export const isLeft = (tab: Tab): boolean =>
  // When a follower's tab navigates, the panel reports the next document, which is then scanned.
  afterFailure(tab.scan.state) === 'gone' && tab.followers.size === 0 && tabs.get(tab.id) === tab;

/** Checks whether the tab shows another document, in case the earlier one hid the navigation. */
export async function checkDocument(scan: Scan): Promise<void> {
  if (scan.state.kind !== 'done' || !scan.frames.get(0)?.isOpen) return;
  if (!(await during(scan, isTopOf(scan)))) topDocumentGone(scan.tab);
}

/**
 * Number of milliseconds within which a page must answer whether it is the page that was scanned. If it does not
 * answer while a surface shows it, the results are assumed to be current.
 */
export const checkTime = 250;

/**
 * Scans pages again after a grant: pages that a surface shows, pages that were scanned incompletely, and pages whose
 * CSP header is wanted.
 */
export function rescanAfterGrant(): void {
  for (const tab of tabs.values()) void untilAborted(tab.scan, rescanIfDue(tab));
}

async function rescanIfDue(tab: Tab): Promise<void> {
  const checked = checkDocument(tab.scan);
  await (tab.surfaces.size > 0 ? within(checked, checkTime) : checked);
  const { unreachable, unanswered, cspRequest } = tab.scan;
  const isPartly = unreachable.length + unanswered.length > 0 || cspRequest?.kind === 'wanted';
  // The tab may show a document other than the scanned one, and the user has not asked to scan that document.
  if (tab.surfaces.size > 0 ? !isLeft(tab) : isPartly && isHeld(tab)) void runScan(tab);
}
