/**
 * Accepts connections of content scripts: each must belong to its tab's running scan, each message must fit its schema.
 */

import type { CspPolicy } from '../../../src/csp/csp.ts';
import { withoutPassword } from '../../../src/uri/misleading.ts';
import { bounded } from '../../platform/answers.ts';
import { browser, type Runtime } from '../../platform/browser.ts';
import { type ChildFrame, type FrameMessage, readFrameMessage } from '../../platform/frame-messages.ts';
import { portNames } from '../../platform/limits.ts';
import { sitePattern } from '../../platform/origins.ts';
import { invalidateAll } from '../model/entries.ts';
import type { Scan, Tab } from '../model/model.ts';
import { consume, countMessage } from '../model/quota.ts';
import { addUnreachable, nameChildren, noteLimit, sheetCame } from '../model/scan.ts';
import { tabs } from '../model/tab.ts';
import { documentCalls, frameProgressed, topDocumentGone } from '../scan/scan-lifecycle.ts';
import { addSightings, changeOccurrences, changeSights, detachFrame } from '../scan/sightings.ts';
import { publish } from '../surfaces/posting.ts';
import { isWatching } from '../watching/watch-mode.ts';
import { changeMode, scanLateDocuments, scanMoreAfterEnd } from '../watching/watching.ts';
import { createFrameLink, type FrameLink } from './frame-link.ts';
import { injectPart } from './inject.ts';
import { timeoutError } from './timeout.ts';

/** Security policies kept for all documents of a page. */
const maxPagePolicies = 1000;

/** @returns whether it was added: frames that load again report known policies, and the number is limited */
function addPolicy(policies: CspPolicy[], { source, text, frame }: Omit<CspPolicy, 'reportOnly'>): boolean {
  if (policies.length >= maxPagePolicies) return false;
  if (policies.some((known) => known.text === text && known.frame === frame)) return false;
  policies.push({ source, reportOnly: false, text, frame });
  return true;
}

/** Whether a document at this address may have the origin: a srcdoc document has its parent's. */
const isOfOrigin = (url: string, origin: string | undefined): boolean =>
  url === 'about:srcdoc' || URL.parse(url)?.origin === origin;

/** Detaches a frame whose document was removed, after everything that it reported has been read. */
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
  // Any other script has outlived the worker or belongs to an earlier scan: disconnecting ends it.
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

/**
 * A document that has no scan but may be watched. Its port stays open until the document is not to be
 * watched, its content script connects, or the document is removed.
 */
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
  // The tab's address was read before the script was injected, and may be that of an earlier page.
  const site = frameId === 0 ? sitePattern(frame.url) : null;
  if (site !== null && site !== sitePattern(scan.page.url)) scan.page = { url: frame.url, title: '' };
  if (isWatching(tab.mode)) frame.post({ type: 'watch', on: true });
  frameProgressed(scan);

  /** Our content script never sends such a message, so the page's process must be compromised. */
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
    // Any message shows that the frame is responsive.
    frame.isUnresponsive = false;
    frame.lastMessageAt = performance.now();
    scan.notify();
    switch (message.type) {
      case 'started':
        frame.seen = message.seen;
        frame.isQuirky = message.isQuirky;
        frame.charset = message.charset;
        frame.lineage = message.lineage;
        // Chromium keeps that address when a frame's first, empty document is replaced by another of its origin.
        if (frame.url === 'about:blank' && isOfOrigin(message.url, origin)) frame.url = message.url;
        return;
      case 'found': {
        const sightings = consume(scan.quota, message.sightings);
        if (sightings.length < message.sightings.length) noteLimit(scan);
        for (const href of sheetsOf(sightings)) sheetCame(scan, href);
        scan.inOrder(
          async () => {
            for await (const ids of addSightings(scan, frame, sightings)) publish(tab, ids);
          },
          (error) => {
            const reason = error === timeoutError ? 'no-answer' : 'scan-error';
            addUnreachable(scan, { kind: 'frame', url: frame.url, reason });
          },
        );
        return;
      }
      case 'changed':
        // In order: earlier messages may not have been read yet.
        return scan.inOrder(() => publish(tab, changeOccurrences(scan, frame, message.changes)));
      case 'seen':
        return scan.inOrder(() => publish(tab, changeSights(scan, frame, message.seen)));
      case 'policy':
        if (addPolicy(scan.seenPolicies, { source: 'header', text: message.text, frame: frame.url }))
          scan.inOrder(() => publish(tab, invalidateAll(scan.entries)));
        return;
      case 'frames':
        holdChildren(message.frames);
        return scanMoreAfterEnd(scan);
      case 'unwatched':
        if (frameId === 0) changeMode(tab, 'end');
        return;
      case 'part':
        return void injectPart(tab.id, frameId, message.name).then(() =>
          frame.post({ type: 'part', name: message.name }),
        );
      case 'alive':
        return void scanLateDocuments(scan);
      case 'unreachable':
        for (const { at, ...item } of message.unreachable) {
          if (item.kind === 'stylesheet') sheetCame(scan, item.url, item.reason);
          const part = at && item.kind === 'element' ? { ...item, selector: at.selector } : item;
          if (!addUnreachable(scan, part)) break;
          if (at && item.reason === 'cross-origin')
            scan.sheets.push({ ...at, url: item.url, holder: frame, frame: frame.url });
        }
        // Only after the scan: the scan itself fetches sheets at its end.
        if (frame.isFinished) scanMoreAfterEnd(scan);
        return;
      case 'done': {
        // Our content script sends this only once.
        if (frame.isFinished) return;
        const { timing } = scan;
        timing.scanMs += message.scanMs;
        timing.longestTaskMs = Math.max(timing.longestTaskMs, message.longestTaskMs);
        if (frameId === 0 && message.title !== '') scan.page.title = message.title;
        holdChildren(message.frames);
        for (const text of message.policies)
          addPolicy(scan.policies, { source: 'meta', text, frame: frame.url });
        frame.isFinished = true;
        if (message.policies.length > 0) scan.inOrder(() => publish(tab, invalidateAll(scan.entries)));
        return frameProgressed(scan);
      }
      case 'answer':
        return frame.answer(message);
    }
  });

  port.onDisconnect.addListener(() => {
    // Reading `lastError` handles it: Chromium reports an error when the document goes into the back/forward cache.
    void browser.runtime.lastError;
    // A newer frame or a newer scan has replaced this one.
    if (!frame.isOpen) return;
    frame.gone();
    scan.notify();
    if (frameId === 0) return topDocumentGone(tab);
    scan.frames.delete(frameId);
    scan.injected.delete(frameId);
    childDocumentGone(scan, frame);
    // Another document may have loaded in the frame, and the page can hide that from the parent's script.
    // During a scan, `framesFinished` looks for it.
    if (isWatching(tab.mode) || scan.unanswered.length > 0) scanMoreAfterEnd(scan);
  });
}

/** The addresses of the style sheets that contain the sightings. */
const sheetsOf = (sightings: Extract<FrameMessage, { type: 'found' }>['sightings']): Set<string> =>
  new Set(sightings.flatMap(({ occurrences }) => occurrences.flatMap(({ sheet }) => sheet?.href ?? [])));
