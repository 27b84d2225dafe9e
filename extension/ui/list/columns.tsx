/** The columns that are available for tables of data: URLs. Each surface chooses some of them. */
import { useContext } from 'preact/hooks';
import { formatNumber, message } from '../../platform/i18n.ts';
import type { Row } from '../../platform/surface-updates.ts';
import type { ReportClient } from '../report-client.ts';
import { charsetText, formatBytes, formatExact, placesText, visibleText } from '../text/format.ts';
import { kindName, rowName } from '../text/row-texts.ts';
import { Folded, ownFindings } from './folded.ts';
import { FindingLine } from './page-item.tsx';
import { Place, RowMark, RuleMark, Saving, Thumbnail } from './row.tsx';
import type { Column } from './table-view.tsx';

export const columnIds = [
  'preview',
  'name',
  'type',
  'charset',
  'size',
  'copies',
  'cost',
  'saving',
  'where',
  'state',
] as const;
export type ColumnId = (typeof columnIds)[number];

/**
 * Creates the columns.
 *
 * @param client the client that requests the pictures
 * @param edge the edge length of a picture, in CSS pixels
 */
export const columnsOf = (client: ReportClient, edge: number): Record<ColumnId, Column> => ({
  preview: {
    id: 'preview',
    label: message('preview'),
    order: 'pixels',
    width: 76,
    cell: (row) => <Thumbnail row={row} client={client} edge={edge} />,
  },
  name: {
    id: 'name',
    label: message('column_name'),
    order: 'name',
    width: 200,
    grows: true,
    cell: (row) => <Name row={row} />,
  },
  type: {
    id: 'type',
    label: message('column_type'),
    order: 'type',
    width: 130,
    cell: (row) => <Type row={row} />,
  },
  charset: {
    id: 'charset',
    label: message('charset'),
    width: 112,
    minWidth: 112,
    cell: (row) =>
      row.charset.used !== null && (
        <bdi class="charset one-row" title={charsetText(row)}>
          {charsetText(row)}
        </bdi>
      ),
  },
  size: {
    id: 'size',
    label: message('size'),
    order: 'size',
    width: 96,
    isFigure: true,
    cell: ({ size }) => (
      <span class="size" title={size === null ? undefined : formatExact(size)}>
        {size === null ? '–' : formatBytes(size)}
      </span>
    ),
  },
  copies: {
    id: 'copies',
    label: '×',
    name: message('placesInAll'),
    order: 'most-places',
    width: 48,
    isFigure: true,
    cell: ({ occurrenceCount: count }) => (
      <span class="places" title={placesText(count)}>
        {formatNumber(count)}
      </span>
    ),
  },
  cost: {
    id: 'cost',
    label: message('column_cost'),
    title: message('column_cost_title'),
    order: 'largest',
    width: 96,
    isFigure: true,
    cell: ({ weight }) => (
      <span class="cost" title={weight.texts > 0 ? formatExact(weight.cost) : undefined}>
        {weight.texts > 0 ? formatBytes(weight.cost) : '–'}
      </span>
    ),
  },
  saving: {
    id: 'saving',
    label: message('column_saving'),
    title: message('savingsTitle'),
    width: 114,
    isFigure: true,
    cell: (row) => <Saving row={row} client={client} />,
  },
  where: {
    id: 'where',
    label: message('column_where'),
    order: 'where',
    width: 170,
    minWidth: 130,
    cell: (row) => (
      <bdi class="one-row">
        <Place row={row} client={client} />
      </bdi>
    ),
  },
  state: {
    id: 'state',
    label: message('htmlState'),
    order: 'most-severe',
    width: 220,
    grows: true,
    cell: (row) => (
      <>
        <RowMark row={row} />
        <RuleMark row={row} client={client} />
        <Worst row={row} />
      </>
    ),
  },
});

function Worst({ row }: { row: Row }) {
  const [worst] = ownFindings(row, useContext(Folded));
  return worst ? <FindingLine finding={worst} /> : null;
}

function Name({ row }: { row: Row }) {
  const name = rowName(row);
  return (
    <bdi class="name one-row" title={name}>
      {name}
    </bdi>
  );
}

/** The media type. The tooltip adds its parameters and the detected kind of the bytes. */
function Type({ row }: { row: Row }) {
  const { mimeType, essence, head } = row;
  if (mimeType === null) {
    return (
      <span class="type one-row" title={visibleText(head)}>
        {message('brokenUrl')}
      </span>
    );
  }
  return (
    <bdi class="type one-row" dir="ltr" title={visibleText(`${mimeType} · ${kindName(row)}`)}>
      {visibleText(essence ?? '')}
    </bdi>
  );
}
