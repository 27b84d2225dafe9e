/** Creates the scan that replaces a tab's last scan, from its results. The last scan remains unchanged. */

import { addEntry, createEntries, placeOnNetwork, rejudge, removeEntry, updateRequests } from './entries.ts';
import type { CspRequest, Entry, Scan } from './model.ts';
import { createScan } from './scan.ts';

/**
 * A scan of the document that the tab currently shows. Only the following is taken over from the last scan: the page's
 * URL and title until the new ones are known; the request for the CSP header, or its answer; the entries that DevTools
 * reported or that are kept after removal; and the ids of merged entries. Other removals do not matter, because the
 * surfaces replace all rows.
 */
export function nextScan(last: Scan): Scan {
  const next = createScan(last.tab, {
    page: { ...last.page },
    cspRequest: nextRequest(last),
    entries: { ...createEntries(), removed: new Map(last.entries.removed) },
  });
  for (const entry of last.entries.byId.values()) keepEntry(last, next, entry);
  const { removed } = next.entries;
  for (const [id, into] of removed) if (into === null) removed.delete(id);
  return next;
}

/**
 * The CSP request of the next scan. An answer is kept only while its document is open. A request is always kept,
 * because the user's grant may be the reason for the new scan.
 */
function nextRequest({ cspRequest, frames }: Scan): CspRequest | null {
  const isAnswer = cspRequest?.kind === 'answered' || cspRequest?.kind === 'refused';
  return isAnswer && !frames.get(0)?.isOpen ? null : cspRequest;
}

function keepEntry(last: Scan, next: Scan, { dataUrl, requestId, bytes }: Entry): void {
  const { keepsGone } = next.tab.network;
  const occurrences = dataUrl.occurrences.filter(({ removedAt }) => keepsGone && removedAt !== undefined);
  for (const each of occurrences) {
    const facts = last.entries.facts.get(each);
    if (facts) next.entries.facts.set(each, { ...facts, inFrame: null });
  }
  const entry: Entry = {
    dataUrl: { ...dataUrl, occurrences },
    bytes,
    requestId,
    judgedBy: new Set(),
    fetched: null,
  };
  // If the page writes a requested URL in several ways, one entry represents all of them until they are found again.
  const [first] = last.entries.byRequest.get(requestId) ?? [];
  addEntry(next.entries, entry);
  if (first?.dataUrl === dataUrl) placeOnNetwork(next, entry);
  else updateRequests(next, entry);
  if (entry.dataUrl.occurrences.length < dataUrl.occurrences.length) rejudge(next, entry);
  if (entry.dataUrl.occurrences.length === 0) removeEntry(next.entries, entry);
}

/** A copy of a scan with the same facts, but without connections to content scripts. */
const disconnected = (last: Scan, cspRequest: CspRequest | null, state: Scan['state']): Scan =>
  createScan(last.tab, { ...last, cspRequest, sightings: new Map() }, state);

/** The scan of a document that was removed. Surfaces still show its results. */
export const goneScan = (last: Scan): Scan =>
  disconnected(last, null, { kind: 'failed', failure: 'page-gone', detail: '' });

/** The scan of a document that was released because no surface shows it anymore. */
export const releasedScan = (last: Scan): Scan =>
  disconnected(last, last.cspRequest?.kind === 'asking' ? null : last.cspRequest, last.state);
