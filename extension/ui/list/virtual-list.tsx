/** A list of rows of known heights that draws only those in view, with keyboard navigation. */
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { columnSteps, useActive } from './use-active.ts';
import { useInView, useTops, useWindow } from './use-window.ts';

interface Props<Item> {
  items: readonly Item[];
  /** CSS pixels. */
  heightOf: (item: Item) => number;
  label: string;
  /** Null for items that cannot be selected, such as headings. */
  idOf: (item: Item) => string | null;
  selected: string | null;
  onSelect: (id: string) => void;
  onClick: (id: string) => void;
  /** Enter or Space: opens the item. */
  onOpen: (id: string) => void;
  render: (item: Item) => ComponentChildren;
}

export function VirtualList<Item>({
  items,
  heightOf,
  label,
  idOf,
  selected,
  onSelect,
  onClick,
  onOpen,
  render,
}: Props<Item>) {
  const tops = useTops(items, heightOf);
  const topOf = (at: number): number => tops[at] ?? 0;
  const scroller = useWindow(tops);
  const { element, first, last, height } = scroller;
  const ids = useMemo(() => items.map(idOf), [items]);
  const page = Math.max(1, Math.floor(height / (topOf(items.length) / items.length)) - 1);
  const stepsFrom = (at: number) => columnSteps(at, items.length, page);
  const { activeAt, selectedAt, props } = useActive({ ids, selected, onSelect, onOpen, stepsFrom });
  // With its heading, if it is the first of its group.
  const shownFrom = selectedAt > 0 && ids[selectedAt - 1] === null ? selectedAt - 1 : selectedAt;
  useInView(scroller, selected, shownFrom < 0 ? -1 : topOf(shownFrom), topOf(selectedAt + 1));

  return (
    <div
      ref={element}
      class="virtual-list"
      role="listbox"
      tabIndex={0}
      aria-label={label}
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
                {render(item)}
              </div>
            );
          }
          return (
            // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the list, which names its active row
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keyboard
            <div
              key={id}
              id={`row-${id}`}
              data-row={id}
              class={position === activeAt ? 'row active' : 'row'}
              role="option"
              aria-selected={id === selected}
              aria-posinset={position + 1}
              aria-setsize={items.length}
              style={style}
              onClick={() => onClick(id)}
            >
              {render(item)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
