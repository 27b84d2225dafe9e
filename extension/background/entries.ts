/** The data: URLs of a session: each read once, with its places, its requests and its verdict. */
import { identifyBlob, identifyText } from '../../src/data-url/identify.ts';
import { requestIdOf } from '../../src/data-url/request-url.ts';
import { utf8Length } from '../../src/data-url/utf8-length.ts';
import { inspect } from '../../src/inspect.ts';
import { loadingOf } from '../../src/report/loading.ts';
import {
  type DataUrlRequest,
  type Destination,
  type Inspection,
  isOfNetwork,
  isWeak,
  type Occurrence,
} from '../../src/report/report.ts';
import { judge } from '../../src/rules/index.ts';
import { withinTime } from './patience.ts';
import { policyFor } from './policy.ts';
import { createScan, type Scan } from './scan.ts';
import type { Entry, Origin, Requested, Session } from './session.ts';

/** Replaces the last scan and forgets its results; what DevTools told stays, and what has gone if a person keeps that. */
export function startScan(session: Session): Scan {
  // Nobody tells of a document that went after its script was let go.
  const isSameDocument = session.scan.frames.get(0)?.isOpen ?? false;
  session.scan.abort();
  for (const frame of session.scan.frames.values()) frame.close();
  const scan = createScan(crypto.randomUUID());
  session.scan = scan;
  session.asked = undefined;
  // An answer is for the document that was there; a wish outlives the scan that a grant brings.
  const { server } = session;
  if (!isSameDocument && (server?.kind === 'answered' || server?.kind === 'refused')) session.server = null;
  session.judged = null;
  session.state = { kind: 'reading' };
  for (const entry of session.entries.values()) {
    entry.fetched = null;
    entry.judgedBy = new Set();
    const { dataUrl, requestId } = entry;
    dataUrl.occurrences = session.network.keepsGone
      ? dataUrl.occurrences.filter(({ goneAt }) => goneAt !== undefined)
      : [];
    entry.origins = dataUrl.occurrences.map(() => null);
    // Of several ways to write what was requested, one stands for all until they are found again.
    const [first] = session.byRequest.get(requestId) ?? [];
    if (first === entry) placeOnNetwork(session, entry);
    if (dataUrl.occurrences.length === 0) removeEntry(session, entry);
  }
  return scan;
}

/** Judges anew what an entry's places and bytes come to. */
export function rejudge({ page }: Session, entry: Entry): void {
  const { dataUrl } = entry;
  const { occurrences } = dataUrl;
  entry.judgedBy = new Set(occurrences.map(kindOf));
  Object.assign(dataUrl, judge({ inspection: dataUrl, occurrences, policy: policyFor(page.url) }));
}

/** A text that was read, with its bytes of UTF-8 and the id of the URL that is requested for it. */
export interface Read {
  inspection: Inspection;
  requestId: string;
  bytes: number;
}

/** Texts of a message that are read at once: between, the worker answers other tabs. */
export const readAtOnce = 32;

/** Reads a text, unless a frame or DevTools brought it before. @throws `silence` where a Blob gives nothing */
export function read(session: Session, text: string | Blob): Promise<Read> {
  return typeof text === 'string' ? readText(session, text) : withinTime(readText(session, text), text.size);
}

async function readText({ entries }: Session, text: string | Blob): Promise<Read> {
  const bytes = typeof text === 'string' ? utf8Length(text) : text.size;
  // To know a large text costs about as much as to read it, if nothing is as long.
  const isNew =
    typeof text !== 'string' &&
    !Array.from(entries.values()).some(({ dataUrl }) => dataUrl.length === text.size);
  const identity = isNew ? null : await (typeof text === 'string' ? identifyText(text) : identifyBlob(text));
  const known = identity && entries.get(identity.sha256);
  if (known) return { inspection: known.dataUrl, requestId: known.requestId, bytes };
  const inspection = await inspect(text);
  return { inspection, requestId: await requestIdOf(text, inspection.sha256), bytes };
}

