/** Two panes, and an edge between them that can be dragged or moved with the arrow keys. */
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { message } from '../../platform/i18n.ts';
import './split.css';

/** The minimum and maximum share of the second pane, and the step of an arrow key, in percent. */
const share = { min: 20, max: 80, step: 4 } as const;
/** The initial share of the second pane in percent, if it is below or beside the first pane. */
const firstShare = { below: 50, beside: 40 } as const;

interface Props {
  /** Whether the second pane is beside the first one and not below it. */
  isBeside: boolean;
  /** Whether there is space for only one pane, so that the second one covers the first. */
  isCovered: boolean;
  first: ComponentChildren;
  /** The content of the second pane; null if there is no second pane. */
  second: ComponentChildren | null;
  /** The kind of the second pane's content. If it changes, the content is shown from its top. */
  secondKind?: string;
}

export function Split({ isBeside, isCovered, first, second, secondKind }: Props) {
  const whole = useRef<HTMLDivElement>(null);
  const byDefault = isBeside ? firstShare.beside : firstShare.below;
  const [moved, setMoved] = useState<number | null>(null);
  const percent = moved ?? byDefault;
  const isDragged = useRef(false);
  const set = (to: number) => setMoved(Math.round(Math.max(share.min, Math.min(share.max, to))));
  const isRightToLeft = () => document.documentElement.dir === 'rtl';
  const onKeyDown = (event: KeyboardEvent) => {
    const larger = isBeside ? (isRightToLeft() ? 'ArrowRight' : 'ArrowLeft') : 'ArrowUp';
    const smaller = isBeside ? (isRightToLeft() ? 'ArrowLeft' : 'ArrowRight') : 'ArrowDown';
    const to: Record<string, number> = {
      [larger]: percent + share.step,
      [smaller]: percent - share.step,
      Home: share.max,
      End: share.min,
    };
    const wanted = to[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    set(wanted);
  };
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    const { current } = whole;
    if (!isDragged.current || !current) return;
    const { left, right, bottom, width, height } = current.getBoundingClientRect();
    const size = isBeside
      ? (isRightToLeft() ? clientX - left : right - clientX) / width
      : (bottom - clientY) / height;
    set(size * 100);
  };
  const end = () => {
    isDragged.current = false;
  };
  return (
    <div ref={whole} class={`split ${isBeside ? 'beside' : 'below'}`}>
      <div class="split-first" hidden={isCovered}>
        {first}
      </div>
      {second !== null && (
        <>
          {/* biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved */}
          <div
            class="split-edge"
            hidden={isCovered}
            role="separator"
            tabIndex={0}
            aria-orientation={isBeside ? 'vertical' : 'horizontal'}
            aria-label={message('resizeDetail')}
            aria-valuenow={percent}
            aria-valuemin={share.min}
            aria-valuemax={share.max}
            onKeyDown={onKeyDown}
            onDblClick={() => setMoved(null)}
            onPointerDown={(event) => {
              if (event.button !== 0) return;
              event.currentTarget.setPointerCapture(event.pointerId);
              isDragged.current = true;
            }}
            onPointerMove={onPointerMove}
            onPointerUp={end}
            onPointerCancel={end}
          />
          <div key={secondKind} class="split-second" style={{ flexBasis: `${isCovered ? 100 : percent}%` }}>
            {second}
          </div>
        </>
      )}
    </div>
  );
}
