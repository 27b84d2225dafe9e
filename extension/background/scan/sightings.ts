/**
 * Reads the texts that frames and DevTools report, adds the data: URLs of frames and style sheets to a scan, and asks the
 * frames about them.
 */

import { utf8Length } from '../../../src/data-url/pieces.ts';
import { requestIdOf } from '../../../src/data-url/request-url.ts';
import { identify } from '../../../src/data-url/written.ts';
import { countSheetUrls, inspect, sheetUrlId } from '../../../src/inspect.ts';
import type { Occurrence } from '../../../src/vocabulary.ts';
import type { FrameAnswer, FrameMessage, Sighting } from '../../platform/frame-messages.ts';
import { addOccurrences, entryOf, type NewOccurrence, updateRequests } from '../model/entries.ts';
import type {
  Entries,
  Entry,
  FrameLink,
  OccurrenceFacts,
  Origin,
  Read,
  Scan,
  SightedText,
  UnreadSheet,
} from '../model/model.ts';
import { whenPolicies } from '../model/policy.ts';
import { consume } from '../model/quota.ts';
import { during, noteLimit } from '../model/scan.ts';
import type { SheetUrl } from '../sheets/stylesheets.ts';
import { delay, firstOf, timeoutError, withTimeout } from '../timeout.ts';
import { isWatching } from '../watching/watch-mode.ts';

/**
 * Adds the sightings of a frame: reads each new text, merges it into the entries, and judges.
 *
 * @yields the ids of new or changed data: URLs, in a small group first, as a person waits for it
 * @throws where the scan is aborted meanwhile
 */
export async function* addSightings(
  scan: Scan,
  frame: FrameLink,
  sightings: Sighting[],
): AsyncGenerator<string[], void, void> {
  await whenPolicies();
  for (const sighting of sightings) if (isFrameAddress(sighting)) scan.addresses.push({ frame, sighting });
  const found = sightings.filter((sighting) => !isFrameAddress(sighting));
  let count = scan.entries.byId.size === 0 ? readFirst : readAtOnce;
  for (let at = 0; at < found.length; at += count, count = readAtOnce) {
    const reading = found.slice(at, at + count).map(async ({ key, text, occurrences }) => ({
      key,
      found: text === undefined ? null : await readOrAskAgain(scan, frame, key, text),
      occurrences,
    }));
    const ids: string[] = [];
    for (const { key, found, occurrences } of await during(scan, Promise.all(reading))) {
      const listed = listedOf(frame, occurrences, found ?? readOf(scan, frame, key));
      ids.push(...addSighting(scan, frame, { key, occurrences: await during(scan, listed) }, found));
    }
    yield ids;
  }
}

/** Whether a frame reports its own address: see `frame-addresses.ts`. */
const isFrameAddress = ({ occurrences }: Sighting): boolean =>
  occurrences.some(({ place }) => place === 'location');

const readOf = (scan: Scan, frame: FrameLink, key: number): Read | null =>
  scan.sightings.get(frame)?.get(key)?.read ?? null;

async function countInBlob(text: Blob, charset: string): ReturnType<typeof countSheetUrls> {
  // In Firefox, a large Blob of a page whose end is read before all of it has come never comes.
  for await (const _ of text.stream());
  return countSheetUrls(text, charset);
}

/** The contents of a frame's data: style sheet, which is asked for once. */
function sheetContent(frame: FrameLink, key: number): ReturnType<typeof countSheetUrls> {
  const content =
    frame.sheetContents.get(key) ??
    frame.ask({ type: 'text', key }).then((text) => {
      if (typeof text === 'string') return countSheetUrls(text, frame.charset);
      return text instanceof Blob
        ? withTimeout(countInBlob(text, frame.charset), text.size)
        : new Map<string, number>();
    });
  frame.sheetContents.set(key, content);
  return content;
}

type Reported = Sighting['occurrences'][number];

/**
 * Null in place of each occurrence that is not listed: a rule that the body of a data: style sheet contains is found
 * where that body is read, and only one that a script added is an occurrence of its own.
 */
