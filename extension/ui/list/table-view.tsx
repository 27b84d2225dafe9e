/**
 * The list as a table with the surface's columns. A click on a header sorts by its column. Only rows in view are
 * rendered, and the keyboard works as in the list. In the header, the arrow keys move between columns; with Shift, they
 * change the width of a column. Dragging a column's edge also changes its width.
 */

import type { ComponentChildren } from 'preact';
import { useCallback, useContext, useMemo, useRef, useState } from 'preact/hooks';
import { shownSeverity } from '../../../src/report/effects.ts';
import type { Row } from '../../platform/surface-updates.ts';
import { Icon } from '../parts/icons.tsx';
import { rowLabel } from '../text/row-texts.ts';
import { type Item, idOf, isHeading, isPageItem } from './arrange.ts';
import { Folded, ownFindings } from './folded.ts';
import { HeadingView, PageItemView } from './row.tsx';
import { columnSteps, useActive } from './use-active.ts';
import { useAnchor, useInView, useTops, useWindow } from './use-window.ts';
import { ascendingOrders, type Order, type View } from './view.ts';
import './table-view.css';

/** The minimum width of a column in CSS pixels. */
const minColumnWidth = 40;

export interface Column {
  id: string;
  label: string;
  /** The label in words, if `label` is a symbol. */
  name?: string;
  title?: string;
  /** The order by which a click on the header sorts. If absent, a click has no effect. */
  order?: Order;
  /** The initial width in CSS pixels. */
  width: number;
  /** The minimum width, in CSS pixels, if space is scarce. Default: `width` */
  minWidth?: number;
  /** Whether the column expands to a share of the remaining width. */
  grows?: boolean;
  /** Whether cells are aligned at their end, as figures are. */
  isFigure?: boolean;
  cell: (row: Row) => ComponentChildren;
}

/** The part of a view that determines the sorting of a table. */
export type Sorting = Pick<View, 'order' | 'isReversed'>;

interface Props {
  items: readonly Item[];
  columns: readonly Column[];
  /** The height of a row, a heading, and the header in CSS pixels. */
  rowHeight: number;
  label: string;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  selected: string | null;
  onSelect: (id: string) => void;
  onClick: (id: string) => void;
  /** Called after Enter or Space, to open the item. */
  onOpen: (id: string) => void;
  /** The rows that have just been added. */
  fresh?: ReadonlySet<string>;
}

/** The sorting after a click on a header. If the table is already sorted by that column, the order is reversed. */
const sortedBy = (order: Order, now: Sorting): Sorting => ({
  order,
  isReversed: order === now.order && !now.isReversed,
});

const directionOf = ({ order, isReversed }: Sorting): 'ascending' | 'descending' =>
  ascendingOrders.has(order) === isReversed ? 'descending' : 'ascending';

