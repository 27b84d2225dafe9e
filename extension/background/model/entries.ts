/**
 * The data: URLs of a scan, each once, with its occurrences, requests, and verdict, and the functions that change them.
 */

import type { DataUrlRequest } from '../../../src/report/report.ts';
import { judge, verdictKey } from '../../../src/rules/index.ts';
import { framed, isOfNetwork, isWeak, type Occurrence } from '../../../src/vocabulary.ts';
import type { Entries, Entry, InFrame, OccurrenceFacts, Read, Scan } from './model.ts';
import type { Requested } from './network-log.ts';
import { policyFor } from './own-policies.ts';

export const createEntries = (): Entries => ({
  byId: new Map(),
  facts: new WeakMap(),
  byRequest: new Map(),
  outdated: new Set(),
  removed: new Map(),
});

/** Adds an entry whose id is new. */
export function addEntry({ byId, byRequest, removed }: Entries, entry: Entry): void {
  const { dataUrl, requestId } = entry;
  byId.set(dataUrl.sha256, entry);
  removed.delete(dataUrl.sha256);
  byRequest.set(requestId, (byRequest.get(requestId) ?? new Set()).add(entry));
}

/** The occurrence that surfaces identify by this number, with its place in a frame; undefined if there is none. */
export function numberedOccurrence(
  { byId, facts }: Entries,
  id: string,
  number: number,
): { occurrence: Occurrence; inFrame: InFrame | null } | undefined {
  const occurrence = byId.get(id)?.dataUrl.occurrences[number];
  return occurrence && { occurrence, inFrame: facts.get(occurrence)?.inFrame ?? null };
}

/** Removes an entry. @param into the id of the entry that the removed one is merged into */
export function removeEntry(entries: Entries, entry: Entry, into: string | null = null): void {
  const { dataUrl, requestId } = entry;
  entries.byId.delete(dataUrl.sha256);
  entries.outdated.delete(entry);
  entries.removed.set(dataUrl.sha256, into);
  const same = entries.byRequest.get(requestId);
  same?.delete(entry);
  if (same?.size === 0) entries.byRequest.delete(requestId);
}

/** Whether only DevTools reported an occurrence: a request, or the URL of a source map. */
const isFromDevTools = ({ facts }: Entries, each: Occurrence): boolean => facts.get(each)?.number === 0;

/** Returns the entry of a text that was read, or creates it if there is none yet. */
export function entryOf({ entries }: Scan, { inspection, requestId, bytes }: Read): Entry {
  const known = entries.byId.get(inspection.sha256);
  if (known) return known;
  // Replaces an entry that is known only from requests, because the new entry shows how the page writes the URL.
  for (const other of entries.byRequest.get(requestId) ?? []) {
    if (other.dataUrl.occurrences.every((each) => isFromDevTools(entries, each)))
      removeEntry(entries, other, inspection.sha256);
  }
  const entry: Entry = {
    dataUrl: { ...inspection, disallowed: null, occurrences: [], findings: [], nested: [] },
    bytes,
    requestId,
    judgedBy: new Set(),
    fetched: null,
  };
  addEntry(entries, entry);
  return entry;
}

/** Judges an entry again, based on its current occurrences. */
export function rejudge({ page }: Pick<Scan, 'page'>, entry: Entry): void {
  const { dataUrl } = entry;
  const { occurrences } = dataUrl;
  entry.judgedBy = new Set(occurrences.map(verdictKey));
  Object.assign(dataUrl, judge({ inspection: dataUrl, occurrences, policy: policyFor(page.url) }));
}

/** Whether an occurrence was reported by DevTools and has not been removed. */
const isOnNetwork = (each: Occurrence): boolean => isOfNetwork(each) && each.removedAt === undefined;

/** Adds a network occurrence to a requested entry if no occurrence in a document explains the request. */
export function placeOnNetwork(scan: Scan, entry: Entry): void {
  const { dataUrl, requestId } = entry;
  const requested = scan.tab.network.byRequest.get(requestId);
  const own = requested && dataUrl.occurrences.find(isOnNetwork);
  if (own && own.destination !== requested.destination) {
    own.destination = requested.destination;
    rejudge(scan, entry);
  } else if (requested?.isCurrent && needsOccurrence(requested, dataUrl.occurrences)) {
    const occurrence = networkOccurrence(requested, scan.page.url);
    dataUrl.occurrences.push(occurrence);
    scan.entries.facts.set(occurrence, { ...unreported, number: 0 });
    rejudge(scan, entry);
  }
  updateRequests(scan, entry);
}

