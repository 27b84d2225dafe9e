/**
 * The list as tiles with a 96-pixel picture, cost, and severity. It supports the same keyboard navigation as the list.
 */
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { shownSeverity } from '../../src/report/effects.ts';
import { formatNumber, message } from '../platform/i18n.ts';
import type { Row } from '../platform/surface-updates.ts';
import { type Heading, type Item, idOf, isHeading, isPageItem, type PageItem } from '../ui/list/arrange.ts';
import { HeadingView, headingHeight, PageItemView, rowHeight, Thumbnail } from '../ui/list/row.tsx';
import { useActive } from '../ui/list/use-active.ts';
import { useInView, useTops, useWindow } from '../ui/list/use-window.ts';
import { Icon } from '../ui/parts/icons.tsx';
import type { ReportClient } from '../ui/report-client.ts';
import { formatBytes, formatExact, placesText } from '../ui/text/format.ts';
import { findingText, kindName, rowName } from '../ui/text/row-texts.ts';
import './gallery.css';

/** The size of a tile with its gap, in CSS pixels. */
const tile = { width: 120, height: 148, picture: 96 } as const;

type Line = Heading | PageItem | { from: number; rows: Row[] };
const isTiles = (line: Line): line is { from: number; rows: Row[] } => 'rows' in line;

const heightOf = (line: Line): number => {
  if (isTiles(line)) return tile.height;
  return 'finding' in line ? rowHeight : headingHeight;
};

/** The items, arranged in lines of up to `columns` tiles. Each heading and each page finding has a line of its own. */
function linesOf(items: readonly Item[], columns: number): Line[] {
  const lines: Line[] = [];
  for (const [at, item] of items.entries()) {
    if (isHeading(item) || isPageItem(item)) lines.push(item);
    else {
      const last = lines.at(-1);
      if (last && isTiles(last) && last.rows.length < columns) last.rows.push(item);
      else lines.push({ from: at, rows: [item] });
    }
  }
  return lines;
}

interface Props {
  items: readonly Item[];
  label: string;
  client: ReportClient;
  selected: string | null;
  onSelect: (id: string) => void;
  onClick: (id: string) => void;
  onOpen: (id: string) => void;
}

