/** What DevTools tells of the network, brought together with what the document's frames tell: one entry a URL. */
import { isOfNetwork } from '../../src/report/report.ts';
import type { NetworkSighting } from '../platform/messages.ts';
import { entryOf, placeOnNetwork, type Read, read, readAtOnce, removeEntry, settle } from './entries.ts';
import { whenPolicies } from './policy.ts';
import { createNetworkLog, type Requested, type Session } from './session.ts';

/**
 * Takes what DevTools saw, each text once.
 *
 * @param isWhole with this, all that the page requested so far was told
 * @returns the ids of the data: URLs that are new or changed
 */
export async function addNetworkSightings(
  session: Session,
  seen: NetworkSighting[],
  isWhole: boolean,
): Promise<Iterable<string>> {
  const { network } = session;
  const ids = new Set<string>();
  await whenPolicies();
  for (let at = 0; at < seen.length; at += readAtOnce) {
    const some = seen.slice(at, at + readAtOnce);
    const found = await Promise.all(some.map((sighting) => readFor(session, sighting)));
    // The page has gone meanwhile, and this with it.
    if (network !== session.network) return [];
    for (const [n, sighting] of some.entries()) {
      const requestId = requestIdFor(session, sighting, found[n] ?? null);
      const requested = network.byRequest.get(requestId);
      if (!requested) continue;
      addRequest(requested, sighting);
      for (const entry of session.byRequest.get(requestId) ?? []) {
        placeOnNetwork(session, entry);
        ids.add(entry.dataUrl.sha256);
      }
    }
  }
  if (network.isWhole === isWhole) return ids;
  network.isWhole = isWhole;
  for (const entry of session.entries.values()) settle(session, entry);
  return session.entries.keys();
}

interface Found extends Read {
  text: string | Blob;
}

/** Reads the text that a sighting brought or stands for; null where its entry is there, or nothing was told. */
async function readFor(session: Session, { key, text: brought }: NetworkSighting): Promise<Found | null> {
  const { network, byRequest } = session;
  const known = network.byKey.get(key) ?? '';
  if (brought === undefined && byRequest.has(known)) return null;
  const text = brought ?? network.byRequest.get(known)?.text;
  return text === undefined ? null : { ...(await read(session, text)), text };
}

/** What the panel's key stands for, with an entry at least; '' for a key that it has not told. */
function requestIdFor(
  session: Session,
  { key, destination, file }: NetworkSighting,
  found: Found | null,
): string {
  const { network } = session;
  if (!found) return network.byKey.get(key) ?? '';
  const { requestId, text } = found;
  network.byKey.set(key, requestId);
  if (!network.byRequest.has(requestId)) {
    network.byRequest.set(requestId, { text, destination, requests: new Map(), file, isCurrent: true });
  }
  // A page that was read before may write it in other ways.
  if (!session.byRequest.has(requestId)) entryOf(session, found);
  return requestId;
}

function addRequest(requested: Requested, { request, nth }: NetworkSighting): void {
  requested.isCurrent = true;
  if (!request) return;
  // Of a resource is told less than of its request.
  requested.destination = request.destination;
  requested.requests.set(`${request.startedAt} ${nth} ${request.destination}`, request);
}

/** The page has gone to another address: what DevTools told of it is forgotten. @returns the ids of what is changed */
export function forgetNetwork(session: Session): string[] {
  const ids = [...session.entries.keys()];
  session.network = createNetworkLog();
  // What frames told by number stands at other numbers now; they are read again if anyone looks.
  session.scan.sightings = new Map();
  for (const entry of [...session.entries.values()]) {
    const { dataUrl } = entry;
    const isKept = dataUrl.occurrences.map((each) => !isOfNetwork(each));
    entry.origins = entry.origins.filter((_, at) => isKept[at]);
    dataUrl.occurrences = dataUrl.occurrences.filter((_, at) => isKept[at]);
    if (dataUrl.occurrences.length === 0) removeEntry(session, entry);
    else settle(session, entry);
  }
  return ids;
}

/** The page has gone to another address: all of it stays in the list, as what has gone. */
export function keepGone(session: Session): string[] {
  // Another log, so that what was told of the page before and is still being read comes too late.
  session.network = { ...session.network, headers: null, keepsGone: true };
  for (const requested of session.network.byRequest.values()) requested.isCurrent = false;
  occurrencesGone(session);
  return [...session.entries.keys()];
}

export function occurrencesGone({ entries, uncharged }: Session): void {
  const goneAt = new Date().toISOString();
  for (const entry of entries.values()) {
    for (const occurrence of entry.dataUrl.occurrences) occurrence.goneAt ??= goneAt;
    uncharged.add(entry);
  }
}
