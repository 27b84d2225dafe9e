/** The state of each tab, regardless of the document that the tab shows. It is lost when the worker is stopped. */

import type { Scan, Tab } from './model.ts';
import { createNetworkLog } from './network-log.ts';
import { createScan, isConnected } from './scan.ts';

/** The tabs by id. */
export const tabs = new Map<number, Tab>();

export function createTab(id: number): Tab {
  const tab: Omit<Tab, 'scan'> = {
    id,
    surfaces: new Set(),
    followers: new Set(),
    mode: 'off',
    isListed: false,
    network: createNetworkLog(),
    recent: new Map(),
    action: null,
    isEntered: false,
    goneInRow: 0,
    unsent: new Set(),
    postTimer: undefined,
    hasPosted: false,
    postMs: 0,
    posted: Promise.resolve(),
    isPostDue: false,
    refreshed: Promise.resolve(),
    releaseTimer: undefined,
    isReleasedAtOnce: false,
  };
  return Object.assign(tab, { scan: createScan(tab as Tab, {}, { kind: 'unscanned' }) });
}

/** Returns the state of a tab, and creates it if needed. */
export function tabOf(id: number): Tab {
  const tab = tabs.get(id) ?? createTab(id);
  tabs.set(id, tab);
  return tab;
}

/**
 * Whether the tab's document is being scanned or has a content script that can answer. Otherwise the tab cannot be
 * watched.
 */
export const isHeld = ({ scan }: Tab): boolean => scan.state.kind === 'reading' || isConnected(scan);

/** The only way to replace the scan of a tab. Ends everything that still runs for the last scan. */
export function replaceScan(tab: Tab, next: Scan): Scan {
  tab.scan.abort();
  tab.scan = next;
  return next;
}
