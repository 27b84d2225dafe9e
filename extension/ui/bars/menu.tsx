/** A button that opens a menu. Code that only an open menu needs is loaded after the list. */
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from '../parts/icons.tsx';
import { later } from '../parts/later.tsx';
import { Tip } from '../parts/tool.tsx';
import type { MenuItem } from './menu-items.tsx';

export type { MenuItem };

interface Props {
  id: string;
  icon: IconName;
  label: string;
  /** Whether only the icon is visible. The label then appears on hover and focus. */
  isCompact?: boolean;
  items: readonly MenuItem[];
  onOpen?: () => void;
}

const Menu = later(
  () => import('./menu-items.tsx').then((module) => module.Menu),
  () => null,
);

export function MenuButton({ id, icon, label, isCompact = false, items, onOpen }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  /** The index of the item that takes the focus when the menu opens; null while the menu is closed. */
  const [from, setFrom] = useState<number | null>(null);
  const menuId = useId();
  useEffect(() => {
    requestIdleCallback(() => Menu.preload());
  }, []);
  const open = (at: number) => {
    onOpen?.();
    setFrom(at);
  };
  const close = () => {
    setFrom(null);
    button.current?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        class={isCompact ? 'tool' : ''}
        data-action={id}
        aria-label={isCompact ? label : undefined}
        aria-haspopup="menu"
        aria-expanded={from !== null}
        aria-controls={from === null ? undefined : menuId}
        onClick={() => (from === null ? open(0) : close())}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          open(event.key === 'ArrowDown' ? 0 : items.length - 1);
        }}
      >
        <Icon name={icon} />
        {isCompact ? <Tip text={label} /> : <span>{label}</span>}
        {!isCompact && <Icon name="down" />}
      </button>
      {from !== null && (
        <Menu
          id={menuId}
          label={label}
          items={items}
          from={from}
          button={button}
          onClose={close}
          onLeave={() => setFrom(null)}
        />
      )}
    </>
  );
}
