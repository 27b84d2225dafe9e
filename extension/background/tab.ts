/** What the worker knows of one tab, whichever document it shows: nothing that cannot be got again when the worker dies. */
import type { SurfaceUpdate } from '../platform/messages.ts';
import { createNetworkLog, type NetworkLog } from './network-log.ts';
import { createScan, isOpen, type Scan } from './scan.ts';
import type { WatchMode } from './watch-mode.ts';

/** How a surface is posted to. */
export type Send = (update: SurfaceUpdate) => void;

export interface Tab {
  readonly id: number;
  /** The running scan, or the last one: see `replaceScan`. */
  scan: Scan;
  surfaces: Set<Send>;
  /** Those of them that show whatever document comes to the tab, as DevTools do. */
  followers: Set<Send>;
  /** See `changeMode`. */
  mode: WatchMode;
  /** The page's site is on the watch list. */
  isListed: boolean;
  /** What DevTools reported: it outlives scans. */
  network: NetworkLog;
  /** The toolbar button was clicked on this tab's document. */
  byAction: boolean;
  /** The browser itself put our script into the document as it began. */
  isEntered: boolean;
  /** Documents that went one after the other since one was scanned to its end. */
  goneInRow: number;
  /** Ids that the surfaces have not seen yet. */
  unsent: Set<string>;
  postTimer: ReturnType<typeof setTimeout> | undefined;
  /** Milliseconds that the last posting took. */
  postMs: number;
  /** Ends when the surfaces have been posted to. */
  posted: Promise<void>;
  /** Ends when a page that was released has been scanned again. */
  refreshed: Promise<void>;
  releaseTimer: ReturnType<typeof setTimeout> | undefined;
  /** Milliseconds that the last surface to go gave others to come. */
  releaseDelay: number;
}

/** For surfaces that a person leaves and comes back to: they may only have changed tabs. */
export const releaseDelay = 30_000;

/** By their numbers. */
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
    postMs: 0,
    posted: Promise.resolve(),
    refreshed: Promise.resolve(),
    releaseTimer: undefined,
    releaseDelay,
  };
  return Object.assign(tab, { scan: createScan(tab as Tab, '') });
}

/** A tab by its number, made if there is none yet. */
export function tabOf(id: number): Tab {
  const tab = tabs.get(id) ?? createTab(id);
  tabs.set(id, tab);
  return tab;
}

/** Whether the tab was scanned at all. */
export const wasScanned = ({ scan }: Tab): boolean => scan.nonce !== '';

/** Whether its document is being scanned, or can be asked for what it holds: else nothing of it can be watched. */
export const isHeld = (tab: Tab): boolean =>
  wasScanned(tab) && (tab.scan.state.kind === 'reading' || isOpen(tab.scan));

/** The one place where a tab gets another scan: all that still runs for the last one ends. */
export function replaceScan(tab: Tab, next: Scan): Scan {
  tab.scan.abort();
  tab.scan = next;
  return next;
}
