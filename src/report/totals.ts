/**
 * What a page's data: URLs come to. This is the one definition: every surface, export and finding says these figures.
 *
 * What the page carries is counted in source texts: a sheet that two elements load, or a document that two frames show,
 * is carried once.
 */
import { atOnce } from '../turns.ts';
import { isOfNetwork, type Occurrence } from '../vocabulary.ts';
import type { DataUrl, Finding, Totals } from './report.ts';

/** What is the same resource: the same bytes under the same media type; null where there are none. */
export const bodyKey = ({ bodySha256, mimeType }: Pick<DataUrl, 'bodySha256' | 'mimeType'>): string | null =>
  bodySha256 === null ? null : `${bodySha256} ${mimeType}`;

/** The source text that an occurrence stands in. */
export interface SourceText {
  /** Bytes of UTF-8 that the URL takes there; 0 within another data: URL, whose cost they are part of. */
  bytes: number;
  /**
   * Names the text and this place in it, alike for all elements that load the text; null where nothing else can load
   * it.
   */
  key: string | null;
}

/**
 * Says what each occurrence of one data: URL costs. Of a text that several elements load the first one counts that is
 * still in the page. What was requested counts where no text was found that holds it.
 *
 * @param occurrences their `cost` is set
 */
export function chargeCosts(
  occurrences: readonly Occurrence[],
  sourceOf: (occurrence: Occurrence, at: number) => SourceText,
): void {
  const charged = new Set<string>();
  let isFound = false;
  const charge = (occurrence: Occurrence, at: number) => {
    const { bytes, key } = sourceOf(occurrence, at);
    const counts = occurrence.goneAt === undefined && (key === null || !charged.has(key));
    if (counts && key !== null) charged.add(key);
    occurrence.cost = counts ? bytes : 0;
    isFound ||= occurrence.goneAt === undefined;
  };
  for (const [at, occurrence] of occurrences.entries()) if (!isOfNetwork(occurrence)) charge(occurrence, at);
  for (const [at, occurrence] of occurrences.entries()) {
    if (!isOfNetwork(occurrence)) continue;
    if (isFound) occurrence.cost = 0;
    else charge(occurrence, at);
  }
}

/** What some occurrences cost. */
export interface Weight {
  /** Bytes of all of them. */
  cost: number;
  /** Source texts that are counted. */
  texts: number;
  /** Bytes of the cheapest of these; 0 where there are none. */
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

/** Of occurrences of one resource, what all cost but the cheapest, which would do. */
export const copiesCostOf = ({ cost, least }: Weight): number => cost - least;

/** As much of a data: URL as is counted. */
export type CountedUrl = Pick<DataUrl, 'size' | 'bodySha256' | 'mimeType' | 'findings' | 'payload'> & {
  occurrences: readonly Pick<Occurrence, 'cost'>[];
};

/**
 * Sums the data: URLs of a page, and its findings.
 *
 * @param pageFindings those on the page as a whole
 */
export const totalsOf = (dataUrls: Iterable<CountedUrl>, pageFindings: readonly Finding[]): Totals =>
  atOnce(totaling(dataUrls, pageFindings));

/** The same in turns: yields now and then. */
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
    const { size, bodySha256, occurrences, findings, payload } = dataUrl;
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
    resource.better = Math.min(resource.better, payload?.cost?.better?.bytes ?? Number.POSITIVE_INFINITY);
  }
  for (const { severity } of pageFindings) totals.findings[severity]++;
  for (const resource of resources.values()) {
    const copies = copiesCostOf(resource);
    totals.copiesCost += copies;
    // One copy stays, written in the best way: no byte is saved twice.
    totals.savings += copies + Math.max(0, resource.least - resource.better);
  }
  return totals;
}

/** Findings that something is wrong: what the badge shows. */
export const flaggedCount = ({ findings }: Totals): number => findings.error + findings.warning;
