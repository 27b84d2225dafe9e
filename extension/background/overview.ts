/** What a session comes to: its Report, the findings on the page as a whole, its counts. */
import { type CspPolicy, parsePolicies } from '../../src/csp.ts';
import { withoutReading } from '../../src/report/json.ts';
import type { DataUrl, Finding, Report, Unreachable } from '../../src/report/report.ts';
import { flaggedCount, totalsOf } from '../../src/report/totals.ts';
import { judgePage } from '../../src/rules/index.ts';
import { turn } from '../../src/turns.ts';
import { withoutPassword } from '../../src/uri/misleading.ts';
import { dataUrlIn, rowFor } from '../platform/answers.ts';
import type { Address, Overview, Row, ServerState } from '../platform/messages.ts';
import { sitePattern } from '../platform/origins.ts';
import { settleCosts } from './costs.ts';
import { rejudge } from './entries.ts';
import { policyFor } from './policy.ts';
import type { Session } from './session.ts';

/** To be called when another policy holds: judges all anew. */
export function rejudgeAll(session: Session): void {
  for (const entry of session.entries.values()) rejudge(session, entry);
  judgedNow(session);
}

/** The Report as it stands now, as JSON: an array of one, in parts, since a string has a longest length. */
export async function reportJson(session: Session): Promise<Blob> {
  const findings = judgedNow(session);
  const { page, unreachable, timing, totals } = overviewOf(session, findings);
  const start = JSON.stringify({ version: 2, page, unreachable, timing, totals }).slice(0, -1);
  const parts = [`[${start},"dataUrls":[`];
  for (const dataUrl of [...dataUrlsOf(session)]) {
    await turn();
    parts.push(parts.length === 1 ? '' : ',', JSON.stringify(withoutReading(dataUrl)));
  }
  parts.push(`],"findings":${JSON.stringify(findings)}}]`);
  return new Blob(parts, { type: 'application/json' });
}

/** The Report as it stands now; its data: URLs are the session's own. */
export const reportOf = (session: Session): Report => ({
  version: 2,
  ...overviewOf(session, judgedNow(session)),
  dataUrls: [...dataUrlsOf(session)],
});

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
export function overviewOf(session: Session, findings = pageFindings(session)): Overview {
  const { scanMs, longestTaskMs, totalMs } = session.scan.timing;
  settleCosts(session);
  return {
    page: { ...session.page, frames: session.scan.frames.size },
    unreachable: unreachableOf(session),
    timing: { scanMs, longestTaskMs, totalMs },
    totals: totalsOf(dataUrlsOf(session), findings),
    findings,
  };
}

/** Entries of which all are looked at for every update; of more only so often, in milliseconds. */
const fewEntries = 500;
const judgingInterval = 1000;

/** The findings on the page as a whole, once it has been read; of a large page they may be a second old. */
function pageFindings(session: Session): Finding[] {
  const { judged, state, entries } = session;
  if (state.kind === 'reading') return judged?.findings ?? [];
  if (judged && entries.size > fewEntries && performance.now() - judged.at < judgingInterval) {
    return judged.findings;
  }
  return judgedNow(session);
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

function judgedNow(session: Session): Finding[] {
  const { page, entries } = session;
  settleCosts(session);
  const dataUrls = Array.from(entries.values(), ({ dataUrl }) => dataUrl);
  const findings = judgePage({ page, dataUrls, csp: policiesOf(session), policy: policyFor(page.url) });
  session.judged = { findings, at: performance.now() };
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

export function countsOf(session: Session): Counts {
  const { totals, unreachable } = overviewOf(session);
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
