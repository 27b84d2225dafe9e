/**
 * Frames that show a data: URL tell their own address, too: a script may have set `src` to something else since, and a
 * link may have opened it there. It is listed where no element that holds a frame has it.
 */
import { documentHolders, type Read, read } from './entries.ts';
import type { FrameLink } from './frame-link.ts';
import type { Scan } from './scan.ts';
import type { Session } from './session.ts';
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
 */
export async function addFrameAddresses(session: Session, scan: Scan): Promise<string[]> {
  const addresses = scan.addresses.splice(0);
  const ids: string[] = [];
  for (const { frame, sighting } of addresses) {
    if (sighting.text === undefined) continue;
    const found = await read(session, sighting.text);
    if (scan.signal.aborted) return [];
    if (!frame.isOpen || isHeld(session, found)) continue;
    const id = addSighting(session, frame, sighting, found);
    if (id !== null) ids.push(id);
  }
  return ids;
}

/** Whether an element that holds a frame has a URL by which the same is requested. */
const isHeld = ({ byRequest }: Session, { requestId }: Read): boolean =>
  [...(byRequest.get(requestId) ?? [])].some(({ dataUrl }) =>
    dataUrl.occurrences.some(
      ({ destination, inert, goneAt }) => documentHolders.has(destination) && !inert && goneAt === undefined,
    ),
  );
