/** The scans that take the place of a tab's last one, made from what it knows; the last one stays as it is. */
import type { SessionState } from '../platform/messages.ts';
import {
  addEntry,
  createEntries,
  type Entry,
  placeOnNetwork,
  removeEntry,
  updateRequests,
} from './entries.ts';
import { createScan, type Scan, type Server } from './scan.ts';

/**
 * A scan of whatever document the tab shows now. Only three facts outlive the last one: what is shown of the page
 * until it is known anew, the wish to have its server asked, and of the entries those that DevTools reported or that
 * are kept though they are gone.
 */
export function nextScan(last: Scan): Scan {
  const next = createScan(last.tab, crypto.randomUUID(), {
    page: { ...last.page },
    server: nextServer(last),
    entries: { ...createEntries(), removed: new Map(last.entries.removed) },
  });
  for (const entry of last.entries.byId.values()) keepEntry(last, next, entry);
  return next;
}

/** An answer is for the document that was there; a wish outlives the scan that a grant brings. */
function nextServer({ server, frames }: Scan): Server | null {
  const isAnswer = server?.kind === 'answered' || server?.kind === 'refused';
  return isAnswer && !frames.get(0)?.isOpen ? null : server;
}

function keepEntry(last: Scan, next: Scan, { dataUrl, requestId, bytes }: Entry): void {
  const { keepsGone } = next.tab.network;
  const occurrences = keepsGone ? dataUrl.occurrences.filter(({ goneAt }) => goneAt !== undefined) : [];
  const entry: Entry = {
    dataUrl: { ...dataUrl, occurrences },
    bytes,
    origins: occurrences.map(() => null),
    requestId,
    judgedBy: new Set(),
    fetched: null,
  };
  // Of several ways to write what was requested, one stands for all until they are found again.
  const [first] = last.entries.byRequest.get(requestId) ?? [];
  addEntry(next.entries, entry);
  if (first?.dataUrl === dataUrl) placeOnNetwork(next, entry);
  else updateRequests(next, entry);
  if (entry.dataUrl.occurrences.length === 0) removeEntry(next.entries, entry);
}

/** The same facts without content scripts to ask or to listen to. */
const held = (last: Scan, server: Server | null, state: SessionState): Scan =>
  createScan(last.tab, crypto.randomUUID(), { ...last, server, sightings: new Map() }, state);

/** What is still shown of a document that is gone. */
export const goneScan = (last: Scan): Scan =>
  held(last, null, { kind: 'failed', failure: 'page-gone', detail: '' });

/** What is still known of a document that nobody looks at. */
export const releasedScan = (last: Scan): Scan =>
  held(last, last.server?.kind === 'asking' ? null : last.server, last.state);
