/** The dimensions of a row's picture, with the size at which the page shows it. Loaded after the list. */
import { useRef } from 'preact/hooks';
import { isElementPicture } from '../../../src/report/picture-place.ts';
import { message } from '../../platform/i18n.ts';
import type { Shown } from '../../platform/show-messages.ts';
import type { Row } from '../../platform/surface-updates.ts';
import type { ReportClient } from '../report-client.ts';
import { inTurn } from '../rule-matches.ts';
import { dimensionsText, shownSizeText } from '../text/picture-size.ts';
import { shownIn } from '../text/shown-text.ts';
import { idleQueue } from '../viewers/idle-queue.ts';
import { useAnswerInView } from './in-view.ts';

const inIdleTime = idleQueue(1);
/** The results, keyed by row object, because a row that changes is a new object. */
const found = new WeakMap<Row, Shown['box']>();

/**
 * Whether all occurrences of a row are known, and elements show some of them. An SVG image, which has no pixels, fits
 * every size.
 */
const isMeasured = ({ essence, places, occurrenceCount, removedAt, states }: Row): boolean =>
  essence !== 'image/svg+xml' &&
  removedAt === null &&
  occurrenceCount === places.length &&
  states.includes('loaded') &&
  places.some(isElementPicture);

/**
 * Finds the largest box in which an element shows the picture of a row.
 *
 * @returns null if none is rendered or the page did not answer
 */
async function shownSizeOf(row: Row, client: ReportClient, signal: AbortSignal): Promise<Shown['box']> {
  const known = found.get(row);
  if (known !== undefined) return known;
  let largest: Shown['box'] = null;
  for (const [occurrence, place] of row.places.entries()) {
    if (!isElementPicture(place)) continue;
    const ask = () => client.ask({ type: 'show', id: row.sha256, occurrence, outlines: 'none' });
    const shown = shownIn(await inIdleTime(() => inTurn(client, ask), signal));
    // Without all answers, the largest box is unknown.
    if (shown === null) return null;
    if (shown.box && areaOf(shown.box) > areaOf(largest)) largest = shown.box;
  }
  found.set(row, largest);
  return largest;
}

const areaOf = (box: Shown['box']): number => (box ? box.width * box.height : 0);

export function Dimensions({ row, client }: { row: Row; client: ReportClient }) {
  const place = useRef<HTMLElement>(null);
  const isWanted = !client.isSample && isMeasured(row);
  const box = useAnswerInView(place, row, client, isWanted, shownSizeOf);
  const dimensions = dimensionsText(row.picture);
  return (
    <bdi
      ref={place}
      class="dimensions"
      dir="ltr"
      title={box ? message('shownSizeTitle') : undefined}
      data-measured={box === undefined ? undefined : box !== null}
    >
      {box ? shownSizeText(dimensions, box) : dimensions}
    </bdi>
  );
}
