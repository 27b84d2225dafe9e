/** The data: URLs of a scan, each once, with its occurrences, its requests and its verdict; and the small changes of them. */
import { loadingOf } from '../../src/report/loading.ts';
import type { DataUrl, DataUrlRequest } from '../../src/report/report.ts';
import { judge } from '../../src/rules/index.ts';
import { type Destination, isOfNetwork, isWeak, type Occurrence } from '../../src/vocabulary.ts';
import type { FrameLink } from './frame-link.ts';
import type { Requested } from './network-log.ts';
import { policyFor } from './policy.ts';
import type { Read } from './read.ts';
import type { Scan } from './scan.ts';

/** Where an occurrence can be asked for: the frame that found it, its key there, its number under that key. */
export interface Origin {
  frame: FrameLink;
  key: number;
  index: number;
}

export interface Entry {
  dataUrl: DataUrl;
  /** Bytes of UTF-8 of the written URL. */
  bytes: number;
  /** One for each occurrence, null where no frame reported it. */
  origins: (Origin | null)[];
  /** Identifies the URL that is requested for it: the SHA-256 of what the URL parser makes of it. */
  requestId: string;
  /** The uses of its occurrences that it has been judged by. */
  judgedBy: ReadonlySet<string>;
  /** The text that a style sheet held which the worker itself fetched. */
  fetched: string | null;
}

export interface Entries {
  byId: Map<string, Entry>;
  /** The same by what is requested for them: one, or as many as there are ways in which the page writes it. */
  byRequest: Map<string, Set<Entry>>;
  /** Those whose occurrences have changed since their costs were settled: see `settleCosts`. */
  uncharged: Set<Entry>;
  /** Ids of entries that were removed and that the surfaces may still show, each with what it was merged into. */
  removed: Map<string, string | null>;
}

export const createEntries = (): Entries => ({
  byId: new Map(),
  byRequest: new Map(),
  uncharged: new Set(),
  removed: new Map(),
});

/** Adds an entry whose id is new. */
export function addEntry({ byId, byRequest, removed }: Entries, entry: Entry): void {
  const { dataUrl, requestId } = entry;
  byId.set(dataUrl.sha256, entry);
  removed.delete(dataUrl.sha256);
  byRequest.set(requestId, (byRequest.get(requestId) ?? new Set()).add(entry));
}

/** @param into the id of the entry that it is merged into */
export function removeEntry(entries: Entries, entry: Entry, into: string | null = null): void {
  const { dataUrl, requestId } = entry;
  entries.byId.delete(dataUrl.sha256);
  entries.uncharged.delete(entry);
  entries.removed.set(dataUrl.sha256, into);
  const same = entries.byRequest.get(requestId);
  same?.delete(entry);
  if (same?.size === 0) entries.byRequest.delete(requestId);
}

/** The entry of what was read, made if it is the first. */
export function entryOf({ entries }: Scan, { inspection, requestId, bytes }: Read): Entry {
  const known = entries.byId.get(inspection.sha256);
  if (known) return known;
  // One that is only there since it was requested gives way to one that shows how the page writes it.
  for (const other of entries.byRequest.get(requestId) ?? []) {
    if (other.dataUrl.occurrences.every(isOfNetwork)) removeEntry(entries, other, inspection.sha256);
  }
  const entry: Entry = {
    dataUrl: { ...inspection, disallowed: null, occurrences: [], findings: [], nested: [] },
    bytes,
    origins: [],
    requestId,
    judgedBy: new Set(),
    fetched: null,
  };
  addEntry(entries, entry);
  return entry;
}

/** Judges anew what an entry's occurrences and bytes come to. */
export function rejudge({ page }: Pick<Scan, 'page'>, entry: Entry): void {
  const { dataUrl } = entry;
  const { occurrences } = dataUrl;
  entry.judgedBy = new Set(occurrences.map(useOf));
  Object.assign(dataUrl, judge({ inspection: dataUrl, occurrences, policy: policyFor(page.url) }));
}

/** All of an occurrence that the verdict on a data: URL depends on. */
const useOf = ({ destination, place, inert, element }: Occurrence) =>
  `${destination} ${place} ${inert} ${element === 'use'}`;

/** The occurrence that the network gave. */
const isOnNetwork = (each: Occurrence): boolean => isOfNetwork(each) && each.goneAt === undefined;