export function Gallery({ items, label, client, selected, onSelect, onClick, onOpen }: Props) {
  const grid = useRef<HTMLDivElement>(null);
  const [columns, setColumns] = useState(1);
  const lines = useMemo(() => linesOf(items, columns), [items, columns]);
  const tops = useTops(lines, heightOf);
  const topOf = (at: number): number => tops[at] ?? 0;
  const scroller = useWindow(tops, { margin: 1 });
  const { element, first, last, height, keyOf } = scroller;
  useLayoutEffect(() => {
    const { current } = grid;
    if (!current) return undefined;
    const measure = () => setColumns(Math.max(1, Math.floor(current.clientWidth / tile.width)));
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    measure();
    return () => observer.disconnect();
  }, []);

  const ids = useMemo(() => items.map(idOf), [items]);
  /** The index of each item's line. */
  const lineOf = useMemo(() => {
    const at = new Uint32Array(items.length);
    let item = 0;
    for (const [n, line] of lines.entries())
      for (let count = isTiles(line) ? line.rows.length : 1; count > 0; count--) at[item++] = n;
    return at;
  }, [lines]);
  const stepsFrom = (at: number) => {
    const isRightToLeft = document.documentElement.dir === 'rtl';
    const page = Math.max(1, Math.floor(height / tile.height) - 1);
    const away = (count: number) => inLine(lines, lineOf, at, count);
    return {
      ArrowRight: isRightToLeft ? at - 1 : at + 1,
      ArrowLeft: isRightToLeft ? at + 1 : at - 1,
      ArrowDown: away(1),
      ArrowUp: away(-1),
      PageDown: away(page),
      PageUp: away(-page),
      Home: 0,
      End: items.length - 1,
    };
  };
  const { activeAt, selectedAt, props } = useActive({ ids, selected, onSelect, onOpen, stepsFrom });
  const selectedLine = selectedAt < 0 ? -1 : (lineOf[selectedAt] ?? 0);
  const above = lines[selectedLine - 1];
  const shownFrom = above && isHeading(above as Item) ? selectedLine - 1 : selectedLine;
  useInView(scroller, selected, shownFrom < 0 ? -1 : topOf(shownFrom), topOf(selectedLine + 1));
  const isDrawn = activeAt >= 0 && (lineOf[activeAt] ?? 0) >= first && (lineOf[activeAt] ?? 0) < last;

  const option = (id: string, at: number) => ({
    id: `row-${id}`,
    'data-row': id,
    role: 'option' as const,
    'aria-selected': id === selected,
    'aria-posinset': at + 1,
    'aria-setsize': items.length,
    onClick: () => onClick(id),
  });
  let item = 0;
  for (const line of lines.slice(0, first)) item += isTiles(line) ? line.rows.length : 1;

  return (
    <div
      ref={element}
      class="virtual-list gallery"
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={isDrawn ? `row-${ids[activeAt]}` : undefined}
      {...props}
    >
      <div
        ref={grid}
        role="presentation"
        class="gallery-lines"
        style={{ height: `${topOf(lines.length)}px` }}
      >
        {lines.slice(first, last).map((line, n) => {
          const position = first + n;
          const style = { transform: `translateY(${topOf(position)}px)`, height: `${heightOf(line)}px` };
          const from = item;
          item += isTiles(line) ? line.rows.length : 1;
          if (isTiles(line)) {
            return (
              <div key={keyOf(position)} role="presentation" class="gallery-line" style={style}>
                {line.rows.map((row, column) => (
                  <div
                    key={column}
                    class={from + column === activeAt ? 'row tile active' : 'row tile'}
                    data-severity={shownSeverity(row)}
                    {...option(row.sha256, from + column)}
                  >
                    <Tile row={row} client={client} />
                  </div>
                ))}
              </div>
            );
          }
          if ('finding' in line) {
            return (
              <div
                key={keyOf(position)}
                class={from === activeAt ? 'row active' : 'row'}
                style={style}
                {...option(line.id, from)}
              >
                <PageItemView {...line} />
              </div>
            );
          }
          return (
            <div key={keyOf(position)} class="fixed-row" role="presentation" style={style}>
              <HeadingView heading={line} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The item that is `count` lines below another one, in the same column; above it if `count` is negative. */
function inLine(lines: readonly Line[], lineOf: Uint32Array, at: number, count: number): number {
  if (at < 0) return 0;
  const own = lines[lineOf[at] ?? 0];
  const column = own && isTiles(own) ? at - own.from : 0;
  let line = Math.max(0, Math.min(lines.length - 1, (lineOf[at] ?? 0) + count));
  // Headings are skipped.
  while (lines[line] && !isTiles(lines[line] as Line) && 'heading' in (lines[line] as Line)) {
    const next = line + Math.sign(count);
    if (next < 0 || next >= lines.length) return at;
    line = next;
  }
  const to = lines[line];
  if (to && isTiles(to)) return to.from + Math.min(column, to.rows.length - 1);
  return lineOf.indexOf(line);
}

function Tile({ row, client }: { row: Row; client: ReportClient }) {
  const [worst] = row.findings;
  const name = rowName(row);
  const kind = kindName(row);
  const bytes = row.weight.texts > 0 ? row.weight.cost : (row.size ?? 0);
  return (
    <>
      <Thumbnail row={row} client={client} edge={tile.picture} />
      <span class="tile-line">
        {worst && worst.severity !== 'info' && (
          <span class={`severity ${worst.severity}`} title={findingText(worst)}>
            <Icon name={worst.severity} />
            <span class="visually-hidden">{message(`severity_${worst.severity}`)}: </span>
          </span>
        )}
        <bdi class="name one-row" title={name}>
          {name}
        </bdi>
      </span>
      <span class="tile-line dim">
        <span class="cost" title={formatExact(bytes)}>
          {formatBytes(bytes)}
        </span>
        {row.occurrenceCount > 1 && (
          <bdi class="places" dir="ltr" title={placesText(row.occurrenceCount)}>
            ×{formatNumber(row.occurrenceCount)}
          </bdi>
        )}
        {!name.includes(kind) && <span class="visually-hidden">{kind}</span>}
      </span>
    </>
  );
}
