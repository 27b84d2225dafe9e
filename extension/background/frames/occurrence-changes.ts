/**
 * Handles a frame's later reports about its occurrences: they were removed, added back, or changed their state. Also
 * handles the removal of the frame's document.
 */

import type { Occurrence } from '../../../src/vocabulary.ts';
import type { FrameMessage } from '../../platform/frame-messages.ts';
import { updateRequests } from '../model/entries.ts';
import type { Entry, FrameLink, OccurrenceFacts, Scan } from '../model/model.ts';
import { isWatching } from '../model/watch-mode.ts';

type Change = Extract<FrameMessage, { type: 'changed' }>['changes'][number];

/** The occurrence that a frame identifies by key and number, with its entry; null if the occurrence is not listed. */
function occurrenceAt(
  scan: Scan,
  frame: FrameLink,
  { key, occurrence }: { key: number; occurrence: number },
): { entry: Entry; changed: Occurrence; facts: OccurrenceFacts } | null {
  const sighted = scan.sightings.get(frame)?.get(key);
  const entry = sighted && scan.entries.byId.get(sighted.read.inspection.sha256);
  const changed = sighted?.occurrences[occurrence];
  const facts = changed && scan.entries.facts.get(changed);
  return entry && facts ? { entry, changed, facts } : null;
}

/** Records the occurrences that a watched page removed or added back. @returns the ids of the changed data: URLs */
export function changeOccurrences(scan: Scan, frame: FrameLink, changes: Change[]): string[] {
  const entries = new Set<Entry>();
  for (const { removedAt, ...change } of changes) {
    const at = occurrenceAt(scan, frame, change);
    if (!at) continue;
    // This change may also have made other occurrences unused.
    scan.unusedSince = performance.now();
    if (removedAt === null) delete at.changed.removedAt;
    else at.changed.removedAt = new Date(Math.min(removedAt, Date.now())).toISOString();
    entries.add(at.entry);
  }
  for (const entry of entries) updateRequests(scan, entry);
  return Array.from(entries, ({ dataUrl }) => dataUrl.sha256);
}

type SeenChange = Extract<FrameMessage, { type: 'seen' }>['seen'][number];

/**
 * Records the outcomes that a frame currently observes for its occurrences, and the number of users of each of their
 * sheets.
 *
 * @returns the ids of the changed data: URLs
 */
export function recordOutcomes(scan: Scan, frame: FrameLink, changes: SeenChange[]): string[] {
  const ids = new Set<string>();
  for (const { sight, users, ...change } of changes) {
    const at = occurrenceAt(scan, frame, change);
    if (!at) continue;
    if (sight !== undefined) at.facts.observed = sight ?? undefined;
    if (sight === 'unused') scan.unusedSince = performance.now();
    if (users !== undefined) at.changed.users = users;
    scan.entries.outdated.add(at.entry);
    ids.add(at.entry.dataUrl.sha256);
  }
  return [...ids];
}

/**
 * Must be called when a frame's document was removed and can no longer answer. On a watched page, all occurrences that
 * the frame reported are marked as removed. On other pages, they are kept as the result of the scan.
 *
 * @returns the ids of the changed data: URLs
 */
export function detachFrame(scan: Scan, frame: FrameLink): string[] {
  const removedAt = Date.now();
  const changes: Change[] = [];
  for (const [key, { occurrences }] of scan.sightings.get(frame) ?? []) {
    for (const [occurrence, each] of occurrences.entries()) {
      const facts = each && scan.entries.facts.get(each);
      if (!facts) continue;
      if (each.removedAt === undefined) changes.push({ key, occurrence, removedAt });
      facts.inFrame = null;
    }
  }
  const ids = isWatching(scan.tab.mode) ? changeOccurrences(scan, frame, changes) : [];
  scan.sightings.delete(frame);
  return ids;
}
