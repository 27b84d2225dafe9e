/**
 * The texts of a page's own files: linked style sheets, to show positions in them, which the CSSOM lacks, and SVG that
 * the page draws. They come only from the browser's cache, so no request is sent to a server.
 */

import { browser, isFirefox } from '../../platform/browser.ts';
import { sheetLimits } from '../../platform/limits.ts';
import type { FrameLink } from '../frames/frame-link.ts';
import { withTimeout } from '../frames/timeout.ts';
import type { Scan, Tab } from '../model/model.ts';

/** Milliseconds that a file may take: the cache waits for one that is still being loaded. */
const cacheTime = 1000;

/**
 * @returns null if the sheet has another origin, is not in the cache or too large, or its frame is gone; null in Firefox
 */
export async function cachedSheet({ entries, tab }: Scan, id: string, number: number): Promise<Blob | null> {
  const entry = entries.byId.get(id);
  const [sheet, frame] = [entry?.dataUrl.occurrences[number]?.sheet, entry?.origins[number]?.frame];
  const text = sheet === undefined || !frame ? null : await cachedText(tab, frame, sheet);
  return text === null ? null : new Blob([text]);
}

/**
 * @param type a part of its media type, if it must have one
 * @returns '' for a file of another type, and null as `cachedSheet`, or if its encoding is not known
 */
export async function cachedText(tab: Tab, frame: FrameLink, url: string, type = ''): Promise<string | null> {
  // Firefox sends what its content scripts fetch as the page's: reported by its CSP, seen in its timeline.
  if (isFirefox() || !frame.isOpen) return null;
  const reading = browser.scripting.executeScript({
    target: { tabId: tab.id, frameIds: [frame.frameId] },
    injectImmediately: true,
    func: textInCache,
    args: [url, sheetLimits.size, cacheTime, type],
  });
  const [text] = await withTimeout(reading).catch(() => []);
  return typeof text?.result === 'string' ? text.result : null;
}

/** Runs in the frame, beside its content script. */
async function textInCache(
  url: string,
  maxSize: number,
  maxTime: number,
  type: string,
): Promise<string | null> {
  try {
    const response = await fetch(url, {
      mode: 'same-origin',
      cache: 'only-if-cached',
      signal: AbortSignal.timeout(maxTime),
    });
    const body = await response.blob();
    if (!response.ok || body.size > maxSize) return null;
    if (body.type.startsWith('multipart/')) return null;
    if (!body.type.includes(type)) return '';
    const [, charset] = /charset="?([^\s;"]+)/i.exec(body.type) ?? [];
    // A sheet is decoded as far as that is possible, but what is searched for data: URLs must be read in full.
    return new TextDecoder(charset ?? 'utf-8', { fatal: type !== '' }).decode(await body.arrayBuffer());
  } catch {
    return null;
  }
}
