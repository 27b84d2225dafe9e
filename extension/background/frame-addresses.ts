/**
 * Frames that show a data: URL report their own address, too: a script may have set `src` to something else since, and
 * a link may have opened it there. It is listed where no element that holds a frame has it.
 */
import { documentHolders } from './entries.ts';
import type { FrameLink } from './frame-link.ts';
import { type Read, read } from './read.ts';
import { during, type Scan } from './scan.ts';
import { addSighting, type Sighting } from './sightings.ts';

/** What a frame found out of its own address. */
export interface FrameAddress {
  frame: FrameLink;
  sighting: Sighting;
}

export const isFrameAddress = ({ occurrences }: Sighting): boolean =>
  occurrences.some(({ place }) => place === 'location');

/**
 * Takes the addresses that have come since the last call. To be called when the documents that hold the frames have
 * been read.
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
    if (frame.isOpen && !isHeldByElement(scan, found)) ids.push(...addSighting(scan, frame, sighting, found));
  }
  return ids;
}

/** Whether an element that holds a frame has a URL by which the same is requested. */
const isHeldByElement = ({ entries }: Scan, { requestId }: Read): boolean =>
  [...(entries.byRequest.get(requestId) ?? [])].some(({ dataUrl }) =>
    dataUrl.occurrences.some(
      ({ destination, inert, goneAt }) => documentHolders.has(destination) && !inert && goneAt === undefined,
    ),
  );
