/** A list of rows of one height that draws only those in view, and is walked by the keyboard. */
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Rows drawn beyond either edge. */
const margin = 8;

interface Props<Item> {
  items: readonly Item[];
  /** CSS pixels. */
  rowHeight: number;
  label: string;
  idOf: (item: Item) => string;
  selected: string | null;
  onSelect: (id: string) => void;
  /** Enter, a click: shows the item. */
  onOpen: (id: string) => void;
  render: (item: Item) => ComponentChildren;
}

export function VirtualList<Item>({
  items,
  rowHeight,
  label,
  idOf,
  selected,
  onSelect,
  onOpen,
  render,
}: Props<Item>) {
  const list = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });

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

  const selectedAt = selected === null ? -1 : items.findIndex((item) => idOf(item) === selected);
  useEffect(() => {
    const element = list.current;
    if (!element || selectedAt < 0) return;
    const top = selectedAt * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + element.clientHeight) {
      element.scrollTop = top + rowHeight - element.clientHeight;
    }
  }, [selectedAt, rowHeight]);

  // Two keys may come before the first has been drawn: the second goes on from where the first went.
  const at = useRef(selectedAt);
  useLayoutEffect(() => {
    at.current = selectedAt;
  }, [selectedAt]);
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 1);
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
      at.current = Math.max(0, Math.min(items.length - 1, to));
      const item = items[at.current];
      if (item) onSelect(idOf(item));
    } else if (event.key === 'Enter' || event.key === ' ') {
      const item = items[at.current];
      if (item) onOpen(idOf(item));
    } else return;
    event.preventDefault();
  };

  const first = Math.max(0, Math.floor(view.top / rowHeight) - margin);
  const last = Math.min(items.length, Math.ceil((view.top + view.height) / rowHeight) + margin);
  return (
    <div
      ref={list}
      class="virtual-list"
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={selectedAt >= first && selectedAt < last ? `row-${selected}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: `${items.length * rowHeight}px`, position: 'relative' }}>
        {items.slice(first, last).map((item, n) => {
          const id = idOf(item);
          const position = first + n;
          return (
            // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the list, which names its active row
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keyboard
            <div
              key={id}
              id={`row-${id}`}
              data-row={id}
              class="row"
              role="option"
              aria-selected={id === selected}
              aria-posinset={position + 1}
              aria-setsize={items.length}
              style={{ transform: `translateY(${position * rowHeight}px)`, height: `${rowHeight}px` }}
              onClick={() => onOpen(id)}
            >
              {render(item)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