/** The entry of what was read, made if it is the first; what DevTools told of it is its own, too. */
export function entryOf(session: Session, { inspection, requestId, bytes }: Read): Entry {
  const known = session.entries.get(inspection.sha256);
  if (known) return known;
  // One that is only there since it was requested gives way to one that tells how the page writes it.
  for (const other of session.byRequest.get(requestId) ?? []) {
    if (other.dataUrl.occurrences.every(isOfNetwork)) removeEntry(session, other, inspection.sha256);
  }
  const entry: Entry = {
    dataUrl: { ...inspection, disallowed: null, occurrences: [], findings: [], nested: [] },
    bytes,
    origins: [],
    requestId,
    judgedBy: new Set(),
    fetched: null,
  };
  session.entries.set(inspection.sha256, entry);
  session.left.delete(inspection.sha256);
  session.byRequest.set(requestId, (session.byRequest.get(requestId) ?? new Set()).add(entry));
  return entry;
}

/** @param into the id of the entry that it is merged into */
export function removeEntry(session: Session, entry: Entry, into: string | null = null): void {
  const { dataUrl, requestId } = entry;
  session.entries.delete(dataUrl.sha256);
  session.uncharged.delete(entry);
  session.left.set(dataUrl.sha256, into);
  const same = session.byRequest.get(requestId);
  same?.delete(entry);
  if (same?.size === 0) session.byRequest.delete(requestId);
}

/** The place that the network gave. */
const isOnNetwork = (each: Occurrence): boolean => isOfNetwork(each) && each.goneAt === undefined;

/** What was requested, but stands nowhere where that would follow, has the network for a place. */
export function placeOnNetwork(session: Session, entry: Entry): void {
  const { dataUrl, requestId } = entry;
  const requested = session.network.byRequest.get(requestId);
  const own = requested && dataUrl.occurrences.find(isOnNetwork);
  if (own && own.destination !== requested.destination) {
    own.destination = requested.destination;
    rejudge(session, entry);
  } else if (requested?.isCurrent && isWanted(requested, dataUrl.occurrences)) {
    dataUrl.occurrences.push(placeOf(requested, session.page.url));
    entry.origins.push(null);
    rejudge(session, entry);
  }
  settle(session, entry);
}

const mapName = 'sourceMappingURL';

/** Whether what DevTools told has to be a place of its own. */
const isWanted = ({ file }: Requested, occurrences: readonly Occurrence[]): boolean =>
  file === null
    ? occurrences.every((each) => isWeak(each) || each.goneAt)
    : !occurrences.some(({ frame, name, goneAt }) => frame === file && name === mapName && !goneAt);

const placeOf = ({ file, destination }: Requested, frame: string): Occurrence => ({
  element: '',
  selector: '',
  inert: false,
  cost: 0,
  ...(file === null
    ? { frame, place: 'network', name: 'request', destination }
    : { frame: file, place: 'script', name: mapName, destination: 'none' }),
});

/** Says what became of an entry's requests, as its places and they are now. */
export function settle({ network, uncharged }: Session, entry: Entry): void {
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

/** Of what holds a document DevTools tells only that it does; its element tells more. */
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

/** All of a place that the verdict on a data: URL depends on. */
const kindOf = ({ destination, place, inert, element }: Occurrence) =>
  `${destination} ${place} ${inert} ${element === 'use'}`;

/**
 * Adds places that a frame told, and judges again where they are of a new kind.
 *
 * @returns their numbers; the first that the page uses takes the network's
 */
export function addOccurrences(
  session: Session,
  entry: Entry,
  occurrences: Occurrence[],
  origins: (Origin | null)[],
): number[] {
  const { dataUrl } = entry;
  let free = session.network.byRequest.has(entry.requestId) ? dataUrl.occurrences.findIndex(isOnNetwork) : -1;
  const numbers: number[] = [];
  for (const [n, occurrence] of occurrences.entries()) {
    const takesNetwork = free >= 0 && !isWeak(occurrence);
    const at = takesNetwork ? free : dataUrl.occurrences.length;
    if (takesNetwork) free = -1;
    dataUrl.occurrences[at] = occurrence;
    entry.origins[at] = origins[n] ?? null;
    numbers.push(at);
  }
  // One more place of a known kind changes no verdict.
  if (occurrences.some((occurrence) => !entry.judgedBy.has(kindOf(occurrence)))) rejudge(session, entry);
  placeOnNetwork(session, entry);
  return numbers;
}
