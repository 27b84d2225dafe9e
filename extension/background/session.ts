/**
 * A session: what the worker knows of one tab's document while surfaces look at it. It holds derived data only and
 * nothing that a new scan would not bring back; the worker may die at any moment.
 */
import type { CspPolicy } from '../../src/csp.ts';
import { inspect } from '../../src/inspect.ts';
import { withoutReading } from '../../src/report/json.ts';
import {
  type DataUrl,
  type Destination,
  type Finding,
  type Inspection,
  isFlagged,
  type Occurrence,
  type Report,
  type Unreachable,
} from '../../src/report/report.ts';
import { totalsOf } from '../../src/report/totals.ts';
import { judge, judgePage } from '../../src/rules/index.ts';
import { dataUrlIn, rowFor } from '../platform/answers.ts';
import type {
  Address,
  FrameMessage,
  NetworkSighting,
  Overview,
  Row,
  SessionState,
} from '../platform/messages.ts';
import type { FrameLink } from './frame-link.ts';
import { policyFor, whenPolicies } from './policy.ts';
import type { SheetUrl } from './stylesheets.ts';

/** Where an occurrence can be asked for: the frame that found it, its key there, its number under that key. */
interface Origin {
  frame: FrameLink;
  key: number;
  index: number;
}

interface Entry {
  dataUrl: DataUrl;
  /** One for each occurrence, null where no frame told it. */
  origins: (Origin | null)[];
  /** What DevTools told of it; a frame's texts stay with the frame. */
  network: { text: string | Blob; destination: Destination } | null;
  /** The text that a style sheet held which the worker itself fetched. */
  fetched: string | null;
}

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
  /** What each frame has told, by its key. */
  told: Map<FrameLink, Map<number, Told>>;
  unreachable: Unreachable[];
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
  /** Ids that a person asked for from outside the surfaces, of which none may be there; undefined when nobody asked. */
  selected: string[] | undefined;
  /** The page's Content Security Policies, as far as they are known. */
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
    told: new Map(),
    unreachable: [],
    sheets: [],
    timing: { startedAt: 0, scanMs: 0, longestTaskMs: 0, totalMs: 0 },
    reading: Promise.resolve(),
    scan: 0,
    watching: false,
    nonce: '',
    selected: undefined,
    policies: [],
    judged: null,
  };
}

/** Forgets the last scan's results and frames; what DevTools told stays. */
export function startScan(session: Session): void {
  for (const frame of session.frames.values()) frame.close();
  session.scan++;
  session.nonce = crypto.randomUUID();
  session.frames = new Map();
  session.told = new Map();
  session.unreachable = [];
  session.sheets = [];
  session.selected = undefined;
  session.policies = [];
  session.judged = null;
  session.timing = { startedAt: performance.now(), scanMs: 0, longestTaskMs: 0, totalMs: 0 };
  session.state = { kind: 'reading' };
  for (const [id, entry] of session.entries) {
    entry.fetched = null;
    if (entry.network === null) session.entries.delete(id);
    else standOnNetwork(session, entry, entry.network.destination);
  }
}

/** Lets the content scripts go, with the texts that they own; the Report stays. */
export function release(session: Session): void {
  for (const frame of session.frames.values()) frame.close();
  session.told = new Map();
  forgetNetwork(session);
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

/** What was only requested has the network for its one place. */
function standOnNetwork(session: Session, entry: Entry, destination: Destination): void {
  entry.dataUrl.occurrences = [
    {
      frame: session.page.url,
      place: 'network',
      element: '',
      name: 'request',
      selector: '',
      destination,
      inert: false,
    },
  ];
  entry.origins = [null];
  rejudge(session, entry);
}

/** To be called when another policy holds: judges all anew. */
export function rejudgeAll(session: Session): void {
  for (const entry of session.entries.values()) rejudge(session, entry);
  judgedNow(session);
}

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
  const read = await Promise.all(sightings.map(({ text }) => (text === undefined ? null : inspect(text))));
  if (scan !== session.scan) return [];
  let told = session.told.get(frame);
  if (!told) {
    told = new Map();
    session.told.set(frame, told);
  }
  const ids: string[] = [];
  for (const [at, { key, occurrences }] of sightings.entries()) {
    const inspection = read[at];
    const known = inspection ? { entry: entryOf(session, inspection), at: [] } : told.get(key);
    if (!known) continue;
    told.set(key, known);
    const first = known.at.length;
    const start = addOccurrences(
      session,
      known.entry,
      occurrences.map((occurrence) => ({ frame: frame.url, ...occurrence })),
      occurrences.map((_, n) => ({ frame, key, index: first + n })),
    );
    for (let n = 0; n < occurrences.length; n++) known.at.push(start + n);
    ids.push(known.entry.dataUrl.sha256);
  }
  return ids;
}

type Change = Extract<FrameMessage, { type: 'changed' }>['changes'][number];

