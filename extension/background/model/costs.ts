/** The cost of each occurrence of a scan, by the source text that contains it. */

import { chargeCosts, type SourceText } from '../../../src/report/totals.ts';
import { withoutFragment } from '../../../src/uri/fragment.ts';
import type { Occurrence } from '../../../src/vocabulary.ts';
import type { Entry, FrameLink, OccurrenceFacts, Scan } from './model.ts';

/** Sets the cost of the occurrences of some entries. */
export function computeCosts({ frames, entries: { facts } }: Scan, entries: Iterable<Entry>): void {
  const isInBody = bodyFrames([...frames.values()]);
  for (const { bytes, dataUrl } of entries)
    chargeCosts(dataUrl.occurrences, (each) => sourceText(bytes, each, facts.get(each), isInBody));
}

/** @returns whether a frame's document is part of the body of a data: URL, as a `srcdoc` in that body is */
function bodyFrames(frames: readonly FrameLink[]): (frame: FrameLink) => boolean {
  // False while being computed: the ancestors that frames report may form a cycle.
  const known = new Map<FrameLink, boolean>();
  const isInBody = (frame: FrameLink): boolean => {
    const before = known.get(frame);
    if (before !== undefined) return before;
    known.set(frame, false);
    const result = frame.url.startsWith('data:') || (frame.url === 'about:srcdoc' && isHeldByBody(frame));
    known.set(frame, result);
    return result;
  };
  const isHeldByBody = ({ isAccessible, lineage }: FrameLink): boolean => {
    // The frame shares its opaque origin with its parent, so the parent is a data: URL: a sandboxed frame has
    // an origin of its own.
    if (isAccessible && lineage.own.endsWith(' null')) return true;
    const holders = frames.filter((each) => each.lineage.own === lineage.parent);
    return holders.length > 0 && holders.every(isInBody);
  };
  return isInBody;
}

function sourceText(
  bytes: number,
  { frame, destination, sheet, dropped }: Occurrence,
  known: OccurrenceFacts | undefined,
  isInBody: (frame: FrameLink) => boolean,
): SourceText {
  const own = known?.bytes ?? bytes;
  if (sheet !== undefined && known?.nthInSheet !== undefined) {
    // Dropped CSS is numbered by the sheet's text, all else by its rules.
    const nth = `${dropped ? 'dropped ' : ''}${known.nthInSheet}`;
    return { bytes: own, key: `${nth} ${destination} ${withoutFragment(sheet)}` };
  }
  const origin = known?.origin;
  if (frame.startsWith('data:') || (origin && isInBody(origin.frame))) return { bytes: 0, key: null };
  // Documents of other schemes have no source text at their address.
  if (!origin || !/^(?:https?|file|ftp):/.test(frame)) return { bytes: own, key: null };
  // The index among occurrences of the same text is equal in all frames that show this document. A header is another text.
  const text = origin.key < 0 ? 'header' : '';
  return { bytes: own, key: `${text} ${origin.index} ${withoutFragment(frame)}` };
}
