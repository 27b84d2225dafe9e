/**
 * What browsers drop of linked and imported sheets, which the rules that a page has lack: read from the sheets' texts,
 * as far as the browser has cached them.
 */
import { inTurns } from '../../../src/yield-to-event-loop.ts';
import { sheetLimits } from '../../platform/limits.ts';
import type { FrameLink } from '../frames/frame-link.ts';
import type { Scan } from '../model/model.ts';
import { during } from '../model/scan.ts';
import { addFileSightings } from '../scan/sightings.ts';
import { publish } from '../surfaces/posting.ts';
import { cachedTexts, linkedSheets } from './cached-sheet.ts';
import { findInText } from './stylesheets.ts';

/** Frames that are asked, and sheets that are read from the cache, at the same time. */
const maxConcurrent = 16;

const inParts = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / maxConcurrent) }, (_, n) =>
    all.slice(n * maxConcurrent, (n + 1) * maxConcurrent),
  );

/** Lists the data: URLs that browsers drop; all others are found in the rules. @throws where the scan is aborted meanwhile */
export async function searchLinkedSheets(scan: Scan): Promise<void> {
  // Only frames that have our script: in another document, one more could be the browser's end of the page.
  const frames = [...scan.frames.values()].filter(({ isOpen, isFinished }) => isOpen && isFinished);
  for (const part of inParts(frames)) {
    const all = await during(scan, Promise.all(part.map((frame) => linkedSheets(scan.tab, frame))));
    for (const [n, holder] of part.entries()) {
      const left = sheetLimits.sheets - scan.searched.size;
      const own = (all[n] ?? []).filter((url) => !scan.searched.has(url)).slice(0, left);
      for (const urls of inParts(own)) await readSheetsOf(scan, holder, urls);
    }
  }
}

async function readSheetsOf(scan: Scan, holder: FrameLink, urls: string[]): Promise<void> {
  for (const url of urls) scan.searched.add(url);
  const texts = await during(scan, cachedTexts(scan.tab, holder, urls, 'css'));
  for (const [n, url] of urls.entries()) if (texts[n]) await addDropped(scan, holder, url, texts[n]);
}

async function addDropped(scan: Scan, holder: FrameLink, url: string, text: string): Promise<void> {
  const { urls } = await during(scan, inTurns(findInText(text, url)));
  const dropped = urls.filter((each) => each.dropped);
  if (dropped.length === 0) return;
  const at = { element: '', selector: '', url, holder, frame: holder.url };
  publish(scan.tab, await addFileSightings(scan, [at], { url, conditions: [], urls: dropped }));
}
