/** The dimensions of a row's picture, with the size at which the page shows it; loaded after the list. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { message } from '../../platform/i18n.ts';
import type { Row, Shown } from '../../platform/messages.ts';
import type { ReportClient } from '../report-client.ts';
import { isMeasured, shownSizeOf } from '../shown-sizes.ts';
import { dimensionsText, shownSizeText } from '../text/picture-size.ts';
import { whenInView } from './in-view.ts';

export function Dimensions({ row, client }: { row: Row; client: ReportClient }) {
  const place = useRef<HTMLElement>(null);
  const [latest, setLatest] = useState<{ of: Row; box: Shown['box'] } | null>(null);
  const isWanted = !client.isSample && isMeasured(row);
  useEffect(() => {
    const element = place.current;
    if (!isWanted || !element) return undefined;
    const gone = new AbortController();
    const { signal } = gone;
    whenInView(element, signal)
      .then(() => shownSizeOf(row, client, signal))
      .then((box) => signal.aborted || setLatest({ of: row, box }));
    return () => gone.abort();
  }, [row, isWanted, client]);
  const answer = latest?.of === row ? latest : null;
  const dimensions = dimensionsText(row.picture);
  return (
    <bdi
      ref={place}
      class="dimensions"
      dir={answer?.box ? 'auto' : 'ltr'}
      title={answer?.box ? message('shownSizeTitle') : undefined}
      data-measured={answer ? answer.box !== null : undefined}
    >
      {answer?.box ? shownSizeText(dimensions, answer.box) : dimensions}
    </bdi>
  );
}
