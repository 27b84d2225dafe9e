/** The cost of data: URLs, and of the resources that they contain. */

import type { Occurrence } from '../vocabulary.ts';
import type { DataUrl } from './report.ts';
import { isUnused } from './states.ts';

/** The key of a resource, the same for the same bytes with the same media type; null if there is no body. */
export const bodyKey = ({ bodySha256, mimeType }: Pick<DataUrl, 'bodySha256' | 'mimeType'>): string | null =>
  bodySha256 === null ? null : `${bodySha256} ${mimeType}`;

/** The cost of some occurrences. */
export interface Weight {
  /** Total size in bytes. */
  cost: number;
  /** Number of source texts that are counted. */
  texts: number;
  /** Size, in bytes, of the cheapest source text; 0 if there are none. */
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

/** The cost of all occurrences of a resource except the cheapest, which would suffice. */
export const copiesCostOf = ({ cost, least }: Weight): number => cost - least;

/**
 * The cost of a data: URL, and whether the page doesn't use it now, so that all of the cost could be saved: see
 * `isUnused`.
 */
export interface Weighed {
  weight: Weight;
  isUnused: boolean;
}

/** The properties of a data: URL that determine its cost: its occurrences, or a row's facts about them. */
export type CarriedUrl = Pick<DataUrl, 'bodySha256' | 'mimeType' | 'payload' | 'minimalCost'> &
  ({ occurrences: readonly Pick<Occurrence, 'cost' | 'state' | 'removedAt'>[] } | Weighed);

export const weighed = (dataUrl: CarriedUrl): Weighed =>
  'weight' in dataUrl
    ? dataUrl
    : { weight: weightOf(dataUrl.occurrences), isUnused: isUnused(dataUrl.occurrences) };

/** A body with its media type, and the data: URLs that contain it. */
export interface Resource<Url> {
  weight: Weight;
  dataUrls: Url[];
  /** The data: URL with the cheapest occurrence, which stays if copies are removed. */
  cheapest: Url;
  /** The data: URL for whose body the shortest rewritten URL is known; see `betterBytesOf`. */
  shortest: Url;
}

/** Size, in bytes, of a shorter URL for the same body; infinite if none is known. */
export const betterBytesOf = ({ payload, minimalCost }: CarriedUrl): number =>
  payload?.cost?.better?.bytes ?? minimalCost ?? Number.POSITIVE_INFINITY;

/**
 * Adds a data: URL to its resource by its `bodyKey`, unless it has no body, costs nothing, or is unused: an unused
 * data: URL doesn't count as a copy.
 *
 * @returns its cost
 */
export function addToResource<Url extends CarriedUrl>(
  resources: Map<string, Resource<Url>>,
  dataUrl: Url,
  key = bodyKey(dataUrl),
): Weighed {
  const own = weighed(dataUrl);
  const { weight, isUnused } = own;
  if (key === null || weight.texts === 0 || isUnused) return own;
  const resource = resources.get(key);
  if (!resource) {
    const first = { weight: { ...weight }, dataUrls: [dataUrl], cheapest: dataUrl, shortest: dataUrl };
    resources.set(key, first);
    return own;
  }
  const { weight: sum, shortest } = resource;
  if (weight.least < sum.least) {
    sum.least = weight.least;
    resource.cheapest = dataUrl;
  }
  sum.cost += weight.cost;
  sum.texts += weight.texts;
  if (betterBytesOf(dataUrl) < betterBytesOf(shortest)) resource.shortest = dataUrl;
  resource.dataUrls.push(dataUrl);
  return own;
}

/**
 * Number of bytes that a shorter form saves on the cheapest occurrence of a resource, which stays when copies are
 * removed.
 */
export const formSavingOf = ({ weight, shortest }: Resource<CarriedUrl>): number =>
  Math.max(0, weight.least - betterBytesOf(shortest));

/** The resources of a page by `bodyKey`. */
export function resourcesIn<Url extends CarriedUrl>(
  dataUrls: Iterable<Url>,
): ReadonlyMap<string, Resource<Url>> {
  const resources = new Map<string, Resource<Url>>();
  for (const dataUrl of dataUrls) addToResource(resources, dataUrl);
  return resources;
}
