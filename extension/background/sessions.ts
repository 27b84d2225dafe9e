/** All sessions, one a tab: who looks at them, when they are scanned, and what their surfaces are told. */

import { siteOf } from '../../src/policy.ts';
import { browser } from '../platform/browser.ts';
import type { Asked, Gone, Row, SurfaceUpdate } from '../platform/messages.ts';
import { sitePattern } from '../platform/origins.ts';
import { loadPolicies } from '../platform/settings.ts';
import { setSiteWatched, watchedSites } from '../platform/watched-sites.ts';
import { showBadge } from './badge.ts';
import type { Meant, MenuRequest } from './menus.ts';
import { occurrencesGone } from './network.ts';
import { countsOf, overviewOf, rejudgeAll, rowOf, serverStateOf } from './overview.ts';
import { askServer } from './page-policy.ts';
import { holdPolicies, policyFor } from './policy.ts';
import { rememberHovered, scanMore, scanTab } from './scan.ts';
import { createSession, isReleased, release, type Session } from './session.ts';
import { idOf } from './sightings.ts';
import { registerSites, rememberTabs, watchedTabs } from './watch-list.ts';

/** A surface, as far as sessions know it. */
export type Send = (update: SurfaceUpdate) => void;

interface Live {
  session: Session;
  surfaces: Set<Send>;
  /** Those of them that show whatever document comes to the tab, as DevTools do. */
  followers: Set<Send>;
  /** Ids that the surfaces have not been told of yet. */
  unsent: Set<string>;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Milliseconds that the last telling took. */
  flushMs: number;
  /** Ends when a page that was released has been read again. */
  refreshed: Promise<void>;
  /** Waits for a watched page's new frames, of which many may come at once. */
  frameTimer: ReturnType<typeof setTimeout> | undefined;
  releaseTimer: ReturnType<typeof setTimeout> | undefined;
  /** Milliseconds that the last surface to go gave others to come. */
  releaseDelay: number;
  /** Documents that went one after the other since the page was last read to its end. */
  gone: number;
  /** The page's site is on the watch list. */
  siteWatched: boolean;
  /** Why the page is watched though nobody said so: a follower shows it live. */
  isLive: boolean;
  /** A person ended watching while there are followers, who stay content with what was read. */
  isStill: boolean;
  /** Wakes a scan that waits for its frames. */
  wake: () => void;
}

const sessions = new Map<number, Live>();

/** Milliseconds between two updates while a page is read. */
const updateInterval = 60;
/** Of a large page an update takes long: so many times as long the worker does other things then. */
const updateRest = 4;
/** For surfaces that a person leaves and comes back to: they may only have changed tabs. */
const releaseDelay = 30_000;
/** Rows a message: a row is bounded to some 5 kB, so that no message comes near 4 MB. */
const rowsPerMessage = 300;

export const sessionOf = (tabId: number): Session | undefined => sessions.get(tabId)?.session;

/** Lets a surface look at a tab; reads the page if nobody has, if its document has gone, or if asked to. */
export function join(tabId: number, send: Send, scan: 'if-needed' | 'now', byAction: boolean): void {
  const live = liveOf(tabId);
  if (byAction) live.session.byAction = true;
  live.surfaces.add(send);
  clearTimeout(live.releaseTimer);
  if (scan === 'now' || live.session.scan === 0 || live.session.state.kind === 'failed') {
    void runScan(live);
    return;
  }
  send({ type: 'reset' });
  sendRows(
    [send],
    [...live.session.entries.keys()].map((id) => rowOf(live.session, id)),
  );
  sendState(live, [send]);
  if (live.session.asked !== undefined) send({ type: 'select', ...live.session.asked });
  // The last Report is there at once; nothing tells whether the page is still the one that it was made of.
  if (isReleased(live.session)) live.refreshed = runScan(live);
}

/** @param delay in milliseconds, after which the page gets its memory back unless someone looks again */
export function leave(tabId: number, send: Send, delay = releaseDelay): void {
  const live = sessions.get(tabId);
  if (!live) return;
  if (live.followers.delete(send) && live.followers.size === 0) {
    live.isStill = false;
    if (live.isLive) void setPageWatched(tabId, false);
  }
  if (!live.surfaces.delete(send)) return;
  live.releaseDelay = delay;
  releaseLater(live);
}