const listedOf = (
  frame: FrameLink,
  occurrences: readonly Reported[],
  read: Read | null,
): Promise<(Reported | null)[]> =>
  Promise.all(
    occurrences.map(async (each) => {
      const { destination, dataSheet } = each;
      if (!dataSheet || !read) return each;
      const content = await sheetContent(frame, dataSheet.key);
      return dataSheet.nth > (content.get(sheetUrlId(read.inspection.sha256, destination)) ?? 0)
        ? each
        : null;
    }),
  );

/** A Blob that a busy browser never delivers (see `makeBlob`) is requested again. */
async function readOrAskAgain(
  { entries }: Scan,
  frame: FrameLink,
  key: number,
  text: string | Blob,
): Promise<Read> {
  try {
    return await read(entries, text);
  } catch (error) {
    const size = text instanceof Blob ? text.size : 0;
    const again = error === timeoutError ? await frame.ask({ type: 'text', key }, size) : null;
    if (!(again instanceof Blob)) throw error;
    return read(entries, again);
  }
}

/**
 * Merges a sighting into the entries; its occurrences are null where they are not listed.
 *
 * @returns the ids of changed entries; none for an unknown key
 */
export function addSighting(
  scan: Scan,
  frame: FrameLink,
  { key, occurrences }: { key: number; occurrences: readonly (Reported | null)[] },
  found: Read | null,
): string[] {
  const texts = textsOf(scan, frame);
  const sighted = found ? { read: found, occurrences: [] } : texts.get(key);
  if (!sighted) return [];
  texts.set(key, sighted);
  const added: NewOccurrence[] = [];
  for (const each of occurrences) {
    const one = each && newOccurrence({ frame, key, index: sighted.occurrences.length }, each);
    sighted.occurrences.push(one?.occurrence ?? null);
    if (one) added.push(one);
  }
  // A text that is nowhere else has no entry.
  if (occurrences.length > 0 && added.length === 0) return [];
  const entry = entryOf(scan, sighted.read);
  addOccurrences(scan, entry, added);
  return [entry.dataUrl.sha256];
}

/** The texts of a frame, by key. */
function textsOf({ sightings }: Scan, frame: FrameLink): Map<number, SightedText> {
  const texts = sightings.get(frame) ?? new Map<number, SightedText>();
  sightings.set(frame, texts);
  return texts;
}

/** An occurrence as its frame reported it, or as a file of that frame contains it. */
const newOccurrence = (
  origin: Origin,
  { bytes, sheet, dataSheet: _, sight, rules, ...reported }: Reported,
): NewOccurrence => ({
  occurrence: {
    frame: origin.frame.url,
    ...reported,
    cost: 0,
    ...(sheet && { sheet: sheet.href }),
    ...ruleIn(rules),
  },
  facts: { origin, observed: sight, bytes, nthInSheet: sheet?.nth },
});

/** The rule of an occurrence, and those around it. An `@import` without conditions does not count. */
function ruleIn(rules: readonly string[] = []): Pick<Occurrence, 'rule' | 'conditions'> {
  const around = rules.map((each) => each.trim()).filter((each) => each !== '@import');
  const conditions = around.slice(0, -1);
  const rule = around.at(-1);
  return rule === undefined ? {} : { rule, ...(conditions.length > 0 && { conditions }) };
}

type Change = Extract<FrameMessage, { type: 'changed' }>['changes'][number];

/** An occurrence by the key and number of its frame, with its entry; null if it is not listed. */
function occurrenceAt(
  scan: Scan,
  frame: FrameLink,
  { key, occurrence }: { key: number; occurrence: number },
): { entry: Entry; changed: Occurrence; facts: OccurrenceFacts } | null {
  const sighted = scan.sightings.get(frame)?.get(key);
  const entry = sighted && scan.entries.byId.get(sighted.read.inspection.sha256);
  const changed = sighted?.occurrences[occurrence];
  const facts = changed && scan.entries.facts.get(changed);
  return entry && facts ? { entry, changed, facts } : null;
}

/** Notes occurrences that a watched page removed or added back. @returns the ids of changed data: URLs */
export function changeOccurrences(scan: Scan, frame: FrameLink, changes: Change[]): string[] {
  const entries = new Set<Entry>();
  for (const { removedAt, ...change } of changes) {
    const at = occurrenceAt(scan, frame, change);
    if (!at) continue;
    if (removedAt === null) delete at.changed.removedAt;
    else at.changed.removedAt = new Date(Math.min(removedAt, Date.now())).toISOString();
    entries.add(at.entry);
  }
  for (const entry of entries) updateRequests(scan, entry);
  return Array.from(entries, ({ dataUrl }) => dataUrl.sha256);
}

