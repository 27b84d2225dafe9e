/** What DevTools reported of the network, as it is kept: small changes of a log, which outlives scans. */
import type { CspPolicy } from '../../src/csp.ts';
import type { DataUrlRequest } from '../../src/report/report.ts';
import type { Destination } from '../../src/vocabulary.ts';
import type { NetworkSighting } from '../platform/messages.ts';

/** A URL that DevTools named; a frame's texts stay with the frame, these do not. */
export interface Requested {
  text: string | Blob;
  destination: Destination;
  /** By what distinguishes one request from another: DevTools report some twice, before and after they ended. */
  requests: Map<string, DataUrlRequest>;
  /** The script or style sheet whose source map it is: nothing that the page requests. */
  file: string | null;
  /** By the page that is there now, not only by one before it. */
  isCurrent: boolean;
}

/** A Content Security Policy as the page's server sent it. */
export type HeaderPolicy = Pick<CspPolicy, 'text' | 'reportOnly'>;

export interface NetworkLog {
  /** Aborted when the page goes to another address: what was reported of it and is still being read comes too late. */
  readonly signal: AbortSignal;
  abort(): void;
  /** Ends when all that was reported so far has been read. */
  reading: Promise<void>;
  /** Ids of what was requested, by the panel's keys. */
  byKey: Map<number, string>;
  byRequest: Map<string, Requested>;
  /** All that the page requested so far was reported; null while no DevTools are open. */
  isWhole: boolean | null;
  /** The policies that came with the page; null where they were not reported. */
  headers: HeaderPolicy[] | null;
  /** Occurrences that are gone stay in the list. */
  keepsGone: boolean;
}

/** @param kept what stays of the log before */
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

/** The log of the page after the one of `log`, whose requests stay listed as those of a page that is gone. */
export function keptLog(log: NetworkLog): NetworkLog {
  const byRequest = new Map(
    Array.from(log.byRequest, ([id, requested]) => [id, { ...requested, isCurrent: false }]),
  );
  return createNetworkLog({ ...log, byRequest, headers: null, keepsGone: true });
}

/** Notes what the panel's key stands for. */
export function noteKey(
  { byKey, byRequest }: NetworkLog,
  { key, destination, file }: NetworkSighting,
  { requestId, text }: { requestId: string; text: string | Blob },
): void {
  byKey.set(key, requestId);
  if (!byRequest.has(requestId))
    byRequest.set(requestId, { text, destination, requests: new Map(), file, isCurrent: true });
}

/** Notes one request. @returns the id of what was requested, or null for a key that is not known */
export function noteRequest(
  { byKey, byRequest }: NetworkLog,
  { key, request, nth }: NetworkSighting,
): string | null {
  const requestId = byKey.get(key);
  const requested = requestId === undefined ? undefined : byRequest.get(requestId);
  if (requestId === undefined || !requested) return null;
  requested.isCurrent = true;
  if (request) {
    // A resource says less than its request.
    requested.destination = request.destination;
    requested.requests.set(`${request.startedAt} ${nth} ${request.destination}`, request);
  }
  return requestId;
}
