/**
 * Shows the bytes of the page as a treemap. The area of a box represents the cost, its color represents the kind,
 * hatching marks the cost of copies, and dots mark the cost of unused data: URLs. The boxes are drawn on a canvas.
 * Boxes with space for a name, and the active box, are also elements above the canvas: options of a list box with
 * keyboard navigation.
 */
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { shownSeverity } from '../../src/report/effects.ts';
import type { Box } from '../../src/report/treemap.ts';
import { formatNumber, message } from '../platform/i18n.ts';
import { columnSteps, useActive } from '../ui/list/use-active.ts';
import { Icon } from '../ui/parts/icons.tsx';
import { formatWithExact } from '../ui/text/exact-size.ts';
import { formatBytes, placesText } from '../ui/text/format.ts';
import { kindName, rowName } from '../ui/text/row-texts.ts';
import { drawTreemap } from './treemap-drawing.ts';
import { layOut, type Placed, placedAt, type TreemapItem } from './treemap-layout.ts';
import './treemap-view.css';

/** Maximum number of boxes in the treemap that show a name. */
const maxTreemapLabels = 150;

/** The minimum size of a box with a name, and the minimum height of a box with a second line, in CSS pixels. */
const labeled = { width: 48, height: 22 } as const;
const secondLine = 38;
/** Number of boxes by which Page Up and Page Down move. */
const page = 10;

interface Props {
  /** The items by cost, most expensive first. */
  items: readonly TreemapItem[];
  onOpen: (id: string) => void;
}

export function Treemap({ items, onOpen }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [chosen, setChosen] = useState<string | null>(null);
  const [pointed, setPointed] = useState<string | null>(null);
  const isMirrored = document.documentElement.dir === 'rtl';
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const measure = () => setSize({ width: current.clientWidth, height: current.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    measure();
    return () => observer.disconnect();
  }, []);
  const placed = useMemo(() => layOut(items, size, isMirrored), [items, size]);
  useLayoutEffect(() => {
    const draw = () => canvas.current && drawTreemap(canvas.current, placed, size, isMirrored);
    draw();
    const forced = matchMedia('(forced-colors: active)');
    forced.addEventListener('change', draw);
    return () => forced.removeEventListener('change', draw);
  }, [placed]);

  const ids = useMemo(() => placed.map(({ item }) => item.row.sha256), [placed]);
  const stepsFrom = (at: number) => {
    const steps = columnSteps(at, ids.length, page);
    const [next, last] = [steps.ArrowDown, steps.ArrowUp];
    return { ...steps, ArrowRight: isMirrored ? last : next, ArrowLeft: isMirrored ? next : last };
  };
  const { activeAt, props } = useActive({ ids, selected: chosen, onSelect: setChosen, onOpen, stepsFrom });
  // Only boxes with a name, the active box and the box under the pointer are elements.
  const shown = useMemo(() => {
    const withName = placed.flatMap(({ box }, at) => (hasLabel(box) ? at : []));
    return withName.sort((a, b) => areaOf(placed[b]) - areaOf(placed[a])).slice(0, maxTreemapLabels);
  }, [placed]);
  const pointedAt = pointed === null ? -1 : ids.indexOf(pointed);
  const drawn = [...new Set([...shown, activeAt, pointedAt])].filter((at) => at >= 0 && at < placed.length);
  const described = placed[pointedAt] ?? placed[activeAt];
  const findBox = ({ clientX, clientY }: PointerEvent | MouseEvent): string | null => {
    const { left = 0, top = 0 } = element.current?.getBoundingClientRect() ?? {};
    return placedAt(placed, clientX - left, clientY - top)?.item.row.sha256 ?? null;
  };

  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: `props` handle the keyboard */}
      <div
        ref={element}
        class="treemap"
        role="listbox"
        tabIndex={0}
        aria-label={message('treemapTitle')}
        aria-activedescendant={activeAt >= 0 ? `box-${ids[activeAt]}` : undefined}
        onPointerMove={(event) => setPointed(findBox(event))}
        onPointerLeave={() => setPointed(null)}
        onClick={(event) => {
          const id = findBox(event);
          if (id === null) return;
          setChosen(id);
          onOpen(id);
        }}
        {...props}
      >
        <canvas ref={canvas} />
        {drawn.map((at) => {
          const each = placed[at] as Placed;
          return (
            <BoxView
              key={ids[at]}
              placed={each}
              at={at}
              count={placed.length}
              isActive={at === activeAt}
              isPointed={at === pointedAt}
            />
          );
        })}
      </div>
      <p class="treemap-info" aria-hidden="true">
        {described ? <About {...described} /> : <span class="dim">{message('treemapPoint')}</span>}
      </p>
    </>
  );
}

const hasLabel = ({ width, height }: Box): boolean => width >= labeled.width && height >= labeled.height;
/**
 * The estimated width of a text with its padding, in CSS pixels. Used because a size that is cut off would lose its
 * unit.
 */
const maxWidthOf = (text: string): number => 12 + 7 * text.length;
const areaOf = (placed: Placed | undefined): number => (placed ? placed.box.width * placed.box.height : 0);

interface BoxProps {
  placed: Placed;
  at: number;
  count: number;
  isActive: boolean;
  isPointed: boolean;
}

function BoxView({ placed: { item, box }, at, count, isActive, isPointed }: BoxProps) {
  const { row, cost } = item;
  const name = rowName(row);
  const bytes = formatBytes(cost);
  const worst = shownSeverity(row);
  const label = [
    name,
    kindName(row),
    bytes,
    ...(row.occurrenceCount > 1 ? [placesText(row.occurrenceCount)] : []),
    ...removable(item),
    ...(worst ? [message(`severity_${worst}`)] : []),
  ];
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the treemap, which names its active box
    <div
      id={`box-${row.sha256}`}
      data-box={row.sha256}
      class={`box${isActive ? ' active' : ''}${isPointed ? ' pointed' : ''}`}
      role="option"
      aria-label={[...new Set(label)].join(', ')}
      aria-selected={isActive}
      aria-posinset={at + 1}
      aria-setsize={count}
      style={{ left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px` }}
    >
      {hasLabel(box) && (
        <>
          <bdi class="box-name">
            {worst && worst !== 'info' && <Icon name={worst} />}
            {name}
          </bdi>
          {box.height >= secondLine && box.width >= maxWidthOf(bytes) && (
            <span class="box-size">{bytes}</span>
          )}
        </>
      )}
    </div>
  );
}

/** The removable bytes of a box, in words. */
const removable = ({ copies, unused }: TreemapItem): string[] => [
  ...(copies > 0 ? [message('duplicates', formatBytes(copies))] : []),
  ...(unused > 0 ? [message('unusedBytes', formatBytes(unused))] : []),
];

/** A line of information about a box. */
function About({ item }: Placed) {
  const { row, cost } = item;
  const name = rowName(row);
  const kind = kindName(row);
  return (
    <>
      <bdi class="name">{name}</bdi>
      {!name.includes(kind) && <span>{kind}</span>}
      <strong>{formatWithExact(cost)}</strong>
      {row.occurrenceCount > 1 && <bdi dir="ltr">×{formatNumber(row.occurrenceCount)}</bdi>}
      {removable(item).map((text) => (
        <span key={text}>{text}</span>
      ))}
    </>
  );
}
