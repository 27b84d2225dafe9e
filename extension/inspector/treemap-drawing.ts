/** Draws the boxes of the treemap: tens of thousands in a few milliseconds. */
import { type Family, families } from '../ui/text/kind.ts';
import type { Placed } from './treemap-layout.ts';

/**
 * Maximum edge length, in CSS pixels, of a box without a gap. Such a box merges with its neighbors of the same kind.
 */
const minEdge = 6;
/** The edge length, in CSS pixels, of a tile of the hatching. */
const tileEdge = 8;

interface Paint {
  of: Record<Family, string>;
  hatching: CanvasPattern | string;
  dots: CanvasPattern | string;
  /** The color of the boxes' outlines, if all boxes have the same color; otherwise null. */
  edge: string | null;
}

function paintFor(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D, scale: number): Paint {
  const isForced = matchMedia('(forced-colors: active)').matches;
  const style = getComputedStyle(canvas);
  const colorOf = (family: Family): string =>
    style.getPropertyValue(`--kind-${family}`) || style.getPropertyValue('--kind-other');
  return {
    of: Object.fromEntries(
      families.map((family) => [family, isForced ? 'Canvas' : colorOf(family)]),
    ) as Paint['of'],
    hatching: tiled(context, scale, isForced ? 'GrayText' : 'rgb(0 0 0 / 28%)', stripes),
    dots: tiled(context, scale, isForced ? 'GrayText' : 'rgb(0 0 0 / 45%)', dot),
    edge: isForced ? 'CanvasText' : null,
  };
}

/** Draws stripes from the lower left to the upper right of a square tile with this width. */
function stripes(inside: CanvasRenderingContext2D, width: number): void {
  inside.lineWidth = width / 3;
  inside.beginPath();
  for (const at of [-1, 0, 1]) {
    inside.moveTo(at * width - 1, width + 1);
    inside.lineTo((at + 1) * width + 1, -1);
  }
  inside.stroke();
}

function dot(inside: CanvasRenderingContext2D, width: number): void {
  inside.beginPath();
  inside.arc(width / 2, width / 2, width / 5, 0, 2 * Math.PI);
  inside.fill();
}

function tiled(
  context: CanvasRenderingContext2D,
  scale: number,
  color: string,
  draw: (inside: CanvasRenderingContext2D, width: number) => void,
): CanvasPattern | string {
  const tile = document.createElement('canvas');
  tile.width = tile.height = Math.round(tileEdge * scale);
  const inside = tile.getContext('2d');
  if (!inside) return color;
  inside.strokeStyle = inside.fillStyle = color;
  draw(inside, tile.width);
  const pattern = context.createPattern(tile, 'repeat');
  pattern?.setTransform(new DOMMatrix().scale(1 / scale));
  return pattern ?? color;
}

/**
 * Draws the treemap.
 *
 * @param size the size of the canvas in CSS pixels
 * @param isMirrored whether copies and unused parts are on the left side of a box
 */
export function drawTreemap(
  canvas: HTMLCanvasElement,
  placed: readonly Placed[],
  size: { width: number; height: number },
  isMirrored: boolean,
): void {
  const scale = devicePixelRatio;
  canvas.width = Math.round(size.width * scale);
  canvas.height = Math.round(size.height * scale);
  const context = canvas.getContext('2d');
  if (!context) return;
  context.scale(scale, scale);
  const { of, hatching, dots, edge } = paintFor(canvas, context, scale);
  for (const { item, box } of placed) {
    const gap = Math.min(box.width, box.height) > minEdge ? 1 : 0;
    const [width, height] = [box.width - gap, box.height - gap];
    context.fillStyle = of[item.family];
    context.fillRect(box.x, box.y, width, height);
    // Only one of the two can be greater than zero, because an unused data: URL has no copies.
    const part = (width * (item.copies + item.unused)) / item.cost;
    if (part > 0) {
      context.fillStyle = item.unused > 0 ? dots : hatching;
      context.fillRect(isMirrored ? box.x : box.x + width - part, box.y, part, height);
    }
    if (edge !== null && gap > 0) {
      context.strokeStyle = edge;
      context.strokeRect(box.x + 0.5, box.y + 0.5, width - 1, height - 1);
    }
  }
}
