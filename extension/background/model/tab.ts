/** The state of one tab, whichever document it shows. It can be restored if the worker is stopped. */
import type { SurfaceUpdate } from '../../platform/surface-updates.ts';
import type { WatchMode } from '../watching/watch-mode.ts';
import { createNetworkLog, type NetworkLog } from './network-log.ts';
import { createScan, isOpen, type Scan } from './scan.ts';

/** Posts an update to a surface. */
export type Send = (update: SurfaceUpdate) => void;

export interface Tab {
  readonly id: number;
  /** The running scan, or the last one: only `replaceScan` changes it. */
  scan: Scan;
  surfaces: Set<Send>;
  /** The surfaces that show every document of the tab, as DevTools do. */
  followers: Set<Send>;
  /** Only `changeMode` changes it. */
  mode: WatchMode;
  /** The page's site is on the watch list. */
  isListed: boolean;
  /** The requests that DevTools reported: they outlive scans. */
  network: NetworkLog;
  /** The user acted on this document: see `actedOn`, which alone sets it. */
  byAction: boolean;
  /** The browser itself injected our script into the document as it began (a site of the watch list). */
  isEntered: boolean;
  /** The number of documents that were removed since the last completed scan. */
  goneInRow: number;
  /** Ids of entries that the surfaces have not seen yet. */
  unsent: Set<string>;
  postTimer: ReturnType<typeof setTimeout> | undefined;
  /** The first rows of this scan were posted, or are about to be. */
  hasPosted: boolean;
  /** Milliseconds that the last posting took. */
  postMs: number;
  /** Resolves when all changes have been posted to the surfaces. */
  posted: Promise<void>;
  /** Resolves when a page that was released has been scanned again. */
  refreshed: Promise<void>;
  releaseTimer: ReturnType<typeof setTimeout> | undefined;
  /** Milliseconds between the last surface's leaving and the release of the page. */
  releaseDelay: number;
}

/** Milliseconds, for surfaces that a person may return to after a change of tabs. */
export const releaseDelay = 30_000;

/** By tab id. */
export const tabs = new Map<number, Tab>();

export function createTab(id: number): Tab {
  const tab: Omit<Tab, 'scan'> = {
    id,
    surfaces: new Set(),
    followers: new Set(),
    mode: 'off',
    isListed: false,
    network: createNetworkLog(),
    byAction: false,
    isEntered: false,
    goneInRow: 0,
    unsent: new Set(),
    postTimer: undefined,
    hasPosted: false,
    postMs: 0,
    posted: Promise.resolve(),
    refreshed: Promise.resolve(),
    releaseTimer: undefined,
    releaseDelay,
  };
  return Object.assign(tab, { scan: createScan(tab as Tab, '') });
}

/** The state of a tab by its id; made if there is none yet. */
export function tabOf(id: number): Tab {
  const tab = tabs.get(id) ?? createTab(id);
  tabs.set(id, tab);
  return tab;
}

/** Whether the tab has been scanned. */
export const wasScanned = ({ scan }: Tab): boolean => scan.nonce !== '';

/** Whether its document is being scanned or has a content script that can answer; otherwise it cannot be watched. */
export const isHeld = (tab: Tab): boolean =>
  wasScanned(tab) && (tab.scan.state.kind === 'reading' || isOpen(tab.scan));

/** The only way to replace the scan of a tab: ends everything that still runs for the last one. */
export function replaceScan(tab: Tab, next: Scan): Scan {
  tab.scan.abort();
  tab.scan = next;
  return next;
}
