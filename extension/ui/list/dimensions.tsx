/** The dimensions of a row's picture, with the size at which the page shows it; loaded after the list. */
import { useRef } from 'preact/hooks';
import { message } from '../../platform/i18n.ts';
import type { Row } from '../../platform/surface-updates.ts';
import type { ReportClient } from '../report-client.ts';
import { isMeasured, shownSizeOf } from '../shown-sizes.ts';
import { dimensionsText, shownSizeText } from '../text/picture-size.ts';
import { useAnswerInView } from './in-view.ts';

export function Dimensions({ row, client }: { row: Row; client: ReportClient }) {
  const place = useRef<HTMLElement>(null);
  const isWanted = !client.isSample && isMeasured(row);
  const box = useAnswerInView(place, row, client, isWanted, shownSizeOf);
  const dimensions = dimensionsText(row.picture);
  return (
    <bdi
      ref={place}
      class="dimensions"
      dir={box ? 'auto' : 'ltr'}
      title={box ? message('shownSizeTitle') : undefined}
      data-measured={box === undefined ? undefined : box !== null}
    >
      {box ? shownSizeText(dimensions, box) : dimensions}
    </bdi>
  );
}
