/** Makes the scan that replaces a tab's last one from what the last one knows. The last one is not changed. */
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
 * A scan of the document that the tab shows now. Only three facts outlive the last scan: the page's shown address and
 * title until they are known anew, the wish to have its server asked, and the entries that DevTools reported or that
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

/** An answer is for the document that was there; a wish outlives the scan that a grant starts. */
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
  // Of several ways to write a requested URL, one stands for all until they are found again.
  const [first] = last.entries.byRequest.get(requestId) ?? [];
  addEntry(next.entries, entry);
  if (first?.dataUrl === dataUrl) placeOnNetwork(next, entry);
  else updateRequests(next, entry);
  if (entry.dataUrl.occurrences.length === 0) removeEntry(next.entries, entry);
}

/** The same facts, without connections to content scripts. */
const held = (last: Scan, server: Server | null, state: SessionState): Scan =>
  createScan(last.tab, crypto.randomUUID(), { ...last, server, sightings: new Map() }, state);

/** The scan of a document that is gone, which stays on show. */
export const goneScan = (last: Scan): Scan =>
  held(last, null, { kind: 'failed', failure: 'page-gone', detail: '' });

/** The scan of a document that no surface shows any more. */
export const releasedScan = (last: Scan): Scan =>
  held(last, last.server?.kind === 'asking' ? null : last.server, last.state);
