/** Content scripts that connect: each is held to its tab's running scan, and each message to its schema. */

import { withoutPassword } from '../../src/uri/misleading.ts';
import { bounded } from '../platform/answers.ts';
import { browser, type Runtime } from '../platform/browser.ts';
import { portNames } from '../platform/limits.ts';
import { type ChildFrame, type FrameMessage, readFrameMessage } from '../platform/messages.ts';
import { sitePattern } from '../platform/origins.ts';
import { createFrameLink, type FrameLink } from './frame-link.ts';
import { publish } from './posting.ts';
import { consume, countMessage } from './quota.ts';
import { nameChildren, type Scan } from './scan.ts';
import { documentCalls, frameProgressed, topDocumentGone } from './scanning.ts';
import { addSightings, changeOccurrences, detachFrame } from './sightings.ts';
import { type Tab, tabs } from './tab.ts';
import { timeoutError } from './timeout.ts';
import { addUnreachable, noteLimit, sheetCame } from './unreachable.ts';
import { isWatching } from './watch-mode.ts';
import { changeMode, scanMoreAfterEnd } from './watching.ts';

/** Security policies of all documents of a page that are kept. */
const maxPagePolicies = 1000;

/** Whether a document of that address has the origin: one from a srcdoc has its holder's. */
const isOfOrigin = (url: string, origin: string | undefined): boolean =>
  url === 'about:srcdoc' || URL.parse(url)?.origin === origin;

/** The document of a frame within the page has gone: nothing is asked of it once all that it found has been read. */
const childDocumentGone = (scan: Scan, frame: FrameLink): void =>
  scan.inOrder(() => publish(scan.tab, detachFrame(scan, frame)));

export function acceptFrame(port: Runtime.Port): void {
  const { tab, frameId, url, origin } = (port.sender ?? {}) as Runtime.MessageSender & { origin?: string };
  if (tab?.id !== undefined && frameId === 0 && port.name === portNames.wake) {
    acceptCall(port, tab.id, bounded(url ?? ''));
    return;
  }
  const known = tab?.id === undefined ? undefined : tabs.get(tab.id);
  if (known && frameId === 0 && port.name === portNames.over) changeMode(known, 'end');
  // A script that outlived the worker, or that an earlier scan put there, is let go.
  const isTaken =
    known !== undefined &&
    port.name === portNames.frame(known.scan.nonce) &&
    frameId !== undefined &&
    !known.scan.quota.expelled.has(frameId) &&
    countMessage(known.scan.quota, frameId, performance.now());
  if (isTaken)
    takeFrame(port, known, createFrameLink(port, frameId, bounded(withoutPassword(url ?? ''))), origin);
  else port.disconnect();
}

/** A document that has no scan, but is to be watched. Its port stays open until that is settled, and says if it goes. */
function acceptCall(port: Runtime.Port, tabId: number, url: string): void {
  const document = new AbortController();
  port.onDisconnect.addListener(() => {
    void browser.runtime.lastError;
    document.abort();
  });
  void documentCalls(tabId, url, document.signal).finally(() => port.disconnect());
}

