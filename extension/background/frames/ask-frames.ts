/** Asks frames for the text of a data: URL that they contain, or for the data: URLs on an element. */

import type { FrameAnswer } from '../../platform/frame-messages.ts';
import type { FrameLink, InFrame, Scan } from '../model/model.ts';
import { delay, firstOf } from '../timeout.ts';
import { readOf } from './frame-sightings.ts';

/** Number of milliseconds to wait for one frame's text before the next frame is asked as well. */
const headStart = 1000;

/**
 * Returns the text of a data: URL: from a file or header that the worker read, from a frame that still contains it, or
 * from DevTools; null if none of these can supply the text.
 */
export async function textOf(scan: Scan, id: string): Promise<string | Blob | null> {
  const entry = scan.entries.byId.get(id);
  if (!entry) return null;
  if (entry.fetched !== null) return entry.fetched;
  const places = new Map<FrameLink, InFrame>();
  for (const each of entry.dataUrl.occurrences) {
    const inFrame = scan.entries.facts.get(each)?.inFrame;
    if (inFrame) places.set(inFrame.frame, inFrame);
  }
  // Unresponsive frames are asked last.
  const ordered = [...places.values()].sort(
    (a, b) => Number(a.frame.isUnresponsive) - Number(b.frame.isUnresponsive),
  );
  const asked: Promise<string | Blob | null>[] = [];
  for (const { frame, key } of ordered) {
    asked.push(
      frame
        .ask({ type: 'text', key }, entry.dataUrl.length)
        .then((text) => (typeof text === 'string' || text instanceof Blob ? text : null)),
    );
    // A busy frame must not delay the answer, so the next frame is asked after `headStart`, perhaps needlessly.
    const text = await Promise.race([firstOf(asked), delay(headStart)]);
    if (text) return text;
  }
  const text = await firstOf(asked);
  if (text !== null) return text;
  return scan.tab.network.byRequest.get(entry.requestId)?.text ?? null;
}

/** The id of the text that a frame reported with this key; null if the key is unknown or the text is not listed. */
function idOf(scan: Scan, frame: FrameLink, key: number): string | null {
  const id = readOf(scan, frame, key)?.inspection.sha256 ?? null;
  return id !== null && scan.entries.byId.has(id) ? id : null;
}

/** The ids of the texts whose keys a frame's answer contains. */
export const idsIn = (scan: Scan, frame: FrameLink, answer: FrameAnswer): string[] =>
  Array.isArray(answer)
    ? answer.flatMap((key) => (typeof key === 'number' && idOf(scan, frame, key)) || [])
    : [];

/**
 * The ids of the data: URLs on the element that DevTools marked in one of the frames; empty if no frame finds the
 * element.
 */
export async function idsOfMarked(scan: Scan, name: string): Promise<string[]> {
  const marked = await firstOf(
    Array.from(scan.frames.values(), async (frame) => {
      const keys = await frame.ask({ type: 'marked', name });
      return keys === null ? null : idsIn(scan, frame, keys);
    }),
  );
  return marked ?? [];
}
