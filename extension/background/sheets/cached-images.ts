/** The SVG files that documents draw: no documents of the tab, so that no script can enter them. */

import { utf8Length } from '../../../src/data-url/pieces.ts';
import { svgUrls } from '../../../src/inspect.ts';
import type { Scan, UnreadSheet } from '../model/model.ts';
import { during, noteLimit } from '../model/scan.ts';
import { addFileSightings } from '../scan/sightings.ts';
import { publish } from '../surfaces/posting.ts';
import { cachedText } from './cached-sheet.ts';

/** Files that are read from the cache at the same time. */
const maxConcurrent = 16;

/**
 * Lists the data: URLs of the files that the browser has cached; the others stay named as not scanned.
 *
 * @throws where the scan is aborted meanwhile
 */
export async function readImageFiles(scan: Scan): Promise<void> {
  const files = [...Map.groupBy(scan.files, ({ url }) => url).values()];
  scan.files = [];
  for (let at = 0; at < files.length; at += maxConcurrent)
    await Promise.all(files.slice(at, at + maxConcurrent).map((holders) => readImageFile(scan, holders)));
}

async function readImageFile(scan: Scan, holders: UnreadSheet[]): Promise<void> {
  const [{ holder, url }] = holders as [UnreadSheet];
  const text = await during(scan, cachedText(scan.tab, holder, url, 'xml'));
  if (text === null) return;
  scan.unreachable = scan.unreachable.filter((part) => part.kind !== 'image-file' || part.url !== url);
  if (text === '') return;
  const { urls, isWhole } = await during(scan, svgUrls(text));
  if (!isWhole) noteLimit(scan);
  const found = urls.flatMap(({ written, occurrences }) =>
    occurrences.map((each, n) => ({ ...each, written, bytes: utf8Length(written), nth: n + 1, rules: [] })),
  );
  publish(scan.tab, await addFileSightings(scan, holders, { url, conditions: [], urls: found }));
}
