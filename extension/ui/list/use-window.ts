/** Renders only the part of a long column of items that is in view, with a margin. */
import type { RefObject } from 'preact';
import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { UserOrder } from './resources-context.ts';

export interface Window {
  /** The element that scrolls. */
  element: RefObject<HTMLDivElement | null>;
  /** The range of rendered items: from `first` up to, but not including, `last`. */
  first: number;
  last: number;
  /** The scroll position and the height without a header, in CSS pixels, when the view was last scrolled or resized. */
  top: number;
  height: number;
  /** The key of a rendered item. An item that comes into view reuses the elements of an item that has left it. */
  keyOf(at: number): number;
  /** Scrolls as little as possible to bring everything between two offsets into view. */
  reveal(from: number, to: number): void;
  scrollTo(top: number): void;
}

/** Computes the offset of each item, followed by the total height, in CSS pixels. */
export function useTops<Item>(items: readonly Item[], heightOf: (item: Item) => number): Float64Array {
  return useMemo(() => {
    const sums = new Float64Array(items.length + 1);
    let top = 0;
    let at = 0;
    for (const item of items) sums[++at] = top += heightOf(item);
    return sums;
  }, [items, heightOf]);
}

/**
 * Determines the items in view.
 *
 * @param tops see `useTops`
 * @param header the CSS pixels at the upper edge that a header covers
 * @param margin number of items that are rendered beyond each edge, after the first paint
 */
export function useWindow(tops: Float64Array, { header = 0, margin = 5 } = {}): Window {
  const element = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 400 });
  // The first paint is urgent, so no margin is rendered.
  const [isPainted, setIsPainted] = useState(false);
  const beyond = isPainted ? margin : 0;
  useEffect(() => {
    const frame = requestAnimationFrame(() => setIsPainted(true));
    return () => cancelAnimationFrame(frame);
  }, []);

  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    let top = 0;
    let isHidden = false;
    const measure = () => {
      const { clientHeight } = current;
      // Firefox resets the scroll position of a hidden element.
      if (isHidden && clientHeight > 0 && current.scrollTop === 0) current.scrollTop = top;
      isHidden = clientHeight === 0;
      if (isHidden) return;
      top = current.scrollTop;
      setView({ top, height: clientHeight - header });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    current.addEventListener('scroll', measure, { passive: true });
    measure();
    return () => {
      observer.disconnect();
      current.removeEventListener('scroll', measure);
    };
  }, [header]);

  const first = Math.max(0, itemAt(tops, view.top) - beyond);
  const last = Math.min(tops.length - 1, itemAt(tops, view.top + view.height) + 1 + beyond);
  // The number of keys never decreases, so that the keys remain the same.
  const slots = useRef(1);
  slots.current = Math.max(slots.current, last - first);
  return {
    element,
    first,
    last,
    ...view,
    keyOf: (at) => at % slots.current,
    reveal(from, to) {
      const { current } = element;
      if (!current) return;
      const height = current.clientHeight - header;
      if (from < current.scrollTop) current.scrollTop = from;
      else if (to > current.scrollTop + height) current.scrollTop = to - height;
    },
    scrollTo(to) {
      const { current } = element;
      if (!current) return;
      current.scrollTop = to;
      // Renders the items at the new position before the next paint.
      setView({ top: current.scrollTop, height: current.clientHeight - header });
    },
  };
}

/**
 * Keeps the items in view at their place when the Report inserts, removes or moves other items: the selected item if it
 * is in view, otherwise the first item in view that is still listed. A list at its top stays there, so that it begins
 * with the most severe items.
 *
 * @param ids the ids of the items; null for headings
 */
export function useAnchor(
  { element, top, height, scrollTo }: Window,
  ids: readonly (string | null)[],
  tops: Float64Array,
  selected: string | null,
): void {
  const order = useContext(UserOrder);
  const last = useRef({ ids, tops, order });
  useLayoutEffect(() => {
    const before = last.current;
    last.current = { ids, tops, order };
    const { current } = element;
    if (before.ids === ids || before.order !== order || !current) return;
    // The browser has already scrolled a list that has become shorter.
    const isShorter = tops.at(-1)! < before.tops.at(-1)!;
    const from = isShorter ? top : current.scrollTop;
    if (from <= 0) return;
    const first = itemAt(before.tops, from);
    const end = itemAt(before.tops, from + height) + 1;
    const inView = before.ids.slice(first, end);
    const candidates = inView.includes(selected) ? [selected, ...inView] : inView;
    const placeOf = new Map(ids.map((id, at) => [id, at]));
    const anchor = candidates.find((id) => id !== null && placeOf.has(id));
    if (anchor === undefined) return;
    const moved = tops[placeOf.get(anchor)!]! - before.tops[first + inView.indexOf(anchor)]!;
    if (moved !== 0) scrollTo(from + moved);
  }, [ids, tops, order]);
}

/**
 * Brings the selected item into view when the selection changes. Also does so when items move, unless the user has
 * scrolled away from the selected item.
 *
 * @param selected the id of the selected item
 * @param from the offset of its upper edge in CSS pixels; -1 if it isn't among the items
 * @param to the offset of its lower edge
 */
export function useInView(
  { top, height, reveal }: Window,
  selected: string | null,
  from: number,
  to: number,
): void {
  const last = useRef({ selected: null as string | null, from: -1, to: -1 });
  useEffect(() => {
    const before = last.current;
    last.current = { selected: from < 0 ? null : selected, from, to };
    if (from < 0) return;
    // Compares with the view before the change, because the browser has already scrolled a list that has become
    // shorter.
    const wasInView = before.to > top && before.from < top + height;
    if (before.selected !== selected || wasInView) reveal(from, to);
  }, [selected, from, to]);
}

/** The item at an offset: the last item that begins at the offset or above it. Uses binary search. */
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