/** Gives the page its memory back unless someone looks at it by then, watches it, or it is still being read. */
function releaseLater(live: Live): void {
  const { session, surfaces } = live;
  clearTimeout(live.releaseTimer);
  if (surfaces.size > 0) return;
  live.releaseTimer = setTimeout(() => {
    if (!session.watching && session.state.kind !== 'reading') release(session);
  }, live.releaseDelay);
}

/** Has a surface shown whatever document comes to its tab, and what becomes of it while the surface is there. */
export function follow(tabId: number, send: Send): void {
  const live = sessions.get(tabId);
  if (!live) return;
  live.followers.add(send);
  void goLive(live);
}

/** Watches a page that was read for those who follow its tab. */
async function goLive(live: Live): Promise<void> {
  const { session, followers, isStill } = live;
  if (followers.size === 0 || isStill || session.watching || session.state.kind !== 'done') return;
  live.isLive = true;
  await setWatching(live, true);
}

/** Resolves when something can be asked from the page: one that was released is read again first. */
export const whenRefreshed = (tabId: number): Promise<void> =>
  sessions.get(tabId)?.refreshed ?? Promise.resolve();

/** To be called when data: URLs are new or changed: surfaces hear of them soon, many at a time. */
export function publish(session: Session, ids: Iterable<string>): void {
  const live = sessions.get(session.tabId);
  if (!live || live.session !== session) return;
  for (const id of ids) live.unsent.add(id);
  live.timer ??= setTimeout(() => flush(live), Math.max(updateInterval, live.flushMs * updateRest));
}

/** To be called when a frame of the session came, finished or went. */
export function frameChanged(session: Session): void {
  sessions.get(session.tabId)?.wake();
}

/** The page's document has gone under a session: what is known of it stays on show, as what it is. */
export function documentGone(session: Session): void {
  const live = sessions.get(session.tabId);
  if (!live || live.session !== session) return;
  session.state = { kind: 'failed', failure: 'page-gone', detail: '' };
  // The click that opened the page was on that document.
  session.byAction = false;
  session.server = null;
  // On a site of the watch list the next page asks for it again.
  void setPageWatched(session.tabId, false);
  live.wake();
  flush(live);
  readNext(live);
}

/** Milliseconds in which the panel tells of the next document, and how often in a row one is looked for untold. */
const nextDelay = 1000;
const mostGone = 10;

/** The panel tells when the next document is to be read; but where it told before the last one went, that was read. */
function readNext(live: Live): void {
  const { session, followers } = live;
  const { scan } = session;
  if (followers.size === 0 || ++live.gone > mostGone) return;
  setTimeout(() => {
    if (followers.size === 0 || scan !== session.scan) return;
    if (session.network.keepsGone) occurrencesGone(session);
    void runScan(live);
  }, nextDelay);
}

export function endSession(tabId: number): void {
  const live = sessions.get(tabId);
  if (!live) return;
  sessions.delete(tabId);
  clearTimeout(live.timer);
  clearTimeout(live.frameTimer);
  clearTimeout(live.releaseTimer);
  if (live.session.watching) void rememberWatched();
  live.session.scan++;
  live.session.state = { kind: 'failed', failure: 'page-gone', detail: '' };
  sendState(live, live.surfaces);
}

/** A grant may have opened what a scan could not reach: those that someone looks at are read again. */
export async function rescanAfterGrant(): Promise<void> {
  for (const live of sessions.values()) {
    const { unreachable, server } = live.session;
    if (live.surfaces.size > 0 || unreachable.length > 0 || server?.kind === 'wanted') void runScan(live);
  }
}

/**
 * Milliseconds that a person has to say yes to the question for a grant. The question closes the popup, so that nobody
 * hears of a no; a grant that they give later for something else is not meant for this.
 */
const wishTime = 60_000;

/** A person wants the page's server asked for its policy, now or once its site is granted; or does no more. */
export async function setServerWanted(session: Session, on: boolean): Promise<void> {
  if (session.server?.kind === 'asking') return;
  const until = performance.now() + wishTime;
  session.server = on ? { kind: 'wanted', url: session.page.url, until } : null;
  await askServer(session, () => publish(session, []));
}

