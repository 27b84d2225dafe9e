/** The worker's end of a content script: questions by number, answers as they come, nothing after it has gone. */

import type { Runtime } from '../platform/browser.ts';
import type { FrameCommand, FrameMessage } from '../platform/messages.ts';

type Answered = Extract<FrameMessage, { type: 'answer' }>['value'];
// Each kind of question without its number.
type Question<Command> = Command extends unknown ? Omit<Command, 'request'> : never;

export interface FrameLink {
  readonly frameId: number;
  /** URL of the frame's document, as the browser says. */
  readonly url: string;
  /** Its content script is there. */
  isOpen: boolean;
  /** The document that holds it may not look into it, and so has told it as not looked into. */
  unseen: boolean;
  /** Has walked its document to the end, or is gone. */
  finished: boolean;
  /** Null when the frame has gone or does not know. */
  ask(question: Question<FrameCommand>): Promise<Answered>;
  /** Sends a command that is not answered. */
  tell(command: Question<FrameCommand>): void;
  answer(message: Extract<FrameMessage, { type: 'answer' }>): void;
  /** Ends the content script. */
  close(): void;
  /** To be called when the port has gone. */
  gone(): void;
}

export function createFrameLink(port: Runtime.Port, frameId: number, url: string): FrameLink {
  const waiting = new Map<number, (value: Answered) => void>();
  let nextRequest = 0;
  const link: FrameLink = {
    frameId,
    url,
    isOpen: true,
    unseen: false,
    finished: false,
    ask(question) {
      if (!link.isOpen) return Promise.resolve(null);
      const request = nextRequest++;
      return new Promise((resolve) => {
        waiting.set(request, resolve);
        port.postMessage({ ...question, request });
      });
    },
    tell(command) {
      if (link.isOpen) port.postMessage({ ...command, request: nextRequest++ });
    },
    answer({ request, value }) {
      waiting.get(request)?.(value);
      waiting.delete(request);
    },
    close() {
      link.gone();
      port.disconnect();
    },
    gone() {
      link.isOpen = false;
      link.finished = true;
      for (const resolve of waiting.values()) resolve(null);
      waiting.clear();
    },
  };
  return link;
}
