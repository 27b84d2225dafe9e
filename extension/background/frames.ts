/** Content scripts that connect: each is held to its tab's running scan, and each message to its schema. */

import { withoutPassword } from '../../src/uri/misleading.ts';
import { bounded } from '../platform/answers.ts';
import { browser, type Runtime } from '../platform/browser.ts';
import { portNames } from '../platform/limits.ts';
import { type ChildFrame, type FrameMessage, readFrameMessage } from '../platform/messages.ts';
import { createFrameLink, type FrameLink } from './frame-link.ts';
import { publish, sessionOf } from './live.ts';
import { silence } from './patience.ts';
import { countMessage, takeRoom } from './room.ts';
import { nameChildren } from './scan.ts';
import type { Session } from './session.ts';
import { documentGone, frameConnected, watchAgain } from './sessions.ts';
import { addSightings, changeOccurrences, forgetFrame } from './sightings.ts';
import { addUnreachable, sayLimit, sheetCame } from './unreachable.ts';
import { readMore, setPageWatched } from './watching.ts';

/** Security policies of all documents of a page that are kept. */
const mostPoliciesOfPage = 1000;

/** Whether a document of that address has the origin: one from a srcdoc has its holder's. */
const isOfOrigin = (url: string, origin: string | undefined): boolean =>
  url === 'about:srcdoc' || URL.parse(url)?.origin === origin;

/** A frame's document has gone: it is forgotten once all that it found has been read. */
function frameGone(session: Session, frame: FrameLink): void {
  const { signal } = session.scan;
  session.reading = session.reading.then(() => {
    if (!signal.aborted) publish(session, forgetFrame(session, frame));
  });
}

export function acceptFrame(port: Runtime.Port): void {
  const { tab, frameId, url, origin } = (port.sender ?? {}) as Runtime.MessageSender & { origin?: string };
  if (tab?.id !== undefined && frameId === 0) {
    if (port.name === portNames.wake) void watchAgain(tab.id, bounded(url ?? ''));
    if (port.name === portNames.over) void setPageWatched(tab.id, false);
  }
  const session = tab?.id === undefined ? undefined : sessionOf(tab.id);
  // A script that outlived the worker, or that an earlier scan put there, falls silent.
  const isOfScan =
    session !== undefined &&
    !session.scan.signal.aborted &&
    port.name === portNames.frame(session.scan.nonce);
  const isTaken =
    isOfScan &&
    frameId !== undefined &&
    !session.scan.quota.expelled.has(frameId) &&
    countMessage(session.scan.quota, frameId, performance.now());
  if (!isTaken) {
    port.disconnect();
    return;
  }

  const frame = createFrameLink(port, frameId, bounded(withoutPassword(url ?? '')));
  const { scan } = session;
  const before = scan.frames.get(frameId);
  before?.close();
  if (before) frameGone(session, before);
  scan.frames.set(frameId, frame);
  scan.hasAnswered = true;
  if (session.watching) frame.tell({ type: 'watch', on: true });
  const isCurrent = () => !scan.signal.aborted && scan.frames.get(frameId) === frame;
  frameConnected(session);

  /** What no content script of ours would send comes from a process that is not ours any more. */
  const expel = (reason: 'bad-message' | 'beyond-limit') => {
    scan.quota.expelled.add(frameId);
    frame.children = [];
    addUnreachable(session, { kind: 'frame', url: frame.url, reason });
    frame.close();
    scan.notify();
    publish(session, []);
  };

  const holdChildren = (children: readonly ChildFrame[]) => {
    if (!nameChildren(scan, frame, children)) sayLimit(session);
  };

  port.onMessage.addListener((raw: unknown) => {
    if (!isCurrent() || !frame.isOpen) return;
    if (!countMessage(scan.quota, frameId, performance.now())) return expel('beyond-limit');
    const message = readFrameMessage(raw);
    if (!message) return expel('bad-message');
    // Any word from a page shows that it is alive.
    frame.isSilent = false;
    frame.heardAt = performance.now();
    scan.notify();
    switch (message.type) {
      case 'started':
        frame.seen = message.seen;
        frame.lineage = message.lineage;
        // Chromium keeps that address where a frame's first, empty document gives way to another of its origin.
        if (frame.url === 'about:blank' && isOfOrigin(message.url, origin)) frame.url = message.url;
        return;
      case 'found': {
        const sightings = takeRoom(scan.quota, message.sightings);
        if (sightings.length < message.sightings.length) sayLimit(session);
        for (const href of sheetsOf(sightings)) sheetCame(session, href);
        session.reading = session.reading
          .then(() => (scan.signal.aborted ? [] : addSightings(session, frame, sightings)))
          .then((ids) => publish(session, ids))
          // What cannot be read is said, and ends nothing else.
          .catch((error: unknown) => {
            const reason = error === silence ? 'no-answer' : String(error);
            addUnreachable(session, { kind: 'frame', url: frame.url, reason });
          });
        return;
      }
      case 'changed':
        // Behind what was found before, which may still be being read.
        session.reading = session.reading.then(() => {
          if (!scan.signal.aborted) publish(session, changeOccurrences(session, frame, message.changes));
        });
        return;
      case 'frames':
        holdChildren(message.frames);
        return readMore(session);
      case 'unwatched':
        if (frameId === 0) void setPageWatched(session.tabId, false);
        return;
      case 'alive':
        return;
      case 'unreachable':
        for (const { at, ...item } of message.unreachable) {
          if (item.kind === 'stylesheet') sheetCame(session, item.url);
          if (!addUnreachable(session, item)) break;
          if (at && item.reason === 'cross-origin')
            scan.sheets.push({ ...at, url: item.url, frame: frame.url });
        }
        // Of a watched page: the scan itself reads them at its end.
        if (frame.finished) readMore(session);
        return;
      case 'done': {
        // A frame that says so twice is none of ours, and tells nothing more.
        if (frame.finished) return;
        const { timing } = scan;
        timing.scanMs += message.scanMs;
        timing.longestTaskMs = Math.max(timing.longestTaskMs, message.longestTaskMs);
        if (frameId === 0 && message.title !== '') session.page.title = message.title;
        holdChildren(message.frames);
        for (const text of message.policies) {
          if (scan.policies.length >= mostPoliciesOfPage) break;
          // Frames come and go.
          if (!scan.policies.some((known) => known.text === text && known.frame === frame.url))
            scan.policies.push({ source: 'meta', reportOnly: false, text, frame: frame.url });
        }
        frame.finished = true;
        return frameConnected(session);
      }
      case 'answer':
        return frame.answer(message);
    }
  });

  port.onDisconnect.addListener(() => {
    // Chromium calls it an error when the document is kept to come back to; it is one that nobody has looked at.
    void browser.runtime.lastError;
    frame.gone();
    if (!isCurrent()) return;
    scan.notify();
    if (frameId === 0) documentGone(session);
    else {
      scan.frames.delete(frameId);
      frameGone(session, frame);
      // Another document may have come; the page can keep that from the one that holds it.
      if (session.watching || scan.unanswered.length > 0) readMore(session);
    }
  });
}

/** The addresses of the style sheets that hold some sightings. */
const sheetsOf = (sightings: Extract<FrameMessage, { type: 'found' }>['sightings']): Set<string> =>
  new Set(sightings.flatMap(({ occurrences }) => occurrences.flatMap(({ sheet }) => sheet?.href ?? [])));
