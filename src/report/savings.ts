/** The savings of a Report by finding: the same bytes as `totals.savings`, each of them once. */

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
  /** Bytes that the fix of a finding saves; findings that save nothing are not in it. */
  byFinding: ReadonlyMap<Finding, number>;
  /** Bytes that could be saved and that no finding is about: too few to be reported. */
  rest: number;
  /** By `sha256` of a data: URL, its bytes that are copies of a cheaper occurrence. */
  copies: ReadonlyMap<string, number>;
}

type SavedUrl = CountedUrl & { sha256: string };

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
}: Pick<Report, 'findings'> & { dataUrls: readonly SavedUrl[] }): Savings {
  const byFinding = new Map<Finding, number>();
  const copies = new Map<string, number>();
  let rest = 0;
  const save = (finding: Finding | undefined, bytes: number) => {
    if (bytes <= 0) return;
    if (finding) byFinding.set(finding, (byFinding.get(finding) ?? 0) + bytes);
    else rest += bytes;
  };
  const duplicates = new Map<string, Finding>();
  for (const finding of findings) {
    if (finding.rule !== 'duplicates') continue;
    for (const sha256 of finding.dataUrls ?? []) duplicates.set(sha256, finding);
  }
  for (const { weight, dataUrls: same, better } of resourcesIn(dataUrls)) {
    const named = same.find(({ sha256 }) => duplicates.has(sha256));
    save(named && duplicates.get(named.sha256), copiesCostOf(weight));
    save(
      better?.dataUrl.findings.find(({ rule }) => rewrites.has(rule)),
      weight.least - (better?.bytes ?? weight.least),
    );
    // One occurrence stays, the cheapest.
    let kept = weight.least;
    for (const { sha256, occurrences } of same) {
      const { cost, least } = weightOf(occurrences);
      const keptHere = least === kept ? kept : 0;
      kept -= keptHere;
      if (cost > keptHere) copies.set(sha256, cost - keptHere);
    }
  }
  return { byFinding, rest, copies };
}

/** The data: URLs by body and media type: those of one resource are counted as one thing. */
function resourcesIn(dataUrls: Iterable<SavedUrl>): Iterable<Resource> {
  const resources = new Map<string, Resource>();
  for (const dataUrl of dataUrls) {
    const key = bodyKey(dataUrl);
    const weight = weightOf(dataUrl.occurrences);
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
