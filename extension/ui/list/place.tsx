/** Describes where a row occurs, with the position in the source of its document. Loaded after the list. */
import { useContext, useRef } from 'preact/hooks';
import { sheetPosition } from '../../../src/report/css-place.ts';
import { isOfNetwork, isWeak } from '../../../src/vocabulary.ts';
import { message } from '../../platform/i18n.ts';
import type { Detail, Row } from '../../platform/surface-updates.ts';
import type { ReportClient } from '../report-client.ts';
import type { SourceLocator } from '../source-locator.ts';
import { visibleText } from '../text/format.ts';
import { rowPlaces, rowWhere } from '../text/row-texts.ts';
import { idleQueue } from '../viewers/idle-queue.ts';
import { useAnswerInView } from './in-view.ts';
import { ScanState } from './resources-context.ts';

const inIdleTime = idleQueue(1);
/** The locators, keyed by the state of a finished scan, because the next scan may be of another document. */
const locators = new WeakMap<object, SourceLocator>();

/** Finds the position of a row, such as `index.html:12:5`; '' if it is unknown. */
async function positionOf(
  row: Row,
  client: ReportClient,
  signal: AbortSignal,
  scan: object,
): Promise<string> {
  const position = await inIdleTime(async () => {
    const detail = (await client.ask({ type: 'detail', id: row.sha256 })) as Detail | null;
    const [first] = detail?.occurrences ?? [];
    if (!detail || !first) return '';
    const { createSourceLocator } = await import('../source-locator.ts');
    const locator = locators.get(scan) ?? createSourceLocator(client);
    locators.set(scan, locator);
    const [found] = await locator(detail, first.frame);
    return found ? sheetPosition({ ...first, ...found, inSource: true }) : '';
  }, signal);
  return position ?? '';
}

export function Place({ row, client }: { row: Row; client: ReportClient }) {
  const place = useRef<HTMLElement>(null);
  const scan = useContext(ScanState);
  const [first] = row.places;
  const isWanted =
    !client.isSample &&
    scan?.kind === 'done' &&
    first !== undefined &&
    first.sheet === undefined &&
    !isWeak(first) &&
    !isOfNetwork(first);
  const position = useAnswerInView(place, row, client, isWanted, (of, to, signal) =>
    positionOf(of, to, signal, scan as object),
  );
  const at = position ? visibleText(position) : '';
  // A long name is shortened, so that line and column are never cut off.
  const [file, line] = at.split(/(?=:\d+:\d+$)/);
  const selector = row.occurrenceCount === 1 ? visibleText(first?.selector ?? '') : '';
  const lines = [at && message('inSource', at), rowPlaces(row), selector];
  return (
    <bdi ref={place} class={at ? 'place at' : 'place'} title={lines.filter((line) => line !== '').join('\n')}>
      {at && (
        <span class="source-position">
          <span class="source-name">{file}</span>
          <span>{line}</span>
        </span>
      )}
      {at && ' '}
      <span>{rowWhere(row)}</span>
    </bdi>
  );
}