const mapName = 'sourceMappingURL';

/** Whether a request that DevTools reported needs an occurrence of its own. */
const needsOccurrence = ({ file }: Requested, occurrences: readonly Occurrence[]): boolean =>
  file === null
    ? occurrences.every((each) => isWeak(each) || each.removedAt)
    : !occurrences.some(({ frame, name, removedAt }) => frame === file && name === mapName && !removedAt);

const networkOccurrence = ({ file, destination }: Requested, frame: string): Occurrence => ({
  element: '',
  selector: '',
  inert: false,
  cost: 0,
  ...(file === null
    ? { frame, place: 'network', name: 'request', destination }
    : { frame: file, place: 'script', name: mapName, destination: 'none' }),
});

/** Copies the requests of an entry from the network log, and marks the entry as outdated. */
export function updateRequests({ tab: { network }, entries: { outdated } }: Scan, entry: Entry): void {
  const { dataUrl, requestId } = entry;
  outdated.add(entry);
  const requested = network.byRequest.get(requestId);
  if (requested)
    dataUrl.requests = Array.from(requested.requests.values(), (each) => asUsed(each, dataUrl.occurrences));
  else delete dataUrl.requests;
}

/**
 * Sets the destination of a document's request to the destination of the frame element's occurrence, because DevTools
 * doesn't report which element loads a document.
 */
function asUsed(request: DataUrlRequest, occurrences: readonly Occurrence[]): DataUrlRequest {
  if (request.destination !== 'iframe') return request;
  const holder = occurrences.find(({ destination }) => framed.includes(destination));
  return holder ? { ...request, destination: holder.destination } : request;
}
/** The facts about an occurrence that no frame has reported. */
const unreported = { inFrame: null, observed: undefined, bytes: undefined, nthInSheet: undefined } as const;

/** An occurrence, with the facts that its finder provides. */
export interface NewOccurrence {
  occurrence: Occurrence;
  facts: Omit<OccurrenceFacts, 'number'>;
}

/** The number that was last given to an occurrence, in any tab. */
let lastNumber = 0;

/**
 * Adds occurrences, and judges the entry again if one of them has a new use. The first occurrence in the page itself
 * replaces the network occurrence.
 */
export function addOccurrences(scan: Scan, entry: Entry, added: readonly NewOccurrence[]): void {
  const { dataUrl } = entry;
  const isRequested = scan.tab.network.byRequest.has(entry.requestId);
  let free = isRequested ? dataUrl.occurrences.findIndex(isOnNetwork) : -1;
  for (const { occurrence, facts } of added) {
    const takesNetwork = free >= 0 && !isWeak(occurrence);
    const at = takesNetwork ? free : dataUrl.occurrences.length;
    if (takesNetwork) free = -1;
    dataUrl.occurrences[at] = occurrence;
    scan.entries.facts.set(occurrence, { ...facts, number: ++lastNumber });
  }
  // An additional occurrence with a known use does not change the verdict.
  if (added.some(({ occurrence }) => !entry.judgedBy.has(verdictKey(occurrence)))) rejudge(scan, entry);
  placeOnNetwork(scan, entry);
}

/**
 * Removes the occurrences that only DevTools reported, and the entries that contain no others.
 *
 * @returns the ids of all entries, including removed ones
 */
export function removeNetworkOccurrences(scan: Scan): string[] {
  const ids = [...scan.entries.byId.keys()];
  for (const entry of [...scan.entries.byId.values()]) {
    const { dataUrl } = entry;
    const { length } = dataUrl.occurrences;
    dataUrl.occurrences = dataUrl.occurrences.filter((each) => !isFromDevTools(scan.entries, each));
    if (dataUrl.occurrences.length === 0) {
      removeEntry(scan.entries, entry);
      continue;
    }
    if (dataUrl.occurrences.length < length) rejudge(scan, entry);
    updateRequests(scan, entry);
  }
  return ids;
}

/**
 * Marks all entries as outdated. Must be called when facts about the whole page have changed.
 *
 * @returns the ids of all entries
 */
export function invalidateAll({ byId, outdated }: Entries): Iterable<string> {
  for (const entry of byId.values()) outdated.add(entry);
  return byId.keys();
}

/** Marks all occurrences as removed. @returns the ids of all entries */
export function markAllRemoved({ byId, outdated }: Entries): string[] {
  const removedAt = new Date().toISOString();
  for (const entry of byId.values()) {
    for (const occurrence of entry.dataUrl.occurrences) occurrence.removedAt ??= removedAt;
    outdated.add(entry);
  }
  return [...byId.keys()];
}
