/** Lists the data: URLs that can run, then those that deceive, each with its time, occurrences, effects, and code. */
import { useState } from 'preact/hooks';
import { type CanRun, runsByEffect } from '../../src/report/can-run.ts';
import { runLinesIn, runTimeTextIn } from '../../src/texts/run-text.ts';
import { anyMessage, formatNumber, message, snake } from '../platform/i18n.ts';
import type { Detail, Row } from '../platform/surface-updates.ts';
import { Allowing } from './detail/allowing.tsx';
import { useAnswer } from './hooks/use-answer.ts';
import { useBody } from './hooks/use-body.ts';
import { RowMark } from './list/row.tsx';
import { later } from './parts/later.tsx';
import { SeverityMark } from './parts/severity.tsx';
import type { ReportClient } from './report-client.ts';
import { UrlLink } from './saving-urls.tsx';
import { rowWhere } from './text/row-texts.ts';
import { isCode } from './viewers/code-language.ts';

/** Maximum number of items shown here. The list contains all of them. */
const maxShown = 10;

const runLines = runLinesIn(anyMessage);
const runTimeText = runTimeTextIn(anyMessage);
const Code = later(() => import('./viewers/text-viewer.tsx').then(({ Viewer }) => Viewer));

interface Props {
  runs: readonly CanRun<Row>[];
  client: ReportClient;
  /** The element of the headings, and the id of the first. */
  heading: 'h2' | 'h3';
  id: string;
  /** Opens the details of a data: URL. */
  onOpen: (id: string) => void;
  /** Lists the data: URLs with these ids. */
  onShow: (ids: readonly string[]) => void;
}

export function RunList({ runs, client, heading: Heading, id, onOpen, onShow }: Props) {
  if (runs.length === 0) return null;
  return (
    <div class="runs">
      {runsByEffect(runs).map(({ effect, runs: own }, at) => (
        <section key={effect} aria-labelledby={at === 0 ? id : `${id}-${effect}`}>
          <Heading id={at === 0 ? id : `${id}-${effect}`} tabIndex={-1} data-runs={effect}>
            {message(`effect_${snake(effect)}`)}
          </Heading>
          <ul class="findings">
            {own.slice(0, maxShown).map((run) => (
              <RunItem key={run.dataUrl.sha256} run={run} client={client} onOpen={onOpen} />
            ))}
          </ul>
          {own.length > maxShown && (
            <button
              type="button"
              class="link"
              data-action="show-urls"
              onClick={() => onShow(own.map(({ dataUrl }) => dataUrl.sha256))}
            >
              {message('showUrls', own.length, formatNumber(own.length))}
            </button>
          )}
        </section>
      ))}
    </div>
  );
}

function RunItem({ run, client, onOpen }: { run: CanRun<Row> } & Pick<Props, 'client' | 'onOpen'>) {
  const { dataUrl: row, findings } = run;
  const detail = useAnswer<Detail>(client, { type: 'detail', id: row.sha256 }, row);
  const payload = detail?.payload;
  const when = runTimeText(run);
  const lines = runLines(run, { contacts: payload?.references?.contacts, nested: detail?.nested ?? [] });
  return (
    <li data-run={row.sha256} data-waiting={detail === undefined ? '' : undefined}>
      <span class="finding-kind">
        {findings[0] && <SeverityMark severity={findings[0].severity} />}
        {when === null ? <RowMark row={row} /> : <strong>{when}</strong>}
        <bdi class="dim">{rowWhere(row)}</bdi>
      </span>
      <UrlLink row={row} onOpen={onOpen} />
      {lines.map((line, at) => (
        <p key={at}>{line}</p>
      ))}
      {payload?.encodedAs === null && isCode(row) && <CodeOf row={row} client={client} />}
      {detail?.decision && (
        <Allowing decision={detail.decision} client={client} onAllowed={focusOnRuns} isMenu={true} />
      )}
    </li>
  );
}

const focusOnRuns = (): void => document.querySelector<HTMLElement>('[data-runs]')?.focus();

function CodeOf({ row, client }: { row: Row; client: ReportClient }) {
  const [isOpen, setIsOpen] = useState(false);
  const body = useBody(client, row.sha256, isOpen);
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary data-action="run-code">{message('runsCode')}</summary>
      {isOpen && (
        <div class="preview">
          {body.state === 'loading' && <p class="note">{message('loading')}</p>}
          {body.state === 'gone' && <p class="note">{message('bodyGone')}</p>}
          {body.state === 'ready' && <Code row={row} blob={body.blob} facts={null} isFormatted={true} />}
        </div>
      )}
    </details>
  );
}
