/** Posts changes to the surfaces of a tab soon after they happen, in batches and in messages of limited size. */

import { inTurns, turn } from '../../src/yield-to-event-loop.ts';
import { rowFor } from '../platform/answers.ts';
import { sitePattern } from '../platform/origins.ts';
import { showBadge } from './badge.ts';
import type { Send, Tab } from './model/model.ts';
import { computeOutcomes } from './model/outcomes.ts';
import { countsOf, cspRequestState, overviewing } from './model/overview.ts';
import { pagePolicyFor } from './model/own-policies.ts';
import { isConnected, shownStateOf } from './model/scan.ts';
import { isWatching } from './model/watch-mode.ts';

/** Number of milliseconds between two updates while a page is scanned. */
const updateInterval = 60;
/**
 * The next update waits this many times as long as the last one took, so that other work can run: updating a large page
 * takes long.
 */
const updateRest = 4;
/** Maximum number of rows per message. A row takes up about 5 kB, so messages stay far below 4 MB. */
const rowsPerMessage = 300;

/** Posts changed data: URLs soon. Must be called when data: URLs are new or have changed. */
export function postSoon(tab: Tab, ids: Iterable<string>): void {
  for (const id of ids) tab.unsent.add(id);
  if (!tab.hasPosted && tab.unsent.size > 0) {
    // A person is waiting for the first rows, and a timer would fire only after the next texts have been read.
    tab.hasPosted = true;
    void postNow(tab);
    return;
  }
  const delay = Math.max(updateInterval, tab.postMs * updateRest);
  tab.postTimer ??= setTimeout(() => void postNow(tab), delay);
}

/**
 * Posts the rows that the surfaces don't have yet, and the state of the page. Pauses between messages. Postings run one
 * after the other, and changes that happen together share one posting. Resolves when everything that was known at the
 * time of the call has been posted.
 */
export function postNow(tab: Tab): Promise<void> {
  clearTimeout(tab.postTimer);
  tab.postTimer = undefined;
  if (!tab.isPostDue) {
    tab.isPostDue = true;
    tab.posted = tab.posted.catch(() => {}).then(() => postChanges(tab));
  }
  return tab.posted;
}

async function postChanges(tab: Tab): Promise<void> {
  tab.isPostDue = false;
  const start = performance.now();
  const { removed } = tab.scan.entries;
  // The entry that a removed entry was merged into is posted together with the removal.
  for (const into of removed.values()) if (into !== null) tab.unsent.add(into);
  const ids = [...tab.unsent];
  tab.unsent.clear();
  const gone = Array.from(removed, ([id, into]) => ({ id, into }));
  removed.clear();
  await sendRows(tab, ids, () => tab.surfaces);
  if (gone.length > 0) for (const send of tab.surfaces) send({ type: 'rows', rows: [], gone });
  await sendState(tab, tab.surfaces);
  const { scan, mode } = tab;
  // The user may have left a released page, and the badge belongs to the tab, whichever page it shows.
  if (isWatching(mode) || (scan.state.kind === 'done' && isConnected(scan))) void updateBadge(tab);
  tab.postMs = performance.now() - start;
}

/** Sends rows in their current state. Each message goes to the surfaces that are connected when it is sent. */
export async function sendRows(
  tab: Tab,
  ids: readonly string[],
  surfaces: () => Iterable<Send>,
): Promise<void> {
  for (let at = 0; at < ids.length; at += rowsPerMessage) {
    if (at > 0) await turn();
    const { scan } = tab;
    computeOutcomes(scan);
    const rows = ids.slice(at, at + rowsPerMessage).flatMap((id) => {
      const entry = scan.entries.byId.get(id);
      return (entry && rowFor(entry.dataUrl)) ?? [];
    });
    if (rows.length > 0) for (const send of surfaces()) send({ type: 'rows', rows, gone: [] });
  }
}

/** Sends the state of the page: its scan's state, its overview, whether the page is watched, and its policy. */
export async function sendState(tab: Tab, surfaces: Iterable<Send>): Promise<void> {
  if ([...surfaces].length === 0) return;
  const { scan } = tab;
  const overview = await inTurns(overviewing(scan));
  // The next scan posts its own state.
  if (scan.signal.aborted) return;
  const { page } = scan;
  const state = shownStateOf(scan);
  const site = sitePattern(page.url);
  const watching = {
    page: isWatching(tab.mode),
    isLive: tab.mode === 'live',
    site: site === null ? null : tab.isListed,
  };
  const origin = site ?? '<all_urls>';
  const policy = pagePolicyFor(page.url);
  const cspRequest = cspRequestState(scan);
  for (const send of surfaces) send({ type: 'state', state, overview, origin, watching, policy, cspRequest });
}

export async function updateBadge({ id, mode, scan }: Tab): Promise<void> {
  await showBadge(id, await countsOf(scan), isWatching(mode));
}
