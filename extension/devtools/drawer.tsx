/** A list, and a drawer beside or below it whose edge can be moved, by the pointer and by keys. */
import type { ComponentChildren, RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { message } from '../platform/i18n.ts';
import { Icon } from '../ui/parts/icons.tsx';

/** The drawer's part of the whole, in percent. */
const bounds = { least: 20, first: 50, most: 80 } as const;
const step = 4;

interface Props {
  /** The drawer stands beside the list, else below it. */
  isWide: boolean;
  list: ComponentChildren;
  listRef: RefObject<HTMLDivElement | null>;
  /** Null where it is closed. */
  drawer: ComponentChildren | null;
  /** Null where its content has a button of its own. */
  onClose: (() => void) | null;
}

export function Split({ isWide, list, listRef, drawer, onClose }: Props) {
  const [share, setShare] = useState<number>(bounds.first);
  const whole = useRef<HTMLDivElement>(null);
  const isMoving = useRef(false);
  const move = (to: number) => setShare(Math.min(bounds.most, Math.max(bounds.least, to)));
  const isRightToLeft = () => document.documentElement.dir === 'rtl';
  const follow = ({ clientX, clientY }: PointerEvent) => {
    const box = whole.current?.getBoundingClientRect();
    if (!box || !isMoving.current) return;
    const along = isWide ? (clientX - box.left) / box.width : (clientY - box.top) / box.height;
    move(100 * (isWide && isRightToLeft() ? along : 1 - along));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const towardsStart = isWide && isRightToLeft() ? -step : step;
    const steps: Record<string, number> = isWide
      ? { ArrowLeft: towardsStart, ArrowRight: -towardsStart }
      : { ArrowUp: step, ArrowDown: -step };
    const by = steps[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(share + by);
  };
  return (
    <div class={isWide ? 'split beside' : 'split below'} ref={whole}>
      <div class="pane list" ref={listRef}>
        {list}
      </div>
      {drawer !== null && (
        <>
          {/* biome-ignore lint/a11y/useSemanticElements: a rule between paragraphs cannot be moved */}
          <div
            class="splitter"
            role="separator"
            tabIndex={0}
            aria-label={message('resizeDetail')}
            aria-orientation={isWide ? 'vertical' : 'horizontal'}
            aria-valuenow={Math.round(share)}
            aria-valuemin={bounds.least}
            aria-valuemax={bounds.most}
            onKeyDown={onKeyDown}
            onPointerDown={(event) => {
              isMoving.current = true;
              event.currentTarget.setPointerCapture(event.pointerId);
              event.preventDefault();
            }}
            onPointerMove={follow}
            onLostPointerCapture={() => {
              isMoving.current = false;
            }}
          />
          <div class="pane drawer" style={{ flexBasis: `${share}%` }}>
            {onClose && (
              <button
                type="button"
                class="close-drawer"
                data-action="close-detail"
                aria-label={message('close')}
                title={message('close')}
                onClick={onClose}
              >
                <Icon name="close" />
              </button>
            )}
            <div class="drawer-content">{drawer}</div>
          </div>
        </>
      )}
    </div>
  );
}
