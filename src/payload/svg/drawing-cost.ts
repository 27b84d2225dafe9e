/**
 * Estimates the cost of drawing an SVG before anything draws it: the cost of the elements themselves, and how
 * references multiply it, computed on a graph in which each element is counted once. The weights were measured in
 * both browsers (docs/benchmarks.md) and err on the high side. Anything that can't be analyzed has an unbounded cost.
 */

import { decodedFragment } from '../../elements.ts';
import { atOnce } from '../../yield-to-event-loop.ts';
import type { DrawingCost } from '../facts.ts';
import * as costs from './drawing-weights.ts';
import { type Element, maxExactCost, type SvgDocument } from './element.ts';
import { filterCost } from './filter-cost.ts';
import { readSvg } from './read-svg.ts';

/** The time, in microseconds, to draw an SVG on a number of pixels. */
export const drawingTime = (cost: DrawingCost, pixels: number): number =>
  cost.unbounded === null ? cost.fixed + (cost.perMegapixel * pixels) / 1e6 : Number.POSITIVE_INFINITY;

/** The cost of an element with all its descendants and references. Areas are in µs per megapixel. */
interface Sums {
  fixed: number;
  /** The part of `fixed` that parsing takes, even if the element is not drawn. */
  read: number;
  /** The cost of areas, computed as if each shape filled the picture. */
  area: number;
  shapes: number;
  vertices: number;
  length: number;
}

const none: Readonly<Sums> = {
  fixed: 0,
  read: 0,
  area: 0,
  shapes: 0,
  vertices: 0,
  length: 0,
};
const fill = 400;
const perDash = 2;
const maxDashes = 1e6;
const maxGrowth = 400;
/** Microseconds for each marker, in addition to its content. */
const perMarker = 12;
/** Maximum of every figure. Infinity would not be a valid number in JSON. */
const ceiling = 1e12;

/** Elements whose children are drawn only where they are referenced. */
const definitions = new Set(
  'defs symbol marker mask clipPath pattern filter linearGradient radialGradient'.split(' '),
);

/**
 * Estimates the cost of drawing an SVG.
 *
 * @param text an SVG, without a byte order mark
 * @param depth maximum depth of nested pictures that are read
 */
export const drawingCost = (text: string, depth = 3): DrawingCost => atOnce(estimating(text, depth));

/** Like `drawingCost`, but a generator that yields now and then. */
export function* estimating(text: string, depth = 3): Generator<null, DrawingCost, void> {
  const document = yield* readSvg(text, (nested) => drawingCost(nested, depth - 1), depth);
  const { isAnimated } = document;
  if (document.unbounded !== null) return boundless(document.unbounded, isAnimated);
  if (document.fixed > maxExactCost)
    return { fixed: clamp(document.fixed), perMegapixel: 0, unbounded: null, isAnimated };
  const total = yield* sumsOf(document);
  if (total === null) return boundless('cycle', isAnimated);
  return { fixed: clamp(total.fixed), perMegapixel: clamp(total.area), unbounded: null, isAnimated };
}

const clamp = (value: number): number => Math.min(ceiling, Math.round(value)) || 0;
const boundless = (why: string, isAnimated: boolean): DrawingCost => ({
  fixed: ceiling,
  perMegapixel: 0,
  unbounded: why,
  isAnimated,
});

const stepsAtOnce = 256;

/** The sums of the root; null if references are circular. */
function* sumsOf(document: SvgDocument): Generator<null, Sums | null, void> {
  const { elements } = document;
  const sums: (Sums | undefined)[] = new Array(elements.length);
  const byId = new Map<string, number>();
  // DOM 4.2.6: the first of several elements with the same id counts.
  for (const [at, { ids }] of elements.entries()) for (const id of ids) if (!byId.has(id)) byId.set(id, at);
  const targetsOf = (id: string): number[] => {
    const at = byId.get(decodedFragment(id)) ?? byId.get(id);
    return at === undefined ? [] : [at];
  };
  const state = new Uint8Array(elements.length);
  const stack = [0];
  // Depth first, without recursion: an element is finished when everything that it depends on is.
  for (let steps = 1; stack.length > 0; steps++) {
    if (steps % stepsAtOnce === 0) yield null;
    const at = stack.at(-1)!;
    const element = elements[at];
    if (element === undefined || state[at] === 2) {
      stack.pop();
      continue;
    }
    if (state[at] === 1) {
      sums[at] = sumOf(element, document, sums, targetsOf);
      state[at] = 2;
      stack.pop();
      continue;
    }
    state[at] = 1;
    for (const needed of needsOf(element, targetsOf)) {
      if (state[needed] === 1) return null;
      if (state[needed] === 0) stack.push(needed);
    }
  }
  return sums[0] ?? { ...none };
}