/** Takes what left a watched page, or came back. @returns the ids of the data: URLs that are changed */
export function changeOccurrences(session: Session, frame: FrameLink, changes: Change[]): string[] {
  const ids = new Set<string>();
  for (const { key, occurrence, goneAt } of changes) {
    const told = session.told.get(frame)?.get(key);
    const at = told?.at[occurrence];
    const changed = at === undefined ? undefined : told?.entry.dataUrl.occurrences[at];
    if (!told || !changed) continue;
    if (goneAt === null) delete changed.goneAt;
    else changed.goneAt = new Date(Math.min(goneAt, Date.now())).toISOString();
    ids.add(told.entry.dataUrl.sha256);
  }
  return [...ids];
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

/** Takes what DevTools saw on the network; the same URL in the page's DOM stays one entry. */
export async function addNetworkSightings(session: Session, seen: NetworkSighting[]): Promise<string[]> {
  const ids: string[] = [];
  await whenPolicies();
  for (const { text, request, destination } of seen) {
    const inspection = await inspect(text);
    const { sha256 } = inspection;
    const entry = entryOf(session, inspection);
    entry.network ??= { text, destination };
    if (entry.dataUrl.occurrences.length === 0) standOnNetwork(session, entry, destination);
    if (request) {
      entry.dataUrl.requests ??= [];
      const { requests } = entry.dataUrl;
      if (!requests.some(({ startedAt }) => startedAt === request.startedAt)) requests.push(request);
    }
    ids.push(sha256);
  }
  return ids;
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
    const entry = entryOf(session, await inspect(written));
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

/** The one place of what no frame and no sheet told. */
const isOfNetwork = ({ place }: Occurrence) => place === 'network';

/** Forgets what DevTools told: the page has gone to another address. */
export function forgetNetwork(session: Session): void {
  for (const [id, entry] of session.entries) {
    entry.network = null;
    delete entry.dataUrl.requests;
    if (entry.dataUrl.occurrences.every(isOfNetwork)) session.entries.delete(id);
  }
}

/** The entry of what was read, made if it is the first. */
function entryOf(session: Session, inspection: Inspection): Entry {
  let entry = session.entries.get(inspection.sha256);
  if (!entry) {
    entry = {
      dataUrl: { ...inspection, disallowed: null, occurrences: [], findings: [], nested: [] },
      origins: [],
      network: null,
      fetched: null,
    };
    session.entries.set(inspection.sha256, entry);
  }
  return entry;
}

/** All of a place that the verdict on a data: URL depends on. */
const kindOf = ({ destination, place, inert, element }: Occurrence) =>
  `${destination} ${place} ${inert} ${element === 'use'}`;

/**
 * Adds places that a frame told, and judges again where they are of a new kind.
 *
 * @returns the number of the first of them
 */
function addOccurrences(
  session: Session,
  entry: Entry,
  occurrences: Occurrence[],
  origins: (Origin | null)[],
): number {
  const { dataUrl } = entry;
  const isFirst = dataUrl.occurrences.every(isOfNetwork);
  if (isFirst) {
    dataUrl.occurrences = [];
    entry.origins = [];
  }
  const known = new Set(dataUrl.occurrences.map(kindOf));
  const start = dataUrl.occurrences.length;
  for (const occurrence of occurrences) dataUrl.occurrences.push(occurrence);
  for (const origin of origins) entry.origins.push(origin);
  // One more place of a known kind changes no verdict.
  if (isFirst || occurrences.some((occurrence) => !known.has(kindOf(occurrence)))) rejudge(session, entry);
  return start;
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

/** All of the Report but its list. */
export function overviewOf(session: Session): Overview {
  const { scanMs, longestTaskMs, totalMs } = session.timing;
  return {
    page: { ...session.page, frames: session.frames.size },
    unreachable: session.unreachable,
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

function judgedNow(session: Session): Finding[] {
  const { page, policies, entries } = session;
  const dataUrls = Array.from(entries.values(), ({ dataUrl }) => dataUrl);
  const findings = judgePage({ page, dataUrls, csp: policies, policy: policyFor(page.url) });
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
  if (entry.network) return entry.network.text;
  if (entry.fetched !== null) return entry.fetched;
  const asked = new Set<FrameLink>();
  for (const origin of entry.origins) {
    if (!origin || asked.has(origin.frame)) continue;
    asked.add(origin.frame);
    const text = await origin.frame.ask({ type: 'text', key: origin.key });
    if (typeof text === 'string' || text instanceof Blob) return text;
  }
  return null;
}

/** Asks the frame of an occurrence to show it; false when it cannot. */
export async function showOccurrence(session: Session, id: string, occurrence: number): Promise<boolean> {
  const origin = session.entries.get(id)?.origins[occurrence];
  if (!origin) return false;
  return (await origin.frame.ask({ type: 'show', key: origin.key, occurrence: origin.index })) === true;
}
