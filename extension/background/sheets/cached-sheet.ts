/**
 * The text of a page's own linked style sheet, to show positions in it, which the CSSOM lacks. The text comes
 * only from the browser's cache, so no request is sent to a server.
 */

import { browser, isFirefox } from '../../platform/browser.ts';
import { sheetLimits } from '../../platform/limits.ts';
import { withTimeout } from '../frames/timeout.ts';
import type { Scan } from '../model/model.ts';

/**
 * @returns null if the sheet has another origin, is not in the cache or too large, or its frame is gone; null in Firefox
 */
export async function cachedSheet({ entries, tab }: Scan, id: string, number: number): Promise<Blob | null> {
  // Firefox sends what its content scripts fetch as the page's: reported by its CSP, seen in its timeline.
  if (isFirefox()) return null;
  const entry = entries.byId.get(id);
  const [sheet, frame] = [entry?.dataUrl.occurrences[number]?.sheet, entry?.origins[number]?.frame];
  if (sheet === undefined || !frame?.isOpen) return null;
  const [text] = await withTimeout(
    browser.scripting.executeScript({
      target: { tabId: tab.id, frameIds: [frame.frameId] },
      injectImmediately: true,
      func: textInCache,
      args: [sheet, sheetLimits.size],
    }),
  );
  return typeof text?.result === 'string' ? new Blob([text.result]) : null;
}

/** Runs in the frame, beside its content script. */
async function textInCache(url: string, maxSize: number): Promise<string | null> {
  try {
    const response = await fetch(url, { mode: 'same-origin', cache: 'only-if-cached' });
    const body = await response.blob();
    if (!response.ok || body.size > maxSize) return null;
    const [, charset] = /charset="?([^\s;"]+)/i.exec(body.type) ?? [];
    return new TextDecoder(charset ?? 'utf-8').decode(await body.arrayBuffer());
  } catch {
    return null;
  }
}
