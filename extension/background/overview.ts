/** What a scan comes to: its Report, the findings on the page as a whole, its counts. */
import { type CspPolicy, parsePolicies } from '../../src/csp.ts';
import { blobOf } from '../../src/report/parts.ts';
import type { DataUrl, Finding, Report, Unreachable } from '../../src/report/report.ts';
import { flaggedCount, totaling } from '../../src/report/totals.ts';
import { withoutReading } from '../../src/report/without-reading.ts';
import { judgingPage } from '../../src/rules/index.ts';
import { atOnce, inTurns, turn } from '../../src/turns.ts';
import { withoutPassword } from '../../src/uri/misleading.ts';
import { dataUrlIn, rowFor } from '../platform/answers.ts';
import type { Address, Overview, Row, ServerState } from '../platform/messages.ts';
import { sitePattern } from '../platform/origins.ts';
import { settleCosts } from './costs.ts';
import { rejudge } from './entries.ts';
import { policyFor } from './policy.ts';
import type { Scan } from './scan.ts';

/** To be called when another policy holds: judges all anew. */
export async function rejudgeAll(scan: Scan): Promise<void> {
  for (const entry of scan.entries.byId.values()) {
    rejudge(scan, entry);
    await turn();
  }
  await inTurns(judgedNow(scan));
}

/** The Report as it stands now, as JSON: an array of one, in parts, since a string has a longest length. */
export async function reportJson(scan: Scan): Promise<Blob> {
  return blobOf(jsonTexts(await reportIn(scan)), 'application/json');
}

function* jsonTexts({ version, page, unreachable, timing, totals, dataUrls, findings }: Report) {
  const start = JSON.stringify({ version, page, unreachable, timing, totals }).slice(0, -1);
  yield `[${start},"dataUrls":[`;
  let separator = '';
  for (const dataUrl of dataUrls) {
    yield separator + JSON.stringify(withoutReading(dataUrl));
    separator = ',';
  }
  yield `],"findings":${JSON.stringify(findings)}}]`;
}

/** The Report as it stands now; its data: URLs are the scan's own. */
export const reportOf = (scan: Scan): Report => atOnce(reporting(scan));

/** The same in turns. */
export const reportIn = (scan: Scan): Promise<Report> => inTurns(reporting(scan));

function* reporting(scan: Scan): Generator<void, Report, void> {
  const overview = yield* overviewing(scan, yield* judgedNow(scan));
  return { version: 2, ...overview, dataUrls: [...dataUrlsOf(scan)] };
}

/** The policies that the page's server sends, with where they are known from; null where they are not. */
function headersOf({
  tab: { network },
  server,
}: Scan): Pick<CspPolicy, 'source' | 'text' | 'reportOnly'>[] | null {
  if (network.headers) return network.headers.map((each) => ({ ...each, source: 'header' }));
  if (server?.kind !== 'answered') return null;
  return server.policies.map((each) => ({ ...each, source: 'header without cookies' }));
}

/** Each once; but frames are counted. */
function distinct(items: readonly Unreachable[]): Unreachable[] {
  const known = new Set<string>();
  return items.filter(({ kind, url, reason }) => {
    const key = `${kind} ${url} ${reason}`;
    return kind === 'frame' || known.size < known.add(key).size;
  });
}

function unreachableOf(scan: Scan): Unreachable[] {
  const { page, server, tab } = scan;
  const { url } = page;
  // Their URLs are kept as they are: with some of them they are asked for again.
  const unreachable = distinct([
    ...scan.unreachable,
    ...scan.unanswered.map((each) => (each.kind === 'page' ? { ...each, url } : each)),
  ]).map((each) => ({ ...each, url: withoutPassword(each.url) }));
  if (tab.network.isWhole === false) unreachable.push({ kind: 'network', url, reason: 'not-told' });
  // What comes over no network has no headers.
  if (sitePattern(url) !== null && headersOf(scan) === null) {
    const reason = server?.kind === 'refused' ? server.reason : 'not-asked';
    unreachable.push({ kind: 'csp-header', url, reason });
  }
  return unreachable;
}

/** All of the Report but its list. @param findings those on the page as a whole */
export const overviewOf = (scan: Scan): Overview => atOnce(overviewing(scan));

