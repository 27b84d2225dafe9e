/** The network requests that DevTools reported, and the functions that change this log. It outlives scans. */
import type { DataUrlRequest } from '../../../src/report/report.ts';
import type { Destination } from '../../../src/vocabulary.ts';
import type { Coverage, NetworkSighting, PageHeaders } from '../../platform/surface-messages.ts';

/** A URL that DevTools reported. Its text is kept here; texts that frames report stay in the frames. */
export interface Requested {
  text: string | Blob;
  destination: Destination;
  /** Its requests by time, number and destination: DevTools report some twice, before and after they end. */
  requests: Map<string, DataUrlRequest>;
  /** The script or style sheet that names it as its source map: the page itself does not request it. */
  file: string | null;
  /** The current page requested it, not only an earlier one. */
  isCurrent: boolean;
}

export interface NetworkLog {
  /** Aborted when the page navigates: a report of the earlier page that is still being read is dropped. */
  readonly signal: AbortSignal;
  abort(): void;
  /** Resolves when everything reported so far has been read. */
  reading: Promise<void>;
  /** Ids of the requested URLs, by the panel's keys. */
  byKey: Map<number, string>;
  byRequest: Map<string, Requested>;
  /** Which of the page's requests were reported; null while that is unknown, as without DevTools. */
  coverage: Coverage | null;
  /** Null if the headers of the page's response were not reported. */
  headers: PageHeaders | null;
  /** Removed occurrences stay in the list ("Preserve log"). */
  keepsGone: boolean;
}

/** @param kept parts of an earlier log */
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

/** The log for the next page. It keeps the requests of `log`, as those of an earlier page. */
export function keptLog(log: NetworkLog): NetworkLog {
  const byRequest = new Map(
    Array.from(log.byRequest, ([id, requested]) => [id, { ...requested, isCurrent: false }]),
  );
  return createNetworkLog({ ...log, byRequest, headers: null, keepsGone: true });
}

/** Notes the id and text that the panel's key stands for. */
export function noteKey(
  { byKey, byRequest }: NetworkLog,
  { key, destination, file }: NetworkSighting,
  { requestId, text }: { requestId: string; text: string | Blob },
): void {
  byKey.set(key, requestId);
  if (!byRequest.has(requestId))
    byRequest.set(requestId, { text, destination, requests: new Map(), file, isCurrent: true });
}

/** Notes one request. @returns the id of the requested URL, or null for a key that is not known */
export function noteRequest(
  { byKey, byRequest }: NetworkLog,
  { key, request, nth }: NetworkSighting,
): string | null {
  const requestId = byKey.get(key);
  const requested = requestId === undefined ? undefined : byRequest.get(requestId);
  if (requestId === undefined || !requested) return null;
  requested.isCurrent = true;
  if (request) {
    // Resources, which have no request, have fewer details.
    requested.destination = request.destination;
    requested.requests.set(`${request.startedAt} ${nth} ${request.destination}`, request);
  }
  return requestId;
}
