/** Shows occurrences: outlines their elements in the page, or marks them for DevTools. */

import { isElementPicture } from '../../../src/report/picture-place.ts';
import { isKnownToFrame } from '../../../src/report/source-text.ts';
import { showScripts } from '../../platform/content-scripts.ts';
import { type Outlines, readShown, type Shown, type ShowRequest } from '../../platform/show-messages.ts';
import { resultOf, runScript } from '../frames/run-script.ts';
import { numberedOccurrence } from '../model/entries.ts';
import type { Scan } from '../model/model.ts';
import { withTimeout } from '../timeout.ts';

/**
 * Outlines the element of an occurrence or, for an occurrence in CSS, all elements that its rule matches. With the
 * outlines `none`, only counts the elements.
 *
 * @param isHeld whether the outlines stay until `releaseOutlines` is called
 * @returns null if no frame contains the occurrence or its frame does not answer
 */
export async function showOccurrence(
  scan: Scan,
  { id, occurrence: number, outlines }: { id: string; occurrence: number; outlines: Outlines },
  isHeld: boolean,
): Promise<Shown | null> {
  const { occurrence, inFrame } = numberedOccurrence(scan.entries, id, number) ?? {};
  if (!occurrence || !inFrame?.frame.isOpen) return null;
  const name = crypto.randomUUID();
  if (isKnownToFrame(inFrame)) {
    const isMarked = await markOccurrence(scan, id, number, name);
    if (isMarked === null) return null;
    if (!isMarked) return { kind: 'gone', matched: 0, outlined: 0, reason: '', box: null };
  }
  const { rule, conditions = [], selector, face = '' } = occurrence;
  const rules = rule === undefined ? [] : [...conditions, rule];
  // The element is measured only if this occurrence is the picture that the element shows.
  const measures = isElementPicture(occurrence) && occurrence.state?.kind === 'loaded';
  const request = { name, selector, rules, face, outlines, isHeld, measures };
  // The worker does not wait for this, because a frame may be busy. The frame of this occurrence removes its own
  // outlines before it draws new ones.
  if (outlines === 'instead') void endOutlines(scan.tab.id).catch(() => {});
  return withTimeout(show(scan.tab.id, inFrame.frame.frameId, request));
}

async function show(tabId: number, frameId: number, request: ShowRequest): Promise<Shown | null> {
  const where = { frameIds: [frameId] };
  await runScript(tabId, where, { files: showScripts });
  const func = (asked: ShowRequest) => globalThis.dataUrlInspectorShow?.(asked);
  return readShown(await resultOf(tabId, where, { func, args: [request] }));
}

/** Removes the outlines that were last drawn, in all frames. */
const endOutlines = (tabId: number) =>
  runScript(tabId, { allFrames: true }, { func: () => globalThis.dataUrlInspectorEnd?.() });

/** Lets held outlines disappear after the usual time, in all frames that answer. */
export async function releaseOutlines(tabId: number): Promise<void> {
  await runScript(tabId, { allFrames: true }, { func: () => globalThis.dataUrlInspectorRelease?.() });
}

/**
 * Asks the frame of an occurrence to mark its element for DevTools.
 *
 * @returns false if that is impossible; null if there is no answer
 */
export async function markOccurrence(
  { entries }: Scan,
  id: string,
  occurrence: number,
  name: string,
): Promise<boolean | null> {
  const inFrame = numberedOccurrence(entries, id, occurrence)?.inFrame;
  if (!inFrame) return false;
  const { frame, key, index } = inFrame;
  const answer = await frame.ask({ type: 'mark', key, occurrence: index, name });
  return answer === null ? null : answer === true;
}

declare global {
  /** These functions are declared in the script that shows elements. */
  var dataUrlInspectorShow: ((request: ShowRequest) => Shown) | undefined;
  var dataUrlInspectorRelease: (() => void) | undefined;
  var dataUrlInspectorEnd: (() => void) | undefined;
}