/** The same in turns: yields now and then. */
export function* overviewing(scan: Scan, judged?: Finding[]): Generator<void, Overview, void> {
  const findings = judged ?? (yield* pageFindings(scan));
  settleCosts(scan);
  const totals = yield* totaling(dataUrlsOf(scan), findings);
  const { scanMs, longestTaskMs, totalMs } = scan.timing;
  return {
    page: { ...scan.page, frames: scan.frames.size },
    unreachable: unreachableOf(scan),
    timing: { scanMs, longestTaskMs, totalMs },
    totals,
    findings,
  };
}

/** Entries of which all are looked at for every update; of more only so often, in milliseconds. */
const fewEntries = 500;
const judgingInterval = 1000;

/** The findings on the page as a whole, once it has been read; of a large page they may be a second old. */
function* pageFindings(scan: Scan): Generator<void, Finding[], void> {
  const { judged, state, entries } = scan;
  if (state.kind === 'reading') return judged?.findings ?? [];
  if (judged && entries.byId.size > fewEntries && performance.now() - judged.at < judgingInterval) {
    return judged.findings;
  }
  return yield* judgedNow(scan);
}

/** The URL of the top document, as its frame and its occurrences have it. */
const topOf = ({ page, frames }: Scan): string => frames.get(0)?.url ?? page.url;

/** The policies that hold for the top document, one a line. */
export const ownPolicies = (scan: Scan): string =>
  policiesOf(scan)
    .filter(({ frame, reportOnly }) => frame === topOf(scan) && !reportOnly)
    // A line break is as good as a space there.
    .map(({ text }) => text.replaceAll(/\s+/g, ' ').trim())
    .join('\n');

/** The page's Content Security Policies, as far as they are known. */
function policiesOf(scan: Scan): CspPolicy[] {
  const frame = topOf(scan);
  const sent = headersOf(scan) ?? [];
  return [...scan.policies, ...sent.map((each) => ({ ...each, frame }))];
}

function* judgedNow(scan: Scan): Generator<void, Finding[], void> {
  const { page, entries, tab } = scan;
  const { headers } = tab.network;
  settleCosts(scan);
  const dataUrls = Array.from(entries.byId.values(), ({ dataUrl }) => dataUrl);
  const policy = policyFor(page.url);
  const findings = yield* judgingPage({ page, dataUrls, csp: policiesOf(scan), policy });
  // What has come meanwhile is for the next judgement.
  if (tab.network.headers === headers) scan.judged = { findings, at: performance.now() };
  return findings;
}

function* dataUrlsOf(scan: Scan): Generator<DataUrl> {
  for (const { dataUrl } of scan.entries.byId.values()) yield dataUrl;
}

/** What a person had the page's server asked, as far as what came with the page does not say it. */
export function serverStateOf({ tab: { network }, server }: Scan): ServerState {
  if (network.headers !== null) return null;
  if (server?.kind === 'answered') {
    const policies = server.policies.flatMap((each) => parsePolicies({ ...each, source: 'header' }));
    return { kind: 'answered', policies: policies.length };
  }
  return server?.kind === 'asking' ? { kind: 'asking' } : null;
}

/** What the badge counts. */
export interface Counts {
  /** Distinct data: URLs that are listed. */
  all: number;
  /** Findings that say that something is wrong. */
  flagged: number;
  /** Whether all of the page that may hold data: URLs has been read. */
  isWhole: boolean;
}

/** What may be unknown of a page that has been read. */
const noPart: ReadonlySet<Unreachable['kind']> = new Set(['csp-header', 'network']);

export async function countsOf(scan: Scan): Promise<Counts> {
  const { totals, unreachable } = await inTurns(overviewing(scan));
  const isWhole = scan.state.kind === 'done' && unreachable.every(({ kind }) => noPart.has(kind));
  return { all: totals.dataUrls, flagged: flaggedCount(totals), isWhole };
}

/** What an address names, or null where it is not there. */
export function dataUrlAt(scan: Scan, address: Address): DataUrl | null {
  settleCosts(scan);
  return dataUrlIn(scan.entries.byId.get(address.id)?.dataUrl, address);
}

/** What a list shows of a data: URL, or null for an id that is not there. */
export function rowOf(scan: Scan, id: string): Row | null {
  const dataUrl = dataUrlAt(scan, { id });
  return dataUrl && rowFor(dataUrl);
}
