/**
 * The totals of a page's data: URLs. They are defined only here, so that every surface, export and finding uses the
 * same figures. The costs of occurrences, which they add up, are set by `chargeCosts`.
 */

import { checkList, checkObject } from '../url-text.ts';
import { atOnce } from '../yield-to-event-loop.ts';
import type { DataUrl, Finding, Totals } from './report.ts';
import { betterBytesOf, bodyKey, type CarriedUrl, weighed } from './weights.ts';

/** The properties of a data: URL that are needed for totals. */
export type CountedUrl = Pick<DataUrl, 'size' | 'findings'> &
  CarriedUrl & { occurrences: { readonly length: number } };

/**
 * The totals of a page's data: URLs and findings.
 *
 * @param pageFindings the findings about the page as a whole
 */
export function totalsOf(dataUrls: Iterable<CountedUrl>, pageFindings: readonly Finding[]): Totals {
  checkObject(dataUrls, 'totalsOf', 'data: URLs', Symbol.iterator);
  checkList(pageFindings, "totalsOf's pageFindings", 'a list of findings');
  return atOnce(totaling(dataUrls, pageFindings));
}

/** Like `totalsOf`, but a generator that yields now and then. */
export function* totaling(
  dataUrls: Iterable<CountedUrl>,
  pageFindings: readonly Finding[],
): Generator<void, Totals, void> {
  const totals: Totals = {
    dataUrls: 0,
    occurrences: 0,
    cost: 0,
    size: 0,
    copiesCost: 0,
    unusedCost: 0,
    savings: 0,
    findings: { error: 0, warning: 0, info: 0 },
  };
  const bodies = new Set<string | null>();
  // Contains only numbers, so that millions of data: URLs need not be kept.
  const resources = new Map<string, { cost: number; least: number; better: number }>();
  for (const dataUrl of dataUrls) {
    yield;
    const { size, bodySha256, occurrences, findings } = dataUrl;
    totals.dataUrls++;
    totals.occurrences += occurrences.length;
    for (const { severity } of findings) totals.findings[severity]++;
    const { weight, isUnused } = weighed(dataUrl);
    const { cost, least } = weight;
    totals.cost += cost;
    if (isUnused) totals.unusedCost += cost;
    const key = bodyKey(dataUrl);
    if (key === null) continue;
    if (bodies.size < bodies.add(bodySha256).size) totals.size += size ?? 0;
    if (cost === 0 || isUnused) continue;
    const better = betterBytesOf(dataUrl);
    const sum = resources.get(key) ?? { cost: 0, least, better };
    resources.set(key, {
      cost: sum.cost + cost,
      least: Math.min(sum.least, least),
      better: Math.min(sum.better, better),
    });
  }
  for (const { severity } of pageFindings) totals.findings[severity]++;
  for (const { cost, least, better } of resources.values()) {
    totals.copiesCost += cost - least;
    totals.savings += Math.max(0, least - better);
  }
  // No byte counts twice: the copy that stays is counted in its shortest form.
  totals.savings += totals.copiesCost + totals.unusedCost;
  return totals;
}

/** The number of errors and warnings. */
export const errorsAndWarnings = ({ findings }: Totals): number => findings.error + findings.warning;
