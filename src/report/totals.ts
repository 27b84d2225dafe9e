/**
 * The totals of a page's data: URLs. They are defined only here: every surface, export and finding uses these figures.
 *
 * The cost is counted by source texts: a sheet that two elements load, or a document that two frames show, counts once.
 */

import { isOfNetwork, type Occurrence } from '../vocabulary.ts';
import { atOnce } from '../yield-to-event-loop.ts';
import type { DataUrl, Finding, Totals } from './report.ts';

/** The key of a resource: the same bytes with the same media type; null without a body. */
export const bodyKey = ({ bodySha256, mimeType }: Pick<DataUrl, 'bodySha256' | 'mimeType'>): string | null =>
  bodySha256 === null ? null : `${bodySha256} ${mimeType}`;

/** The source text that contains an occurrence. */
export interface SourceText {
  /** Bytes of UTF-8 of the URL in that text; 0 within another data: URL, which already includes them. */
  bytes: number;
  /**
   * Identifies the text and the position in it, equal for all elements that load the text; null where nothing else can
   * load it.
   */
  key: string | null;
}

/**
 * Sets the cost of each occurrence of one data: URL. If several elements load a text, only the first
 * occurrence that is still in the page counts. A request counts only if no text in the page contains the URL.
 *
 * @param occurrences their `cost` is set
 */
export function chargeCosts(
  occurrences: readonly Occurrence[],
  sourceOf: (occurrence: Occurrence) => SourceText,
): void {
  const charged = new Set<string>();
  let isFound = false;
  const charge = (occurrence: Occurrence) => {
    const { bytes, key } = sourceOf(occurrence);
    const counts = occurrence.removedAt === undefined && (key === null || !charged.has(key));
    if (counts && key !== null) charged.add(key);
    occurrence.cost = counts ? bytes : 0;
    isFound ||= occurrence.removedAt === undefined;
  };
  for (const occurrence of occurrences) if (!isOfNetwork(occurrence)) charge(occurrence);
  for (const occurrence of occurrences) {
    if (!isOfNetwork(occurrence)) continue;
    if (isFound) occurrence.cost = 0;
    else charge(occurrence);
  }
}

/** The cost of some occurrences. */
export interface Weight {
  /** Bytes of all of them. */
  cost: number;
  /** Source texts that are counted. */
  texts: number;
  /** Bytes of the cheapest of these; 0 if there are none. */
  least: number;
}

export function weightOf(occurrences: Iterable<Pick<Occurrence, 'cost'>>): Weight {
  const weight = { cost: 0, texts: 0, least: 0 };
  for (const { cost } of occurrences) {
    if (cost <= 0) continue;
    if (weight.texts === 0 || cost < weight.least) weight.least = cost;
    weight.cost += cost;
    weight.texts++;
  }
  return weight;
}

/** Adds another weight to the first. */
export function addWeight(sum: Weight, { cost, texts, least }: Weight): void {
  if (texts === 0) return;
  sum.least = sum.texts === 0 ? least : Math.min(sum.least, least);
  sum.cost += cost;
  sum.texts += texts;
}

/** For occurrences of one resource, the cost of all but the cheapest, which would suffice. */
export const copiesCostOf = ({ cost, least }: Weight): number => cost - least;

/** The properties of a data: URL that totals need. */
export type CountedUrl = Pick<
  DataUrl,
  'size' | 'bodySha256' | 'mimeType' | 'findings' | 'payload' | 'minimalCost'
> & {
  occurrences: readonly Pick<Occurrence, 'cost'>[];
};

/** Bytes of a shorter URL for the same body; infinite if none is known. */
export const betterBytesOf = ({
  payload,
  minimalCost,
}: Pick<CountedUrl, 'payload' | 'minimalCost'>): number =>
  payload?.cost?.better?.bytes ?? minimalCost ?? Number.POSITIVE_INFINITY;

/**
 * The totals of a page's data: URLs and findings.
 *
 * @param pageFindings those on the page as a whole
 */
export const totalsOf = (dataUrls: Iterable<CountedUrl>, pageFindings: readonly Finding[]): Totals =>
  atOnce(totaling(dataUrls, pageFindings));

/** The same as `totalsOf`, as a generator that yields now and then. */
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
    savings: 0,
    findings: { error: 0, warning: 0, info: 0 },
  };
  const bodies = new Set<string>();
  const resources = new Map<string, Weight & { better: number }>();
  for (const dataUrl of dataUrls) {
    yield;
    const { size, bodySha256, occurrences, findings } = dataUrl;
    totals.dataUrls++;
    totals.occurrences += occurrences.length;
    for (const { severity } of findings) totals.findings[severity]++;
    if (bodySha256 !== null && !bodies.has(bodySha256)) totals.size += size ?? 0;
    if (bodySha256 !== null) bodies.add(bodySha256);
    const weight = weightOf(occurrences);
    totals.cost += weight.cost;
    const key = bodyKey(dataUrl);
    if (key === null || weight.texts === 0) continue;
    const resource = resources.get(key) ?? { cost: 0, texts: 0, least: 0, better: Number.POSITIVE_INFINITY };
    resources.set(key, resource);
    addWeight(resource, weight);
    resource.better = Math.min(resource.better, betterBytesOf(dataUrl));
  }
  for (const { severity } of pageFindings) totals.findings[severity]++;
  for (const resource of resources.values()) {
    const copies = copiesCostOf(resource);
    totals.copiesCost += copies;
    // One copy stays, in its shortest form: no byte counts twice.
    totals.savings += copies + Math.max(0, resource.least - resource.better);
  }
  return totals;
}

/** Errors and warnings: the number on the badge. */
export const flaggedCount = ({ findings }: Totals): number => findings.error + findings.warning;
