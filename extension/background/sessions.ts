/** All sessions, one a tab: who looks at them, when they are scanned, and when they end. */

import type { SessionState } from '../platform/messages.ts';
import { sitePattern } from '../platform/origins.ts';
import { loadPolicies } from '../platform/settings.ts';
import { watchedSites } from '../platform/watched-sites.ts';
import { showBadge } from './badge.ts';
import { startScan } from './entries.ts';
import { isTopOf } from './inject.ts';
import {
  flush,
  type Live,
  liveOf,
  publish,
  releaseDelay,
  releaseLater,
  type Send,
  sendRows,
  sendState,
  sessions,
} from './live.ts';
import { occurrencesGone } from './network.ts';
import { countsOf, rejudgeAll } from './overview.ts';
import { askServer } from './page-policy.ts';
import { holdPolicies } from './policy.ts';
import { collect, scanTab } from './scan-tab.ts';
import { isReleased, type Session, wasScanned } from './session.ts';
import { watchedTabs } from './watch-list.ts';
import { choosePageWatched, goLive, rememberWatched, setPageWatched } from './watching.ts';

/** Lets a surface look at a tab; reads the page if nobody has, if its document has gone, or if asked to. */
export function join(tabId: number, send: Send, scan: 'if-needed' | 'now', byAction: boolean): void {
  const live = liveOf(tabId);
  if (byAction) live.session.byAction = true;
  live.surfaces.add(send);
  clearTimeout(live.releaseTimer);
  if (scan === 'now' || !wasScanned(live.session) || live.session.state.kind === 'failed') {
    void runScan(live);
    return;
  }
  send({ type: 'reset' });
  const shown = showKnown(live, send);
  // The last Report is there at once; nothing tells whether the page is still the one that it was made of.
  if (isReleased(live.session)) live.refreshed = shown.then(() => runScan(live));
  else void shown.then(() => readIfReplaced(live));
}

/** Sends a surface all that is known. */
async function showKnown(live: Live, send: Send): Promise<void> {
  const { session, surfaces } = live;
  await sendRows(live, [...session.entries.keys()], () => (surfaces.has(send) ? [send] : []));
  await sendState(live, [send]);
  if (session.asked !== undefined) send({ type: 'select', ...session.asked });
}

/** Reads the tab anew where it shows another document by now, and the one before could keep that from us. */
async function readIfReplaced(live: Live): Promise<void> {
  const { session } = live;
  const { scan } = session;
  if (session.state.kind !== 'done' || !scan.frames.get(0)?.isOpen || (await isTopOf(session, scan))) return;
  if (scan.signal.aborted || session.scan !== scan) return;
  documentGone(session);
  await runScan(live);
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

/** Has a surface shown whatever document comes to its tab, and what becomes of it while the surface is there. */
export function follow(tabId: number, send: Send): void {
  const live = sessions.get(tabId);
  if (!live) return;
  live.followers.add(send);
  void goLive(live);
}

/** Resolves when something can be asked from the page: one that was released is read again first. */
export const whenRefreshed = (tabId: number): Promise<void> =>
  sessions.get(tabId)?.refreshed ?? Promise.resolve();

/** To be called when a frame connects or finishes: one that does so after the scan has ended is taken all the same. */
export function frameConnected(session: Session): void {
  const { scan, state } = session;
  scan.notify();
  const live = sessions.get(session.tabId);
  if (live?.session !== session || state.kind === 'reading') return;
  if (state.kind === 'failed') {
    if (state.failure !== 'no-answer') return;
    session.state = { kind: 'reading' };
    void flush(live);
  }
  void collectMore(live);
}

/** Goes on with a scan that had ended, and shows what it has come to. */
async function collectMore(live: Live): Promise<void> {
  const { session } = live;
  const { scan } = session;
  if (scan.isCollecting) return;
  await collect(session, scan);
  if (scan.signal.aborted) return;
  session.state = { kind: 'done', at: Date.now() };
  await showScanned(live);
}

/** The page's document has gone under a session: what is known of it stays on show, as what it is. */
export function documentGone(session: Session): void {
  const live = sessions.get(session.tabId);
  if (!live || live.session !== session) return;
  session.state = { kind: 'failed', failure: 'page-gone', detail: '' };
  // The click that opened the page was on that document.
  session.byAction = false;
  session.isEntered = false;
  session.server = null;
  session.scan.abort();
  // On a site of the watch list the next page asks for it again.
  void setPageWatched(session.tabId, false);
  void flush(live);
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
  live.session.scan.abort();
  live.session.state = { kind: 'failed', failure: 'page-gone', detail: '' };
  void sendState(live, live.surfaces);
}

/** A grant may have opened what a scan could not reach: those that someone looks at are read again. */
export async function rescanAfterGrant(): Promise<void> {
  for (const live of sessions.values()) {
    const { scan, server } = live.session;
    const isWhole = scan.unreachable.length + scan.unanswered.length === 0;
    if (live.surfaces.size > 0 || !isWhole || server?.kind === 'wanted') void runScan(live);
  }
}

/**
 * Milliseconds that a person has to say yes to the question for a grant. The question closes the popup, so that nobody
 * hears of a no; a grant that they give later for something else is not meant for this.
 */
const wishTime = 60_000;

/** A person wants the page's server asked for its policy, now or once its site is granted; or does no more. */
export async function setServerWanted(session: Session, on: boolean): Promise<void> {
  const { server } = session;
  if (server?.kind === 'asking') return;
  if (!on) {
    // What was answered meanwhile stays.
    if (server?.kind === 'wanted') session.server = null;
    return;
  }
  const until = performance.now() + wishTime;
  session.server = { kind: 'wanted', url: session.page.url, until };
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
    await rejudgeAll(session);
    publish(session, session.entries.keys());
    if (session.state.kind === 'done')
      void showBadge(session.tabId, await countsOf(session), session.watching);
  }
}

