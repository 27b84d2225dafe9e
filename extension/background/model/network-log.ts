/** The network requests that DevTools reported, and the functions that change this log. It outlives scans. */
import type { DataUrlRequest } from '../../../src/report/report.ts';
import type { Destination } from '../../../src/vocabulary.ts';
import type { Coverage, NetworkSighting, PageHeaders } from '../../platform/surface-messages.ts';

/**
 * A URL that DevTools reported. Its text is kept here, unlike the texts that frames report, which stay in the frames.
 */
export interface Requested {
  text: string | Blob;
  destination: Destination;
  /**
   * The URL's requests by time, number, and destination. DevTools reports some requests twice, before and after they
   * end.
   */
  requests: Map<string, DataUrlRequest>;
  /**
   * The script or style sheet whose source map this URL is; null if it is not a source map. The page itself does not
   * request source maps.
   */
  file: string | null;
  /** Whether the current page requested the URL; false if only an earlier page did. */
  isCurrent: boolean;
}

export interface NetworkLog {
  /** Aborted when the page navigates. A report about the earlier page that is still being read is then dropped. */
  readonly signal: AbortSignal;
  abort(): void;
  /** Resolves when everything that was reported so far has been read. */
  whenRead: Promise<void>;
  /** The ids of the requested URLs, by the panel's keys. */
  byKey: Map<number, string>;
  byRequest: Map<string, Requested>;
  /** Which of the page's requests DevTools reports; null without DevTools, and while more of a report follows. */
  coverage: Coverage | null;
  /** The headers of the page's response; null if they were not reported. */
  headers: PageHeaders | null;
  /** Whether removed occurrences stay in the list ("Preserve log"). */
  keepsGone: boolean;
}

/** Creates a log for a page. @param kept the parts of an earlier log to keep */
export function createNetworkLog(kept: Partial<NetworkLog> = {}): NetworkLog {
  const controller = new AbortController();
  return {
    byKey: new Map(),
    byRequest: new Map(),
    coverage: null,
    headers: null,
    keepsGone: false,
    ...kept,
    whenRead: Promise.resolve(),
    signal: controller.signal,
    abort: () => controller.abort(),
  };
}

/** The log for the next page. The requests in `log` are kept and marked as requests of an earlier page. */
export function keptLog(log: NetworkLog): NetworkLog {
  const byRequest = new Map(
    Array.from(log.byRequest, ([id, requested]) => [id, { ...requested, isCurrent: false }]),
  );
  return createNetworkLog({ ...log, byRequest, headers: null, keepsGone: true });
}

/** Records the id and the text that a key of the panel identifies. */
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
    // Page resources are reported without a request, so they have fewer details.
    requested.destination = request.destination;
    requested.requests.set(`${request.startedAt} ${nth} ${request.destination}`, request);
  }
  return requestId;
}