function takeFrame(port: Runtime.Port, tab: Tab, frame: FrameLink, origin: string | undefined): void {
  const { frameId } = frame;
  const { scan } = tab;
  const before = scan.frames.get(frameId);
  before?.close();
  if (before) childDocumentGone(scan, before);
  scan.frames.set(frameId, frame);
  scan.hasAnswered = true;
  // The tab was asked for its address before the script was in: it may have shown another page then.
  const site = frameId === 0 ? sitePattern(frame.url) : null;
  if (site !== null && site !== sitePattern(scan.page.url)) scan.page = { url: frame.url, title: '' };
  if (isWatching(tab.mode)) frame.post({ type: 'watch', on: true });
  frameProgressed(scan);

  /** What no content script of ours would send comes from a process that is not ours any more. */
  const expel = (reason: 'bad-message' | 'beyond-limit') => {
    scan.quota.expelled.add(frameId);
    frame.children = [];
    addUnreachable(scan, { kind: 'frame', url: frame.url, reason });
    frame.close();
    scan.notify();
    publish(tab, []);
  };

  const holdChildren = (children: readonly ChildFrame[]) => {
    if (!nameChildren(scan, frame, children)) noteLimit(scan);
  };

  port.onMessage.addListener((raw: unknown) => {
    if (!frame.isOpen) return;
    if (!countMessage(scan.quota, frameId, performance.now())) return expel('beyond-limit');
    const message = readFrameMessage(raw);
    if (!message) return expel('bad-message');
    // Any message from a page shows that it is alive.
    frame.isUnresponsive = false;
    frame.lastMessageAt = performance.now();
    scan.notify();
    switch (message.type) {
      case 'started':
        frame.seen = message.seen;
        frame.lineage = message.lineage;
        // Chromium keeps that address where a frame's first, empty document gives way to another of its origin.
        if (frame.url === 'about:blank' && isOfOrigin(message.url, origin)) frame.url = message.url;
        return;
      case 'found': {
        const sightings = consume(scan.quota, message.sightings);
        if (sightings.length < message.sightings.length) noteLimit(scan);
        for (const href of sheetsOf(sightings)) sheetCame(scan, href);
        scan.inOrder(
          async () => publish(tab, await addSightings(scan, frame, sightings)),
          (error) => {
            const reason = error === timeoutError ? 'no-answer' : String(error);
            addUnreachable(scan, { kind: 'frame', url: frame.url, reason });
          },
        );
        return;
      }
      case 'changed':
        // After what was found before, which may still be being read.
        return scan.inOrder(() => publish(tab, changeOccurrences(scan, frame, message.changes)));
      case 'frames':
        holdChildren(message.frames);
        return scanMoreAfterEnd(scan);
      case 'unwatched':
        if (frameId === 0) changeMode(tab, 'end');
        return;
      case 'alive':
        return;
      case 'unreachable':
        for (const { at, ...item } of message.unreachable) {
          if (item.kind === 'stylesheet') sheetCame(scan, item.url);
          if (!addUnreachable(scan, item)) break;
          if (at && item.reason === 'cross-origin')
            scan.sheets.push({ ...at, url: item.url, frame: frame.url });
        }
        // Of a watched page: the scan itself fetches them at its end.
        if (frame.isSettled) scanMoreAfterEnd(scan);
        return;
      case 'done': {
        // A frame that says so twice is none of ours.
        if (frame.isSettled) return;
        const { timing } = scan;
        timing.scanMs += message.scanMs;
        timing.longestTaskMs = Math.max(timing.longestTaskMs, message.longestTaskMs);
        if (frameId === 0 && message.title !== '') scan.page.title = message.title;
        holdChildren(message.frames);
        for (const text of message.policies) {
          if (scan.policies.length >= maxPagePolicies) break;
          // Frames come and go.
          if (!scan.policies.some((known) => known.text === text && known.frame === frame.url))
            scan.policies.push({ source: 'meta', reportOnly: false, text, frame: frame.url });
        }
        frame.isSettled = true;
        return frameProgressed(scan);
      }
      case 'answer':
        return frame.answer(message);
    }
  });

  port.onDisconnect.addListener(() => {
    // Chromium calls it an error when the document is kept to come back to; it is one that nobody has looked at.
    void browser.runtime.lastError;
    // Another has taken its place, or its scan's.
    if (!frame.isOpen) return;
    frame.gone();
    scan.notify();
    if (frameId === 0) return topDocumentGone(tab);
    scan.frames.delete(frameId);
    childDocumentGone(scan, frame);
    // Another document may have come; the page can keep that from the one that holds it. While the page is being scanned,
    // `framesFinished` looks for it.
    if (isWatching(tab.mode) || scan.unanswered.length > 0) scanMoreAfterEnd(scan);
  });
}

/** The addresses of the style sheets that hold some sightings. */
const sheetsOf = (sightings: Extract<FrameMessage, { type: 'found' }>['sightings']): Set<string> =>
  new Set(sightings.flatMap(({ occurrences }) => occurrences.flatMap(({ sheet }) => sheet?.href ?? [])));
