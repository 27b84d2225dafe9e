/**
 * A session: what the worker knows of one tab's document while surfaces look at it. It holds derived data only and
 * nothing that a new scan would not bring back; the worker may die at any moment.
 */
import type { CspPolicy } from '../../src/csp.ts';
import { identifyBlob, identifyText } from '../../src/data-url/identify.ts';
import { requestIdOf } from '../../src/data-url/request-url.ts';
import { inspect } from '../../src/inspect.ts';
import { withoutReading } from '../../src/report/json.ts';
import { loadingOf } from '../../src/report/loading.ts';
import {
  type DataUrl,
  type DataUrlRequest,
  type Destination,
  type Finding,
  type Inspection,
  isFlagged,
  isOfNetwork,
  isWeak,
  type Occurrence,
  type Report,
  type Unreachable,
} from '../../src/report/report.ts';
import { totalsOf } from '../../src/report/totals.ts';
import { judge, judgePage } from '../../src/rules/index.ts';
import { dataUrlIn, rowFor } from '../platform/answers.ts';
import type { Address, Asked, FrameMessage, Overview, Row, SessionState } from '../platform/messages.ts';
import type { FrameLink } from './frame-link.ts';
import { policyFor, whenPolicies } from './policy.ts';
import { createRoom, type Room } from './room.ts';
import type { SheetUrl } from './stylesheets.ts';

/** Where an occurrence can be asked for: the frame that found it, its key there, its number under that key. */
interface Origin {
  frame: FrameLink;
  key: number;
  index: number;
}

export interface Entry {
  dataUrl: DataUrl;
  /** One for each occurrence, null where no frame told it. */
  origins: (Origin | null)[];
  /** Identifies the URL that is requested for it: the SHA-256 of what the URL parser makes of it. */
  requestId: string;
  /** The text that a style sheet held which the worker itself fetched. */
  fetched: string | null;
}

/** A URL that DevTools named; a frame's texts stay with the frame, these do not. */
export interface Requested {
  text: string | Blob;
  destination: Destination;
  /** By what tells one request from another: DevTools tells some twice, before and after they ended. */
  requests: Map<string, DataUrlRequest>;
  /** The script or style sheet whose source map it is: nothing that the page requests. */
  file: string | null;
  /** By the page that is there now, not only by one before it. */
  isCurrent: boolean;
}

/** What DevTools told of the page. */
export interface NetworkLog {
  /** Ids of what was requested, by the panel's keys. */
  byKey: Map<number, string>;
  byRequest: Map<string, Requested>;
  /** All that the page requested so far was told; null while no DevTools are open. */
  isWhole: boolean | null;
  /** Content Security Policies as the page's server sent them. */
  headers: Pick<CspPolicy, 'text' | 'reportOnly'>[];
  /** What has left the page stays in the list. */
  keepsGone: boolean;
}

export const createNetworkLog = (): NetworkLog => ({
  byKey: new Map(),
  byRequest: new Map(),
  isWhole: null,
  headers: [],
  keepsGone: false,
});

/** A style sheet that the worker may read where its frame may not. */
export interface UnreadSheet {
  url: string;
  frame: string;
  element: string;
  selector: string;
}

/** A frame's text: what it became, and where among its occurrences those are that the frame has told. */
interface Told {
  entry: Entry;
  at: number[];
}

export interface Session {
  readonly tabId: number;
  /** The toolbar button was clicked on this tab's page. */
  byAction: boolean;
  state: SessionState;
  page: { url: string; title: string };
  /** The frames of the running or last scan, by frame id. */
  frames: Map<number, FrameLink>;
  entries: Map<string, Entry>;
  /** The same by what is requested for them: one, or as many as there are ways in which the page writes it. */
  byRequest: Map<string, Set<Entry>>;
  /** Ids of entries that are there no more, until the surfaces have been told. */
  left: Set<string>;
  network: NetworkLog;
  /** What each frame has told, by its key. */
  told: Map<FrameLink, Map<number, Told>>;
  unreachable: Unreachable[];
  /** What the frames may still tell. */
  room: Room;
  /** Style sheets that their frame may not read, and the elements that bring them. */
  sheets: UnreadSheet[];
  timing: { startedAt: number; scanMs: number; longestTaskMs: number; totalMs: number };
  /** Ends when all that was received so far has been read. */
  reading: Promise<void>;
  /** Counts the scans, so that what an older one left behind is known. */
  scan: number;
  /** What the page does from now on is told, too. */
  watching: boolean;
  /** The running scan's name to its content scripts. */
  nonce: string;
  /** What a person asked for from outside the surfaces; undefined when nobody asked. */
  asked: Asked | undefined;
  /** The Content Security Policies of documents' meta elements. */
  policies: CspPolicy[];
  /** What the page as a whole was judged to be, and when, in milliseconds of the worker's clock. */
  judged: { findings: Finding[]; at: number } | null;
}

