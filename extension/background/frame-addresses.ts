/**
 * Frames that show a data: URL report their own address, too: a script may have changed `src` since, or a link may have
 * opened the URL there. It is listed unless an element that holds a frame has the same URL.
 */
import type { Occurrence } from '../../src/vocabulary.ts';
import { documentHolders, type Entry } from './entries.ts';
import type { FrameLink } from './frame-link.ts';
import { type Read, read } from './read.ts';
import { during, type Scan } from './scan.ts';
import { noteSight } from './settle.ts';
import { addSighting, type Sighting } from './sightings.ts';

/** A frame's own address, as the frame reported it. */
export interface FrameAddress {
  frame: FrameLink;
  sighting: Sighting;
}

export const isFrameAddress = ({ occurrences }: Sighting): boolean =>
  occurrences.some(({ place }) => place === 'location');

/**
 * Takes the addresses that were reported since the last call. Must be called when the documents that hold the frames
 * have been read.
 *
 * @returns the ids of the data: URLs that are new or changed
 * @throws where the scan is aborted meanwhile
 */
export async function addFrameAddresses(scan: Scan): Promise<string[]> {
  const addresses = scan.addresses.splice(0);
  const ids: string[] = [];
  for (const { frame, sighting } of addresses) {
    if (sighting.text === undefined) continue;
    const found = await during(scan, read(scan.entries, sighting.text));
    const held = heldByElements(scan, found);
    for (const { occurrence, entry } of held) {
      // Of several frames with the same address it is unknown which one shows it.
      if (held.length === 1) noteSight(occurrence, 'loaded');
      scan.entries.unsettled.add(entry);
      ids.push(entry.dataUrl.sha256);
    }
    if (frame.isOpen && held.length === 0) ids.push(...addSighting(scan, frame, sighting, found));
  }
  return ids;
}

/** The elements that hold a frame and have a URL with the same request id. */
const heldByElements = ({ entries }: Scan, { requestId }: Read): { occurrence: Occurrence; entry: Entry }[] =>
  [...(entries.byRequest.get(requestId) ?? [])].flatMap((entry) =>
    entry.dataUrl.occurrences
      .filter(
        ({ destination, inert, goneAt }) =>
          documentHolders.has(destination) && !inert && goneAt === undefined,
      )
      .map((occurrence) => ({ occurrence, entry })),
  );
