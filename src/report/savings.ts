/** The savings of a Report by finding: together the bytes of `totals.savings`, each counted once. */

import { maxInlineInCss } from '../limits.ts';
import { type Severity, severityRank } from '../vocabulary.ts';
import type { Finding, Report } from './report.ts';
import {
  addWeight,
  betterBytesOf,
  bodyKey,
  type CountedUrl,
  copiesCostOf,
  type Weight,
  weightOf,
} from './totals.ts';

export interface Savings {
  /** Bytes that the fix of a finding saves; findings that save nothing are absent. */
  byFinding: ReadonlyMap<Finding, number>;
  /** Savings that are too small for a finding: by leaving out copies, or by shorter forms. */
  rest: Record<'copies' | 'forms', RestSavings>;
  /** By `sha256` of a data: URL, its bytes that are copies of a cheaper occurrence. */
  copies: ReadonlyMap<string, number>;
}

export interface RestSavings {
  bytes: number;
  /** The `sha256` of the data: URLs with these bytes; those that save most come first. */
  urls: string[];
}

/** The properties of a data: URL that savings need: its occurrences, or what they weigh. */
export type SavedUrl = Omit<CountedUrl, 'occurrences'> & { sha256: string } & (
    | Pick<CountedUrl, 'occurrences'>
    | { weight: Weight }
  );

const weightIn = (dataUrl: SavedUrl): Weight =>
  'weight' in dataUrl ? dataUrl.weight : weightOf(dataUrl.occurrences);

interface Resource {
  weight: Weight;
  dataUrls: SavedUrl[];
  /** Its data: URL with the shortest form, and the bytes of that form. */
  better: { dataUrl: SavedUrl; bytes: number } | null;
}

/** Findings whose fix is the shorter form of one data: URL. */
const rewrites: ReadonlySet<string> = new Set(['base64-text', 'over-escaped']);

export function savingsOf({
  dataUrls,
  findings,
}: Pick<Report, 'findings'> & { dataUrls: Iterable<SavedUrl> }): Savings {
  const byFinding = new Map<Finding, number>();
  const copies = new Map<string, number>();
  const rest: Record<keyof Savings['rest'], { bytes: number; of: readonly SavedUrl[] }[]> = {
    copies: [],
    forms: [],
  };
  const save = (
    finding: Finding | undefined,
    by: keyof Savings['rest'],
    bytes: number,
    of: readonly SavedUrl[],
  ) => {
    if (bytes <= 0) return;
    if (finding) byFinding.set(finding, (byFinding.get(finding) ?? 0) + bytes);
    else rest[by].push({ bytes, of });
  };
  const duplicates = new Map<string, Finding>();
  for (const finding of findings) {
    if (finding.rule !== 'duplicates') continue;
    for (const sha256 of finding.dataUrls ?? []) duplicates.set(sha256, finding);
  }
  for (const { weight, dataUrls: same, better } of resourcesIn(dataUrls)) {
    const named = same.find(({ sha256 }) => duplicates.has(sha256));
    save(named && duplicates.get(named.sha256), 'copies', copiesCostOf(weight), same);
    save(
      better?.dataUrl.findings.find(({ rule }) => rewrites.has(rule)),
      'forms',
      weight.least - (better?.bytes ?? weight.least),
      better ? [better.dataUrl] : [],
    );
    // One occurrence stays, the cheapest.
    let kept = weight.least;
    for (const dataUrl of same) {
      const { cost, least } = weightIn(dataUrl);
      const keptHere = least === kept ? kept : 0;
      kept -= keptHere;
      if (cost > keptHere) copies.set(dataUrl.sha256, cost - keptHere);
    }
  }
  const ofCopies = sumOf(rest.copies);
  ofCopies.urls.sort((a, b) => (copies.get(b) ?? 0) - (copies.get(a) ?? 0));
  return { byFinding, rest: { copies: ofCopies, forms: sumOf(rest.forms) }, copies };
}

