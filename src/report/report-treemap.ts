/**
 * A treemap of the Report as SVG: area stands for cost, color for the kind, hatching for the cost of copies, dots for
 * the cost of unused data: URLs.
 */

import type { MessageFunction } from '../message.ts';
import type { Family } from './family.ts';
import { groupsOf, type KindGroup } from './kind-groups.ts';
import { type Content, isolate, type Markup, markup, ownText } from './safe-markup.ts';
import { type Box, squarifyGroups } from './treemap.ts';

/** The texts of a treemap. */
export interface TreemapTexts {
  message: MessageFunction;
  formatBytes(bytes: number): string;
  formatNumber(value: number): string;
}

/** Maximum number of boxes of a treemap. */
const maxTreemapBoxes = 300;

export interface TreemapItem {
  name: string;
  family: Family;
  /** Size in bytes, and how many of these are copies or unused. */
  cost: number;
  copies: number;
  unused: number;
}

/** The size of the drawing, in its own units: about as wide as a page. */
const canvas: Box = { x: 0, y: 0, width: 960, height: 340 };
/** The minimum size of a box with a label, and the minimum height of one with a second line. */
const labeled = { width: 46, height: 20 } as const;
const secondLine = 36;

/** @param items sorted by cost, most expensive first; those beyond `maxTreemapBoxes` share one box per kind */
export function treemapOf(items: readonly TreemapItem[], texts: TreemapTexts): Markup | null {
  const { message } = texts;
  const groups = groupsOf(items).filter(({ cost }) => cost > 0);
  if (groups.length === 0) return null;
  const shown = new Set(items.slice(0, maxTreemapBoxes));
  const inside = groups.map((group) => withRest(group, shown, texts));
  const boxes = squarifyGroups(inside, canvas);
  const drawn = inside.map((each, at) => each.map((item, n) => boxOf(item, boxes[at]?.[n] ?? canvas, texts)));
  return markup`<svg class="treemap" viewBox="0 0 ${canvas.width} ${canvas.height}" role="img" aria-labelledby="treemap-title" aria-describedby="treemap-legend">
<title id="treemap-title">${ownText(message('treemapTitle'))}</title>
<defs><pattern id="copies" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V6"/></pattern><pattern id="unused" width="6" height="6" patternUnits="userSpaceOnUse"><circle cx="3" cy="3" r="1.2"/></pattern></defs>
${drawn}</svg>`;
}

/** The items of a group; those without a box of their own are merged into one. */
function withRest(
  { family, items }: KindGroup<TreemapItem>,
  shown: ReadonlySet<TreemapItem>,
  { message, formatNumber }: TreemapTexts,
): TreemapItem[] {
  const rest = items.filter((item) => !shown.has(item));
  if (rest.length === 0) return items;
  const sum = (bytes: (item: TreemapItem) => number) => rest.reduce((total, item) => total + bytes(item), 0);
  return [
    ...items.filter((item) => shown.has(item)),
    {
      name: message('smallerOnes', rest.length, formatNumber(rest.length)),
      family,
      cost: sum(({ cost }) => cost),
      copies: sum(({ copies }) => copies),
      unused: sum(({ unused }) => unused),
    },
  ];
}

/** Rounds to two decimal places, which suffice for a drawing. */
const round = (value: number): number => Math.round(value * 100) / 100;

function boxOf(
  { name, family, cost, copies, unused }: TreemapItem,
  { x, y, width, height }: Box,
  { formatBytes }: TreemapTexts,
): Markup {
  const bytes = formatBytes(cost);
  const place = (box: Box) =>
    markup`x="${round(box.x)}" y="${round(box.y)}" width="${round(box.width)}" height="${round(box.height)}"`;
  /** The rectangle for copies or unused bytes, at the end of a box. */
  const part = (kind: 'copies' | 'unused', bytes: number, end: number) => {
    const wide = (width * bytes) / cost;
    return bytes > 0
      ? markup`<rect class="${kind}" ${place({ x: x + width - end - wide, y, width: wide, height })}/>`
      : null;
  };
  return markup`<g class="kind-${family}"><title>${name} – ${ownText(bytes)}</title><rect ${place({ x, y, width, height })}/>${part('unused', unused, 0)}${part('copies', copies, (width * unused) / cost)}${label(name, bytes, { x, y, width, height })}</g>
`;
}

/** Lines of text in a nested SVG, which clips the text at the edge of the box. */
function label(name: string, bytes: string, box: Box): Content {
  const { x, y, width, height } = box;
  if (width < labeled.width || height < labeled.height) return null;
  return markup`<svg x="${round(x)}" y="${round(y)}" width="${round(width - 4)}" height="${round(height)}"><text x="6" y="15">${name}</text>${
    height >= secondLine ? markup`<text class="bytes" x="6" y="29">${ownText(bytes)}</text>` : null
  }</svg>`;
}

/** The content of the treemap as text: the kinds with their colors, numbers and costs. */
export const legendOf = (
  items: readonly TreemapItem[],
  { message, formatBytes, formatNumber }: TreemapTexts,
): Markup =>
  markup`<ul class="legend" id="treemap-legend">${groupsOf(items).map(
    ({ family, cost, items: { length: count } }) =>
      markup`<li><span class="swatch kind-${family}"></span>${isolate(message(`family_${family}`))} <strong>${ownText(formatBytes(cost))}</strong> <span class="dim">${ownText(message('dataUrls', count, formatNumber(count)))}</span></li>`,
  )}</ul>`;
