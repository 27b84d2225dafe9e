/**
 * Reads the SVG files that documents draw. They are not documents of the tab, so no script can be injected into them.
 */

import { utf8Length } from '../../../src/data-url/pieces.ts';
import { svgUrls } from '../../../src/inspect.ts';
import type { FileUse, Scan } from '../model/model.ts';
import { during, noteLimit } from '../model/scan.ts';
import { postSoon } from '../posting.ts';
import { addFileSightings } from './file-sightings.ts';
import { fileTexts } from './file-texts.ts';

/** Maximum number of files that are read from the cache at the same time. */
const maxConcurrent = 16;

/**
 * Lists the data: URLs in the files that the browser has cached. All other files, including those that a stopped scan
 * has not read, remain listed as not scanned.
 *
 * @throws if the scan is aborted in the meantime
 */
export async function readImageFiles(scan: Scan): Promise<void> {
  const files = Map.groupBy(scan.files, ({ url }) => url);
  const firsts = [...files.values()].flatMap(([first]) => first ?? []);
  scan.files = [];
  for (const [holder, own] of Map.groupBy(firsts, (each) => each.holder))
    for (let at = 0; at < own.length; at += maxConcurrent) {
      const urls = own.slice(at, at + maxConcurrent).map(({ url }) => url);
      const reading = fileTexts(scan.tab, holder, urls, 'xml');
      const texts = await during(scan, Promise.race([scan.whenStopped, reading]));
      if (!texts) return;
      for (const [n, url] of urls.entries())
        await addImageFile(scan, files.get(url) ?? [], url, texts[n] ?? null);
    }
}

async function addImageFile(scan: Scan, holders: FileUse[], url: string, text: string | null): Promise<void> {
  if (text === null) return;
  scan.unreachable = scan.unreachable.filter((part) => part.kind !== 'image-file' || part.url !== url);
  if (text === '') return;
  const { urls, isWhole } = await during(scan, svgUrls(text));
  if (!isWhole) noteLimit(scan);
  const found = urls.flatMap(({ written, occurrences }) =>
    occurrences.map((each, n) => ({ ...each, written, bytes: utf8Length(written), nth: n + 1, rules: [] })),
  );
  postSoon(scan.tab, await addFileSightings(scan, holders, { url, conditions: [], urls: found }));
}