/** Gives what was requested, but stands nowhere where that would follow, the network for an occurrence. */
export function placeOnNetwork(scan: Scan, entry: Entry): void {
  const { dataUrl, requestId } = entry;
  const requested = scan.tab.network.byRequest.get(requestId);
  const own = requested && dataUrl.occurrences.find(isOnNetwork);
  if (own && own.destination !== requested.destination) {
    own.destination = requested.destination;
    rejudge(scan, entry);
  } else if (requested?.isCurrent && isWanted(requested, dataUrl.occurrences)) {
    dataUrl.occurrences.push(networkOccurrence(requested, scan.page.url));
    entry.origins.push(null);
    rejudge(scan, entry);
  }
  updateRequests(scan, entry);
}

const mapName = 'sourceMappingURL';

/** Whether what DevTools reported has to be an occurrence of its own. */
const isWanted = ({ file }: Requested, occurrences: readonly Occurrence[]): boolean =>
  file === null
    ? occurrences.every((each) => isWeak(each) || each.goneAt)
    : !occurrences.some(({ frame, name, goneAt }) => frame === file && name === mapName && !goneAt);

const networkOccurrence = ({ file, destination }: Requested, frame: string): Occurrence => ({
  element: '',
  selector: '',
  inert: false,
  cost: 0,
  ...(file === null
    ? { frame, place: 'network', name: 'request', destination }
    : { frame: file, place: 'script', name: mapName, destination: 'none' }),
});

/** Says what became of an entry's requests, as its occurrences and they are now. */
export function updateRequests({ tab: { network }, entries: { uncharged } }: Scan, entry: Entry): void {
  const { dataUrl, requestId } = entry;
  uncharged.add(entry);
  const requested = network.byRequest.get(requestId);
  if (requested)
    dataUrl.requests = Array.from(requested.requests.values(), (each) => asUsed(each, dataUrl.occurrences));
  else delete dataUrl.requests;
  const loading = loadingOf(dataUrl, requested?.file === null, network.isWhole === true);
  if (loading) dataUrl.loading = loading;
  else delete dataUrl.loading;
}

/** Of what holds a document DevTools report only that it does; its element says more. */
function asUsed(request: DataUrlRequest, occurrences: readonly Occurrence[]): DataUrlRequest {
  if (request.destination !== 'iframe') return request;
  const holder = occurrences.find(({ destination }) => documentHolders.has(destination));
  return holder ? { ...request, destination: holder.destination } : request;
}
/** What holds a document of its own. */
export const documentHolders: ReadonlySet<Destination> = new Set<Destination>([
  'iframe',
  'frame',
  'object',
  'embed',
]);

/**
 * Adds occurrences that a frame reported, and judges again where they are of a new use.
 *
 * @returns their numbers; the first that the page uses takes that of the network
 */
export function addOccurrences(
  scan: Scan,
  entry: Entry,
  occurrences: Occurrence[],
  origins: (Origin | null)[],
): number[] {
  const { dataUrl } = entry;
  const isRequested = scan.tab.network.byRequest.has(entry.requestId);
  let free = isRequested ? dataUrl.occurrences.findIndex(isOnNetwork) : -1;
  const numbers: number[] = [];
  for (const [n, occurrence] of occurrences.entries()) {
    const takesNetwork = free >= 0 && !isWeak(occurrence);
    const at = takesNetwork ? free : dataUrl.occurrences.length;
    if (takesNetwork) free = -1;
    dataUrl.occurrences[at] = occurrence;
    entry.origins[at] = origins[n] ?? null;
    numbers.push(at);
  }
  // One more occurrence of a known use changes no verdict.
  if (occurrences.some((occurrence) => !entry.judgedBy.has(useOf(occurrence)))) rejudge(scan, entry);
  placeOnNetwork(scan, entry);
  return numbers;
}

/** Keeps of each entry the occurrences that a function wants; one without any is removed. @returns the ids of all */
export function keepOccurrences(scan: Scan, isKept: (each: Occurrence) => boolean): string[] {
  const ids = [...scan.entries.byId.keys()];
  for (const entry of [...scan.entries.byId.values()]) {
    const kept = entry.dataUrl.occurrences.map(isKept);
    entry.origins = entry.origins.filter((_, at) => kept[at]);
    entry.dataUrl.occurrences = entry.dataUrl.occurrences.filter((_, at) => kept[at]);
    if (entry.dataUrl.occurrences.length === 0) removeEntry(scan.entries, entry);
    else updateRequests(scan, entry);
  }
  return ids;
}

/** Says of all occurrences that they are gone. @returns the ids of what is changed */
export function goneAll({ byId, uncharged }: Entries): string[] {
  const goneAt = new Date().toISOString();
  for (const entry of byId.values()) {
    for (const occurrence of entry.dataUrl.occurrences) occurrence.goneAt ??= goneAt;
    uncharged.add(entry);
  }
  return [...byId.keys()];
}
