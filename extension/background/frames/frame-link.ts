/**
 * The worker's end of a connection to a content script: numbered questions and their answers. After the
 * connection has ended, every answer is null.
 */

import type { Runtime } from '../../platform/browser.ts';
import type { FrameAnswer } from '../../platform/frame-messages.ts';
import type { FrameLink } from '../model/model.ts';
import { timeoutError, withTimeout } from '../timeout.ts';

/** The keys in a frame's answer. */
export const keysIn = (answer: FrameAnswer): number[] =>
  Array.isArray(answer) ? answer.filter((each) => typeof each === 'number') : [];

export function createFrameLink(port: Runtime.Port, frameId: number, url: string): FrameLink {
  const waiting = new Map<number, (value: FrameAnswer) => void>();
  let nextRequest = 0;
  const link: FrameLink = {
    frameId,
    url,
    isOpen: true,
    isAccessible: false,
    isQuirky: false,
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
      // Otherwise a watched page would take this for a stopped worker and connect again.
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