/** To be called when the worker starts, and when a policy has changed: all that is known is judged by the new one. */
export function refreshPolicies(): Promise<void> {
  refreshing = refreshing.then(refresh);
  return refreshing;
}

/** One after the other, so that the last that is loaded is the last that holds. */
let refreshing = Promise.resolve();

async function refresh(): Promise<void> {
  // Where the storage fails, what held goes on to hold.
  holdPolicies(await loadPolicies().catch(() => null));
  for (const { session } of sessions.values()) {
    rejudgeAll(session);
    publish(session, session.entries.keys());
    if (session.state.kind === 'done') void showBadge(session.tabId, countsOf(session), session.watching);
  }
}

/** A click in the context menu: the inspector tab opens at once and shows what was meant when it has been found. */
export async function inspectFromMenu({ tabId, frameId, what }: MenuRequest): Promise<void> {
  const live = liveOf(tabId);
  live.session.byAction = true;
  // The new tab takes the pointer away from the page.
  if (what.kind === 'hovered') await rememberHovered(tabId, frameId);
  const scanned = runScan(live);
  const tab = await browser.tabs.get(tabId).catch(() => null);
  // It was closed meanwhile.
  if (!tab) return;
  await browser.tabs.create({ url: inspectorUrl(tabId), openerTabId: tabId, index: tab.index + 1 });
  await scanned;
  if (what.kind === 'page' || live.session.state.kind !== 'done') return;
  const ids = await locate(live.session, frameId, what);
  const asked: Asked = { ids, isSelection: what.kind === 'selection' };
  live.session.asked = asked;
  for (const send of live.surfaces) send({ type: 'select', ...asked });
}

/** The ids of what was clicked or selected. */
async function locate(session: Session, frameId: number, what: Meant): Promise<string[]> {
  const clicked = session.frames.get(frameId);
  if (!clicked) return [];
  if (what.kind === 'selection') {
    const keys = await clicked.ask({ type: 'selected' });
    const ids = Array.isArray(keys) ? keys.map((key) => idOf(session, clicked, key)) : [];
    return ids.filter((id) => id !== null);
  }
  if (what.kind === 'url' && !what.url.startsWith('data:')) return [];
  // What a data: frame is made of stands in the document that holds the frame.
  for (const frame of [clicked, ...session.frames.values()]) {
    const key = await frame.ask({ type: 'locate', url: what.kind === 'url' ? what.url : '' });
    const id = typeof key === 'number' ? idOf(session, frame, key) : null;
    if (id !== null) return [id];
  }
  return [];
}

export const inspectorUrl = (tabId: number): string => browser.runtime.getURL(`inspector.html?tab=${tabId}`);

function liveOf(tabId: number): Live {
  let live = sessions.get(tabId);
  if (!live) {
    live = {
      session: createSession(tabId),
      surfaces: new Set(),
      followers: new Set(),
      unsent: new Set(),
      timer: undefined,
      flushMs: 0,
      refreshed: Promise.resolve(),
      frameTimer: undefined,
      releaseTimer: undefined,
      releaseDelay,
      gone: 0,
      siteWatched: false,
      isLive: false,
      isStill: false,
      wake() {},
    };
    sessions.set(tabId, live);
  }
  return live;
}

async function runScan(live: Live): Promise<void> {
  const { session } = live;
  live.unsent.clear();
  // A panel that went before wanted it at once; whoever has the page read now is still to ask for what was found.
  live.releaseDelay = releaseDelay;
  // A scan that still waits for its frames finds itself replaced, and ends.
  live.wake();
  const running = scanTab(session, () => new Promise((resolve) => (live.wake = resolve)));
  const { scan } = session;
  for (const send of live.surfaces) send({ type: 'reset' });
  publish(session, session.entries.keys());
  sendState(live, live.surfaces);
  try {
    await running;
  } catch (error) {
    if (scan === session.scan) session.state = { kind: 'failed', failure: 'unknown', detail: String(error) };
  }
  if (scan !== session.scan) return;
  if (session.state.kind === 'done') live.gone = 0;
  flush(live);
  live.siteWatched = (await watchedSites()).includes(sitePattern(session.page.url) ?? '');
  sendState(live, live.surfaces);
  await showBadge(session.tabId, countsOf(session), session.watching);
  await goLive(live);
  releaseLater(live);
  await askServer(session, () => publish(session, []));
}

