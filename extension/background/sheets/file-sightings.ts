/** Adds to a scan the data: URLs in files and headers that the worker itself has read. */

import type { Occurrence } from '../../../src/vocabulary.ts';
import { addSighting, read, textsOf } from '../frames/frame-sightings.ts';
import { detachFrame } from '../frames/occurrence-changes.ts';
import type { FileUse, Scan, SheetUrl } from '../model/model.ts';
import { whenPolicies } from '../model/own-policies.ts';
import { consume } from '../model/quota.ts';
import { during, noteLimit } from '../model/scan.ts';

/** A data: URL that the worker itself has read in a style sheet, on an element of an SVG file, or in a header. */
export interface FileUrl
  extends Pick<Occurrence, 'place' | 'name' | 'destination'>,
    Partial<Pick<Occurrence, 'element' | 'inert' | 'use' | 'face' | 'dropped' | 'line' | 'column'>>,
    Pick<SheetUrl, 'written' | 'nth'> {
  bytes?: number;
  rules: readonly string[];
}

/**
 * Adds the URLs in a file that the worker has read, as far as the page's quota allows.
 *
 * @param holders the elements that load the file, or the documents that draw the file or have the header
 * @param url the file's URL; null for a header
 * @returns the ids of the data: URLs
 * @throws if the scan is aborted in the meantime
 */
export async function addFileSightings(
  scan: Scan,
  holders: readonly FileUse[],
  { url, conditions, urls }: { url: string | null; conditions: readonly string[]; urls: readonly FileUrl[] },
): Promise<string[]> {
  const ids: string[] = [];
  await whenPolicies();
  const byFrame = Map.groupBy(holders, ({ holder }) => holder);
  for (const { written, nth, ...found } of urls) {
    const occurrencesAt = (elements: readonly FileUse[]) =>
      elements.map(({ element, selector }) => ({
        ...{ element, selector, inert: found.place === 'text' },
        ...found,
        rules: [...conditions, ...found.rules],
        ...(url !== null && { sheet: { href: url, nth } }),
      }));
    const all = { key: 0, text: written, occurrences: occurrencesAt(holders) };
    if (consume(scan.quota, [all]).length === 0) {
      noteLimit(scan);
      break;
    }
    const text = await during(scan, read(scan, written));
    for (const [frame, elements] of byFrame) {
      // Frames never give a text a negative key.
      const key = -1 - textsOf(scan, frame).size;
      addSighting(scan, frame, { key, occurrences: occurrencesAt(elements) }, text);
    }
    const { sha256 } = text.inspection;
    const entry = scan.entries.byId.get(sha256);
    if (entry) entry.fetched ??= written;
    ids.push(sha256);
  }
  // The document of a frame may have been removed while its file was read. The end of the scan posts the change.
  for (const frame of byFrame.keys())
    if (scan.frames.get(frame.frameId) !== frame)
      scan.inOrder(() => {
        for (const id of detachFrame(scan, frame)) scan.tab.unsent.add(id);
      });
  return ids;
}
