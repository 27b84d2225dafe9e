/** Surfaces join and leave a tab: which results they get at once, and when the page is scanned for them. */

import { afterFailure } from '../../platform/scan-state.ts';
import { loadPolicies } from '../../platform/settings.ts';
import { isTopOf } from '../frames/inject.ts';
import type { Scan, Send, Tab } from '../model/model.ts';
import { rejudgeAll } from '../model/overview.ts';
import { holdPolicies } from '../model/policy.ts';
import { during, isOpen, untilAborted } from '../model/scan.ts';
import { releaseDelay, tabOf, tabs, wasScanned } from '../model/tab.ts';
import { isReleased, releaseLater } from '../scan/release.ts';
import { actedOn, runScan, topDocumentGone, updateListening } from '../scan/scan-lifecycle.ts';
import { changeMode } from '../watching/watching.ts';
import { fetchCspHeader } from './page-policy.ts';
import { publish, sendRows, sendState, updateBadge } from './posting.ts';

/**
 * Connects a surface to a tab. Scans the page if asked to, if it was released or replaced, or if it has no
 * successful scan.
 */
export function join(tabId: number, send: Send, when: 'if-needed' | 'now', byAction: boolean): Tab {
  const tab = tabOf(tabId);
  const { scan } = tab;
  if (byAction) actedOn(tab);
  tab.surfaces.add(send);
  clearTimeout(tab.releaseTimer);
  if (when === 'now' || !wasScanned(tab) || scan.state.kind === 'failed') {
    void runScan(tab);
    return tab;
  }
  send({ type: 'reset' });
  const shown = showKnown(tab, send);
  // The last results are shown at once; they may be those of an earlier page.
  if (isReleased(tab)) tab.refreshed = shown.then(() => runScan(tab));
  else
    void untilAborted(scan, checkDocument(scan, shown)).then(() => {
      if (tab.surfaces.has(send)) scanIfGone(tab);
    });
  return tab;
}

/** Sends a surface all current results. */
async function showKnown(tab: Tab, send: Send): Promise<void> {
  await sendRows(tab, [...tab.scan.entries.byId.keys()], () => (tab.surfaces.has(send) ? [send] : []));
  await sendState(tab, [send]);
  const { asked } = tab.scan;
  if (asked !== undefined) send({ type: 'select', ...asked });
}

/** Finds out whether the tab shows another document, in case the earlier one has hidden that from us. */
async function checkDocument(scan: Scan, shown: Promise<void>): Promise<void> {
  await during(scan, shown);
  if (scan.state.kind !== 'done' || !scan.frames.get(0)?.isOpen) return;
  if (!(await during(scan, isTopOf(scan)))) topDocumentGone(scan.tab);
}

/** A surface that was opened while its page was being left is about the next one. */
function scanIfGone(tab: Tab): void {
  const { state } = tab.scan;
  const isGone = afterFailure(state) === 'gone';
  // A follower's next document is scanned once the panel reports it.
  if (isGone && tab.followers.size === 0 && tabs.get(tab.id) === tab) void runScan(tab);
}

/** @param delay milliseconds after which the page's memory is released unless another surface joins */
export function leave(tab: Tab, send: Send, delay = releaseDelay): void {
  if (tab.followers.delete(send) && tab.followers.size === 0) changeMode(tab, 'unfollowed');
  updateListening();
  if (!tab.surfaces.delete(send)) return;
  tab.releaseDelay = delay;
  releaseLater(tab);
}

/** Keeps a surface up to date with every document that the tab shows, until the surface leaves. */
export function follow(tab: Tab, send: Send): void {
  tab.followers.add(send);
  updateListening();
  if (tab.scan.state.kind === 'done' && isOpen(tab.scan)) changeMode(tab, 'scanned');
}

/**
 * Milliseconds that a person has to answer the permission prompt. The prompt closes the popup, so a refusal is never
 * reported; a later grant for another purpose must not count as an answer.
 */
const wishTime = 60_000;

/** Requests the server's CSP header for the user, now or once the site is granted; or cancels the request. */
export function setServerWanted({ scan }: Tab, on: boolean): void {
  const { server, page } = scan;
  if (server?.kind === 'asking') return;
  if (on) {
    scan.server = { kind: 'wanted', url: page.url, until: performance.now() + wishTime };
    void untilAborted(scan, fetchCspHeader(scan));
  }
  // An answer that has arrived meanwhile is kept.
  else if (server?.kind === 'wanted') scan.server = null;
}

/** Loads the policies and judges again. Must be called when the worker starts and when a policy changes. */
export function refreshPolicies(): Promise<void> {
  refreshing = refreshing.then(refresh);
  return refreshing;
}

/** One after the other, so that the policies loaded last are the ones that apply. */
let refreshing = Promise.resolve();

async function refresh(): Promise<void> {
  // If the storage fails, the earlier policies still apply.
  holdPolicies(await loadPolicies().catch(() => null));
  for (const tab of tabs.values()) {
    await rejudgeAll(tab.scan);
    publish(tab, tab.scan.entries.byId.keys());
    if (tab.scan.state.kind === 'done') void updateBadge(tab);
  }
}
