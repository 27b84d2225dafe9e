/**
 * Finds the data: URLs that the browser dropped from linked and imported style sheets, and the positions of the others.
 * The content script reads only the browser's rules, which contain neither dropped URLs nor positions, so the texts of
 * the sheets are read as well: from DevTools or the browser's cache. In Firefox, which gives extensions access to
 * neither source, the texts are fetched from the sites that the user has granted access to.
 */

import { isDataUrl } from '../../../src/data-url/is-data-url.ts';
import { inTurns } from '../../../src/yield-to-event-loop.ts';
import { isFirefox } from '../../platform/browser.ts';
import { sheetLimits } from '../../platform/limits.ts';
import type { FrameLink, Scan, SheetUrl } from '../model/model.ts';
import { during } from '../model/scan.ts';
import { postSoon } from '../posting.ts';
import { addFileSightings } from './file-sightings.ts';
import { fileTexts } from './file-texts.ts';
import { addPositions } from './positions.ts';
import { findInText, maxSheetTime, readSheets } from './stylesheets.ts';

/** Maximum number of texts that are requested at the same time. */
const maxConcurrent = 16;

/** Records that a frame has read the rules of a sheet. @param url its URL; '' for a sheet that a script made */
export function noteSheetText({ sheetTexts }: Scan, holder: FrameLink, url: string): void {
  // The text of a data: style sheet is read as the body of its URL.
  if (isDataUrl(url)) return;
  const key = `${holder.frameId} ${url}`;
  if (sheetTexts.get(key)?.holder === holder) return;
  const common = { holder, element: '', selector: '' };
  if (url !== '' && sheetTexts.size < sheetLimits.texts)
    sheetTexts.set(key, { url, ...common, state: 'wanted' });
  else sheetTexts.set('', { url: '', ...common, state: 'unread' });
}

/** Whether there are texts that have not been requested yet. */
export const hasWantedTexts = ({ sheetTexts }: Scan): boolean =>
  [...sheetTexts.values()].some(({ state }) => state === 'wanted');

/**
 * Must be called when DevTools has loaded the text of a sheet.
 *
 * @returns whether any text must now be read, for example because it was not found before
 */
export function sheetLoaded(scan: Scan, url: string): boolean {
  for (const each of scan.sheetTexts.values())
    if (each.url === url && each.state === 'unread') each.state = 'wanted';
  return hasWantedTexts(scan);
}

/**
 * Lists the declarations that the browser dropped from the sheets whose texts are available, with positions. The other
 * sheets remain listed as not scanned.
 *
 * @throws if the scan is aborted in the meantime
 */
export async function readSheetTexts(scan: Scan): Promise<void> {
  const wanted = [...scan.sheetTexts.values()].filter(({ state }) => state === 'wanted');
  for (const each of wanted) each.state = 'unread';
  const signal = AbortSignal.any([scan.signal, scan.stopped, AbortSignal.timeout(maxSheetTime)]);
  const ended = new Promise<null>((resolve) => {
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
  // The cache gives a frame only sheets of its own origin, so each frame is tried until one gets the text.
  for (const [holder, own] of Map.groupBy(wanted, (each) => each.holder)) {
    const unread = own.flatMap(({ state, url }) => (state === 'read' ? [] : url));
    for (let at = 0; at < unread.length; at += maxConcurrent) {
      const urls = unread.slice(at, at + maxConcurrent);
      const texts = signal.aborted
        ? null
        : await Promise.race([ended, fileTexts(scan.tab, holder, urls, 'css')]);
      scan.signal.throwIfAborted();
      if (!texts) return;
      for (const [n, url] of urls.entries()) {
        const text = texts[n] ?? null;
        if (text === null) continue;
        await addText(scan, url, (await during(scan, inTurns(findInText(text, url)))).urls);
      }
    }
  }
  if (!isFirefox()) return;
  const urls = new Set(wanted.map(({ url }) => url));
  for await (const sheet of readSheets(urls, scan, signal))
    if ('urls' in sheet) await addText(scan, sheet.url, sheet.urls);
}

async function addText(scan: Scan, url: string, urls: readonly SheetUrl[]): Promise<void> {
  const holders = [...scan.sheetTexts.values()].filter((each) => each.url === url && each.state !== 'read');
  for (const each of holders) each.state = 'read';
  const ids = await addPositions(scan, url, urls);
  const dropped = urls.filter((each) => each.dropped);
  if (dropped.length > 0)
    ids.push(...(await addFileSightings(scan, holders, { url, conditions: [], urls: dropped })));
  if (ids.length > 0) postSoon(scan.tab, ids);
}
