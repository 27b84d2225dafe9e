/** Watching: a tab's page as a person wants it, as a site of the watch list, or live for those who follow the tab. */

import { sitePattern } from '../platform/origins.ts';
import { setSiteWatched, watchedSites } from '../platform/watched-sites.ts';
import { showBadge } from './badge.ts';
import { injectEverywhere } from './inject.ts';
import { type Live, publish, releaseLater, sendState, sessions } from './live.ts';
import { countsOf } from './overview.ts';
import { collect } from './scan-tab.ts';
import type { Session } from './session.ts';
import { registerSites, rememberTabs } from './watch-list.ts';

/** Begins or ends to watch a tab's page, and says so on the badge. */
export async function setPageWatched(tabId: number, on: boolean): Promise<void> {
  const live = sessions.get(tabId);
  if (!live || live.session.watching === on) return;
  live.isLive = false;
  await setWatching(live, on);
}

/** The same as a person has it: until the last follower has gone none of them goes on by itself. */
export async function choosePageWatched(tabId: number, on: boolean): Promise<void> {
  const live = sessions.get(tabId);
  if (!live) return;
  live.isStill = !on && live.followers.size > 0;
  if (!on || !live.isLive) return setPageWatched(tabId, on);
  // It goes on when the last follower has gone.
  live.isLive = false;
  void sendState(live, live.surfaces);
  await rememberWatched();
}

async function setWatching(live: Live, on: boolean): Promise<void> {
  const { tabId } = live.session;
  live.session.watching = on;
  for (const frame of live.session.scan.frames.values()) frame.tell({ type: 'watch', on });
  void sendState(live, live.surfaces);
  if (!on) releaseLater(live);
  await Promise.all([rememberWatched(), showBadge(tabId, await countsOf(live.session), on)]);
}

/** Watches a page that was read for those who follow its tab. */
export async function goLive(live: Live): Promise<void> {
  const { session, followers, isStill } = live;
  if (followers.size === 0 || isStill || session.watching || session.state.kind !== 'done') return;
  live.isLive = true;
  await setWatching(live, true);
}

/** Puts the site of a tab's page on the watch list, or takes it off. */
export async function setSiteOfPageWatched(tabId: number, on: boolean): Promise<void> {
  const live = sessions.get(tabId);
  const site = live && sitePattern(live.session.page.url);
  if (!live || !site) return;
  await setSiteWatched(site, on);
  await refreshWatchedSites();
  if (on) await choosePageWatched(tabId, true);
}

/** To be called when the watch list has changed: the browser and the surfaces hear of it. */
export async function refreshWatchedSites(): Promise<void> {
  const [sites] = await Promise.all([watchedSites(), registerSites()]);
  for (const live of sessions.values()) {
    const site = sitePattern(live.session.page.url);
    const siteWatched = site !== null && sites.includes(site);
    if (live.siteWatched === siteWatched) continue;
    live.siteWatched = siteWatched;
    void sendState(live, live.surfaces);
  }
}

/** Where they can't be kept, as when the browser ends, the next worker does not go on with them by itself. */
export const rememberWatched = () =>
  rememberTabs(
    [...sessions.values()].flatMap(({ session, isLive }) =>
      session.watching && !isLive ? [session.tabId] : [],
    ),
  ).catch(() => {});

/** Milliseconds in which the frames that come together are taken together. */
const frameInterval = 200;

/** To be called when a page has frames without a content script, or sheets that they may not read, after its scan. */
export function readMore(session: Session): void {
  const live = sessions.get(session.tabId);
  if (!live || live.session !== session || session.state.kind !== 'done' || live.frameTimer !== undefined)
    return;
  live.frameTimer = setTimeout(async () => {
    live.frameTimer = undefined;
    const { scan } = session;
    if (scan.signal.aborted) return;
    void injectEverywhere(session, scan);
    await collect(session, scan);
    publish(session, []);
    if (!session.watching) releaseLater(live);
  }, frameInterval);
}
