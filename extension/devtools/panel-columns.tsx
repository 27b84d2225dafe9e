/** The columns of the panel's table, modeled on the browser's own list of requests. */
import { useContext } from 'preact/hooks';
import { sheetName } from '../../src/report/css-place.ts';
import { hasFailed } from '../../src/report/effects.ts';
import { withoutFragment } from '../../src/uri/fragment.ts';
import { message } from '../platform/i18n.ts';
import type { Row } from '../platform/surface-updates.ts';
import { columnsOf } from '../ui/list/columns.tsx';
import { Folded, ownFindings } from '../ui/list/folded.ts';
import { Place, Thumbnail } from '../ui/list/row.tsx';
import type { Column } from '../ui/list/table-view.tsx';
import { Icon } from '../ui/parts/icons.tsx';
import type { ReportClient } from '../ui/report-client.ts';
import { formatMilliseconds, formatMoment, visibleText } from '../ui/text/format.ts';
import { findingText, rowName, rowPlaces, rowState, stateReason, stateText } from '../ui/text/row-texts.ts';

/** The time span from the first request to the last, in milliseconds since 1970. */
export interface TimeSpan {
  start: number;
  end: number;
}

/** The time span of requests; null if there are none. */
export function spanOf(rows: readonly Pick<Row, 'requestedAt'>[]): TimeSpan | null {
  let [start, end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { requestedAt } of rows) {
    const at = requestedAt === null ? Number.NaN : Date.parse(requestedAt);
    if (at < start) start = at;
    if (at > end) end = at;
  }
  return start <= end ? { start, end } : null;
}

/** The edge length of a picture, in CSS pixels. */
const edge = 18;

/**
 * The columns of the panel's table.
 *
 * @param isBrief whether the details take up most of the space
 * @param isNarrow whether the panel is docked at the side; the least important columns are then last, because they may
 *   be cut off
 * @param isNarrowest whether the panel is so narrow that only the first three columns fit
 */
export function panelColumns(
  client: ReportClient,
  span: TimeSpan | null,
  isBrief: boolean,
  isNarrow: boolean,
  isNarrowest: boolean,
): Column[] {
  const { type, size, copies, cost } = columnsOf(client, edge);
  const name: Column = {
    id: 'name',
    label: message('column_name'),
    order: 'name',
    width: 140,
    minWidth: 112,
    grows: true,
    cell: (row) => (
      <>
        <Thumbnail row={row} client={client} edge={edge} />
        <bdi class="name one-row" title={visibleText(row.head)}>
          {rowName(row)}
        </bdi>
      </>
    ),
  };
  const state: Column = {
    id: 'state',
    label: message('htmlState'),
    order: 'most-severe',
    width: 152,
    minWidth: 152,
    cell: (row) => <StateCell row={row} />,
  };
  const narrowest = { ...cost, width: 76, minWidth: 72 };
  if (isNarrowest) return [{ ...state, minWidth: 82 }, { ...name, minWidth: 76 }, narrowest];
  // The cost column is wide enough for "10.5 kilobytes" in Arabic.
  const narrowCost = { ...cost, minWidth: 92 };
  if (isBrief) return [name, state, size];
  return [
    ...(isNarrow ? [state, { ...name, minWidth: 104 }, narrowCost] : [name, state]),
    { ...type, width: 108, minWidth: 108 },
    { ...size, width: 84, minWidth: 80 },
    { ...copies, width: 34 },
    {
      id: 'where',
      label: message('column_initiator'),
      order: 'where',
      width: 120,
      minWidth: 92,
      cell: (row) => <Initiator row={row} client={client} />,
    },
    {
      id: 'time',
      label: message('column_time'),
      order: 'requested',
      width: 96,
      grows: true,
      cell: ({ requestedAt }) => requestedAt !== null && span && <Waterfall at={requestedAt} span={span} />,
    },
  ];
}

/** The state in words, after an icon for the most severe finding. The finding's text is the tooltip. */
function StateCell({ row }: { row: Row }) {
  const [worst] = ownFindings(row, useContext(Folded));
  const { state } = row;
  const said = rowState(row);
  return (
    <>
      {worst && (
        <span class={`sign ${worst.severity}`} title={findingText(worst)}>
          <Icon name={worst.severity} />
          <span class="visually-hidden">{findingText(worst)}</span>
        </span>
      )}
      <span
        class={`outcome one-row ${said ? 'mark' : ''}`}
        data-bad={hasFailed(row) || undefined}
        title={said?.why ?? (state ? stateReason(state) : undefined)}
      >
        {said?.text ?? (state?.kind === 'loaded' ? stateText(state) : '–')}
      </span>
    </>
  );
}

/**
 * The script that requested the data: URL. If there is none, the data: URL's place in the page, in the form that all
 * surfaces use.
 */
function Initiator({ row, client }: { row: Row; client: ReportClient }) {
  const { initiator } = row;
  const [first] = row.places;
  const script = first?.sheet === undefined ? scriptOf(initiator, first?.frame) : null;
  if (script === null)
    return (
      <span class="one-row">
        <Place row={row} client={client} />
      </span>
    );
  return (
    <span class="one-row" title={`${visibleText(initiator ?? '')}\n${rowPlaces(row)}`.trim()}>
      <bdi class="place" dir="ltr">
        {visibleText(script)}
      </bdi>
    </span>
  );
}

/**
 * The script and line that caused a request, such as `app.js:12`; null if the document or a style sheet itself caused
 * it.
 */
function scriptOf(initiator: string | null, document = ''): string | null {
  const [, url = '', line = ''] = /^((?:https?|file):.*)(:\d+)$/.exec(initiator ?? '') ?? [];
  return url === '' || url === withoutFragment(document) ? null : sheetName({ sheet: url }) + line;
}

function Waterfall({ at, span: { start, end } }: { at: string; span: TimeSpan }) {
  const time = Date.parse(at);
  const share = end === start ? 0 : (time - start) / (end - start);
  return (
    <span class="waterfall" title={formatMoment(time)}>
      <span class="lane" aria-hidden="true">
        <span class="tick" style={{ insetInlineStart: `${formatShare(share)}%` }} />
      </span>
      <span class="figure">{formatMilliseconds(time - start)}</span>
    </span>
  );
}

const formatShare = (share: number): string => (100 * share).toFixed(2);
