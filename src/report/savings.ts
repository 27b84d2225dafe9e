/**
 * The savings of a Report, by finding and by data: URL. Both divide the bytes of `totals.savings`, and count every byte
 * once.
 */

import { maxInlineInCss } from '../limits.ts';
import { type Severity, severityRank } from '../vocabulary.ts';
import type { DataUrl, Finding, Report } from './report.ts';
import {
  bodyKey,
  type CarriedUrl,
  copiesCostOf,
  formSavingOf,
  type Resource,
  resourcesIn,
  weighed,
} from './weights.ts';

/**
 * The ways to save: remove data: URLs that the page doesn't use now, remove copies, and shorten the remaining data:
 * URLs.
 */
const ways = ['unused', 'copies', 'forms'] as const;
type Way = (typeof ways)[number];

/** Number of bytes that could be saved on one data: URL, by way. */
export type Saved = Readonly<Record<Way, number>>;

export interface Savings {
  /** The bytes that fixing a finding saves; findings that save nothing are absent. */
  byFinding: ReadonlyMap<Finding, number>;
  /** Savings that are too small to be reported by a finding. */
  rest: Record<Way, RestSavings>;
  /** Keyed by `sha256`; data: URLs that save nothing are absent. */
  byUrl: ReadonlyMap<string, Saved>;
}

export interface RestSavings {
  bytes: number;
  /** The `sha256` of the data: URLs with these savings; those that save the most come first. */
  urls: string[];
}

/** The properties of a data: URL that determine its savings. */
export type SavedUrl = CarriedUrl & Pick<DataUrl, 'sha256' | 'findings'>;

/**
 * The bytes that could be saved on one data: URL of a page, if only the cheapest occurrence of each resource stays,
 * in its shortest form.
 *
 * @param resources the page's resources
 */
export function savedAt<Url extends CarriedUrl>(
  dataUrl: Url,
  resources: ReadonlyMap<string, Resource<Url>>,
): Saved {
  const { weight, isUnused } = weighed(dataUrl);
  if (isUnused) return { unused: weight.cost, copies: 0, forms: 0 };
  const resource = resources.get(bodyKey(dataUrl) ?? '');
  if (!resource) return { unused: 0, copies: 0, forms: 0 };
  const stays = resource.cheapest === dataUrl;
  return {
    unused: 0,
    copies: stays ? weight.cost - weight.least : weight.cost,
    forms: stays ? formSavingOf(resource) : 0,
  };
}

/** All bytes that could be saved on a data: URL. */
export const savedBytes = ({ unused, copies, forms }: Saved): number => unused + copies + forms;

/** Rules whose fix is a shorter form of the data: URL. */
const rewrites: ReadonlySet<string> = new Set(['base64-text', 'over-escaped']);

export function savingsOf({
  dataUrls,
  findings,
}: Pick<Report, 'findings'> & { dataUrls: Iterable<SavedUrl> }): Savings {
  const all = [...dataUrls];
  const resources = resourcesIn(all);
  const byUrl = new Map<string, Saved>();
  for (const dataUrl of all) {
    const saved = savedAt(dataUrl, resources);
    if (savedBytes(saved) > 0) byUrl.set(dataUrl.sha256, saved);
  }
  const byFinding = new Map<Finding, number>();
  const rest: Record<Way, { bytes: number; urls: string[] }[]> = { unused: [], copies: [], forms: [] };
  const save = (finding: Finding | undefined, way: Way, bytes: number, urls: string[]) => {
    if (bytes <= 0) return;
    if (finding) byFinding.set(finding, (byFinding.get(finding) ?? 0) + bytes);
    else rest[way].push({ bytes, urls });
  };
  const namedBy = (rule: string) =>
    new Map(
      findings
        .filter((finding) => finding.rule === rule)
        .flatMap((finding) => (finding.dataUrls ?? []).map((sha256) => [sha256, finding])),
    );
  const ofUnused = namedBy('unused');
  for (const [sha256, { unused }] of byUrl) save(ofUnused.get(sha256), 'unused', unused, [sha256]);
  const ofCopies = namedBy('duplicates');
  for (const resource of resources.values()) {
    const urls = resource.dataUrls.map(({ sha256 }) => sha256);
    const named = urls.find((sha256) => ofCopies.has(sha256));
    save(
      named === undefined ? undefined : ofCopies.get(named),
      'copies',
      copiesCostOf(resource.weight),
      urls,
    );
    const { sha256, findings: own } = resource.shortest;
    const rewrite = own.find(({ rule }) => rewrites.has(rule));
    save(rewrite, 'forms', formSavingOf(resource), [sha256]);
  }
  const copies = sumOf(rest.copies);
  copies.urls.sort((a, b) => (byUrl.get(b)?.copies ?? 0) - (byUrl.get(a)?.copies ?? 0));
  return { byFinding, rest: { unused: sumOf(rest.unused), copies, forms: sumOf(rest.forms) }, byUrl };
}

function sumOf(parts: { bytes: number; urls: string[] }[]): RestSavings {
  parts.sort((a, b) => b.bytes - a.bytes);
  const urls = parts.flatMap((part) => part.urls);
  return { bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0), urls: [...new Set(urls)] };
}

/** All findings of one rule, and the total number of bytes that fixing them saves. */
export interface RuleFindings<Url> {
  rule: string;
  /** The highest severity of the rule's findings. */
  severity: Severity;
  saved: number;
  /**
   * Number of bytes that the rule's fix moves from the page to separate files, not counting copies and unused data:
   * URLs.
   */
  moved: number;
  /** Sorted by savings, largest first, then by severity, most severe first. */
  findings: { finding: Finding; saved: number; moved: number; dataUrls: Url[] }[];
}

/** Rules whose fix is a separate file. No data: URL causes findings of both rules. */
const movers: ReadonlySet<string> = new Set(['large-inline', 'inline-font']);

/** Number of bytes by which the page shrinks if a finding, or every finding of a rule, is fixed. */
export const gainOf = ({ saved, moved }: { saved: number; moved: number }): number => saved + moved;

/**
 * The findings of a page and its data: URLs, grouped by rule. Sorted by the bytes that fixing the findings saves or
 * moves, most first, then by severity.
 */
export function findingsByRule<Url extends SavedUrl>(
  { dataUrls, findings }: { dataUrls: readonly Url[]; findings: readonly Finding[] },
  { byFinding, byUrl }: Pick<Savings, 'byFinding' | 'byUrl'>,
): RuleFindings<Url>[] {
  const byId = new Map(dataUrls.map((dataUrl) => [dataUrl.sha256, dataUrl]));
  const rules = new Map<string, RuleFindings<Url>>();
  /**
   * The bytes of a data: URL that move to a separate file. Removed bytes are not included: they are saved, not moved.
   */
  const movedOf = (dataUrl: Url) => {
    const { unused = 0, copies = 0 } = byUrl.get(dataUrl.sha256) ?? {};
    const kept = weighed(dataUrl).weight.cost - unused - copies;
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