/** Reads the page, telling those who look at it, and goes on to what waits for that. */
export async function runScan(live: Live): Promise<void> {
  const { session } = live;
  live.unsent.clear();
  // A panel that went before wanted it at once; whoever has the page read now is still to ask for what was found.
  live.releaseDelay = releaseDelay;
  const scan = startScan(session);
  const running = scanTab(session, scan);
  for (const send of live.surfaces) send({ type: 'reset' });
  publish(session, session.entries.keys());
  void sendState(live, live.surfaces);
  const state = await running.catch(
    (error: unknown): SessionState => ({ kind: 'failed', failure: 'unknown', detail: String(error) }),
  );
  if (scan.signal.aborted) return;
  session.state = state;
  if (state.kind === 'done') live.gone = 0;
  await showScanned(live);
  await goLive(live);
  releaseLater(live);
  await askServer(session, () => publish(session, []));
}

/** Tells those who look at a page what its scan has come to. */
async function showScanned(live: Live): Promise<void> {
  const { session } = live;
  await flush(live);
  live.siteWatched = (await watchedSites()).includes(sitePattern(session.page.url) ?? '');
  await sendState(live, live.surfaces);
  await showBadge(session.tabId, await countsOf(session), session.watching);
}

/** A key command: begins to read and watch a tab's page, or ends it. */
export async function toggleWatched(tabId: number): Promise<void> {
  const live = liveOf(tabId);
  live.session.byAction = true;
  const on = !live.session.watching || live.isLive;
  await choosePageWatched(tabId, on);
  if (on && (!wasScanned(live.session) || live.session.state.kind === 'failed')) await runScan(live);
  // Where nothing can be read nothing can be watched.
  if (live.session.state.kind === 'failed') await setPageWatched(tabId, false);
}

/** A page says that it is watched, or of a watched site: if it is, it is read and watched from now on. */
export async function watchAgain(tabId: number, url: string): Promise<void> {
  const known = sessions.get(tabId);
  // A document that has no scan calls: one that has is another, which the browser may keep, with its port open.
  if (known?.session.scan.frames.get(0)?.isOpen) documentGone(known.session);
  if (known) known.session.isEntered = true;
  if (known?.session.watching) return;
  const site = sitePattern(url);
  const [tabs, sites] = await Promise.all([watchedTabs(), watchedSites()]);
  if (!tabs.includes(tabId) && !(site !== null && sites.includes(site))) return;
  const live = liveOf(tabId);
  live.session.watching = true;
  live.session.isEntered = true;
  await Promise.all([rememberWatched(), runScan(live)]);
}
