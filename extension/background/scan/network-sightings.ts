/** Reads the requests that DevTools report, and adds them to the tab's log and to the scan's entries. */

import type { Coverage, NetworkSighting } from '../../platform/surface-messages.ts';
import { read, readAtOnce } from '../frames/frame-sightings.ts';
import {
  entryOf,
  invalidateAll,
  markAllRemoved,
  placeOnNetwork,
  removeNetworkOccurrences,
} from '../model/entries.ts';
import type { Read, Scan, Tab } from '../model/model.ts';
import { createNetworkLog, keptLog, type NetworkLog, noteKey, noteRequest } from '../model/network-log.ts';
import { whenPolicies } from '../model/own-policies.ts';

interface ReadSighting extends Read {
  text: string | Blob;
}

/**
 * Adds the URLs that DevTools reported, each text once.
 *
 * @param network the tab's log at the time of the report
 * @param coverage which of the page's requests up to now are included; null if more of this report follows, so that the
 *   coverage is not known yet
 * @returns the ids of the data: URLs that are new or have changed
 * @throws if the page navigates in the meantime, which aborts the log
 */
export async function addNetworkSightings(
  tab: Tab,
  network: NetworkLog,
  sightings: NetworkSighting[],
  coverage: Coverage | null,
): Promise<Iterable<string>> {
  const ids = new Set<string>();
  await whenPolicies();
  for (let at = 0; at < sightings.length; at += readAtOnce) {
    const reading = sightings
      .slice(at, at + readAtOnce)
      .map(async (sighting) => ({ sighting, found: await readFor(tab, network, sighting) }));
    const some = await Promise.all(reading);
    network.signal.throwIfAborted();
    for (const { sighting, found } of some)
      for (const id of addNetworkSighting(tab.scan, sighting, found)) ids.add(id);
  }
  network.signal.throwIfAborted();
  if (network.coverage === coverage) return ids;
  network.coverage = coverage;
  return invalidateAll(tab.scan.entries);
}

/**
 * Reads the text of a sighting, or the earlier text with the same key; null if an entry for it exists or no text was
 * reported.
 */
async function readFor(
  { scan }: Tab,
  { byKey, byRequest }: NetworkLog,
  { key, text: brought }: NetworkSighting,
): Promise<ReadSighting | null> {
  const known = byKey.get(key) ?? '';
  if (brought === undefined && scan.entries.byRequest.has(known)) return null;
  const text = brought ?? byRequest.get(known)?.text;
  return text === undefined ? null : { ...(await read(scan, text)), text };
}

/** Records one sighting in the tab's log and entries. @returns the ids of the entries that are new or have changed */
export function addNetworkSighting(
  scan: Scan,
  sighting: NetworkSighting,
  found: ReadSighting | null,
): string[] {
  const { tab, entries } = scan;
  if (found) {
    noteKey(tab.network, sighting, found);
    // The scanned page may write this URL in other ways, for which entries already exist.
    if (!entries.byRequest.has(found.requestId)) entryOf(scan, found);
  }
  const requestId = noteRequest(tab.network, sighting);
  const changed = [...((requestId !== null && entries.byRequest.get(requestId)) || [])];
  for (const entry of changed) placeOnNetwork(scan, entry);
  return changed.map(({ dataUrl }) => dataUrl.sha256);
}

function replaceLog(tab: Tab, log: NetworkLog): void {
  tab.network.abort();
  tab.network = log;
}

/** Clears the log after the page has navigated or DevTools has closed. @returns the ids of all entries */
export function forgetNetwork(tab: Tab): string[] {
  replaceLog(tab, createNetworkLog());
  return removeNetworkOccurrences(tab.scan);
}

/** Keeps all entries in the list after navigation, marked as removed. @returns the ids of all entries */
export function keepGone(tab: Tab): string[] {
  replaceLog(tab, keptLog(tab.network));
  return markAllRemoved(tab.scan.entries);
}
