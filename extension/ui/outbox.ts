/**
 * Posts the requests that DevTools reported to the worker. All of them are kept here, because the worker loses them
 * when it stops.
 */
import { batchLength, maxSightings } from '../platform/limits.ts';
import type { Coverage, NetworkSighting, PageHeaders, SurfaceMessage } from '../platform/surface-messages.ts';

export interface Outbox {
  /** Adds requests. `coverage` states which of the page's requests up to now have been reported. */
  add(sightings: readonly NetworkSighting[], coverage: Coverage): void;
  /** Sends the page's headers, which replace earlier ones. */
  setHeaders(headers: PageHeaders): void;
  /** Must be called when the page has navigated, because earlier requests do not belong to the new page. */
  clear(): void;
  /** Sends everything again, to a new worker. */
  sendAll(): void;
  close(): void;
}

/** Number of milliseconds during which requests are collected before they are posted. */
const sendInterval = 50;

/**
 * @param post sends a message
 * @param isConnected whether the worker is connected
 */
export function createOutbox(post: (message: SurfaceMessage) => void, isConnected: () => boolean): Outbox {
  let all: NetworkSighting[] = [];
  let sentCount = 0;
  let coverage: Coverage | null = null;
  let headers: PageHeaders | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Sends everything that has not been sent yet, in messages of limited size. */
  const send = () => {
    clearTimeout(timer);
    timer = undefined;
    if (!isConnected()) return;
    do {
      const sightings = nextBatch(all, sentCount);
      sentCount += sightings.length;
      post({ type: 'network', sightings, coverage: sentCount < all.length ? null : coverage });
    } while (sentCount < all.length);
  };

  return {
    add(sightings, covered) {
      for (const sighting of sightings) all.push(sighting);
      coverage = covered;
      timer ??= setTimeout(send, sendInterval);
    },
    setHeaders(given) {
      headers = given;
      post({ type: 'headers', ...given });
    },
    clear() {
      all = [];
      sentCount = 0;
      headers = null;
    },
    sendAll() {
      sentCount = 0;
      if (coverage !== null) send();
      if (headers) post({ type: 'headers', ...headers });
    },
    close: () => clearTimeout(timer),
  };
}

/** The sightings, starting at an index, that fit into one message. */
export function nextBatch(all: readonly NetworkSighting[], from: number): NetworkSighting[] {
  const sightings: NetworkSighting[] = [];
  let length = 0;
  for (const sighting of all.slice(from, from + maxSightings)) {
    if (length >= batchLength) break;
    sightings.push(sighting);
    length += typeof sighting.text === 'string' ? sighting.text.length : 0;
  }
  return sightings;
}
