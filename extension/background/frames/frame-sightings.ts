/** Reads the texts that frames report, and adds their data: URLs and occurrences to a scan. */

import { requestIdOf } from '../../../src/data-url/request-url.ts';
import { type Identity, identify } from '../../../src/data-url/written.ts';
import { countSheetUrls, inspectIdentified, sheetUrlId } from '../../../src/inspect.ts';
import { ruleIn } from '../../../src/report/css-place.ts';
import type { Sighting } from '../../platform/frame-messages.ts';
import { addOccurrences, entryOf, type NewOccurrence } from '../model/entries.ts';
import type { FrameLink, InFrame, Read, Scan, SightedText, Tab } from '../model/model.ts';
import { whenPolicies } from '../model/own-policies.ts';
import { during } from '../model/scan.ts';
import { timeoutError, withTimeout } from '../timeout.ts';

/**
 * Adds the sightings of a frame: reads each new text, merges it into the entries, and judges the entries.
 *
 * @yields the ids of new or changed data: URLs, in groups. The first group is small because a person is waiting for it.
 * @throws if the scan is aborted in the meantime
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

/** Whether a sighting is the URL of a frame that shows a data: URL: see `frame-addresses.ts`. */
const isFrameAddress = ({ occurrences }: Sighting): boolean =>
  occurrences.some(({ place }) => place === 'location');

/** The result of reading the text that a frame reported with this key; null if the key is unknown. */
export const readOf = (scan: Scan, frame: FrameLink, key: number): Read | null =>
  scan.sightings.get(frame)?.get(key)?.read ?? null;

async function countInBlob(text: Blob, charset: string): ReturnType<typeof countSheetUrls> {
  // In Firefox, the end of a page's large Blob never arrives if it is read before the rest, so the whole Blob is read
  // before it is searched.
  for await (const _ of text.stream());
  return countSheetUrls(text, charset);
}

/** The data: URLs in a frame's data: style sheet, with their counts. The frame is asked for the text only once. */
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
 * Replaces each occurrence that is not listed with null. URLs that are in the body of a data: style sheet are found
 * when the body is read, so an occurrence in the sheet's rules is listed only if a script added the rule.
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

/**
 * Reads a text. If it is a Blob that a busy browser never delivers (see `makeBlob`), the frame is asked for the text
 * again.
 */
async function readOrAskAgain(scan: Scan, frame: FrameLink, key: number, text: string | Blob): Promise<Read> {
  try {
    return await read(scan, text);
  } catch (error) {
    const size = text instanceof Blob ? text.size : 0;
    const again = error === timeoutError ? await frame.ask({ type: 'text', key }, size) : null;
    if (!(again instanceof Blob)) throw error;
    return read(scan, again);
  }
}

/**
 * Merges a sighting into the entries. Occurrences that are not listed become null.
 *
 * @returns the ids of the changed entries; empty if the key is unknown
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
    if (!one) continue;
    added.push(one);
    if (one.facts.observed === 'unused') scan.unusedSince = performance.now();
  }
  // A text without listed occurrences needs no entry.
  if (occurrences.length > 0 && added.length === 0) return [];
  const entry = entryOf(scan, sighted.read);
  addOccurrences(scan, entry, added);
  return [entry.dataUrl.sha256];
}

/** Returns the texts that a frame has reported, by key, and creates the map if needed. */
export function textsOf({ sightings }: Scan, frame: FrameLink): Map<number, SightedText> {
  const texts = sightings.get(frame) ?? new Map<number, SightedText>();
  sightings.set(frame, texts);
  return texts;
}

/** Creates an occurrence from a frame's report or from a file of that frame. */
const newOccurrence = (
  inFrame: InFrame,
  { bytes, sheet, dataSheet: _, sight, rules, ...reported }: Reported,
): NewOccurrence => ({
  occurrence: {
    frame: inFrame.frame.url,
    ...reported,
    cost: 0,
    ...(sheet && { sheet: sheet.href }),
    ...ruleIn(rules),
  },
  facts: { inFrame, observed: sight, bytes, nthInSheet: sheet?.nth },
});

/**
 * Number of texts of a message that are read at the same time. Between two such groups, the worker serves other tabs.
 */
export const readAtOnce = 32;
/** Number of texts in the first group of a scan: about as many as the popup shows. */
export const readFirst = 8;

/** Reads a text, unless it was already read. @throws `timeoutError` if a Blob cannot be read */
export function read(scan: Scan, text: string | Blob): Promise<Read> {
  return typeof text === 'string' ? readText(scan, text) : withTimeout(readText(scan, text), text.size);
}

async function readText({ entries: { byId }, tab }: Scan, text: string | Blob): Promise<Read> {
  // Hashing a large text takes about as long as reading it, so a Blob isn't hashed first if no entry has the same size.
  if (typeof text !== 'string' && ![...byId.values()].some(({ bytes }) => bytes === text.size))
    return readNew(text, text.size);
  const identity = await identify(text);
  const { sha256, bytes } = identity;
  const entry = byId.get(sha256);
  if (entry) return { inspection: entry.dataUrl, requestId: entry.requestId, bytes };
  const known = tab.recent.get(sha256);
  if (known) return known;
  const reading = readNew(text, bytes, identity);
  if (typeof text === 'string' && bytes <= smallSize) keepRecent(tab, sha256, reading);
  return reading;
}

async function readNew(text: string | Blob, bytes: number, identity?: Identity): Promise<Read> {
  const inspection = await inspectIdentified(text, identity);
  return { inspection, requestId: await requestIdOf(text, inspection.sha256), bytes };
}

/**
 * Maximum number of a tab's small texts that are kept, and their maximum size in bytes. The size is limited because an
 * Inspection may keep its text.
 */
const maxRecent = 1000;
const smallSize = 1 << 13;

function keepRecent({ recent }: Tab, id: string, reading: Promise<Read>): void {
  recent.set(id, reading);
  reading.catch(() => recent.delete(id));
  const [oldest = ''] = recent.keys();
  if (recent.size > maxRecent) recent.delete(oldest);
}
