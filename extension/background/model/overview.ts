/** Computes the result of a scan: its Report, the findings about the page as a whole, and its counts. */

import { parsePolicies } from '../../../src/csp/csp.ts';
import { countingFlagged } from '../../../src/report/effects.ts';
import type { DataUrl, Finding, Report, Unreachable } from '../../../src/report/report.ts';
import { jsonTextsOf } from '../../../src/report/report-json.ts';
import { stableParts, stablyOrdering } from '../../../src/report/stable-order.ts';
import { blobOf } from '../../../src/report/text-blob.ts';
import { totaling } from '../../../src/report/totals.ts';
import { partLocation, unreadParts } from '../../../src/report/unreachable.ts';
import { judgingPage } from '../../../src/rules/index.ts';
import { withoutFragment } from '../../../src/uri/fragment.ts';
import { withoutPassword } from '../../../src/uri/misleading.ts';
import { atOnce, inTurns, turn } from '../../../src/yield-to-event-loop.ts';
import { sitePattern } from '../../platform/origins.ts';
import type { CspRequestState, Overview } from '../../platform/surface-updates.ts';
import { rejudge } from './entries.ts';
import type { Scan } from './model.ts';
import { computeOutcomes } from './outcomes.ts';
import { policyFor } from './own-policies.ts';
import { headerPoliciesOf, linksOf, policiesOf } from './page-csp.ts';
import { isWatching } from './watch-mode.ts';

/** Judges all entries again. Must be called when the user's or the administrator's policy has changed. */
export async function rejudgeAll(scan: Scan): Promise<void> {
  for (const entry of scan.entries.byId.values()) {
    rejudge(scan, entry);
    await turn();
  }
  await inTurns(judgedNow(scan));
}

/**
 * The current Report as JSON, as an array of one Report. Written in parts, because the length of a string is limited.
 */
export async function reportJson(scan: Scan): Promise<Blob> {
  return blobOf(jsonTextsOf(await reportIn(scan)), 'application/json');
}

/** The current Report. Most of its data: URLs are the scan's own objects, not copies. */
export const reportOf = (scan: Scan): Report => atOnce(reporting(scan));

/** Like `reportOf`, but pauses so that other work can run in between. */
export const reportIn = (scan: Scan): Promise<Report> => inTurns(reporting(scan));

function* reporting(scan: Scan): Generator<void, Report, void> {
  computeOutcomes(scan);
  const dataUrls = yield* stablyOrdering(dataUrlsOf(scan), {
    page: scan.page.url,
    numberOf: (occurrence) => scan.entries.facts.get(occurrence)?.number ?? 0,
  });
  const overview = yield* overviewing(scan, yield* judging(scan, dataUrls), dataUrls);
  return { version: 2, ...overview, unreachable: stableParts(overview.unreachable), dataUrls };
}

const judging = (scan: Scan, dataUrls: readonly DataUrl[]) =>
  judgingPage({
    ...{ page: scan.page, dataUrls, csp: policiesOf(scan), policy: policyFor(scan.page.url) },
    watchedMs: isWatching(scan.tab.mode) ? performance.now() - scan.unusedSince : 0,
  });

/** Removes duplicate parts, except for frames, which are all kept. */
function distinct(items: readonly Unreachable[]): Unreachable[] {
  const known = new Set<string>();
  return items.filter((item) => {
    const key = `${item.kind} ${partLocation(item)} ${item.reason}`;
    return item.kind === 'frame' || known.size < known.add(key).size;
  });
}

function unreachableOf(scan: Scan): Unreachable[] {
  const { page, cspRequest, tab } = scan;
  const { url } = page;
  // Only passwords are removed from URLs, because the surfaces request grants with some of them.
  const unread = [...scan.sheetTexts.values()].filter(({ state }) => state !== 'read');
  const unreachable: Unreachable[] = [
    ...scan.unreachable,
    ...unread.map(({ url }) => ({ kind: 'stylesheet', url, reason: 'unread-text' }) as const),
    ...scan.unanswered.map((each) => (each.kind === 'page' ? { ...each, url } : each)),
  ].map((each) => ({ ...each, url: withoutPassword(each.url) }));
  const { coverage } = tab.network;
  if (coverage === 'some' || coverage === 'late') {
    const reason = coverage === 'late' ? 'not-told' : 'partly-reported';
    unreachable.push({ kind: 'network', url, reason });
  }
  // A document that was not loaded over HTTP has no headers.
  if (sitePattern(url) !== null && headerPoliciesOf(scan) === null) {
    const reason = cspRequest?.kind === 'refused' ? cspRequest.reason : 'not-asked';
    unreachable.push({ kind: 'headers', url, reason });
  }
  const links = linksOf(scan);
  for (const { frameId, url } of scan.frames.values())
    if (frameId !== 0 && sitePattern(url) !== null && !links.has(withoutFragment(url)))
      unreachable.push({ kind: 'headers', url: withoutPassword(url), reason: 'not-asked' });
  return distinct(unreachable);
}