function sumOf(parts: { bytes: number; of: readonly SavedUrl[] }[]): RestSavings {
  parts.sort((a, b) => b.bytes - a.bytes);
  const ids = parts.flatMap(({ of }) => of.map(({ sha256 }) => sha256));
  return { bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0), urls: [...new Set(ids)] };
}

/** The data: URLs by resource, which is a body with its media type. */
function resourcesIn(dataUrls: Iterable<SavedUrl>): Iterable<Resource> {
  const resources = new Map<string, Resource>();
  for (const dataUrl of dataUrls) {
    const key = bodyKey(dataUrl);
    const weight = weightIn(dataUrl);
    if (key === null || weight.texts === 0) continue;
    const resource = resources.get(key) ?? {
      weight: { cost: 0, texts: 0, least: 0 },
      dataUrls: [],
      better: null,
    };
    resources.set(key, resource);
    addWeight(resource.weight, weight);
    resource.dataUrls.push(dataUrl);
    const bytes = betterBytesOf(dataUrl);
    if (bytes < (resource.better?.bytes ?? Number.POSITIVE_INFINITY)) resource.better = { dataUrl, bytes };
  }
  return resources.values();
}

/** All findings of one rule, and what their fix saves together. */
export interface RuleFindings<Url> {
  rule: string;
  /** The highest severity of its findings. */
  severity: Severity;
  saved: number;
  /** Bytes that its fix moves from the page to separate files, without copies. */
  moved: number;
  /** Those that save most come first, then the most severe. */
  findings: { finding: Finding; saved: number; moved: number; dataUrls: Url[] }[];
}

/** Rules whose fix is a file; no data: URL has findings of both. */
const movers: ReadonlySet<string> = new Set(['large-inline', 'inline-font']);

/** Bytes that the page no longer carries once a finding or a rule's findings are fixed. */
export const gainOf = ({ saved, moved }: { saved: number; moved: number }): number => saved + moved;

/**
 * The findings of a page and its data: URLs by rule; rules that save or move most first, then the most
 * severe.
 */
export function findingsByRule<Url extends SavedUrl>(
  { dataUrls, findings }: { dataUrls: readonly Url[]; findings: readonly Finding[] },
  { byFinding, copies }: Pick<Savings, 'byFinding' | 'copies'>,
): RuleFindings<Url>[] {
  const byId = new Map(dataUrls.map((dataUrl) => [dataUrl.sha256, dataUrl]));
  const rules = new Map<string, RuleFindings<Url>>();
  /** Without copies, which are saved, not moved. */
  const movedOf = (dataUrl: Url) => {
    const kept = weightIn(dataUrl).cost - (copies.get(dataUrl.sha256) ?? 0);
    return kept > maxInlineInCss ? kept : 0;
  };
  const add = (finding: Finding, about: Url[]) => {
    const { rule, severity } = finding;
    const all = rules.get(rule) ?? { rule, severity, saved: 0, moved: 0, findings: [] };
    rules.set(rule, all);
    const saved = byFinding.get(finding) ?? 0;
    const moved = movers.has(rule) ? about.reduce((sum, each) => sum + movedOf(each), 0) : 0;
    all.saved += saved;
    all.moved += moved;
    all.findings.push({ finding, saved, moved, dataUrls: about });
    if (severityRank[severity] > severityRank[all.severity]) all.severity = severity;
  };
  for (const finding of findings)
    add(
      finding,
      (finding.dataUrls ?? []).flatMap((id) => byId.get(id) ?? []),
    );
  for (const dataUrl of dataUrls) for (const finding of dataUrl.findings) add(finding, [dataUrl]);
  const all = [...rules.values()];
  for (const rule of all)
    rule.findings.sort(
      (a, b) => gainOf(b) - gainOf(a) || severityRank[b.finding.severity] - severityRank[a.finding.severity],
    );
  return all.sort((a, b) => gainOf(b) - gainOf(a) || severityRank[b.severity] - severityRank[a.severity]);
}
