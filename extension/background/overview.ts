/** What a session comes to: its Report, the findings on the page as a whole, its counts. */
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
import type { Session } from './session.ts';

/** To be called when another policy holds: judges all anew. */
export async function rejudgeAll(session: Session): Promise<void> {
  for (const entry of session.entries.values()) {
    rejudge(session, entry);
    await turn();
  }
  await inTurns(judgedNow(session));
}

/** The Report as it stands now, as JSON: an array of one, in parts, since a string has a longest length. */
export async function reportJson(session: Session): Promise<Blob> {
  return blobOf(jsonTexts(await reportIn(session)), 'application/json');
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

/** The Report as it stands now; its data: URLs are the session's own. */
export const reportOf = (session: Session): Report => atOnce(reporting(session));

/** The same in turns. */
export const reportIn = (session: Session): Promise<Report> => inTurns(reporting(session));

function* reporting(session: Session): Generator<void, Report, void> {
  const overview = yield* overviewing(session, yield* judgedNow(session));
  return { version: 2, ...overview, dataUrls: [...dataUrlsOf(session)] };
}

/** The policies that the page's server sends, with where they are known from; null where they are not. */
function headersOf({ network, server }: Session): Pick<CspPolicy, 'source' | 'text' | 'reportOnly'>[] | null {
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

function unreachableOf(session: Session): Unreachable[] {
  const { network, page, server, scan } = session;
  const { url } = page;
  // Their URLs are kept as they are: with some of them they are asked for again.
  const unreachable = distinct([
    ...scan.unreachable,
    ...scan.unanswered.map((each) => (each.kind === 'page' ? { ...each, url } : each)),
  ]).map((each) => ({ ...each, url: withoutPassword(each.url) }));
  if (network.isWhole === false) unreachable.push({ kind: 'network', url, reason: 'not-told' });
  // What comes over no network has no headers.
  if (sitePattern(url) !== null && headersOf(session) === null) {
    const reason = server?.kind === 'refused' ? server.reason : 'not-asked';
    unreachable.push({ kind: 'csp-header', url, reason });
  }
  return unreachable;
}

/** All of the Report but its list. @param findings those on the page as a whole */
export const overviewOf = (session: Session): Overview => atOnce(overviewing(session));

/** The same in turns: yields now and then. */
export function* overviewing(session: Session, judged?: Finding[]): Generator<void, Overview, void> {
  const findings = judged ?? (yield* pageFindings(session));
  settleCosts(session);
  const totals = yield* totaling(dataUrlsOf(session), findings);
  const { scanMs, longestTaskMs, totalMs } = session.scan.timing;
  return {
    page: { ...session.page, frames: session.scan.frames.size },
    unreachable: unreachableOf(session),
    timing: { scanMs, longestTaskMs, totalMs },
    totals,
    findings,
  };
}

/** Entries of which all are looked at for every update; of more only so often, in milliseconds. */
const fewEntries = 500;
const judgingInterval = 1000;

/** The findings on the page as a whole, once it has been read; of a large page they may be a second old. */
function* pageFindings(session: Session): Generator<void, Finding[], void> {
  const { judged, state, entries } = session;
  if (state.kind === 'reading') return judged?.findings ?? [];
  if (judged && entries.size > fewEntries && performance.now() - judged.at < judgingInterval) {
    return judged.findings;
  }
  return yield* judgedNow(session);
}

/** The URL of the top document, as its frame and its occurrences have it. */
const topOf = ({ page, scan }: Session): string => scan.frames.get(0)?.url ?? page.url;

/** The policies that hold for the top document, one a line. */
export const ownPolicies = (session: Session): string =>
  policiesOf(session)
    .filter(({ frame, reportOnly }) => frame === topOf(session) && !reportOnly)
    // A line break is as good as a space there.
    .map(({ text }) => text.replaceAll(/\s+/g, ' ').trim())
    .join('\n');

/** The page's Content Security Policies, as far as they are known. */
function policiesOf(session: Session): CspPolicy[] {
  const frame = topOf(session);
  const sent = headersOf(session) ?? [];
  return [...session.scan.policies, ...sent.map((each) => ({ ...each, frame }))];
}

function* judgedNow(session: Session): Generator<void, Finding[], void> {
  const { page, entries } = session;
  const { headers } = session.network;
  settleCosts(session);
  const dataUrls = Array.from(entries.values(), ({ dataUrl }) => dataUrl);
  const policy = policyFor(page.url);
  const findings = yield* judgingPage({ page, dataUrls, csp: policiesOf(session), policy });
  // What has come meanwhile is for the next judgement.
  if (session.network.headers === headers) session.judged = { findings, at: performance.now() };
  return findings;
}

function* dataUrlsOf(session: Session): Generator<DataUrl> {
  for (const { dataUrl } of session.entries.values()) yield dataUrl;
}

/** What a person had the page's server asked, as far as it is not told by what came with the page. */
export function serverStateOf({ network, server }: Session): ServerState {
  if (network.headers !== null) return null;
  if (server?.kind === 'answered') {
    const policies = server.policies.flatMap((each) => parsePolicies({ ...each, source: 'header' }));
    return { kind: 'answered', policies: policies.length };
  }
  return server?.kind === 'asking' ? server : null;
}

/** What the badge counts. */
export interface Counts {
  /** Distinct data: URLs that the session lists. */
  all: number;
  /** Findings that say that something is wrong. */
  flagged: number;
  /** Whether all of the page that may hold data: URLs has been read. */
  isWhole: boolean;
}

/** What may be unknown of a page that has been read. */
const noPart: ReadonlySet<Unreachable['kind']> = new Set(['csp-header', 'network']);

export async function countsOf(session: Session): Promise<Counts> {
  const { totals, unreachable } = await inTurns(overviewing(session));
  const isWhole = session.state.kind === 'done' && unreachable.every(({ kind }) => noPart.has(kind));
  return { all: totals.dataUrls, flagged: flaggedCount(totals), isWhole };
}

/** What an address names, or null where it is not there. */
export function dataUrlAt(session: Session, address: Address): DataUrl | null {
  settleCosts(session);
  return dataUrlIn(session.entries.get(address.id)?.dataUrl, address);
}

/** What a list shows of a data: URL, or null for an id that is not there. */
export function rowOf(session: Session, id: string): Row | null {
  const dataUrl = dataUrlAt(session, { id });
  return dataUrl && rowFor(dataUrl);
}
