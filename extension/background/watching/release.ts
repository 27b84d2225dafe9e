/** Releases a page's memory when no surface shows the page anymore. The results of its scan are kept. */
import type { Tab } from '../model/model.ts';
import { releasedScan } from '../model/next-scan.ts';
import { isConnected } from '../model/scan.ts';
import { replaceScan } from '../model/tab.ts';
import { isWatching } from '../model/watch-mode.ts';

/**
 * Number of milliseconds that a page is kept after the last surface was closed, because a person may return to it after
 * switching tabs.
 */
const releaseDelay = 30_000;

/** Releases the page after a delay, unless by then a surface shows it, it is watched, or it is still being scanned. */
export function releaseLater(tab: Tab): void {
  clearTimeout(tab.releaseTimer);
  if (tab.surfaces.size > 0) return;
  tab.releaseTimer = setTimeout(
    () => {
      const { mode, scan } = tab;
      if (isWatching(mode) || scan.state.kind === 'reading') return;
      // The action may be stale: the user may have left the released document, which no event reports, and has not
      // acted on the next document.
      if (scan.state.kind === 'done') tab.action = null;
      replaceScan(tab, releasedScan(scan));
    },
    tab.isReleasedAtOnce ? 0 : releaseDelay,
  );
}

/**
 * Whether the content scripts of a scanned page have ended, so that the page must be scanned again before it can
 * answer.
 */
export const isReleased = ({ scan }: Tab): boolean => scan.state.kind === 'done' && !isConnected(scan);