type SeenChange = Extract<FrameMessage, { type: 'seen' }>['seen'][number];

/** Notes how a frame sees its occurrences now, and how many use their sheets. @returns the ids of changed data: URLs */
export function changeSights(scan: Scan, frame: FrameLink, changes: SeenChange[]): string[] {
  const ids = new Set<string>();
  for (const { sight, users, ...change } of changes) {
    const at = occurrenceAt(scan, frame, change);
    if (!at) continue;
    if (sight !== undefined) at.facts.observed = sight ?? undefined;
    if (users !== undefined) at.changed.users = users;
    scan.entries.outdated.add(at.entry);
    ids.add(at.entry.dataUrl.sha256);
  }
  return [...ids];
}

/**
 * A frame's document was removed and can no longer answer. On a watched page everything that it reported is
 * marked as removed. On other pages it stays, as the result of the scan.
 *
 * @returns the ids of changed data: URLs
 */
export function detachFrame(scan: Scan, frame: FrameLink): string[] {
  const removedAt = Date.now();
  const changes: Change[] = [];
  for (const [key, { occurrences }] of scan.sightings.get(frame) ?? []) {
    for (const [occurrence, each] of occurrences.entries()) {
      const facts = each && scan.entries.facts.get(each);
      if (!facts) continue;
      changes.push({ key, occurrence, removedAt });
      facts.origin = null;
    }
  }
  const ids = isWatching(scan.tab.mode) ? changeOccurrences(scan, frame, changes) : [];
  scan.sightings.delete(frame);
  return ids;
}

/** The id of a frame's text by its key, or null for an unknown key or a text that is not listed. */
export function idOf(scan: Scan, frame: FrameLink, key: number): string | null {
  const id = readOf(scan, frame, key)?.inspection.sha256 ?? null;
  return id !== null && scan.entries.byId.has(id) ? id : null;
}

/** The ids of a frame's texts by the keys in its answer. */
export const idsIn = (scan: Scan, frame: FrameLink, answer: FrameAnswer): string[] =>
  Array.isArray(answer)
    ? answer.flatMap((key) => (typeof key === 'number' && idOf(scan, frame, key)) || [])
    : [];

/**
 * The ids of the data: URLs on the element that DevTools marked in one of the frames; none if not found.
 */
export async function idsOfMarked(scan: Scan, name: string): Promise<string[]> {
  const marked = await firstOf(
    Array.from(scan.frames.values(), async (frame) => {
      const keys = await frame.ask({ type: 'marked', name });
      return keys === null ? null : idsIn(scan, frame, keys);
    }),
  );
  return marked ?? [];
}

/** A data: URL that the worker has read itself: in a style sheet, on an element of an SVG file, or in a header. */
export interface FileUrl
  extends Pick<Occurrence, 'place' | 'name' | 'destination'>,
    Partial<Pick<Occurrence, 'element' | 'inert' | 'use' | 'face' | 'dropped' | 'line' | 'column'>>,
    Pick<SheetUrl, 'written' | 'nth'> {
  bytes?: number;
  rules: readonly string[];
}

/**
 * Adds the URLs of a file that the worker has read, as far as the page's quota allows.
 *
 * @param holders the elements that load it; the documents that draw it, or have the header
 * @param url its address, null for a header
 * @returns the ids of the data: URLs
 * @throws where the scan is aborted meanwhile
 */
export async function addFileSightings(
  scan: Scan,
  holders: readonly UnreadSheet[],
  { url, conditions, urls }: { url: string | null; conditions: readonly string[]; urls: readonly FileUrl[] },
): Promise<string[]> {
  const ids: string[] = [];
  await whenPolicies();
  const byFrame = Map.groupBy(holders, ({ holder }) => holder);
  for (const { written, nth, ...found } of urls) {
    const occurrencesAt = (elements: readonly UnreadSheet[]) =>
      elements.map(({ element, selector }) => ({
        ...{ element, selector, inert: found.place === 'text' },
        ...found,
        rules: [...conditions, ...found.rules],
        ...(url !== null && { sheet: { href: url, nth } }),
      }));
    const all = { key: 0, text: written, occurrences: occurrencesAt(holders) };
    if (consume(scan.quota, [all]).length === 0) {
      noteLimit(scan);
      break;
    }
    const text = await during(scan, read(scan.entries, written));
    for (const [frame, elements] of byFrame) {
      // No frame gives a text a negative key.
      const key = -1 - textsOf(scan, frame).size;
      addSighting(scan, frame, { key, occurrences: occurrencesAt(elements) }, text);
    }
    const { sha256 } = text.inspection;
    const entry = scan.entries.byId.get(sha256);
    if (entry) entry.fetched ??= written;
    ids.push(sha256);
  }
  return ids;
}

