/** What the occurrences of a scan cost: which source text each of them stands in. */

import { chargeCosts, type SourceText } from '../../src/report/totals.ts';
import { withoutFragment } from '../../src/uri/fragment.ts';
import type { Occurrence } from '../../src/vocabulary.ts';
import type { Entry } from './entries.ts';
import type { FrameLink } from './frame-link.ts';
import type { Scan } from './scan.ts';

/** What is known of the text that an occurrence stands in. */
interface Source {
  /** Bytes that it takes there, if not those of the written URL. */
  bytes: number | undefined;
  /** The sheet that holds it, and its number among its like in there. */
  sheet: { href: string; nth: number } | undefined;
}

const sources = new WeakMap<Occurrence, Source>();

/** To be called for each occurrence that a frame or a sheet brings. */
export function noteSource(occurrence: Occurrence, source: Source): void {
  if (source.bytes !== undefined || source.sheet) sources.set(occurrence, source);
}

/** Says what the occurrences cost that have changed: to be called before anyone looks. */
export function settleCosts({ entries: { uncharged }, frames }: Scan): void {
  if (uncharged.size === 0) return;
  const isInBody = bodyFrames([...frames.values()]);
  for (const entry of uncharged) {
    chargeCosts(entry.dataUrl.occurrences, (occurrence, at) => sourceText(entry, occurrence, at, isInBody));
  }
  uncharged.clear();
}

/** @returns whether the text of a frame's document stands in the body of a data: URL, as a `srcdoc` in there does */
function bodyFrames(frames: readonly FrameLink[]): (frame: FrameLink) => boolean {
  // False meanwhile: what a frame says of its lineage may lead in a circle.
  const known = new Map<FrameLink, boolean>();
  const isInBody = (frame: FrameLink): boolean => {
    const before = known.get(frame);
    if (before !== undefined) return before;
    known.set(frame, false);
    const result = frame.url.startsWith('data:') || (frame.url === 'about:srcdoc' && isHeldByBody(frame));
    known.set(frame, result);
    return result;
  };
  const isHeldByBody = ({ seen, lineage }: FrameLink): boolean => {
    // An opaque origin that its holder has as well is that of a data: URL: what is sandboxed has one of its own.
    if (seen && lineage.own.endsWith(' null')) return true;
    const holders = frames.filter((each) => each.lineage.own === lineage.parent);
    return holders.length > 0 && holders.every(isInBody);
  };
  return isInBody;
}

function sourceText(
  { bytes, origins }: Entry,
  occurrence: Occurrence,
  at: number,
  isInBody: (frame: FrameLink) => boolean,
): SourceText {
  const { frame, destination } = occurrence;
  const source = sources.get(occurrence);
  const own = source?.bytes ?? bytes;
  if (source?.sheet) {
    const { href, nth } = source.sheet;
    return { bytes: own, key: `${nth} ${destination} ${withoutFragment(href)}` };
  }
  const origin = origins[at];
  if (frame.startsWith('data:') || (origin && isInBody(origin.frame))) return { bytes: 0, key: null };
  // Others than these have no text at their address.
  if (!origin || !/^(?:https?|file|ftp):/.test(frame)) return { bytes: own, key: null };
  // Its number among those of its text in the frame is that in every other frame of the same document.
  return { bytes: own, key: `${origin.index} ${withoutFragment(frame)}` };
}
