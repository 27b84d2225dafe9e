/** A list of rows of known heights that draws only those in view, with keyboard navigation. */
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

/** Rows drawn beyond either edge. */
const margin = 8;

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
  /** Enter: opens the item. */
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
  const list = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  /** The keyboard came here while nothing was selected: the first row is active, until one is selected. */
  const [isEntered, setIsEntered] = useState(false);

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    measure();
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);

  // The offset of each item, and last the total height.
  const tops = useMemo(() => {
    const sums = new Float64Array(items.length + 1);
    for (const [at, item] of items.entries()) sums[at + 1] = (sums[at] ?? 0) + heightOf(item);
    return sums;
  }, [items]);
  const topOf = (at: number): number => tops[at] ?? 0;

  const selectedAt = selected === null ? -1 : items.findIndex((item) => idOf(item) === selected);
  useEffect(() => {
    const element = list.current;
    if (!element || selectedAt < 0) return;
    // With its heading, if it is the first of its group.
    const top = topOf(selectedAt > 0 && isFixed(selectedAt - 1) ? selectedAt - 1 : selectedAt);
    const end = topOf(selectedAt + 1);
    if (top < element.scrollTop) element.scrollTop = top;
    else if (end > element.scrollTop + element.clientHeight) element.scrollTop = end - element.clientHeight;
  }, [selectedAt, tops]);

  const idAt = (position: number): string | null => {
    const item = items[position];
    return item === undefined ? null : idOf(item);
  };
  const isFixed = (position: number): boolean => idAt(position) === null;
  /** The first selectable item from an index on in one direction, or else in the other. */
  const selectable = (from: number, step: 1 | -1): number => {
    const bounded = Math.max(0, Math.min(items.length - 1, from));
    for (let at = bounded; at >= 0 && at < items.length; at += step) if (!isFixed(at)) return at;
    for (let at = bounded; at >= 0 && at < items.length; at -= step) if (!isFixed(at)) return at;
    return bounded;
  };

  const activeAt = selectedAt < 0 && isEntered && items.length > 0 ? selectable(0, 1) : selectedAt;
  // Two keys may come before the first has been drawn: the second starts where the first ended.
  const at = useRef(selectedAt);
  useLayoutEffect(() => {
    at.current = selectedAt;
  }, [selectedAt]);
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(view.height / (topOf(items.length) / items.length)) - 1);
    const steps: Record<string, number> = {
      ArrowDown: at.current + 1,
      ArrowUp: at.current - 1,
      PageDown: at.current + page,
      PageUp: at.current - page,
      Home: 0,
      End: items.length - 1,
    };
    const to = steps[event.key];
    if (to !== undefined) {
      const isUp = to < at.current && event.key !== 'Home';
      at.current = selectable(to, isUp ? -1 : 1);
      const id = idAt(at.current);
      if (id !== null) onSelect(id);
    } else if (event.key === 'Enter' || event.key === ' ') {
      const id = idAt(at.current < 0 ? activeAt : at.current);
      if (id !== null) onOpen(id);
    } else return;
    event.preventDefault();
  };

  const first = Math.max(0, itemAt(tops, view.top) - margin);
  const last = Math.min(items.length, itemAt(tops, view.top + view.height) + 1 + margin);
  return (
    <div
      ref={list}
      class="virtual-list"
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={activeAt >= first && activeAt < last ? `row-${idAt(activeAt)}` : undefined}
      onKeyDown={onKeyDown}
      onFocus={({ currentTarget, relatedTarget }) =>
        // Not where a surface has just been opened, and nobody has touched the keyboard.
        setIsEntered(relatedTarget !== null && currentTarget.matches(':focus-visible'))
      }
      onBlur={() => setIsEntered(false)}
    >
      <div role="presentation" style={{ height: `${topOf(items.length)}px`, position: 'relative' }}>
        {items.slice(first, last).map((item, n) => {
          const id = idOf(item);
          const position = first + n;
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

/** The item at an offset, by binary search: the last that begins there or above. */
function itemAt(tops: Float64Array, height: number): number {
  let low = 0;
  let high = tops.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((tops[middle] ?? 0) <= height) low = middle;
    else high = middle - 1;
  }
  return low;
}
