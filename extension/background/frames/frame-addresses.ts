/**
 * A frame that shows a data: URL reports this URL itself, because a script may have changed `src` since, or a link may
 * have opened the URL in the frame. The URL is listed unless a frame element has the same URL.
 */

import { framed, type Occurrence } from '../../../src/vocabulary.ts';
import type { Entry, OccurrenceFacts, Read, Scan } from '../model/model.ts';
import { during } from '../model/scan.ts';
import { addSighting, read } from './frame-sightings.ts';

/**
 * Adds the frames' own URLs that were reported since the last call. Must be called after the documents that contain the
 * frames have been read.
 *
 * @returns the ids of the data: URLs that are new or have changed
 * @throws if the scan is aborted in the meantime
 */
export async function addFrameAddresses(scan: Scan): Promise<string[]> {
  const addresses = scan.addresses.splice(0);
  const ids: string[] = [];
  for (const { frame, sighting } of addresses) {
    if (sighting.text === undefined) continue;
    const found = await during(scan, read(scan, sighting.text));
    const holders = heldByElements(scan, found);
    for (const { held, entry } of holders) {
      // If several elements have this URL, it is unknown which of them contains the frame.
      if (holders.length === 1) held.observed = 'loaded';
      scan.entries.outdated.add(entry);
      ids.push(entry.dataUrl.sha256);
    }
    if (frame.isOpen && holders.length === 0) ids.push(...addSighting(scan, frame, sighting, found));
  }
  return ids;
}

/** The occurrences on frame elements whose URL has the same request id. */
const heldByElements = (
  { entries: { byRequest, facts } }: Scan,
  { requestId }: Read,
): { held: OccurrenceFacts; entry: Entry }[] =>
  [...(byRequest.get(requestId) ?? [])].flatMap((entry) =>
    entry.dataUrl.occurrences.flatMap((each) => {
      const held = holdsDocument(each) && facts.get(each);
      return held ? { held, entry } : [];
    }),
  );

const holdsDocument = ({ destination, inert, removedAt }: Occurrence): boolean =>
  framed.includes(destination) && !inert && removedAt === undefined;
