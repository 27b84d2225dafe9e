/** Sets the cost and the state of the occurrences of a scan, before they are read. */

import { type Directives, parsePolicies } from '../../../src/csp/csp.ts';
import type { Outcome } from '../../../src/outcome/outcome.ts';
import { outcomeAt } from '../../../src/outcome/outcome-of.ts';
import { stateOf } from '../../../src/outcome/state.ts';
import { chargeCosts, type SourceText } from '../../../src/report/totals.ts';
import { withoutFragment } from '../../../src/uri/fragment.ts';
import type { Occurrence } from '../../../src/vocabulary.ts';
import { type Entry, type FrameLink, isKnownToFrame, type OccurrenceFacts, type Scan } from './model.ts';
import { policiesOf } from './page-csp.ts';

/** By the worker's own address, so that this file also runs outside an extension. */
const browser = globalThis.location?.protocol === 'moz-extension:' ? 'Firefox' : 'Chromium';

/**
 * The step between a change and what is shown of it: computes the costs and states of the entries that have changed.
 * Surfaces' answers and postings begin with it, and so do the Report and its totals.
 */
export function computeOutcomes(scan: Scan): void {
  const { outdated } = scan.entries;
  if (outdated.size === 0) return;
  computeCosts(scan, outdated);
  computeStates(scan, outdated);
  outdated.clear();
}

/** Sets the cost of the occurrences of some entries. */
function computeCosts({ frames, entries: { facts } }: Scan, entries: Iterable<Entry>): void {
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
  const text = isKnownToFrame(origin) ? '' : 'header';
  return { bytes: own, key: `${text} ${origin.index} ${withoutFragment(frame)}` };
}

function computeStates(scan: Scan, changed: Iterable<Entry>): void {
  const {
    tab,
    entries: { facts },
  } = scan;
  const enforced = directivesByDocument(scan);
  const isWhole = tab.network.coverage === 'whole';
  for (const { dataUrl, requestId } of changed) {
    const { requests = [], occurrences } = dataUrl;
    const isReported = tab.network.byRequest.get(requestId)?.file === null;
    const outcomes = new Map<string, Outcome>();
    for (const occurrence of occurrences) {
      const { frame, destination, element, name, use } = occurrence;
      const known = facts.get(occurrence);
      const isQuirky = known?.origin?.frame.isQuirky;
      const key = [destination, isQuirky, element, name, use].join(' ');
      const outcome = outcomes.get(key) ?? outcomeAt(dataUrl, occurrence, { browser, isQuirky });
      outcomes.set(key, outcome);
      occurrence.state = stateOf(occurrence, {
        sight: known?.observed,
        requests,
        isReported,
        isWhole,
        policies: enforced.get(frame) ?? [],
        browser,
        outcome,
      });
    }
  }
}

/** The enforced policies of documents, by the documents' addresses. */
function directivesByDocument(scan: Scan): Map<string, Directives[]> {
  const enforced = new Map<string, Directives[]>();
  for (const policy of [...policiesOf(scan), ...scan.enforcedPolicies]) {
    if (policy.reportOnly) continue;
    const parsed = parsePolicies({ ...policy, browser });
    enforced.set(policy.frame, [...(enforced.get(policy.frame) ?? []), ...parsed]);
  }
  return enforced;
}
