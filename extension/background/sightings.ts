/** What frames and style sheets tell a session, and what is asked of the frames that told it. */
import type { Occurrence } from '../../src/report/report.ts';
import { type FrameMessage, type Shown, shownWords } from '../platform/messages.ts';
import { noteSource } from './costs.ts';
import { addOccurrences, entryOf, type Read, read, readAtOnce, settle } from './entries.ts';
import { isFrameAddress } from './frame-addresses.ts';
import { type FrameLink, keysIn } from './frame-link.ts';
import { delay, firstOf, silence } from './patience.ts';
import { whenPolicies } from './policy.ts';
import { takeRoom } from './room.ts';
import type { Told, UnreadSheet } from './scan.ts';
import type { Entry, Origin, Session } from './session.ts';
import type { SheetUrl } from './stylesheets.ts';
import { sayLimit } from './unreachable.ts';

export type Sighting = Extract<FrameMessage, { type: 'found' }>['sightings'][number];

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
  for (const sighting of sightings) if (isFrameAddress(sighting)) scan.addresses.push({ frame, sighting });
  const found = sightings.filter((sighting) => !isFrameAddress(sighting));
  for (let at = 0; at < found.length; at += readAtOnce) {
    const some = found.slice(at, at + readAtOnce);
    const texts = some.map(({ key, text }) =>
      text === undefined ? null : readOrAskAgain(session, frame, key, text),
    );
    const readings = await Promise.all(texts);
    if (scan.signal.aborted) return [];
    for (const [n, sighting] of some.entries()) {
      const id = addSighting(session, frame, sighting, readings[n] ?? null);
      if (id !== null) ids.push(id);
    }
  }
  return ids;
}

/** A Blob that a busy browser never gives (see `makeBlob`) is made again. */
async function readOrAskAgain(
  session: Session,
  frame: FrameLink,
  key: number,
  text: string | Blob,
): Promise<Read> {
  try {
    return await read(session, text);
  } catch (error) {
    const again =
      error === silence ? await frame.ask({ type: 'text', key }, text instanceof Blob ? text.size : 0) : null;
    if (!(again instanceof Blob)) throw error;
    return read(session, again);
  }
}

/** Merges a sighting with what is known. @returns the id, or null for a key that the frame has not told */
export function addSighting(
  session: Session,
  frame: FrameLink,
  { key, occurrences }: Sighting,
  found: Read | null,
): string | null {
  const told = session.scan.sightings.get(frame) ?? new Map<number, Told>();
  session.scan.sightings.set(frame, told);
  const known = found ? { entry: entryOf(session, found), at: [] } : told.get(key);
  if (!known) return null;
  told.set(key, known);
  const first = known.at.length;
  const numbers = addOccurrences(
    session,
    known.entry,
    occurrences.map((each) => occurrenceIn(frame, each)),
    occurrences.map((_, n) => ({ frame, key, index: first + n })),
  );
  for (const number of numbers) known.at.push(number);
  return known.entry.dataUrl.sha256;
}

/** An occurrence as its frame told it. */
function occurrenceIn(
  frame: FrameLink,
  { bytes, sheet, ...told }: Sighting['occurrences'][number],
): Occurrence {
  const occurrence = { frame: frame.url, ...told, cost: 0, ...(sheet && { sheet: sheet.href }) };
  noteSource(occurrence, { bytes, sheet });
  return occurrence;
}

type Change = Extract<FrameMessage, { type: 'changed' }>['changes'][number];

