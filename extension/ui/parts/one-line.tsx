/** Buttons on one line. The line fades at the ends where more buttons are hidden, and a click there scrolls it. */
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './icons.tsx';

export function OneLine({ label, children }: { label: string; children: ComponentChildren }) {
  const line = useRef<HTMLFieldSetElement>(null);
  const [hidden, setHidden] = useState({ before: false, after: false });
  const measure = () => {
    if (!line.current) return;
    const { scrollLeft, scrollWidth, clientWidth } = line.current;
    // The scroll position is negative in right-to-left languages.
    const at = Math.abs(scrollLeft);
    const before = at > 1;
    const after = at + clientWidth < scrollWidth - 1;
    setHidden((now) => (now.before === before && now.after === after ? now : { before, after }));
  };
  const pressed = useRef<number | undefined>(0);
  // The buttons change with every update of the Report.
  useLayoutEffect(() => {
    const on = line.current?.querySelector<HTMLElement>('[aria-pressed=true]');
    const place = on?.offsetLeft;
    // Scrolls to a pressed filter if its position has changed: it may have been pressed elsewhere, or other buttons
    // moved it.
    if (place !== pressed.current) on?.scrollIntoView({ block: 'nearest' });
    pressed.current = place;
    measure();
  });
  useEffect(() => {
    const observer = new ResizeObserver(measure);
    observer.observe(line.current as HTMLElement);
    return () => observer.disconnect();
  }, []);
  const move = (pages: number) => {
    const { current } = line;
    if (!current) return;
    const step = getComputedStyle(current).direction === 'rtl' ? -pages : pages;
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
    current.scrollBy({ left: current.clientWidth * 0.7 * step, behavior });
  };
  return (
    <div class="one-line" data-before={hidden.before || undefined} data-after={hidden.after || undefined}>
      <fieldset ref={line} class="chips" aria-label={label} onScroll={measure}>
        {children}
      </fieldset>
      {/* The keyboard doesn't need these buttons, because a focused button scrolls into view. */}
      {hidden.before && <Mover name="before" onClick={() => move(-1)} />}
      {hidden.after && <Mover name="after" onClick={() => move(1)} />}
    </div>
  );
}

const Mover = ({ name, onClick }: { name: string; onClick: () => void }) => (
  <button type="button" class={`mover ${name}`} tabIndex={-1} aria-hidden="true" onClick={onClick}>
    <Icon name="next" />
  </button>
);
