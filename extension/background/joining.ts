/** Surfaces that come to a tab and go: what they are shown at once, and when the page is scanned for them. */

import { loadPolicies } from '../platform/settings.ts';
import { isTopOf } from './inject.ts';
import { rejudgeAll } from './overview.ts';
import { askServer } from './page-policy.ts';
import { holdPolicies } from './policy.ts';
import { publish, sendRows, sendState, updateBadge } from './posting.ts';
import { isReleased, releaseLater } from './release.ts';
import { during, isOpen, type Scan, untilAborted } from './scan.ts';
import { runScan, topDocumentGone } from './scanning.ts';
import { releaseDelay, type Send, type Tab, tabOf, tabs, wasScanned } from './tab.ts';
import { changeMode } from './watching.ts';

/** Lets a surface look at a tab; scans the page if nobody has, if its document has gone, or if asked to. */
export function join(tabId: number, send: Send, when: 'if-needed' | 'now', byAction: boolean): Tab {
  const tab = tabOf(tabId);
  const { scan } = tab;
  if (byAction) tab.byAction = true;
  tab.surfaces.add(send);
  clearTimeout(tab.releaseTimer);
  if (when === 'now' || !wasScanned(tab) || scan.state.kind === 'failed') {
    void runScan(tab);
    return tab;
  }
  send({ type: 'reset' });
  const shown = showKnown(tab, send);
  // The last Report is there at once; nothing says whether the page is still the one that it was made of.
  if (isReleased(tab)) tab.refreshed = shown.then(() => runScan(tab));
  else void untilAborted(scan, scanIfReplaced(scan, shown));
  return tab;
}

/** Sends a surface all that is known. */
async function showKnown(tab: Tab, send: Send): Promise<void> {
  await sendRows(tab, [...tab.scan.entries.byId.keys()], () => (tab.surfaces.has(send) ? [send] : []));
  await sendState(tab, [send]);
  const { asked } = tab.scan;
  if (asked !== undefined) send({ type: 'select', ...asked });
}

/** Scans the tab anew where it shows another document by now, and the one before could keep that from us. */
async function scanIfReplaced(scan: Scan, shown: Promise<void>): Promise<void> {
  await during(scan, shown);
  if (scan.state.kind !== 'done' || !scan.frames.get(0)?.isOpen) return;
  if (await during(scan, isTopOf(scan))) return;
  topDocumentGone(scan.tab);
  void runScan(scan.tab);
}

/** @param delay in milliseconds, after which the page gets its memory back unless someone looks again */
export function leave(tab: Tab, send: Send, delay = releaseDelay): void {
  if (tab.followers.delete(send) && tab.followers.size === 0) changeMode(tab, 'unfollowed');
  if (!tab.surfaces.delete(send)) return;
  tab.releaseDelay = delay;
  releaseLater(tab);
}

/** Has a surface shown whatever document comes to its tab, and what becomes of it while the surface is there. */
export function follow(tab: Tab, send: Send): void {
  tab.followers.add(send);
  if (tab.scan.state.kind === 'done' && isOpen(tab.scan)) changeMode(tab, 'scanned');
}

/**
 * Milliseconds that a person has to say yes to the question for a grant. The question closes the popup, so that nobody
 * hears of a no; a grant that they give later for something else is not meant for this.
 */
const wishTime = 60_000;

/** A person wants the page's server asked for its policy, now or once its site is granted; or does no more. */
export function setServerWanted({ scan }: Tab, on: boolean): void {
  const { server, page } = scan;
  if (server?.kind === 'asking') return;
  if (on) {
    scan.server = { kind: 'wanted', url: page.url, until: performance.now() + wishTime };
    void untilAborted(scan, askServer(scan));
  }
  // What was answered meanwhile stays.
  else if (server?.kind === 'wanted') scan.server = null;
}

/** To be called when the worker starts, and when a policy has changed: all that is known is judged by the new one. */
export function refreshPolicies(): Promise<void> {
  refreshing = refreshing.then(refresh);
  return refreshing;
}

/** One after the other, so that the last that is loaded is the last that holds. */
let refreshing = Promise.resolve();

async function refresh(): Promise<void> {
  // Where the storage fails, the policies before stay.
  holdPolicies(await loadPolicies().catch(() => null));
  for (const tab of tabs.values()) {
    await rejudgeAll(tab.scan);
    publish(tab, tab.scan.entries.byId.keys());
    if (tab.scan.state.kind === 'done') void updateBadge(tab);
  }
}