/** Takes what left a watched page, or came back. @returns the ids of the data: URLs that are changed */
export function changeOccurrences(session: Session, frame: FrameLink, changes: Change[]): string[] {
  const entries = new Set<Entry>();
  for (const { key, occurrence, goneAt } of changes) {
    const told = session.scan.sightings.get(frame)?.get(key);
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

/**
 * A frame's document has gone: nothing can be asked of it, and of a watched page all that it told has left with it.
 *
 * @returns the ids of the data: URLs that are changed
 */
export function forgetFrame(session: Session, frame: FrameLink): string[] {
  const { scan, watching } = session;
  const goneAt = Date.now();
  const changes: Change[] = [];
  for (const [key, { entry, at }] of scan.sightings.get(frame) ?? []) {
    for (const [occurrence, number] of at.entries()) {
      changes.push({ key, occurrence, goneAt });
      entry.origins[number] = null;
    }
  }
  const ids = watching ? changeOccurrences(session, frame, changes) : [];
  scan.sightings.delete(frame);
  return ids;
}

/** The id of what a frame names by its key, or null for a key that it has not told. */
export const idOf = (session: Session, frame: FrameLink, key: number): string | null =>
  session.scan.sightings.get(frame)?.get(key)?.entry.dataUrl.sha256 ?? null;

/** The ids of what stands on the element that DevTools left for one of the frames: no other has to answer. */
export async function idsOfMarked(session: Session, name: string): Promise<string[]> {
  const marked = await firstOf(
    Array.from(session.scan.frames.values(), async (frame) => {
      const keys = await frame.ask({ type: 'marked', name });
      return keys === null ? null : keysIn(keys).flatMap((key) => idOf(session, frame, key) ?? []);
    }),
  );
  return marked ?? [];
}

/**
 * Takes what a style sheet held that the worker fetched, as far as the page may hold as much.
 *
 * @param sheets the elements that bring it
 * @param sheet its address, and what it held
 * @returns the ids of the data: URLs
 */
export async function addSheetSightings(
  session: Session,
  sheets: readonly UnreadSheet[],
  { url: sheet, urls }: { url: string; urls: readonly SheetUrl[] },
): Promise<string[]> {
  const { scan } = session;
  const ids: string[] = [];
  await whenPolicies();
  for (const { written, bytes, nth, ...found } of urls) {
    const inert = found.place === 'text';
    const told = sheets.map(({ url: _, ...at }) => ({ ...found, ...at, inert, sheet: { href: sheet, nth } }));
    if (takeRoom(scan.quota, [{ key: 0, text: written, occurrences: told }]).length === 0) {
      sayLimit(session);
      break;
    }
    const inspected = await read(session, written);
    if (scan.signal.aborted) break;
    const entry = entryOf(session, inspected);
    entry.fetched ??= written;
    const occurrences = told.map((each): Occurrence => ({ ...each, cost: 0, sheet }));
    for (const [n, occurrence] of occurrences.entries())
      noteSource(occurrence, { bytes, sheet: told[n]?.sheet });
    const origins = occurrences.map(() => null);
    addOccurrences(session, entry, occurrences, origins);
    ids.push(entry.dataUrl.sha256);
  }
  return ids;
}

/** Milliseconds that a frame has to give a text before another is asked for the same. */
const headStart = 1000;

/** The written URL, asked from a frame that still holds it; null when none does any more. */
export async function textOf(session: Session, id: string): Promise<string | Blob | null> {
  const entry = session.entries.get(id);
  if (!entry) return null;
  if (entry.fetched !== null) return entry.fetched;
  const origins = new Map<FrameLink, Origin>();
  for (const origin of entry.origins) if (origin) origins.set(origin.frame, origin);
  // Those that have not answered before come last.
  const ordered = [...origins.values()].sort((a, b) => Number(a.frame.isSilent) - Number(b.frame.isSilent));
  const asked: Promise<string | Blob | null>[] = [];
  for (const { frame, key } of ordered) {
    asked.push(
      frame
        .ask({ type: 'text', key }, entry.dataUrl.length)
        .then((text) => (typeof text === 'string' || text instanceof Blob ? text : null)),
    );
    // A busy one does not hold back the next, which may be asked for nothing then.
    const text = await Promise.race([firstOf(asked), delay(headStart)]);
    if (text) return text;
  }
  const text = await firstOf(asked);
  if (text !== null) return text;
  return session.network.byRequest.get(entry.requestId)?.text ?? null;
}

/** Asks the frame of an occurrence to show its element; null where it has none that is known, or does not answer. */
export async function showOccurrence(
  session: Session,
  id: string,
  occurrence: number,
): Promise<Shown | null> {
  const answer = await askOrigin(session, id, occurrence, { type: 'show' });
  return shownWords.find((word) => word === answer) ?? null;
}

/** Asks the frame of an occurrence to mark its element by a name; false when it cannot. */
export async function markOccurrence(
  session: Session,
  id: string,
  occurrence: number,
  name: string,
): Promise<boolean> {
  return (await askOrigin(session, id, occurrence, { type: 'mark', name })) === true;
}

function askOrigin(
  { entries }: Session,
  id: string,
  occurrence: number,
  how: { type: 'show' } | { type: 'mark'; name: string },
): ReturnType<FrameLink['ask']> | null {
  const origin = entries.get(id)?.origins[occurrence];
  return origin ? origin.frame.ask({ ...how, key: origin.key, occurrence: origin.index }) : null;
}