/** The Report without its list of data: URLs. */
export const overviewOf = (scan: Scan): Overview => atOnce(overviewing(scan));

/**
 * Like `overviewOf`, but a generator that yields now and then.
 *
 * @param judged the findings about the page as a whole, if they are already known
 * @param dataUrls by default, all data: URLs of the scan
 */
export function* overviewing(
  scan: Scan,
  judged?: Finding[],
  dataUrls: Iterable<DataUrl> = dataUrlsOf(scan),
): Generator<void, Overview, void> {
  const findings = judged ?? (yield* pageFindings(scan));
  computeOutcomes(scan);
  const totals = yield* totaling(dataUrls, findings);
  const { scanMs, longestTaskMs, totalMs } = scan.timing;
  return {
    page: { ...scan.page, frames: scan.frames.size },
    unreachable: unreachableOf(scan),
    timing: { scanMs, longestTaskMs, totalMs },
    totals,
    findings,
  };
}

/**
 * With at most `fewEntries` entries, page rules run at every update; with more, at most once per `judgingInterval`
 * milliseconds.
 */
const fewEntries = 500;
const judgingInterval = 1000;

/**
 * The findings about the page as a whole. During the scan, these are the previous ones; on a large page, they may be up
 * to a second old.
 */
function* pageFindings(scan: Scan): Generator<void, Finding[], void> {
  const { judged, state, entries } = scan;
  if (state.kind === 'reading' || state.kind === 'unscanned') return judged?.findings ?? [];
  if (judged && entries.byId.size > fewEntries && performance.now() - judged.at < judgingInterval) {
    return judged.findings;
  }
  return yield* judgedNow(scan);
}

function* judgedNow(scan: Scan): Generator<void, Finding[], void> {
  const { network } = scan.tab;
  const { headers } = network;
  computeOutcomes(scan);
  const findings = yield* judging(scan, [...dataUrlsOf(scan)]);
  // If headers have arrived in the meantime, nothing is stored, so that the next call judges again.
  if (network.headers === headers) scan.judged = { findings, at: performance.now() };
  return findings;
}

function* dataUrlsOf(scan: Scan): Generator<DataUrl> {
  for (const { dataUrl } of scan.entries.byId.values()) yield dataUrl;
}

/**
 * The state of the request for the CSP header; null if the request was not sent or has failed, or if DevTools reported
 * the headers instead.
 */
export function cspRequestState({ tab: { network }, cspRequest }: Scan): CspRequestState {
  if (network.headers !== null) return null;
  if (cspRequest?.kind === 'answered') {
    const policies = cspRequest.policies.flatMap((each) => parsePolicies({ ...each, source: 'header' }));
    return { kind: 'answered', policies: policies.length };
  }
  return cspRequest?.kind === 'asking' ? { kind: 'asking' } : null;
}

/** The numbers for the badge. */
export interface Counts {
  /** The number of distinct data: URLs that the page has not removed. */
  all: number;
  /** See `countingFlagged`. */
  flagged: number;
  /** Whether every part of the page that may contain data: URLs has been read. */
  isWhole: boolean;
}

/**
 * The kinds of parts that don't count as parts of the page: they may be unknown even if the page was scanned
 * completely.
 */
const noPart: readonly Unreachable['kind'][] = ['headers', 'network'];

const isRemoved = (occurrences: DataUrl['occurrences']): boolean =>
  occurrences.every(({ removedAt }) => removedAt !== undefined);

export async function countsOf(scan: Scan): Promise<Counts> {
  const { findings, unreachable } = await inTurns(overviewing(scan));
  const flagged = await inTurns(countingFlagged(dataUrlsOf(scan), findings));
  let all = 0;
  for (const { occurrences } of dataUrlsOf(scan)) if (!isRemoved(occurrences)) all++;
  const isWhole =
    scan.state.kind === 'done' && unreadParts(unreachable).every(({ kind }) => noPart.includes(kind));
  return { all, flagged, isWhole };
}
