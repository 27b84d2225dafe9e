/** Whether a page loaded a data: URL, as far as DevTools tells. */

import { type Destination, isWeak } from '../vocabulary.ts';
import type { DataUrl, DataUrlRequest, Loading } from './report.ts';

/** What is requested as soon as it is in use; DevTools does not tell of media in all browsers. */
const requestedInUse = new Set<Destination>([
  'image',
  'script',
  'style',
  'font',
  'iframe',
  'frame',
  'object',
  'embed',
]);

/** The browsers' word for a request; undefined where they have none, as for a worker's script. */
function outcomeOf({ status, error }: DataUrlRequest): Loading | undefined {
  if (error !== null) return /blocked/i.test(error) ? 'blocked' : 'failed';
  return status > 0 ? 'loaded' : undefined;
}

/** The happiest outcome counts. */
const ranks: readonly Loading[] = ['loaded', 'failed', 'blocked'];

/**
 * @param isTold DevTools named it among the page's requests or resources
 * @param isWhole all that the page requested so far was told
 * @returns undefined where nothing tells
 */
export function loadingOf(
  { requests = [], occurrences }: Pick<DataUrl, 'requests' | 'occurrences'>,
  isReported: boolean,
  isWhole: boolean,
): Loading | undefined {
  const outcomes = requests.map(outcomeOf);
  if (isReported) return outcomes.length === 0 ? 'loaded' : ranks.find((rank) => outcomes.includes(rank));
  const isUsed = occurrences.some(
    (each) =>
      requestedInUse.has(each.destination) && !each.inert && !isWeak(each) && each.goneAt === undefined,
  );
  return isWhole && isUsed ? 'not-loaded' : undefined;
}
