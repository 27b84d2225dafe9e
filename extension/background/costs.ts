/** The cost of each occurrence of a scan, by the source text that it stands in. */

import { chargeCosts, type SourceText } from '../../src/report/totals.ts';
import { withoutFragment } from '../../src/uri/fragment.ts';
import type { Occurrence } from '../../src/vocabulary.ts';
import type { Entry } from './entries.ts';
import type { FrameLink } from './frame-link.ts';
import type { Scan } from './scan.ts';

/** The text that an occurrence stands in. */
interface Source {
  /** Bytes that it takes in that text, if not those of the written URL. */
  bytes: number | undefined;
  /** The sheet that holds it, and its number there among those of the same text and use. */
  sheet: { href: string; nth: number } | undefined;
}

const sources = new WeakMap<Occurrence, Source>();

/** Must be called for each occurrence that a frame or a sheet reports. */
export function noteSource(occurrence: Occurrence, source: Source): void {
  if (source.bytes !== undefined || source.sheet) sources.set(occurrence, source);
}

/** Sets the cost of the occurrences of some entries. */
export function settleCosts({ frames }: Scan, entries: Iterable<Entry>): void {
  const isInBody = bodyFrames([...frames.values()]);
  for (const entry of entries) {
    chargeCosts(entry.dataUrl.occurrences, (occurrence, at) => sourceText(entry, occurrence, at, isInBody));
  }
}

/** @returns whether a frame's document is part of the body of a data: URL, as a `srcdoc` in that body is */
function bodyFrames(frames: readonly FrameLink[]): (frame: FrameLink) => boolean {
  // False until it is known: what a frame reports of its ancestors may be circular.
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
    // The frame shares its opaque origin with its holder, so that holder is a data: URL: a sandboxed one has its own
    // origin.
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
  // No other scheme has a source text at its address.
  if (!origin || !/^(?:https?|file|ftp):/.test(frame)) return { bytes: own, key: null };
  // Its number among those of the same text is the same in every other frame of the same document.
  return { bytes: own, key: `${origin.index} ${withoutFragment(frame)}` };
}
