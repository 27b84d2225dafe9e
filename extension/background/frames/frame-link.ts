/**
 * The worker's end of a connection to a content script: numbered questions and their answers. After the
 * connection has ended, every answer is null.
 */

import type { Runtime } from '../../platform/browser.ts';
import type { ChildFrame, FrameCommand, FrameMessage, Lineage } from '../../platform/frame-messages.ts';
import { timeoutError, withTimeout } from './timeout.ts';

type Answered = Extract<FrameMessage, { type: 'answer' }>['value'];

/** The keys in a frame's answer. */
export const keysIn = (answer: Answered): number[] =>
  Array.isArray(answer) ? answer.filter((each) => typeof each === 'number') : [];
// Each kind of command without its number.
type OmitRequestId<Command> = Command extends unknown ? Omit<Command, 'request'> : never;
type Command = OmitRequestId<FrameCommand>;

export interface FrameLink {
  readonly frameId: number;
  /** URL of the frame's document, from the browser; see `connections.ts` for the one exception. */
  url: string;
  /** Its content script is running. */
  isOpen: boolean;
  /** The document that holds the frame can access it (same origin). */
  seen: boolean;
  /** Its document is in quirks mode. */
  isQuirky: boolean;
  /** The encoding of its document. */
  charset: string;
  /** The position of its document among those of the page. */
  lineage: Lineage;
  /** Time of its last message, in milliseconds of the worker's clock. */
  lastMessageAt: number;
  /** It has walked its whole document, or was removed. */
  isFinished: boolean;
  /** The user stopped its scan before its end. */
  isStopped: boolean;
  /** It has sent nothing for so long that the scan no longer waits for it; it may still finish. */
  isUnresponsive: boolean;
  /** The frames in its document, by its last report. */
  children: readonly ChildFrame[];
  /**
   * Resolves with null if the frame was removed, has no answer, or does not answer in time.
   *
   * @param size expected bytes of the answer, which extend the timeout
   */
  ask(question: Command, size?: number): Promise<Answered>;
  /** Sends a command that has no answer. */
  post(command: Command): void;
  answer(message: Extract<FrameMessage, { type: 'answer' }>): void;
  /** Ends the walk of its document, unless that has ended. */
  stop(): void;
  /** Ends the content script. */
  close(): void;
  /** Must be called when the port has closed. */
  gone(): void;
}

export function createFrameLink(port: Runtime.Port, frameId: number, url: string): FrameLink {
  const waiting = new Map<number, (value: Answered) => void>();
  let nextRequest = 0;
  const link: FrameLink = {
    frameId,
    url,
    isOpen: true,
    seen: false,
    isQuirky: false,
    charset: '',
    lineage: { own: '', parent: '' },
    lastMessageAt: performance.now(),
    isFinished: false,
    isStopped: false,
    isUnresponsive: false,
    children: [],
    async ask(question, size = 0) {
      if (!link.isOpen) return null;
      const request = nextRequest++;
      const answered = new Promise<Answered>((resolve) => {
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
