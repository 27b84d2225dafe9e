/** What DevTools report of the network, brought together with what the document's frames report: one entry a URL. */
import { isOfNetwork } from '../../src/vocabulary.ts';
import type { NetworkSighting } from '../platform/messages.ts';
import { entryOf, goneAll, keepOccurrences, placeOnNetwork, updateRequests } from './entries.ts';
import { createNetworkLog, keptLog, type NetworkLog, noteKey, noteRequest } from './network-log.ts';
import { whenPolicies } from './policy.ts';
import { type Read, read, readAtOnce } from './read.ts';
import type { Scan } from './scan.ts';
import type { Tab } from './tab.ts';

interface ReadSighting extends Read {
  text: string | Blob;
}

/**
 * Takes what DevTools saw, each text once.
 *
 * @param network the tab's log when that was reported
 * @param isWhole with this, all that the page requested so far was reported
 * @returns the ids of the data: URLs that are new or changed
 * @throws where the page goes meanwhile, and this with it
 */
export async function addNetworkSightings(
  tab: Tab,
  network: NetworkLog,
  seen: NetworkSighting[],
  isWhole: boolean,
): Promise<Iterable<string>> {
  const ids = new Set<string>();
  await whenPolicies();
  for (let at = 0; at < seen.length; at += readAtOnce) {
    const some = seen.slice(at, at + readAtOnce);
    const found = await Promise.all(some.map((sighting) => readFor(tab, network, sighting)));
    network.signal.throwIfAborted();
    for (const [n, sighting] of some.entries())
      for (const id of addNetworkSighting(tab.scan, sighting, found[n] ?? null)) ids.add(id);
  }
  network.signal.throwIfAborted();
  if (network.isWhole === isWhole) return ids;
  network.isWhole = isWhole;
  const { scan } = tab;
  for (const entry of scan.entries.byId.values()) updateRequests(scan, entry);
  return scan.entries.byId.keys();
}

/** Reads the text that a sighting brought or stands for; null where its entry is there, or nothing was reported. */
async function readFor(
  { scan: { entries } }: Tab,
  { byKey, byRequest }: NetworkLog,
  { key, text: brought }: NetworkSighting,
): Promise<ReadSighting | null> {
  const known = byKey.get(key) ?? '';
  if (brought === undefined && entries.byRequest.has(known)) return null;
  const text = brought ?? byRequest.get(known)?.text;
  return text === undefined ? null : { ...(await read(entries, text)), text };
}

/** Notes one sighting in the tab's log, and in its entries. @returns the ids of those that are new or changed */
export function addNetworkSighting(
  scan: Scan,
  sighting: NetworkSighting,
  found: ReadSighting | null,
): string[] {
  const { tab, entries } = scan;
  if (found) {
    noteKey(tab.network, sighting, found);
    // A page that was scanned before may write it in other ways.
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

/** The page has gone to another address: what DevTools reported of it is forgotten. @returns the ids of what is changed */
export function forgetNetwork(tab: Tab): string[] {
  const { scan } = tab;
  replaceLog(tab, createNetworkLog());
  // What frames reported by number stands at other numbers now; they are scanned again if anyone looks.
  scan.sightings = new Map();
  return keepOccurrences(scan, (each) => !isOfNetwork(each));
}

/** The page has gone to another address: all of it stays in the list, as what is gone. */
export function keepGone(tab: Tab): string[] {
  replaceLog(tab, keptLog(tab.network));
  return goneAll(tab.scan.entries);
}
