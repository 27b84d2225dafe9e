/**
 * Accepts connections of content scripts. Each connection must belong to its tab's running scan, and each message must
 * match its schema.
 */

import { withoutPassword } from '../../../src/uri/misleading.ts';
import { bounded } from '../../platform/answers.ts';
import { browser, type Runtime } from '../../platform/browser.ts';
import { type FrameAnswer, readFrameMessage } from '../../platform/frame-messages.ts';
import { portNames } from '../../platform/limits.ts';
import { sitePattern } from '../../platform/origins.ts';
import { detachFrame } from '../frames/occurrence-changes.ts';
import type { FrameLink, Scan, Tab } from '../model/model.ts';
import { countMessage } from '../model/quota.ts';
import { addUnreachable, partOf } from '../model/scan.ts';
import { tabs } from '../model/tab.ts';
import { isWatching } from '../model/watch-mode.ts';
import { postSoon } from '../posting.ts';
import { timeoutError, withTimeout } from '../timeout.ts';
import { changeMode } from '../watching/watching.ts';
import { scanMoreAfterEnd } from './after-scan.ts';
import { handleMessage } from './frame-message-handler.ts';
import { frameProgressed, topDocumentGone } from './scan-lifecycle.ts';
import { documentCalls } from './start-watching.ts';

/**
 * Detaches a frame whose document was removed or replaced, after everything that it reported has been read. The
 * unreported rest is lost, so the frame is listed as not scanned. Must be called before the frame is marked as gone.
 */
function detachDocument(scan: Scan, frame: FrameLink): void {
  const { url } = frame;
  const isKnown = scan.unreachable.some((each) => each.reason === 'removed' && each.url === url);
  // A frame's initial empty document contains nothing.
  if (!frame.isFinished && !isKnown && url !== 'about:blank')
    addUnreachable(scan, { ...partOf(frame), reason: 'removed' });
  scan.inOrder(() => postSoon(scan.tab, detachFrame(scan, frame)));
}

export function acceptFrame(port: Runtime.Port): void {
  const { tab, frameId, url, origin } = (port.sender ?? {}) as Runtime.MessageSender & { origin?: string };
  if (tab?.id !== undefined && frameId === 0 && port.name === portNames.wake) {
    acceptCall(port, tab.id, bounded(url ?? ''));
    return;
  }
  const known = tab?.id === undefined ? undefined : tabs.get(tab.id);
  if (known && frameId === 0 && port.name === portNames.over) changeMode(known, 'end');
  // Any other script has outlived its worker or belongs to an earlier scan. Disconnecting ends it.
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
 * Accepts a connection of a document that has no scan but may be watched. The port stays open until the document turns
 * out not to be watched, its content script connects, or the document is removed.
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
  if (before) detachDocument(scan, before);
  before?.close();
  scan.frames.set(frameId, frame);
  scan.hasAnswered = true;
  // The tab's URL was read before the script was injected, so it may be the URL of an earlier page.
  const site = frameId === 0 ? sitePattern(frame.url) : null;
  if (site !== null && site !== sitePattern(scan.page.url)) scan.page = { url: frame.url, title: '' };
  if (isWatching(tab.mode)) frame.post({ type: 'watch', on: true });
  else if (scan.stopped.aborted) frame.stop();
  frameProgressed(scan);

  /**
   * Expels a frame whose messages the extension's content script would never send: the page's process must be
   * compromised.
   */
  const expel = (reason: 'bad-message' | 'beyond-limit') => {
    scan.quota.expelled.add(frameId);
    frame.children = [];
    addUnreachable(scan, { ...partOf(frame), reason });
    frame.close();
    scan.notify();
    postSoon(tab, []);
  };

  port.onMessage.addListener((raw: unknown) => {
    if (!frame.isOpen) return;
    if (!countMessage(scan.quota, frameId, performance.now())) return expel('beyond-limit');
    const message = readFrameMessage(raw);
    if (!message) return expel('bad-message');
    // A message of any kind shows that the frame is responsive.
    frame.isUnresponsive = false;
    frame.lastMessageAt = performance.now();
    scan.notify();
    handleMessage(scan, frame, message, origin);
  });

  port.onDisconnect.addListener(() => {
    // Reading `lastError` handles the error that Chromium reports when the document goes into the back/forward cache.
    void browser.runtime.lastError;
    // Does nothing if a newer frame or a newer scan has already replaced this one.
    if (!frame.isOpen) return;
    if (frameId !== 0) detachDocument(scan, frame);
    frame.gone();
    scan.notify();
    if (frameId === 0) return topDocumentGone(tab);
    scan.frames.delete(frameId);
    scan.injected.delete(frameId);
    // Another document may have loaded in the frame, and the page can hide this from the parent's script. During a
    // scan, `framesFinished` finds such documents.
    if (isWatching(tab.mode) || scan.unanswered.length > 0) scanMoreAfterEnd(scan);
  });
}

/**
 * Creates the worker's end of a connection, with numbered questions and their answers. After the connection has ended,
 * every answer is null.
 */
export function createFrameLink(port: Runtime.Port, frameId: number, url: string): FrameLink {
  const waiting = new Map<number, (value: FrameAnswer) => void>();
  let nextRequest = 0;
  const link: FrameLink = {
    frameId,
    url,
    isOpen: true,
    isAccessible: false,
    isQuirky: false,
    policies: [],
    enforced: new Set(),
    charset: '',
    lineage: { own: '', parent: '' },
    lastMessageAt: performance.now(),
    isFinished: false,
    isStopped: false,
    isUnresponsive: false,
    children: [],
    sheetContents: new Map(),
    hasHeaderLinks: false,
    async ask(question, size = 0) {
      if (!link.isOpen) return null;
      const request = nextRequest++;
      const answered = new Promise<FrameAnswer>((resolve) => {
        waiting.set(request, resolve);
        port.postMessage({ ...question, request });
      });
      try {
        return await withTimeout(answered, size);
      } catch (error) {
        if (error !== timeoutError) throw error;
        waiting.delete(request);
        link.isUnresponsive = true;
        return null;
      }
    },
    post(command) {
      if (link.isOpen) port.postMessage({ ...command, request: nextRequest++ });
    },
    answer({ request, value }) {
      waiting.get(request)?.(value);
      waiting.delete(request);
    },
    stop() {
      link.isStopped ||= !link.isFinished;
      link.post({ type: 'stop' });
    },
    close() {
      if (!link.isOpen) return;
      // Otherwise, a watched page would mistake the disconnection for a stopped worker and connect again.
      link.post({ type: 'watch', on: false });
      link.gone();
      port.disconnect();
    },
    gone() {
      link.isOpen = false;
      link.isFinished = true;
      for (const resolve of waiting.values()) resolve(null);
      waiting.clear();
    },
  };
  return link;
}
