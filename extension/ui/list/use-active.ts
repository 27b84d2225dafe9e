/**
 * Keyboard support for a list, a table, or a gallery. The focus stays on the container, which refers to its active item
 * (`aria-activedescendant`).
 */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface Options {
  /** The ids of the items; null for items that cannot be selected, such as headings. */
  ids: readonly (string | null)[];
  selected: string | null;
  onSelect: (id: string) => void;
  /** Called after Enter or Space, to open the item. */
  onOpen: (id: string) => void;
  /** The index to which each key moves from an index (-1 if no item is active). The result may be out of range. */
  stepsFrom: (at: number) => Partial<Record<string, number>>;
}

/** The steps of arrows, page keys, Home, and End in a single column. */
export const columnSteps = (at: number, count: number, page: number): Record<string, number> => ({
  ArrowDown: at + 1,
  ArrowUp: at - 1,
  PageDown: at + page,
  PageUp: at - page,
  Home: 0,
  End: count - 1,
});

export function useActive({ ids, selected, onSelect, onOpen, stepsFrom }: Options) {
  /** Whether the focus came to the container by keyboard. If so, the first item is active until one is selected. */
  const [isEntered, setIsEntered] = useState(false);
  const selectedAt = selected === null ? -1 : ids.indexOf(selected);

  /** The first selectable item from an index on, in the given direction or, if there is none, in the other one. */
  const selectable = (from: number, step: 1 | -1): number => {
    const bounded = Math.max(0, Math.min(ids.length - 1, from));
    for (let at = bounded; at >= 0 && at < ids.length; at += step) if (ids[at] !== null) return at;
    for (let at = bounded; at >= 0 && at < ids.length; at -= step) if (ids[at] !== null) return at;
    return bounded;
  };

  const activeAt = selectedAt < 0 && isEntered && ids.length > 0 ? selectable(0, 1) : selectedAt;
  // A second key press may come before the first one is rendered. The second one then starts at the result of the
  // first.
  const at = useRef(selectedAt);
  useLayoutEffect(() => {
    at.current = selectedAt;
  }, [selectedAt]);

  const onKeyDown = (event: KeyboardEvent) => {
    // The buttons of a header handle their own keys.
    if (event.target !== event.currentTarget) return;
    const to = stepsFrom(at.current)[event.key];
    if (to !== undefined) {
      at.current = selectable(to, to < at.current && event.key !== 'Home' ? -1 : 1);
      const id = ids[at.current];
      if (id) onSelect(id);
    } else if (event.key === 'Enter' || event.key === ' ') {
      const id = ids[at.current < 0 ? activeAt : at.current];
      if (id) onOpen(id);
    } else return;
    event.preventDefault();
  };

  return {
    /** The index of the active item; -1 if there is none. */
    activeAt,
    selectedAt,
    /** Props for the element that takes the focus. The element also needs a `tabIndex` of 0. */
    props: {
      onKeyDown,
      onFocus: ({ currentTarget, target, relatedTarget }: FocusEvent) =>
        // False if a surface has just opened and the keyboard has not been used.
        setIsEntered(
          target === currentTarget &&
            relatedTarget !== null &&
            (currentTarget as Element).matches(':focus-visible'),
        ),
      onBlur: () => setIsEntered(false),
    },
  };
}
