/** The types of an SVG document and of its elements, each with its own cost and its references. */

import type { DrawingCost } from '../facts.ts';
import * as costs from './drawing-weights.ts';
import type { FilterCost, Primitive } from './filter-cost.ts';
import type { Outline } from './path-cost.ts';

export interface Element {
  name: string;
  /** The number of the element's ancestors, and its depth within a foreignObject (0 outside). */
  depth: number;
  foreign: number;
  ids: string[];
  classes: string[];
  /** The indexes of the children in the document's list of elements. */
  children: number[];
  /** The cost of the element itself: microseconds, and microseconds per megapixel. */
  fixed: number;
  area: number;
  /** Maximum length of one user unit of the element, in user units of the picture; NaN if unknown. */
  scale: number;
  /**
   * The element's drawing: number of shapes (0 or 1), number of vertices, length of the outline, and number of
   * reversals (see `Outline`).
   */
  shapes: number;
  vertices: number;
  length: number;
  turns: number;
  /** The number of characters of text, and of positions given for single characters. */
  characters: number;
  positions: number;
  /** Whether strokes have round joins or ends. */
  isRound: boolean;
  /** Length of a dash in user units; 0 if none. */
  dash: number;
  /** The cost of layers that are drawn separately (opacity, masks, blending), in microseconds per megapixel. */
  layer: number;
  /**
   * Ids of elements that are drawn together with this one: once; once per shape; once per vertex; at both ends of a
   * shape.
   */
  uses: string[];
  paints: string[];
  markers: string[];
  endMarkers: string[];
  /** Ids of filters, and filters in the form of functions. */
  filters: string[];
  functions: FilterCost[];
  /** Primitives of a filter. */
  primitives: Primitive[];
  primitive: Primitive | null;
  /** For a pattern: the edge of its tile, as a share of the picture's edge. */
  tile: number;
}

export interface SvgDocument {
  elements: Element[];
  view: { width: number; height: number };
  maxStroke: number;
  /** Whether the sizes of elements can't be compared with the picture's. */
  isUnscaled: boolean;
  isAnimated: boolean;
  /** The reason, in one word, why the cost cannot be estimated; null if it can. */
  unbounded: string | null;
  /** The fixed cost so far, in microseconds. */
  fixed: number;
}

/** The state that all parts of the reader share. */
export interface SvgReader {
  document: SvgDocument;
  /** Returns the cost of a nested picture from its text. */
  nestedCost: (text: string) => DrawingCost;
  /** The remaining depth of nested pictures. */
  depth: number;
  /** Whether the document contains a font; the cost of its glyphs is unknown. */
  hasFont: boolean;
  /** Font names, as written: browsers look up each among the system's fonts. */
  families: Set<string>;
}

/** Maximum cost, in microseconds, that must be exact: several times the limit for drawing. */
export const maxExactCost = 200_000;

const shapeNames = new Set(
  'path rect circle ellipse line polyline polygon text tspan textPath image'.split(' '),
);
/** Maximum depth of nested HTML elements that does not slow down layout. */
const foreignDepth = 6;

export function newElement(name: string, parent: Element | undefined, depth: number): Element {
  const isForeign =
    parent !== undefined && name !== 'svg' && (parent.foreign > 0 || parent.name === 'foreignObject');
  const foreign = isForeign ? parent.foreign + 1 : 0;
  return {
    name,
    depth,
    foreign,
    ids: [],
    classes: [],
    children: [],
    // Each ancestor may lay out a box twice.
    fixed: isForeign
      ? costs.foreign * 2 ** Math.max(0, foreign - foreignDepth)
      : costs.element + depth * costs.level + (name === 'svg' && parent ? costs.viewport : 0),
    area: 0,
    scale: parent?.scale ?? 1,
    shapes: isForeign || shapeNames.has(name) ? 1 : 0,
    vertices: 0,
    length: 0,
    turns: 0,
    characters: 0,
    positions: 0,
    isRound: false,
    dash: 0,
    layer: 0,
    uses: [],
    paints: [],
    markers: [],
    endMarkers: [],
    filters: [],
    functions: [],
    primitives: [],
    primitive: null,
    tile: 0,
  };
}

export function addOutline(element: Element, { segments, arcs, turns, length }: Outline): void {
  element.fixed += segments * costs.segment + arcs * costs.arc;
  element.turns += turns;
  element.vertices += segments;
  element.length += length;
}
