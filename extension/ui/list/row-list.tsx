/**
 * The list as rows of two lines, for surfaces without space for a table. The heights of rows are known in advance, so
 * that only rows in view are rendered.
 */
import type { ComponentChildren } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import { message } from '../../platform/i18n.ts';
import type { ReportClient } from '../report-client.ts';
import { rowLabel } from '../text/row-texts.ts';
import { type Item, idOf, isHeading, isPageItem } from './arrange.ts';
import { Folded, ownFindings } from './folded.ts';
import { HeadingView, headingHeight, PageItemView, RowView, rowHeight } from './row.tsx';
import { columnSteps, useActive } from './use-active.ts';
import { useAnchor, useInView, useTops, useWindow } from './use-window.ts';

interface Props {
  items: readonly Item[];
  client: ReportClient;
  selected: string | null;
  onSelect: (id: string) => void;
  onClick: (id: string) => void;
  /** Called after Enter or Space, to open the item. */
  onOpen: (id: string) => void;
}

export function RowList({ items, client, selected, onSelect, onClick, onOpen }: Props) {
  const folded = useContext(Folded);
  const tops = useTops(items, heightOf);
  const topOf = (at: number): number => tops[at] ?? 0;
  const scroller = useWindow(tops);
  const { element, first, last, height } = scroller;
  const ids = useMemo(() => items.map(idOf), [items]);
  const page = Math.max(1, Math.floor(height / (topOf(items.length) / items.length)) - 1);
  const stepsFrom = (at: number) => columnSteps(at, items.length, page);
  const { activeAt, selectedAt, props } = useActive({ ids, selected, onSelect, onOpen, stepsFrom });
  useAnchor(scroller, ids, tops, selected);
  // The range includes the group's heading if the item is the first of its group.
  const shownFrom = selectedAt > 0 && ids[selectedAt - 1] === null ? selectedAt - 1 : selectedAt;
  useInView(scroller, selected, shownFrom < 0 ? -1 : topOf(shownFrom), topOf(selectedAt + 1));

  return (
    <div
      ref={element}
      class="virtual-list"
      role="listbox"
      tabIndex={0}
      aria-label={message('listLabel')}
      aria-activedescendant={activeAt >= first && activeAt < last ? `row-${ids[activeAt]}` : undefined}
      {...props}
    >
      <div role="presentation" style={{ height: `${topOf(items.length)}px`, position: 'relative' }}>
        {items.slice(first, last).map((item, n) => {
          const position = first + n;
          const id = ids[position] ?? null;
          const style = {
            transform: `translateY(${topOf(position)}px)`,
            height: `${topOf(position + 1) - topOf(position)}px`,
          };
          if (id === null) {
            return (
              <div key={`at ${position}`} class="fixed-row" role="presentation" style={style}>
                {contentOf(item, client)}
              </div>
            );
          }
          return (
            // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the list, which names its active row
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keyboard
            <div
              key={id}
              id={`row-${id}`}
              data-row={id}
              class={position === activeAt ? 'row active' : 'row'}
              role="option"
              aria-label={
                isPageItem(item) || isHeading(item) ? undefined : rowLabel(item, ownFindings(item, folded))
              }
              aria-selected={id === selected}
              aria-posinset={position + 1}
              aria-setsize={items.length}
              style={style}
              onClick={() => onClick(id)}
            >
              {contentOf(item, client)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

const heightOf = (item: Item): number => (isHeading(item) ? headingHeight : rowHeight);

const contentOf = (item: Item, client: ReportClient): ComponentChildren => {
  if (isHeading(item)) return <HeadingView heading={item} />;
  return isPageItem(item) ? <PageItemView {...item} /> : <RowView row={item} client={client} />;
};
