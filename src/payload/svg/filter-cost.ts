/** The cost of a filter's primitives, as a graph: a result that two primitives use is computed for each of them. */
import { maxOf, numbersIn } from './path-cost.ts';

/** A filter primitive: its name, its attributes, and the inputs in its child elements (`feMergeNode`). */
export interface Primitive {
  name: string;
  attributes: Map<string, string>;
  inputs: string[];
}

export interface FilterCost {
  /** The cost, in microseconds per megapixel of the drawn area. */
  perMegapixel: number;
  /** The distance by which the result extends beyond the source, in user units. */
  reach: number;
}

/** Costs of primitives, in microseconds per megapixel, as measured: see docs/benchmarks.md. */
const plain = 40_000;
const weights: Readonly<Record<string, number>> = {
  feFlood: 10_000,
  feOffset: 5000,
  feImage: 40_000,
  feTile: 10_000,
  feColorMatrix: 10_000,
  feComponentTransfer: 15_000,
  feMerge: 20_000,
  feGaussianBlur: 80_000,
  feDropShadow: 160_000,
  feDiffuseLighting: 120_000,
  feSpecularLighting: 220_000,
};
const perOctave = 15_000;
const perKernelCell = 50_000;
const morphology = 120_000;
const perRadius = 55_000;

const numberOf = (primitive: Primitive, name: string, otherwise: number): number => {
  const value = primitive.attributes.get(name);
  return value === undefined ? otherwise : maxOf(numbersIn(value));
};

/**
 * The cost of a primitive, in microseconds per megapixel.
 *
 * @param radiusScale maximum number of pixels of a small picture in a user unit
 */
function weightOf(primitive: Primitive, radiusScale: number): number {
  const { name } = primitive;
  if (name === 'feTurbulence') {
    // Browsers omit octaves that are finer than the color depth.
    return 40_000 + perOctave * Math.min(12, numberOf(primitive, 'numOctaves', 1));
  }
  if (name === 'feConvolveMatrix') {
    return plain + perKernelCell * numberOf(primitive, 'order', 3) ** 2;
  }
  if (name === 'feMorphology') {
    return morphology + perRadius * numberOf(primitive, 'radius', 0) * radiusScale;
  }
  return weights[name] ?? plain;
}

/** The reach of a primitive: a Gaussian ends after three standard deviations. */
function reachOf(primitive: Primitive): number {
  const deviation = 3 * numberOf(primitive, 'stdDeviation', primitive.name === 'feDropShadow' ? 2 : 0);
  const scale = primitive.name === 'feDisplacementMap' ? numberOf(primitive, 'scale', 0) / 2 : 0;
  return deviation + scale + numberOf(primitive, 'radius', 0);
}

/**
 * The cost of a filter. `in` refers to an earlier result (Filter Effects 9.2); by default, to that of the previous
 * primitive.
 */
export function filterCost(primitives: readonly Primitive[], radiusScale: number): FilterCost {
  interface Result {
    cost: number;
    reach: number;
  }
  const source: Result = { cost: 0, reach: 0 };
  const results = new Map<string, Result>();
  let last = source;
  for (const primitive of primitives) {
    const before = last;
    const named = (name: string | undefined): Result => (name ? results.get(name) : undefined) ?? source;
    const input = (name: string | undefined): Result =>
      name === undefined || name === '' ? before : named(name);
    const inputs = primitive.name === 'feMerge' ? [] : [input(primitive.attributes.get('in'))];
    const second = primitive.attributes.get('in2');
    if (second !== undefined || /^fe(?:Blend|Composite|DisplacementMap)$/.test(primitive.name)) {
      inputs.push(input(second));
    }
    // A shadow is drawn below its source, so the source is an input twice.
    if (primitive.name === 'feDropShadow') inputs.push(inputs[0]!);
    for (const each of primitive.inputs) inputs.push(input(each || undefined));
    last = {
      cost: inputs.reduce((sum, each) => sum + each.cost, weightOf(primitive, radiusScale)),
      // The combined radius of consecutive blurs is the root of the sum of their squares.
      reach: Math.hypot(maxOf(inputs.map(({ reach }) => reach)), reachOf(primitive)),
    };
    const result = primitive.attributes.get('result');
    if (result !== undefined) results.set(result, last);
  }
  return { perMegapixel: last.cost, reach: last.reach };
}
