/**
 * The items of an open menu. Supports the keys of the ARIA Authoring Practices: arrows, Home, End, first letters,
 * Escape.
 */
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../parts/icons.tsx';

export interface MenuItem {
  /** The value of `data-action`. */
  id: string;
  label: string;
  /** A dimmed text at the end: a size, a key, or the reason why the item is disabled. */
  note?: string;
  /** Whether the item does nothing when it is chosen. It can still be focused. */
  isDisabled?: boolean;
  /** For one of several choices, whether it is chosen. Choosing it leaves the menu open. */
  isChosen?: boolean;
  run: () => void;
}

interface Props {
  id: string;
  label: string;
  items: readonly MenuItem[];
  /** The index of the item that is focused first. */
  from: number;
  /** The button that opened the menu. */
  button: RefObject<HTMLElement | null>;
  /** Closes the menu. The button then takes the focus. */
  onClose: () => void;
  /** Called when the focus has moved elsewhere. */
  onLeave: () => void;
}

/** The space between the menu and its button or the edge of the window, in CSS pixels. */
const gap = 4;

export function Menu({ id, label, items, from, button, onClose, onLeave }: Props) {
  const menu = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(from);
  const choose = (item: MenuItem) => {
    if (item.isDisabled) return;
    if (item.isChosen === undefined) onClose();
    item.run();
  };

  // A popover is in the top layer, where no scrolling pane can clip the menu.
  useLayoutEffect(() => {
    if (!menu.current || !button.current) return;
    menu.current.showPopover();
    place(menu.current, button.current);
  }, []);
  // A layout effect is used, because the next key press may come before the browser paints.
  useLayoutEffect(() => itemsIn(menu.current)[active]?.focus(), [active]);

  const onKeyDown = (event: KeyboardEvent) => {
    const last = items.length - 1;
    const steps: Record<string, number> = {
      ArrowDown: active === last ? 0 : active + 1,
      ArrowUp: active === 0 ? last : active - 1,
      Home: 0,
      End: last,
    };
    const to = steps[event.key] ?? startingWith(items, event, active);
    if (to !== undefined) setActive(to);
    else if (event.key === 'Escape') onClose();
    else if (event.key === 'Tab') return onLeave();
    else return;
    event.preventDefault();
    // Otherwise, the surface would also handle the key: the list would move, or the details would close.
    event.stopPropagation();
  };

  return (
    <div
      ref={menu}
      id={id}
      class="menu"
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
      onFocusOut={({ relatedTarget }) => {
        const to = relatedTarget as Node | null;
        if (!menu.current?.contains(to) && !button.current?.contains(to)) onLeave();
      }}
    >
      {items.map((item, at) => (
        <button
          key={item.id}
          type="button"
          {...(item.isChosen === undefined
            ? { role: 'menuitem' }
            : { role: 'menuitemradio', 'aria-checked': item.isChosen })}
          data-action={item.id}
          tabIndex={-1}
          aria-disabled={item.isDisabled}
          onPointerMove={() => setActive(at)}
          onClick={() => choose(item)}
        >
          <span>
            {item.isChosen !== undefined && (
              <span class="choice">{item.isChosen && <Icon name="check" />}</span>
            )}
            {item.label}
          </span>
          {item.note !== undefined && <span class="dim">{item.note}</span>}
        </button>
      ))}
    </div>
  );
}

const itemsIn = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? []),
];

/** The index of the next item that begins with a typed letter. */
function startingWith(
  items: readonly MenuItem[],
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  active: number,
): number | undefined {
  if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return undefined;
  const order = items.map((_, n) => (active + 1 + n) % items.length);
  return order.find((at) => items[at]?.label.toLowerCase().startsWith(key.toLowerCase()));
}

/** Places the menu below the button, or above it if it doesn't fit below, within the window. */
function place(menu: HTMLElement, button: HTMLElement): void {
  const from = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const isRightToLeft = getComputedStyle(button).direction === 'rtl';
  const left = isRightToLeft ? from.right - width : from.left;
  const below = from.bottom + gap;
  const top = below + height <= innerHeight ? below : Math.max(gap, from.top - gap - height);
  menu.style.left = `${Math.max(gap, Math.min(left, innerWidth - width - gap))}px`;
  menu.style.top = `${top}px`;
}
