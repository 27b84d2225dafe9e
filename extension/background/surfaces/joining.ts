/**
 * Connects surfaces to a tab and disconnects them. Decides which results a surface gets immediately, and when the page
 * is scanned for it.
 */

import type { Send, Tab } from '../model/model.ts';
import { isConnected, untilAborted } from '../model/scan.ts';
import { tabOf } from '../model/tab.ts';
import { sendRows, sendState } from '../posting.ts';
import {
  actedOn,
  checkDocument,
  checkTime,
  isLeft,
  runScan,
  updateListening,
} from '../scan/scan-lifecycle.ts';
import { within } from '../timeout.ts';
import { isReleased, releaseLater } from '../watching/release.ts';
import { changeMode } from '../watching/watching.ts';

/**
 * Connects a surface to a tab. Scans the page if requested, if it was released or replaced, or if it has not been
 * scanned successfully.
 */
export function join(tabId: number, send: Send, when: 'if-needed' | 'now', byAction: boolean): Tab {
  const tab = tabOf(tabId);
  const { scan } = tab;
  if (byAction) actedOn(tab);
  tab.surfaces.add(send);
  clearTimeout(tab.releaseTimer);
  if (when === 'now' || ['unscanned', 'failed'].includes(scan.state.kind)) {
    void runScan(tab);
    return tab;
  }
  send({ type: 'reset' });
  // The last results are shown immediately, although they may be those of an earlier page.
  const checked = untilAborted(scan, checkDocument(scan));
  const shown = showKnown(tab, send, within(checked, checkTime));
  if (isReleased(tab)) tab.refreshed = shown.then(() => runScan(tab));
  else
    void Promise.all([checked, shown]).then(() => {
      if (tab.surfaces.has(send) && isLeft(tab)) void runScan(tab);
    });
  return tab;
}

/**
 * Sends a surface all current results and, after `checked`, the state, which confirms that the results belong to the
 * current page.
 */
async function showKnown(tab: Tab, send: Send, checked: Promise<void>): Promise<void> {
  await sendRows(tab, [...tab.scan.entries.byId.keys()], () => (tab.surfaces.has(send) ? [send] : []));
  await checked;
  if (isLeft(tab)) return;
  await sendState(tab, [send]);
  const { asked } = tab.scan;
  if (asked !== undefined) send({ type: 'select', ...asked });
}

/**
 * Disconnects a surface from a tab.
 *
 * @param isLast whether users can't return to the surface, so that the page's memory is released immediately unless
 *   another surface has joined
 */
export function leave(tab: Tab, send: Send, isLast = false): void {
  if (tab.followers.delete(send) && tab.followers.size === 0) changeMode(tab, 'unfollowed');
  updateListening();
  if (!tab.surfaces.delete(send)) return;
  tab.isReleasedAtOnce = isLast;
  releaseLater(tab);
}

/** Keeps a surface up to date with every document that the tab shows, until the surface leaves. */
export function follow(tab: Tab, send: Send): void {
  tab.followers.add(send);
  updateListening();
  if (tab.scan.state.kind === 'done' && isConnected(tab.scan)) changeMode(tab, 'scanned');
}