function needsOf(element: Element, targetsOf: (id: string) => number[]): number[] {
  const { children, uses, paints, markers, endMarkers, filters } = element;
  const ids = [...uses, ...paints, ...markers, ...endMarkers, ...filters];
  return ids.length === 0 ? children : [...children, ...ids.flatMap(targetsOf)];
}

const nothing: readonly Sums[] = [];

function sumOf(
  element: Element,
  { elements, view, maxStroke, isUnscaled }: SvgDocument,
  sums: readonly (Sums | undefined)[],
  targetsOf: (id: string) => number[],
): Sums {
  const { scale, shapes, layer, dash, turns } = element;
  // The number of times that the element's outline crosses the pixel rows of the picture. It determines the cost of
  // filling and stroking.
  const crossings = (element.length * scale * 2) / (view.width + view.height);
  const isKnown = !isUnscaled && Number.isFinite(crossings);
  const lines = Math.min(turns * costs.turn, isKnown ? crossings * costs.crossing : Infinity);
  const sum: Sums = {
    fixed: element.fixed + lines + (layer > 0 ? costs.layer + element.depth * costs.nestedLayer : 0),
    read: element.fixed,
    area: element.area + turns * costs.turnArea + shapes * fill,
    shapes,
    vertices: element.vertices,
    length: element.length,
  };
  const add = (other: Sums) => {
    sum.fixed += other.fixed;
    sum.area += other.area;
    sum.shapes += other.shapes;
    sum.vertices += other.vertices;
    sum.length += other.length;
  };
  for (const child of element.children) {
    const other = sums[child] ?? none;
    sum.read += other.read;
    if (definitions.has(elements[child]!.name)) sum.fixed += other.read;
    else add(other);
  }
  const totals = (ids: readonly string[]): readonly Sums[] =>
    ids.length === 0 ? nothing : ids.flatMap((id) => targetsOf(id).map((at) => sums[at] ?? none));
  for (const other of totals(element.uses)) {
    add(other);
    // Browsers parse a copy of the element that a `use` references.
    if (element.name === 'use') sum.read += other.read;
  }
  if (element.isRound) {
    const width = isKnown ? (maxStroke * scale * 2) / (view.width + view.height) : 1;
    sum.fixed += sum.vertices * Math.min(1, width) * costs.roundJoin;
  }
  if (element.characters > 0) {
    // Text along a path: each character is located from the beginning of the path.
    const vertices = totals(element.uses).reduce((most, each) => Math.max(most, each.vertices), 0);
    sum.fixed += element.characters * vertices;
  }
  for (const paint of totals(element.paints)) {
    sum.fixed += sum.shapes * paint.fixed;
    sum.area += sum.shapes * paint.area;
  }
  for (const [ids, times] of [
    [element.markers, sum.vertices],
    [element.endMarkers, sum.shapes],
  ] as const) {
    for (const marker of totals(ids)) {
      sum.fixed += times * (marker.fixed + perMarker);
      sum.area += times * marker.area;
    }
  }
  if (dash > 0) sum.fixed += Math.min(sum.length / dash, maxDashes * sum.shapes) * perDash;
  sum.area += layer;
  const filters = element.filters.flatMap((id) => targetsOf(id).map((at) => elements[at]!));
  const unit = isUnscaled || Number.isNaN(scale) ? Infinity : scale / Math.min(view.width, view.height);
  const filtered = [
    ...filters.map((each) => filterCost(each.primitives, Math.min(1000, unit * smallEdge))),
    ...element.functions,
  ];
  for (const { perMegapixel, reach: reached } of filtered) {
    const margin = reached === 0 ? 0 : reached * unit;
    const growth = Math.min(maxGrowth, (1 + 2 * margin) ** 2);
    sum.area += perMegapixel * growth;
  }
  for (const other of totals(element.filters)) sum.fixed += other.fixed;
  // The union of several shapes is computed by comparing each line with all others.
  if (element.name === 'clipPath' && sum.shapes > 1) sum.fixed += sum.vertices * costs.union;
  if (!(element.tile <= maxTile)) sum.fixed += hugeTile;
  return {
    fixed: Math.min(ceiling, sum.fixed),
    read: Math.min(ceiling, sum.read),
    area: Math.min(ceiling, sum.area),
    shapes: Math.min(ceiling, sum.shapes),
    vertices: Math.min(ceiling, sum.vertices),
    length: Math.min(ceiling, sum.length),
  };
}

/** Edge length, in pixels, of the small picture for which radii were measured. */
const smallEdge = 400;
/**
 * The cost, in microseconds, of a huge tile, which is drawn completely, up to about 4,000 by 4,000 pixels; and the
 * maximum edge of any other tile, as a share of the picture's edge.
 */
const hugeTile = 250_000;
const maxTile = 3;
