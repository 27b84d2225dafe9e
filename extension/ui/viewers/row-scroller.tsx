/**
 * A list of rows of the same height, of which only the rows in view are rendered. Supports millions of rows of text or
 * bytes.
 */

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** The height, in CSS pixels, of the tallest element that all browsers can lay out. */
const maxElementHeight = 8_000_000;

/** The height of a row in CSS pixels. */
const rowHeight = 18;

interface Props {
  count: number;
  label: string;
  /** The row to scroll into view when this object changes. */
  goTo?: { row: number } | null;
  render: (row: number) => ComponentChildren;
}

export function RowScroller({ count, label, goTo = null, render }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState(0);
  const [visible, setVisible] = useState(20);
  /** The last scroll position that this component set. The scroll event for it is ignored. */
  const expected = useRef(0);
  /** The fraction of a row that the wheel has moved in addition to whole rows. */
  const wheeled = useRef(0);
  const height = Math.min(maxElementHeight, count * rowHeight);
  const isScaled = height < count * rowHeight;
  const last = Math.max(0, count - visible);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = () => setVisible(Math.max(1, Math.floor(element.clientHeight / rowHeight)));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);

  const move = (row: number) => {
    const element = box.current;
    if (!element) return;
    const to = Math.max(0, Math.min(last, Math.round(row)));
    setFirst(to);
    const way = element.scrollHeight - element.clientHeight;
    element.scrollTop = isScaled ? (to / Math.max(1, last)) * way : to * rowHeight;
    expected.current = element.scrollTop;
  };
  const onScroll = () => {
    const element = box.current;
    if (!element || Math.abs(element.scrollTop - expected.current) < 1) return;
    expected.current = element.scrollTop;
    const way = Math.max(1, element.scrollHeight - element.clientHeight);
    const row = isScaled ? (element.scrollTop / way) * last : element.scrollTop / rowHeight;
    setFirst(Math.max(0, Math.min(last, Math.round(row))));
  };
  // If the scroll height is scaled down, one pixel represents many rows, so the wheel moves by rows instead.
  const onWheel = (event: WheelEvent) => {
    if (!isScaled || event.ctrlKey || event.deltaY === 0) return;
    const rows = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY / rowHeight : event.deltaY;
    if (first + rows < 0 || first + rows > last) return;
    event.preventDefault();
    wheeled.current += rows;
    const whole = Math.trunc(wheeled.current);
    wheeled.current -= whole;
    if (whole !== 0) move(first + whole);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowDown: first + 1,
      ArrowUp: first - 1,
      PageDown: first + visible - 1,
      PageUp: first - visible + 1,
      Home: 0,
      End: last,
    };
    const to = steps[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move(to);
  };

  useEffect(() => {
    if (goTo && (goTo.row < first || goTo.row >= first + visible)) move(goTo.row - Math.floor(visible / 3));
  }, [goTo]);
  // This is needed because new content may contain fewer rows.
  useEffect(() => {
    if (first > last) move(last);
  }, [last]);

  const rows = Array.from({ length: Math.min(visible + 1, count - first) }, (_, n) => first + n);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      ref={box}
      class="row-scroller"
      role="group"
      tabIndex={0}
      aria-label={label}
      onScroll={onScroll}
      onWheel={onWheel}
      onKeyDown={onKeyDown}
    >
      <div style={{ height: `${height}px` }}>
        <div class="rows-in-view">{rows.map(render)}</div>
      </div>
    </div>
  );
}