export function TableView({
  items,
  columns,
  rowHeight,
  label,
  sorting,
  onSort,
  selected,
  onSelect,
  onClick,
  onOpen,
  fresh,
}: Props) {
  const tops = useTops(
    items,
    useCallback(() => rowHeight, [rowHeight]),
  );
  const folded = useContext(Folded);
  const header = rowHeight;
  const scroller = useWindow(tops, { header, margin: 4 });
  const { element, first, last, height, keyOf } = scroller;
  const ids = useMemo(() => items.map(idOf), [items]);
  const page = Math.max(1, Math.floor(height / rowHeight) - 1);
  const stepsFrom = (at: number) => columnSteps(at, items.length, page);
  const { activeAt, selectedAt, props } = useActive({ ids, selected, onSelect, onOpen, stepsFrom });
  useAnchor(scroller, ids, tops, selected);
  const shownFrom = selectedAt > 0 && ids[selectedAt - 1] === null ? selectedAt - 1 : selectedAt;
  useInView(scroller, selected, shownFrom < 0 ? -1 : shownFrom * rowHeight, (selectedAt + 1) * rowHeight);

  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({});
  const resize = (id: string, width: number) =>
    setWidths((before) => ({ ...before, [id]: Math.max(minColumnWidth, Math.round(width)) }));
  const template = columns
    .map(({ id, width, minWidth = width, grows }) => {
      const own = widths[id];
      return own === undefined ? `minmax(${minWidth}px, ${width}${grows ? 'fr' : 'px'})` : `${own}px`;
    })
    .join(' ');

  return (
    // biome-ignore lint/a11y/useSemanticElements: a table of the rows in view alone would be announced as whole
    <div
      ref={element}
      class="virtual-list table"
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={items.length + 1}
      aria-colcount={columns.length}
      aria-activedescendant={activeAt >= first && activeAt < last ? `row-${ids[activeAt]}` : undefined}
      style={{ '--columns': template, '--row-height': `${rowHeight}px` }}
      {...props}
    >
      <Header
        columns={columns}
        sorting={sorting}
        onSort={onSort}
        onResize={resize}
        onLeave={() => element.current?.focus()}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="rowgroup" class="table-rows" style={{ height: `${items.length * rowHeight}px` }}>
        {items.slice(first, last).map((item, n) => {
          const position = first + n;
          const id = ids[position] ?? null;
          const isRow = !isHeading(item) && !isPageItem(item);
          return (
            // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the grid, which names its active row
            // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keyboard
            // biome-ignore lint/a11y/useSemanticElements: see above
            <div
              key={keyOf(position)}
              id={id === null ? undefined : `row-${id}`}
              data-row={id ?? undefined}
              data-severity={isHeading(item) ? undefined : severityOf(item)}
              data-head={isRow ? item.head : undefined}
              class={id === null ? 'fixed-row' : position === activeAt ? 'row active' : 'row'}
              data-fresh={(id !== null && fresh?.has(id)) || undefined}
              role="row"
              aria-rowindex={position + 2}
              aria-label={isRow ? rowLabel(item, ownFindings(item, folded)) : undefined}
              aria-selected={id === null ? undefined : id === selected}
              style={{ transform: `translateY(${position * rowHeight}px)` }}
              onClick={id === null ? undefined : () => onClick(id)}
            >
              {isRow ? (
                columns.map((column) => (
                  <Cell key={column.id} column={column}>
                    {column.cell(item)}
                  </Cell>
                ))
              ) : (
                // biome-ignore lint/a11y/useFocusableInteractive: see above
                // biome-ignore lint/a11y/useSemanticElements: see above
                <div role="gridcell" class="whole-row" aria-colspan={columns.length}>
                  {isHeading(item) ? <HeadingView heading={item} /> : <PageItemView {...item} />}
                </div>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

const severityOf = (item: Exclude<Item, { heading: string }>) =>
  isPageItem(item) ? item.finding.severity : shownSeverity(item);

const Cell = ({ column, children }: { column: Column; children: ComponentChildren }) => (
  // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the grid
  // biome-ignore lint/a11y/useSemanticElements: as above
  <div role="gridcell" class={column.isFigure ? 'cell figure' : 'cell'} data-column={column.id}>
    {children}
  </div>
);

interface HeaderProps {
  columns: readonly Column[];
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  onResize: (id: string, width: number) => void;
  /** Moves the focus on to the rows. */
  onLeave: () => void;
}

/** Number of CSS pixels by which a key changes the width of a column. */
const widthStep = 16;

function Header({ columns, sorting, onSort, onResize, onLeave }: HeaderProps) {
  const row = useRef<HTMLDivElement>(null);
  /** The index of the column that is the only Tab stop. The arrow keys change it. */
  const [stop, setStop] = useState(0);
  const cellAt = (at: number) => row.current?.children[at] as HTMLElement | undefined;
  const isRightToLeft = () => row.current !== null && getComputedStyle(row.current).direction === 'rtl';
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const arrow = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const cell = cellAt(at);
    if (event.key === 'ArrowDown') onLeave();
    else if (arrow === undefined || !cell) return;
    else {
      const step = isRightToLeft() ? -arrow : arrow;
      if (event.shiftKey) onResize(columns[at]?.id ?? '', cell.offsetWidth + step * widthStep);
      else {
        const to = (at + step + columns.length) % columns.length;
        setStop(to);
        cellAt(to)?.querySelector('button')?.focus();
      }
    }
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: its buttons are
    // biome-ignore lint/a11y/useSemanticElements: as in the table
    <div ref={row} role="row" class="table-header" aria-rowindex={1}>
      {columns.map((column, at) => {
        const { id, label, name, title = name, order, isFigure } = column;
        const direction = order === sorting.order ? directionOf(sorting) : undefined;
        return (
          // biome-ignore lint/a11y/useFocusableInteractive: its button is
          // biome-ignore lint/a11y/useSemanticElements: as in the table
          <div key={id} role="columnheader" class={isFigure ? 'figure' : ''} aria-sort={direction}>
            <button
              type="button"
              data-sort={id}
              class={direction ?? ''}
              title={title}
              aria-label={name}
              tabIndex={at === stop ? 0 : -1}
              onFocus={() => setStop(at)}
              onKeyDown={(event) => onKeyDown(event, at)}
              onClick={() => order && onSort(sortedBy(order, sorting))}
            >
              <span class="clip">{label}</span>
              {direction && <Icon name="down" />}
            </button>
            <Edge
              widthOf={() => cellAt(at)?.offsetWidth ?? 0}
              isRightToLeft={isRightToLeft}
              onResize={(width) => onResize(id, width)}
            />
          </div>
        );
      })}
    </div>
  );
}

interface EdgeProps {
  widthOf: () => number;
  isRightToLeft: () => boolean;
  onResize: (width: number) => void;
}

/** The draggable edge of a column. */
function Edge({ widthOf, isRightToLeft, onResize }: EdgeProps) {
  const from = useRef<{ x: number; width: number; sign: number } | null>(null);
  return (
    <span
      class="column-edge"
      aria-hidden="true"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, width: widthOf(), sign: isRightToLeft() ? -1 : 1 };
        event.preventDefault();
      }}
      onPointerMove={({ clientX }) => {
        const { current } = from;
        if (current) onResize(current.width + (clientX - current.x) * current.sign);
      }}
      onPointerUp={() => {
        from.current = null;
      }}
      onPointerCancel={() => {
        from.current = null;
      }}
    />
  );
}
