/** An element of an SVG as what it takes by itself, and what it refers to; and the document of them. */
import type { DrawingCost } from './drawing-cost.ts';
import type { FilterCost, Primitive } from './filter-cost.ts';
import type { Outline } from './path-cost.ts';

export interface Element {
  name: string;
  /** How many elements hold it; how many of HTML do. */
  depth: number;
  foreign: number;
  ids: string[];
  classes: string[];
  /** Places in the document's list. */
  children: number[];
  /** Microseconds for itself, and for each megapixel. */
  fixed: number;
  area: number;
  /** User units of the picture in one of its own, at the most; NaN where that is not known. */
  scale: number;
  /** What is drawn of it: 1 or 0; its size, NaN where that is not known; its corners; its outline. */
  shapes: number;
  width: number;
  height: number;
  vertices: number;
  length: number;
  turns: number;
  /** Of text, and places that characters are given one by one. */
  characters: number;
  positions: number;
  /** Whether strokes have round joins or ends. */
  isRound: boolean;
  /** User units of a dash; 0 without. */
  dash: number;
  /** Microseconds a megapixel for what is drawn apart first: opacity, masks, blending. */
  layer: number;
  /** Ids of what is drawn with it: once; once a shape; once a vertex; at both ends of a shape. */
  uses: string[];
  paints: string[];
  markers: string[];
  endMarkers: string[];
  /** Ids of filters, and filters that are functions. */
  filters: string[];
  functions: FilterCost[];
  /** Of a filter. */
  primitives: Primitive[];
  primitive: Primitive | null;
  /** Of a pattern: its tile's edge, in edges of the picture. */
  tile: number;
}

export interface SvgDocument {
  elements: Element[];
  view: { width: number; height: number };
  maxStroke: number;
  /** Sizes cannot be compared with the picture's. */
  isUnscaled: boolean;
  isAnimated: boolean;
  /** Why nothing can be said, in a word. */
  unbounded: string | null;
  /** Microseconds so far. */
  fixed: number;
}

/** What its readers share. */
export interface SvgReader {
  document: SvgDocument;
  /** What a picture in it takes, by its text. */
  nestedCost: (text: string) => DrawingCost;
  /** How deep pictures in pictures are looked into yet. */
  depth: number;
  /** Whether it brings a font along, whose glyphs may be anything. */
  hasFont: boolean;
  /** Names of fonts, as written: each is looked for among those of the system. */
  families: Set<string>;
}

/** Microseconds beyond which nothing matters any more: several times what is drawn. */
export const enough = 200_000;

/** Microseconds, or those for each megapixel, as measured (docs/benchmarks.md), and half as much again. */
export const costs = {
  element: 22,
  level: 0.02,
  attribute: 1,
  manyAttributes: 3,
  longValue: 0.15,
  comment: 2,
  call: 5,
  term: 0.35,
  foreign: 45,
  foreignCharacter: 8,
  segment: 0.6,
  arc: 5,
  dashes: 1,
  turn: 25,
  turnArea: 60,
  crossing: 20,
  crossingArea: 48,
  character: 12,
  embeddedCharacter: 250,
  family: 200,
  characterArea: 100,
  mark: 0.015,
  span: 0.15,
  position: 0.01,
  gradient: 60,
  gradientArea: 4000,
  pattern: 250,
  patternArea: 6000,
  text: 60,
  megapixel: 30_000,
  fontByte: 0.05,
  match: 0.08,
  rule: 8,
  attributeMatch: 0.6,
  shadow: 200_000,
  blur: 200_000,
  function: 30_000,
  layer: 15,
  nestedLayer: 3,
  clip: 60,
  clipTerm: 1,
  viewport: 25,
  picture: 400,
  mask: 400,
  roundJoin: 700,
  union: 150,
  still: 10_000,
  opacityLayer: 6000,
  blendLayer: 14_000,
  clipLayer: 15_000,
  maskLayer: 30_000,
} as const;

const shapeNames = new Set(
  'path rect circle ellipse line polyline polygon text tspan textPath image'.split(' '),
);
/** Elements of HTML that may be laid out without making it slower for those within. */
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
    // A box may be laid out twice by each that holds it.
    fixed: isForeign
      ? costs.foreign * 2 ** Math.max(0, foreign - foreignDepth)
      : costs.element + depth * costs.level + (name === 'svg' && parent ? costs.viewport : 0),
    area: 0,
    scale: parent?.scale ?? 1,
    shapes: isForeign || shapeNames.has(name) ? 1 : 0,
    width: Number.NaN,
    height: Number.NaN,
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

export function addOutline(
  element: Element,
  { segments, arcs, turns, length, width, height }: Outline,
): void {
  element.fixed += segments * costs.segment + arcs * costs.arc;
  element.turns += turns;
  element.vertices += segments;
  element.length += length;
  element.width = Math.max(element.width || 0, width);
  element.height = Math.max(element.height || 0, height);
}

/** An id as a fragment may write it. */
export function decodedFragment(fragment: string): string {
  if (!fragment.includes('%')) return fragment;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
