/** The session of a tab with all who look at it, and how they are told what is new. */

import { siteOf } from '../../src/policy.ts';
import { inTurns, turn } from '../../src/turns.ts';
import type { SurfaceUpdate } from '../platform/messages.ts';
import { sitePattern } from '../platform/origins.ts';
import { showBadge } from './badge.ts';
import { countsOf, overviewing, rowOf, serverStateOf } from './overview.ts';
import { policyFor } from './policy.ts';
import { createSession, release, type Session } from './session.ts';

/** A surface, as far as sessions know it. */
export type Send = (update: SurfaceUpdate) => void;

export interface Live {
  session: Session;
  surfaces: Set<Send>;
  /** Those of them that show whatever document comes to the tab, as DevTools do. */
  followers: Set<Send>;
  /** Ids that the surfaces have not been told of yet. */
  unsent: Set<string>;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Milliseconds that the last telling took. */
  flushMs: number;
  /** Ends when the surfaces have been told. */
  flushed: Promise<void>;
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
}

/** By the number of the tab. */
export const sessions = new Map<number, Live>();

/** Milliseconds between two updates while a page is read. */
const updateInterval = 60;
/** Of a large page an update takes long: so many times as long the worker does other things then. */
const updateRest = 4;
/** For surfaces that a person leaves and comes back to: they may only have changed tabs. */
export const releaseDelay = 30_000;
/** Rows a message: a row is bounded to some 5 kB, so that no message comes near 4 MB. */
const rowsPerMessage = 300;

/** The session of a tab, if there is one. */
export const sessionOf = (tabId: number): Session | undefined => sessions.get(tabId)?.session;

/** That of a tab, made if there is none yet. */
export function liveOf(tabId: number): Live {
  let live = sessions.get(tabId);
  if (!live) {
    live = {
      session: createSession(tabId),
      surfaces: new Set(),
      followers: new Set(),
      unsent: new Set(),
      timer: undefined,
      flushMs: 0,
      flushed: Promise.resolve(),
      refreshed: Promise.resolve(),
      frameTimer: undefined,
      releaseTimer: undefined,
      releaseDelay,
      gone: 0,
      siteWatched: false,
      isLive: false,
      isStill: false,
    };
    sessions.set(tabId, live);
  }
  return live;
}

/** To be called when data: URLs are new or changed: surfaces hear of them soon, many at a time. */
export function publish(session: Session, ids: Iterable<string>): void {
  const live = sessions.get(session.tabId);
  if (!live || live.session !== session) return;
  for (const id of ids) live.unsent.add(id);
  live.timer ??= setTimeout(() => void flush(live), Math.max(updateInterval, live.flushMs * updateRest));
}

/**
 * Tells the surfaces what they have not heard of, and how the page stands: in turns, one telling after the other. Resolves
 * when they have been told all that was known at the call.
 */
export function flush(live: Live): Promise<void> {
  clearTimeout(live.timer);
  live.timer = undefined;
  live.flushed = live.flushed.catch(() => {}).then(() => tell(live));
  return live.flushed;
}

async function tell(live: Live): Promise<void> {
  const start = performance.now();
  const { session } = live;
  // What was merged goes as what it has become comes.
  for (const into of session.left.values()) if (into !== null) live.unsent.add(into);
  const ids = [...live.unsent];
  live.unsent.clear();
  const gone = Array.from(session.left, ([id, into]) => ({ id, into }));
  session.left.clear();
  await sendRows(live, ids, () => live.surfaces);
  if (gone.length > 0) for (const send of live.surfaces) send({ type: 'rows', rows: [], gone });
  await sendState(live, live.surfaces);
  if (session.watching) void showBadge(session.tabId, await countsOf(session), true);
  live.flushMs = performance.now() - start;
}

/** Sends rows as they are when it is their turn, to those who are there then. */
export async function sendRows(
  { session }: Live,
  ids: readonly string[],
  surfaces: () => Iterable<Send>,
): Promise<void> {
  for (let at = 0; at < ids.length; at += rowsPerMessage) {
    if (at > 0) await turn();
    const rows = ids.slice(at, at + rowsPerMessage).flatMap((id) => rowOf(session, id) ?? []);
    if (rows.length > 0) for (const send of surfaces()) send({ type: 'rows', rows, gone: [] });
  }
}

/** How the page stands: how far it was read, what it comes to, who watches it, and by which policy it is judged. */
export async function sendState(live: Live, surfaces: Iterable<Send>): Promise<void> {
  if ([...surfaces].length === 0) return;
  const { session } = live;
  const overview = await inTurns(overviewing(session));
  const { siteWatched, isLive } = live;
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

/** Gives the page its memory back unless someone looks at it by then, watches it, or it is still being read. */
export function releaseLater(live: Live): void {
  const { session, surfaces } = live;
  clearTimeout(live.releaseTimer);
  if (surfaces.size > 0) return;
  live.releaseTimer = setTimeout(() => {
    if (!session.watching && session.state.kind !== 'reading') release(session);
  }, live.releaseDelay);
}
