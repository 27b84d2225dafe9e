/** The network requests that DevTools reported, and the functions that change this log. It outlives scans. */
import type { DataUrlRequest } from '../../../src/report/report.ts';
import type { Destination } from '../../../src/vocabulary.ts';
import type { Coverage, NetworkSighting, PageHeaders } from '../../platform/surface-messages.ts';

/** A URL that DevTools reported. Its text is kept here, whereas texts that frames report stay in the frames. */
export interface Requested {
  text: string | Blob;
  destination: Destination;
  /** Its requests by time, number and destination. DevTools reports some requests twice, before and after they end. */
  requests: Map<string, DataUrlRequest>;
  /**
   * The script or style sheet whose source map it is, in which case the page itself does not request it; otherwise
   * null.
   */
  file: string | null;
  /** Whether the current page requested it, and not only an earlier page. */
  isCurrent: boolean;
}

export interface NetworkLog {
  /** Aborted when the page navigates. A report about the earlier page that is still being read is then dropped. */
  readonly signal: AbortSignal;
  abort(): void;
  /** Resolves when everything reported so far has been read. */
  reading: Promise<void>;
  /** The ids of the requested URLs, by the panel's keys. */
  byKey: Map<number, string>;
  byRequest: Map<string, Requested>;
  /** The requests of the page that are included in the reports; null if unknown, for example without DevTools. */
  coverage: Coverage | null;
  /** The headers of the page's response; null if they were not reported. */
  headers: PageHeaders | null;
  /** Whether removed occurrences stay in the list ("Preserve log"). */
  keepsGone: boolean;
}

/** @param kept the parts of an earlier log to keep */
export function createNetworkLog(kept: Partial<NetworkLog> = {}): NetworkLog {
  const controller = new AbortController();
  return {
    byKey: new Map(),
    byRequest: new Map(),
    coverage: null,
    headers: null,
    keepsGone: false,
    ...kept,
    reading: Promise.resolve(),
    signal: controller.signal,
    abort: () => controller.abort(),
  };
}

/** The log for the next page. The requests in `log` are kept as requests of an earlier page. */
export function keptLog(log: NetworkLog): NetworkLog {
  const byRequest = new Map(
    Array.from(log.byRequest, ([id, requested]) => [id, { ...requested, isCurrent: false }]),
  );
  return createNetworkLog({ ...log, byRequest, headers: null, keepsGone: true });
}

/** Records the id and text that the panel's key represents. */
export function noteKey(
  { byKey, byRequest }: NetworkLog,
  { key, destination, file }: NetworkSighting,
  { requestId, text }: { requestId: string; text: string | Blob },
): void {
  byKey.set(key, requestId);
  if (!byRequest.has(requestId))
    byRequest.set(requestId, { text, destination, requests: new Map(), file, isCurrent: true });
}

/** Records one request. @returns the id of the requested URL; null if the key is unknown */
export function noteRequest(
  { byKey, byRequest }: NetworkLog,
  { key, request, nth }: NetworkSighting,
): string | null {
  const requestId = byKey.get(key);
  const requested = requestId === undefined ? undefined : byRequest.get(requestId);
  if (requestId === undefined || !requested) return null;
  requested.isCurrent = true;
  if (request) {
    // Resources don't come with a request, and so with fewer details.
    requested.destination = request.destination;
    requested.requests.set(`${request.startedAt} ${nth} ${request.destination}`, request);
  }
  return requestId;
}
