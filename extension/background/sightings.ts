/** What frames and style sheets tell a session, and what is asked of the frames that told it. */
import { type FrameMessage, type Shown, shownWords } from '../platform/messages.ts';
import { addOccurrences, entryOf, type Read, read, readAtOnce, settle } from './entries.ts';
import { type FrameLink, keysIn } from './frame-link.ts';
import { silence } from './patience.ts';
import { whenPolicies } from './policy.ts';
import type { Told, UnreadSheet } from './scan.ts';
import type { Entry, Origin, Session } from './session.ts';
import type { SheetUrl } from './stylesheets.ts';

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
    const texts = some.map(({ key, text }) =>
      text === undefined ? null : readOrAskAgain(session, frame, key, text),
    );
    const found = await Promise.all(texts);
    if (scan.signal.aborted) return [];
    for (const [n, sighting] of some.entries()) {
      const id = addSighting(session, frame, sighting, found[n] ?? null);
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
function addSighting(
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

/** All that a frame told has left the page with it. @returns the ids of the data: URLs that are changed */
export function frameLeft(session: Session, frame: FrameLink): string[] {
  const goneAt = Date.now();
  const changes: Change[] = [];
  for (const [key, { at }] of session.scan.sightings.get(frame) ?? []) {
    for (let occurrence = 0; occurrence < at.length; occurrence++) changes.push({ key, occurrence, goneAt });
  }
  return changeOccurrences(session, frame, changes);
}

/** The id of what a frame names by its key, or null for a key that it has not told. */
export const idOf = (session: Session, frame: FrameLink, key: number): string | null =>
  session.scan.sightings.get(frame)?.get(key)?.entry.dataUrl.sha256 ?? null;

/** The ids of what stands on the element that DevTools left for one of the frames. */
export async function idsOfMarked(session: Session, name: string): Promise<string[]> {
  // A frame that does not answer holds back none that does.
  const ids = await Promise.all(
    Array.from(session.scan.frames.values(), async (frame) => {
      const keys = await frame.ask({ type: 'marked', name });
      return keysIn(keys).flatMap((key) => idOf(session, frame, key) ?? []);
    }),
  );
  return ids.flat();
}

/** Takes what a style sheet held that the worker fetched. @returns the ids of the data: URLs */
export async function addSheetSightings(
  session: Session,
  { frame, element, selector }: UnreadSheet,
  urls: readonly SheetUrl[],
): Promise<string[]> {
  const ids: string[] = [];
  await whenPolicies();
  for (const { written, place, name, destination, face } of urls) {
    const entry = entryOf(session, await read(session, written));
    entry.fetched ??= written;
    const inert = place === 'text';
    addOccurrences(
      session,
      entry,
      [{ frame, place, element, name, selector, destination, inert, ...(face && { face }) }],
      [null],
    );
    ids.push(entry.dataUrl.sha256);
  }
  return ids;
}

/** The written URL, asked from a frame that still holds it; null when none does any more. */
export async function textOf(session: Session, id: string): Promise<string | Blob | null> {
  const entry = session.entries.get(id);
  if (!entry) return null;
  if (entry.fetched !== null) return entry.fetched;
  const origins = new Map<FrameLink, Origin>();
  for (const origin of entry.origins) if (origin) origins.set(origin.frame, origin);
  // Those that have not answered before come last.
  const ordered = [...origins.values()].sort((a, b) => Number(a.frame.isSilent) - Number(b.frame.isSilent));
  for (const origin of ordered) {
    const text = await origin.frame.ask({ type: 'text', key: origin.key }, entry.dataUrl.length);
    if (typeof text === 'string' || text instanceof Blob) return text;
  }
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
