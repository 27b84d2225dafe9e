/**
 * The requests that DevTools saw, on their way to the worker. The worker loses them when it dies, so all of them are
 * kept here.
 */
import { batchLength, maxPolicies, maxSightings } from '../platform/limits.ts';
import type { Coverage, NetworkSighting, SurfaceMessage } from '../platform/surface-messages.ts';

type Policies = Extract<SurfaceMessage, { type: 'policies' }>['policies'];

export interface Outbox {
  /** Adds requests, and which of the page's requests so far are included. */
  add(seen: readonly NetworkSighting[], coverage: Coverage): void;
  /** The page's policies as its server sent them. */
  setPolicies(policies: Policies): void;
  /** The page has navigated: earlier requests are not the new page's. */
  clear(): void;
  /** Sends everything again, to a new worker. */
  sendAll(): void;
  close(): void;
}

/** Milliseconds for which requests are collected. */
const sendInterval = 50;

/** @param post sends a message @param isConnected whether the worker is connected */
export function createOutbox(post: (message: SurfaceMessage) => void, isConnected: () => boolean): Outbox {
  let all: NetworkSighting[] = [];
  let sentCount = 0;
  let coverage: Coverage | null = null;
  let policies: Policies | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Sends what was not yet sent, in messages of a bounded size. */
  const send = () => {
    clearTimeout(timer);
    timer = undefined;
    if (!isConnected()) return;
    do {
      const seen = nextBatch(all, sentCount);
      sentCount += seen.length;
      post({ type: 'network', seen, coverage: sentCount < all.length ? null : coverage });
    } while (sentCount < all.length);
  };

  return {
    add(seen, covered) {
      for (const sighting of seen) all.push(sighting);
      coverage = covered;
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
      if (coverage !== null) send();
      if (policies) post({ type: 'policies', policies });
    },
    close: () => clearTimeout(timer),
  };
}

/** As many sightings as fit into one message, from an index on. */
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
