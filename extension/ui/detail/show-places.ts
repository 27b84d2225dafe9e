/** Shows the occurrences of a data: URL on the page: outlines its elements, and describes the result. */
import type { Occurrence } from '../../../src/vocabulary.ts';
import { formatNumber, message } from '../../platform/i18n.ts';
import type { Outlines, Shown } from '../../platform/show-messages.ts';
import type { Row } from '../../platform/surface-updates.ts';
import type { ReportClient } from '../report-client.ts';
import { inTurn } from '../rule-matches.ts';
import { shownIn, shownText } from '../text/shown-text.ts';

/**
 * Maximum number of outlined elements. After that, no further occurrence is outlined, because each takes time in the
 * page's frames.
 */
const maxOutlinedElements = 2000;

/** Maximum number of occurrences of a data: URL that are outlined at the same time. */
const maxOutlinedPlaces = 50;

export interface ShownPlaces {
  text: string;
  /** Whether anything was outlined. */
  isOutlined: boolean;
}

/** Outlines one occurrence: its element, or all elements that its rule matches. */
export async function showPlace(
  { sha256 }: Pick<Row, 'sha256'>,
  at: number,
  occurrence: Pick<Occurrence, 'element' | 'rule'>,
  client: ReportClient,
): Promise<ShownPlaces> {
  const shown = await ask(sha256, at, 'instead', client);
  return { text: shownText(shown, occurrence), isOutlined: isOutlined(shown) };
}

/**
 * Outlines all occurrences, up to the limits. Omits occurrences in rules that a condition turns off, because the
 * elements of such rules don't show the data: URL.
 *
 * @param first the index of the first occurrence that is in a document
 */
export async function showPlaces(row: Row, first: number, client: ReportClient): Promise<ShownPlaces> {
  const place = row.places[first]!;
  if (row.occurrenceCount === 1) return showPlace(row, first, place, client);
  let [places, elements] = [0, 0];
  let firstShown: Shown | null = null;
  for (let at = 0; at < Math.min(row.occurrenceCount, maxOutlinedPlaces); at++) {
    const known = row.places[at];
    const counted =
      known === undefined || known.rule !== undefined ? await ask(row.sha256, at, 'none', client) : null;
    const isOff = counted?.kind === 'off';
    const shown = isOff ? counted : await ask(row.sha256, at, elements === 0 ? 'instead' : 'beside', client);
    if (at === first) firstShown = shown;
    if (isOff || !isOutlined(shown)) continue;
    places++;
    elements += shown.outlined;
    if (elements >= maxOutlinedElements) break;
  }
  if (places === 0 && firstShown?.kind === 'off') return showPlace(row, first, place, client);
  const text = message('placesShown', formatNumber(places), formatNumber(row.occurrenceCount));
  if (places > 0) return { text, isOutlined: true };
  // Appends the result of the first occurrence, which states the reason.
  return { text: `${text} ${shownText(firstShown, place)}`, isOutlined: false };
}

const isOutlined = (shown: Shown | null): shown is Shown => shown !== null && shown.outlined > 0;

const ask = (
  id: string,
  occurrence: number,
  outlines: Outlines,
  client: ReportClient,
): Promise<Shown | null> =>
  inTurn(client, async () => shownIn(await client.ask({ type: 'show', id, occurrence, outlines })));
