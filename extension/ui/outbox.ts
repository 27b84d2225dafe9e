/** What DevTools saw, on its way to the worker, which forgets it when it dies: so all of it is kept here. */
import { batchLength, maxPolicies, maxSightings } from '../platform/limits.ts';
import type { NetworkSighting, SurfaceMessage } from '../platform/messages.ts';

type Policies = Extract<SurfaceMessage, { type: 'policies' }>['policies'];

export interface Outbox {
  /** Adds what was seen; with `isWhole` that is all that the page requested so far. */
  add(seen: readonly NetworkSighting[], isWhole: boolean): void;
  /** The page's policies as its server sent them. */
  setPolicies(policies: Policies): void;
  /** The page has gone to another address: what was seen before is not its own. */
  clear(): void;
  /** Sends all of it, to a worker that knows nothing of it. */
  sendAll(): void;
  close(): void;
}

/** Milliseconds in which what DevTools see is gathered. */
const sendInterval = 50;

/** @param post sends a message @param isConnected whether there is a worker to send it to */
export function createOutbox(post: (message: SurfaceMessage) => void, isConnected: () => boolean): Outbox {
  let all: NetworkSighting[] = [];
  let sentCount = 0;
  let isAllWhole: boolean | null = null;
  let policies: Policies | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Sends what was not sent, in messages of a bounded size. */
  const send = () => {
    clearTimeout(timer);
    timer = undefined;
    if (!isConnected()) return;
    do {
      const seen = nextBatch(all, sentCount);
      sentCount += seen.length;
      post({ type: 'network', seen, isWhole: isAllWhole === true && sentCount === all.length });
    } while (sentCount < all.length);
  };

  return {
    add(seen, isWhole) {
      for (const sighting of seen) all.push(sighting);
      isAllWhole = isWhole;
      timer ??= setTimeout(send, sendInterval);
    },
    setPolicies(sent) {
      policies = sent.slice(0, maxPolicies);
      post({ type: 'policies', policies });
    },
    clear() {
      all = [];
      sentCount = 0;
      policies = null;
    },
    sendAll() {
      sentCount = 0;
      if (isAllWhole !== null) send();
      if (policies) post({ type: 'policies', policies });
    },
    close: () => clearTimeout(timer),
  };
}

/** As many sightings from a place on as a message carries. */
export function nextBatch(all: readonly NetworkSighting[], from: number): NetworkSighting[] {
  const seen: NetworkSighting[] = [];
  let length = 0;
  for (const sighting of all.slice(from, from + maxSightings)) {
    if (length >= batchLength) break;
    seen.push(sighting);
    length += typeof sighting.text === 'string' ? sighting.text.length : 0;
  }
  return seen;
}