/** Milliseconds that a frame has to send a text before another is asked for it. */
const headStart = 1000;

/**
 * The written URL: from a style sheet that the worker fetched, a frame that still has it, or DevTools'
 * report; null if none has it.
 */
export async function textOf(scan: Scan, id: string): Promise<string | Blob | null> {
  const entry = scan.entries.byId.get(id);
  if (!entry) return null;
  if (entry.fetched !== null) return entry.fetched;
  const origins = new Map<FrameLink, Origin>();
  for (const each of entry.dataUrl.occurrences) {
    const origin = scan.entries.facts.get(each)?.origin;
    if (origin) origins.set(origin.frame, origin);
  }
  // Unresponsive frames are asked last.
  const ordered = [...origins.values()].sort(
    (a, b) => Number(a.frame.isUnresponsive) - Number(b.frame.isUnresponsive),
  );
  const asked: Promise<string | Blob | null>[] = [];
  for (const { frame, key } of ordered) {
    asked.push(
      frame
        .ask({ type: 'text', key }, entry.dataUrl.length)
        .then((text) => (typeof text === 'string' || text instanceof Blob ? text : null)),
    );
    // A busy frame must not delay the answer, so the next one is asked, perhaps needlessly.
    const text = await Promise.race([firstOf(asked), delay(headStart)]);
    if (text) return text;
  }
  const text = await firstOf(asked);
  if (text !== null) return text;
  return scan.tab.network.byRequest.get(entry.requestId)?.text ?? null;
}

/** Texts of a message that are read at the same time; between such groups the worker answers other tabs. */
export const readAtOnce = 32;
/** The size of a scan's first group: about as many as the popup shows. */
export const readFirst = 8;

/** Reads a text, unless it has an entry already. @throws `timeoutError` where a Blob cannot be read */
export function read(entries: Entries, text: string | Blob): Promise<Read> {
  return typeof text === 'string' ? readText(entries, text) : withTimeout(readText(entries, text), text.size);
}

async function readText({ byId }: Entries, text: string | Blob): Promise<Read> {
  const bytes = typeof text === 'string' ? utf8Length(text) : text.size;
  const hasSize = (known: { bytes: number }) => known.bytes === bytes;
  // Identifying a large text takes about as long as reading it: skipped where none of its size was read.
  const isNew = typeof text !== 'string' && ![...byId.values(), ...recent.values()].some(hasSize);
  const id = isNew ? '' : (await identify(text)).sha256;
  const entry = byId.get(id);
  if (entry) return { inspection: entry.dataUrl, requestId: entry.requestId, bytes };
  const reading = recent.get(id)?.reading ?? readNew(text, bytes);
  if (typeof text === 'string') keepRecent(id, { bytes, reading });
  // A Blob may never come: it is kept only once it has.
  else keepRecent((await reading).inspection.sha256, { bytes, reading });
  return reading;
}

async function readNew(text: string | Blob, bytes: number): Promise<Read> {
  const inspection = await inspect(text);
  return { inspection, requestId: await requestIdOf(text, inspection.sha256), bytes };
}

/**
 * The texts that were read last, by their ids, as they may be reported again before they have an entry, or after they
 * have lost it: by a frame and by DevTools, or by the scan of the same page that follows.
 */
const recent = new Map<string, { bytes: number; reading: Promise<Read> }>();
const maxRecent = 1000;

function keepRecent(id: string, kept: { bytes: number; reading: Promise<Read> }): void {
  recent.delete(id);
  recent.set(id, kept);
  kept.reading.catch(() => recent.delete(id));
  const [oldest] = recent.keys();
  if (recent.size > maxRecent && oldest !== undefined) recent.delete(oldest);
}