export function createSession(tabId: number): Session {
  return {
    tabId,
    byAction: false,
    state: { kind: 'reading' },
    page: { url: '', title: '' },
    frames: new Map(),
    entries: new Map(),
    byRequest: new Map(),
    left: new Set(),
    network: createNetworkLog(),
    told: new Map(),
    unreachable: [],
    room: createRoom(),
    sheets: [],
    timing: { startedAt: 0, scanMs: 0, longestTaskMs: 0, totalMs: 0 },
    reading: Promise.resolve(),
    scan: 0,
    watching: false,
    nonce: '',
    asked: undefined,
    policies: [],
    judged: null,
  };
}

/** Forgets the last scan's results and frames; what DevTools told stays, and what has gone if a person keeps that. */
export function startScan(session: Session): void {
  for (const frame of session.frames.values()) frame.close();
  session.scan++;
  session.nonce = crypto.randomUUID();
  session.frames = new Map();
  session.told = new Map();
  session.unreachable = [];
  session.room = createRoom();
  session.sheets = [];
  session.asked = undefined;
  session.policies = [];
  session.judged = null;
  session.timing = { startedAt: performance.now(), scanMs: 0, longestTaskMs: 0, totalMs: 0 };
  session.state = { kind: 'reading' };
  for (const entry of session.entries.values()) {
    entry.fetched = null;
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
}

/** Lets the content scripts go, with the texts that they own; the Report stays. */
export function release(session: Session): void {
  for (const frame of session.frames.values()) frame.close();
  session.told = new Map();
}

/** Whether the content scripts were let go, so that nothing can be asked from the page before it is read again. */
export const isReleased = ({ state, frames }: Session): boolean =>
  state.kind === 'done' && [...frames.values()].every(({ isOpen }) => !isOpen);

/** Judges anew what an entry's places and bytes come to. */
function rejudge({ page }: Session, { dataUrl }: Entry): void {
  Object.assign(
    dataUrl,
    judge({ inspection: dataUrl, occurrences: dataUrl.occurrences, policy: policyFor(page.url) }),
  );
}

/** To be called when another policy holds: judges all anew. */
export function rejudgeAll(session: Session): void {
  for (const entry of session.entries.values()) rejudge(session, entry);
  judgedNow(session);
}

/** Texts of a message that are taken at once: between, the worker answers other tabs. */
const readAtOnce = 32;

type Sighting = Extract<FrameMessage, { type: 'found' }>['sightings'][number];

/**
 * Takes what a frame found: reads each new text, merges what is known, and judges.
 *
 * @returns the ids of the data: URLs that are new or changed
 */
export async function addSightings(
  session: Session,
  frame: FrameLink,
  sightings: Sighting[],
): Promise<string[]> {
  const { scan } = session;
  await whenPolicies();
  const ids: string[] = [];
  for (let at = 0; at < sightings.length; at += readAtOnce) {
    const some = sightings.slice(at, at + readAtOnce);
    const texts = some.map(({ text }) => (text === undefined ? null : read(session, text)));
    const found = await Promise.all(texts);
    if (scan !== session.scan) return [];
    for (const [n, sighting] of some.entries()) {
      const id = addSighting(session, frame, sighting, found[n] ?? null);
      if (id !== null) ids.push(id);
    }
  }
  return ids;
}

/** Merges a sighting with what is known. @returns the id, or null for a key that the frame has not told */
function addSighting(
  session: Session,
  frame: FrameLink,
  { key, occurrences }: Sighting,
  found: Read | null,
): string | null {
  const told = session.told.get(frame) ?? new Map<number, Told>();
  session.told.set(frame, told);
  const known = found ? { entry: entryOf(session, found), at: [] } : told.get(key);
  if (!known) return null;
  told.set(key, known);
  const first = known.at.length;
  const numbers = addOccurrences(
    session,
    known.entry,
    occurrences.map((occurrence) => ({ frame: frame.url, ...occurrence })),
    occurrences.map((_, n) => ({ frame, key, index: first + n })),
  );
  for (const number of numbers) known.at.push(number);
  return known.entry.dataUrl.sha256;
}

type Change = Extract<FrameMessage, { type: 'changed' }>['changes'][number];

/** Takes what left a watched page, or came back. @returns the ids of the data: URLs that are changed */
export function changeOccurrences(session: Session, frame: FrameLink, changes: Change[]): string[] {
  const entries = new Set<Entry>();
  for (const { key, occurrence, goneAt } of changes) {
    const told = session.told.get(frame)?.get(key);
    const at = told?.at[occurrence];
    const changed = at === undefined ? undefined : told?.entry.dataUrl.occurrences[at];
    if (!told || !changed) continue;
    if (goneAt === null) delete changed.goneAt;
    else changed.goneAt = new Date(Math.min(goneAt, Date.now())).toISOString();
    entries.add(told.entry);
  }
  for (const entry of entries) settle(session, entry);
  return Array.from(entries, ({ dataUrl }) => dataUrl.sha256);
}

/** All that a frame told has left the page with it. @returns the ids of the data: URLs that are changed */
export function frameLeft(session: Session, frame: FrameLink): string[] {
  const goneAt = Date.now();
  const changes: Change[] = [];
  for (const [key, { at }] of session.told.get(frame) ?? []) {
    for (let occurrence = 0; occurrence < at.length; occurrence++) changes.push({ key, occurrence, goneAt });
  }
  return changeOccurrences(session, frame, changes);
}

/** The id of what a frame names by its key, or null for a key that it has not told. */
export const idOf = (session: Session, frame: FrameLink, key: number): string | null =>
  session.told.get(frame)?.get(key)?.entry.dataUrl.sha256 ?? null;

/** The ids of what stands on the element that DevTools left for one of the frames. */
export async function idsOfMarked(session: Session, name: string): Promise<string[]> {
  for (const frame of session.frames.values()) {
    const keys = await frame.ask({ type: 'marked', name });
    if (!Array.isArray(keys) || keys.length === 0) continue;
    return keys.flatMap((key) => idOf(session, frame, key) ?? []);
  }
  return [];
}

/** Takes what a style sheet held that the worker fetched. @returns the ids of the data: URLs */
export async function addSheetSightings(
  session: Session,
  { frame, element, selector }: UnreadSheet,
  urls: readonly SheetUrl[],
): Promise<string[]> {
  const ids: string[] = [];
  await whenPolicies();
  for (const { written, name, destination } of urls) {
    const entry = entryOf(session, await read(session, written));
    entry.fetched ??= written;
    const place = 'stylesheet';
    addOccurrences(
      session,
      entry,
      [{ frame, place, element, name, selector, destination, inert: false }],
      [null],
    );
    ids.push(entry.dataUrl.sha256);
  }
  return ids;
}

/** A text that was read, with the id of the URL that is requested for it. */
interface Read {
  inspection: Inspection;
  requestId: string;
}

/** Reads a text, unless a frame or DevTools brought it before. */
export async function read({ entries }: Session, text: string | Blob): Promise<Read> {
  // To know a large text costs about as much as to read it, if nothing is as long.
  const isNew =
    typeof text !== 'string' &&
    !Array.from(entries.values()).some(({ dataUrl }) => dataUrl.length === text.size);
  const identity = isNew ? null : await (typeof text === 'string' ? identifyText(text) : identifyBlob(text));
  const known = identity && entries.get(identity.sha256);
  if (known) return { inspection: known.dataUrl, requestId: known.requestId };
  const inspection = await inspect(text);
  return { inspection, requestId: await requestIdOf(text, inspection.sha256) };
}

/** The entry of what was read, made if it is the first; what DevTools told of it is its own, too. */
export function entryOf(session: Session, { inspection, requestId }: Read): Entry {
  const known = session.entries.get(inspection.sha256);
  if (known) return known;
  // One that is only there since it was requested gives way to one that tells how the page writes it.
  for (const other of session.byRequest.get(requestId) ?? []) {
    if (other.dataUrl.occurrences.every(isOfNetwork)) removeEntry(session, other);
  }
  const entry: Entry = {
    dataUrl: { ...inspection, disallowed: null, occurrences: [], findings: [], nested: [] },
    origins: [],
    requestId,
    fetched: null,
  };
  session.entries.set(inspection.sha256, entry);
  session.left.delete(inspection.sha256);
  session.byRequest.set(requestId, (session.byRequest.get(requestId) ?? new Set()).add(entry));
  return entry;
}

export function removeEntry(session: Session, entry: Entry): void {
  const { dataUrl, requestId } = entry;
  session.entries.delete(dataUrl.sha256);
  session.left.add(dataUrl.sha256);
  const same = session.byRequest.get(requestId);
  same?.delete(entry);
  if (same?.size === 0) session.byRequest.delete(requestId);
}

/** What was requested, but stands nowhere where that would follow, has the network for a place. */
export function placeOnNetwork(session: Session, entry: Entry): void {
  const { dataUrl, requestId } = entry;
  const requested = session.network.byRequest.get(requestId);
  const own = dataUrl.occurrences.find((each) => isOfNetwork(each) && each.goneAt === undefined);
  if (own && requested && own.destination !== requested.destination) {
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
  ...(file === null
    ? { frame, place: 'network', name: 'request', destination }
    : { frame: file, place: 'script', name: mapName, destination: 'none' }),
});

/** Says what became of an entry's requests, as its places and they are now. */
export function settle({ network }: Session, { dataUrl, requestId }: Entry): void {
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
const documentHolders = new Set<Destination>(['iframe', 'frame', 'object', 'embed']);

/** All of a place that the verdict on a data: URL depends on. */
const kindOf = ({ destination, place, inert, element }: Occurrence) =>
  `${destination} ${place} ${inert} ${element === 'use'}`;

/**
 * Adds places that a frame told, and judges again where they are of a new kind.
 *
 * @returns their numbers; the first that the page uses takes the network's
 */
function addOccurrences(
  session: Session,
  entry: Entry,
  occurrences: Occurrence[],
  origins: (Origin | null)[],
): number[] {
  const { dataUrl } = entry;
  const isFirst = dataUrl.occurrences.length === 0;
  const known = new Set(dataUrl.occurrences.map(kindOf));
  let free = dataUrl.occurrences.findIndex((each) => isOfNetwork(each) && each.goneAt === undefined);
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
  if (isFirst || occurrences.some((occurrence) => !known.has(kindOf(occurrence)))) rejudge(session, entry);
  placeOnNetwork(session, entry);
  return numbers;
}

/** The Report as it stands now, as JSON: an array of one, in parts, since a string has a longest length. */
export function reportJson(session: Session): Blob {
  const { page, unreachable, timing, totals } = overviewOf(session);
  const findings = judgedNow(session);
  const start = JSON.stringify({ version: 1, page, unreachable, timing, totals }).slice(0, -1);
  const parts = [`[${start},"dataUrls":[`];
  for (const dataUrl of dataUrlsOf(session)) {
    parts.push(parts.length === 1 ? '' : ',', JSON.stringify(withoutReading(dataUrl)));
  }
  parts.push(`],"findings":${JSON.stringify(findings)}}]`);
  return new Blob(parts, { type: 'application/json' });
}

/** The Report as it stands now; its data: URLs are the session's own. */
export const reportOf = (session: Session): Report => ({
  version: 1,
  ...overviewOf(session),
  findings: judgedNow(session),
  dataUrls: [...dataUrlsOf(session)],
});

function unreachableOf({ unreachable, network, page }: Session): Unreachable[] {
  if (network.isWhole !== false) return unreachable;
  return [...unreachable, { kind: 'network', url: page.url, reason: 'not-told' }];
}

/** All of the Report but its list. */
export function overviewOf(session: Session): Overview {
  const { scanMs, longestTaskMs, totalMs } = session.timing;
  return {
    page: { ...session.page, frames: session.frames.size },
    unreachable: unreachableOf(session),
    timing: { scanMs, longestTaskMs, totalMs },
    totals: totalsOf(dataUrlsOf(session)),
    findings: pageFindings(session),
  };
}

/** Entries of which all are looked at for every update; of more only so often, in milliseconds. */
const fewEntries = 500;
const judgingInterval = 1000;

/** The findings on the page as a whole, once it has been read; of a large page they may be a second old. */
function pageFindings(session: Session): Finding[] {
  const { judged, state, entries } = session;
  if (state.kind === 'reading') return judged?.findings ?? [];
  if (judged && entries.size > fewEntries && performance.now() - judged.at < judgingInterval) {
    return judged.findings;
  }
  return judgedNow(session);
}

/** The URL of the top document, as its frame and its occurrences have it. */
const topOf = ({ page, frames }: Session): string => frames.get(0)?.url ?? page.url;

/** The policies that hold for the top document, one a line. */
export const ownPolicies = (session: Session): string =>
  policiesOf(session)
    .filter(({ frame, reportOnly }) => frame === topOf(session) && !reportOnly)
    // A line break is as good as a space there.
    .map(({ text }) => text.replaceAll(/\s+/g, ' ').trim())
    .join('\n');

/** The page's Content Security Policies, as far as they are known. */
function policiesOf(session: Session): CspPolicy[] {
  const { policies, network } = session;
  const frame = topOf(session);
  return [...policies, ...network.headers.map((each): CspPolicy => ({ ...each, source: 'header', frame }))];
}

function judgedNow(session: Session): Finding[] {
  const { page, entries } = session;
  const dataUrls = Array.from(entries.values(), ({ dataUrl }) => dataUrl);
  const findings = judgePage({ page, dataUrls, csp: policiesOf(session), policy: policyFor(page.url) });
  session.judged = { findings, at: performance.now() };
  return findings;
}

function* dataUrlsOf(session: Session): Generator<DataUrl> {
  for (const { dataUrl } of session.entries.values()) yield dataUrl;
}

/** How many distinct data: URLs the session lists, and how many of them are flagged. */
export function countsOf(session: Session): { all: number; flagged: number } {
  let flagged = 0;
  for (const { dataUrl } of session.entries.values()) if (isFlagged(dataUrl.findings)) flagged++;
  return { all: session.entries.size, flagged };
}

/** What an address names, or null where it is not there. */
export const dataUrlAt = ({ entries }: Session, address: Address): DataUrl | null =>
  dataUrlIn(entries.get(address.id)?.dataUrl, address);

/** What a list shows of a data: URL, or null for an id that is not there. */
export function rowOf(session: Session, id: string): Row | null {
  const dataUrl = dataUrlAt(session, { id });
  return dataUrl && rowFor(dataUrl);
}

/** The written URL, asked from a frame that still holds it; null when none does any more. */
export async function textOf(session: Session, id: string): Promise<string | Blob | null> {
  const entry = session.entries.get(id);
  if (!entry) return null;
  if (entry.fetched !== null) return entry.fetched;
  const asked = new Set<FrameLink>();
  for (const origin of entry.origins) {
    if (!origin || asked.has(origin.frame)) continue;
    asked.add(origin.frame);
    const text = await origin.frame.ask({ type: 'text', key: origin.key });
    if (typeof text === 'string' || text instanceof Blob) return text;
  }
  return session.network.byRequest.get(entry.requestId)?.text ?? null;
}

/** Asks the frame of an occurrence to show it, or to mark its element; false when it cannot. */
export async function showOccurrence(
  session: Session,
  id: string,
  occurrence: number,
  how: { type: 'show' } | { type: 'mark'; name: string },
): Promise<boolean> {
  const origin = session.entries.get(id)?.origins[occurrence];
  if (!origin) return false;
  return (await origin.frame.ask({ ...how, key: origin.key, occurrence: origin.index })) === true;
}
