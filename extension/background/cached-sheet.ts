/**
 * The text of a page's own linked style sheet, for the positions in it, which the CSSOM does not have. It comes from the
 * browser's cache or not at all: no server is asked.
 */
import { browser } from '../platform/browser.ts';
import { sheetLimits } from '../platform/limits.ts';
import type { Scan } from './scan.ts';
import { withTimeout } from './timeout.ts';

/** @returns null where the sheet is of another origin, is not in the cache or is too large, or its frame has gone */
export async function cachedSheet({ entries, tab }: Scan, id: string, number: number): Promise<Blob | null> {
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