function flush(live: Live): void {
  clearTimeout(live.timer);
  live.timer = undefined;
  const start = performance.now();
  const { session } = live;
  // What was merged goes as what it has become comes.
  for (const into of session.left.values()) if (into !== null) live.unsent.add(into);
  const rows = [...live.unsent].map((id) => rowOf(session, id));
  live.unsent.clear();
  sendRows(
    live.surfaces,
    rows,
    Array.from(session.left, ([id, into]) => ({ id, into })),
  );
  session.left.clear();
  sendState(live, live.surfaces);
  if (session.watching) void showBadge(session.tabId, countsOf(session), true);
  live.flushMs = performance.now() - start;
}

function sendRows(surfaces: Iterable<Send>, rows: (Row | null)[], gone: Gone[] = []): void {
  const known = rows.filter((row) => row !== null);
  for (let at = 0; at < known.length; at += rowsPerMessage) {
    const some = known.slice(at, at + rowsPerMessage);
    for (const send of surfaces) send({ type: 'rows', rows: some, gone: [] });
  }
  if (gone.length > 0) for (const send of surfaces) send({ type: 'rows', rows: [], gone });
}

function sendState({ session, siteWatched, isLive }: Live, surfaces: Iterable<Send>): void {
  if ([...surfaces].length === 0) return;
  const overview = overviewOf(session);
  const site = sitePattern(session.page.url);
  const watching = { page: session.watching, isLive, site: site === null ? null : siteWatched };
  const origin = site ?? '<all_urls>';
  const { rules, ruledBy } = policyFor(session.page.url);
  const policy = { site: siteOf(session.page.url), rules, ruledBy };
  const server = serverStateOf(session);
  for (const send of surfaces) {
    send({ type: 'state', state: session.state, overview, origin, watching, policy, server });
  }
}

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
  sendState(live, live.surfaces);
  await rememberWatched();
}

async function setWatching(live: Live, on: boolean): Promise<void> {
  const { tabId } = live.session;
  live.session.watching = on;
  for (const frame of live.session.frames.values()) frame.tell({ type: 'watch', on });
  sendState(live, live.surfaces);
  if (!on) releaseLater(live);
  await Promise.all([rememberWatched(), showBadge(tabId, countsOf(live.session), on)]);
}

/** A key command: begins to read and watch a tab's page, or ends it. */
export async function toggleWatched(tabId: number): Promise<void> {
  const live = liveOf(tabId);
  live.session.byAction = true;
  const on = !live.session.watching || live.isLive;
  await choosePageWatched(tabId, on);
  if (on && (live.session.scan === 0 || live.session.state.kind === 'failed')) await runScan(live);
  // Where nothing can be read nothing can be watched.
  if (live.session.state.kind === 'failed') await setPageWatched(tabId, false);
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
    sendState(live, live.surfaces);
  }
}

/** A page says that it is watched, or of a watched site: if it is, it is read and watched from now on. */
export async function watchAgain(tabId: number, url: string): Promise<void> {
  const known = sessions.get(tabId);
  if (known?.session.watching) return;
  const site = sitePattern(url);
  const [tabs, sites] = await Promise.all([watchedTabs(), watchedSites()]);
  if (!tabs.includes(tabId) && !(site !== null && sites.includes(site))) return;
  const live = liveOf(tabId);
  live.session.watching = true;
  await Promise.all([rememberWatched(), runScan(live)]);
}

/** Where they can't be kept, as when the browser ends, the next worker does not go on with them by itself. */
const rememberWatched = () =>
  rememberTabs(
    [...sessions.values()].flatMap(({ session, isLive }) =>
      session.watching && !isLive ? [session.tabId] : [],
    ),
  ).catch(() => {});

/** Milliseconds in which the frames that come together are taken together. */
const frameInterval = 200;

/** To be called when a watched page has frames without a content script, or sheets that they may not read. */
export function readMore(session: Session): void {
  const live = sessions.get(session.tabId);
  if (!live || live.session !== session || !session.watching || live.frameTimer !== undefined) return;
  live.frameTimer = setTimeout(async () => {
    live.frameTimer = undefined;
    if (!session.watching) return;
    await scanMore(session);
    publish(session, session.entries.keys());
    if (!session.watching) releaseLater(live);
  }, frameInterval);
}
