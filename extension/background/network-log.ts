/** The network requests that DevTools reported, and the functions that change this log. It outlives scans. */
import type { CspPolicy } from '../../src/csp.ts';
import type { DataUrlRequest } from '../../src/report/report.ts';
import type { Destination } from '../../src/vocabulary.ts';
import type { NetworkSighting } from '../platform/messages.ts';

/** A URL that DevTools reported. Its text is kept here; the texts that frames report stay with the frames. */
export interface Requested {
  text: string | Blob;
  destination: Destination;
  /** Its requests by distinguishing properties: DevTools report some twice, before and after they ended. */
  requests: Map<string, DataUrlRequest>;
  /** The script or style sheet whose source map it is: the page itself does not request that. */
  file: string | null;
  /** The current page requested it, not only an earlier one. */
  isCurrent: boolean;
}

/** A Content Security Policy as the page's server sent it. */
export type HeaderPolicy = Pick<CspPolicy, 'text' | 'reportOnly'>;

export interface NetworkLog {
  /** Aborted when the page navigates: a report of the earlier page that is still being read is dropped. */
  readonly signal: AbortSignal;
  abort(): void;
  /** Ends when all that was reported so far has been read. */
  reading: Promise<void>;
  /** Ids of the requested URLs, by the panel's keys. */
  byKey: Map<number, string>;
  byRequest: Map<string, Requested>;
  /** Whether every request of the page was reported; null while no DevTools are open. */
  isWhole: boolean | null;
  /** The policies from the headers of the page's response; null where they were not reported. */
  headers: HeaderPolicy[] | null;
  /** Occurrences that are gone stay in the list ("Preserve log"). */
  keepsGone: boolean;
}

/** @param kept the parts of the earlier log that stay */
export function createNetworkLog(kept: Partial<NetworkLog> = {}): NetworkLog {
  const controller = new AbortController();
  return {
    byKey: new Map(),
    byRequest: new Map(),
    isWhole: null,
    headers: null,
    keepsGone: false,
    ...kept,
    reading: Promise.resolve(),
    signal: controller.signal,
    abort: () => controller.abort(),
  };
}

/** The log of the page after that of `log`, whose requests stay listed as those of a page that is gone. */
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
    // A resource has fewer details than its request.
    requested.destination = request.destination;
    requested.requests.set(`${request.startedAt} ${nth} ${request.destination}`, request);
  }
  return requestId;
}
