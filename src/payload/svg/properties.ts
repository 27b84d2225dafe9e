/** Computes the effect of CSS properties, set by attributes or in style sheets, on the cost of an element. */
import * as costs from './drawing-weights.ts';
import { addOutline, type Element, maxExactCost, newElement, type SvgReader } from './element.ts';
import { addFont, addPicture } from './nested-svg.ts';
import { maxOf, numbersIn, outlineOfPath, scaleOf } from './path-cost.ts';
import { readStyleSheet, type StyleRule } from './style-rules.ts';

/** Properties that matter here; the cost of others is negligible. */
const properties = new Set(
  (
    'fill stroke marker marker-start marker-mid marker-end mask clip-path filter backdrop-filter opacity ' +
    'mix-blend-mode isolation stroke-dasharray stroke-width stroke-linejoin stroke-linecap font-size transform scale zoom animation ' +
    'animation-name d font font-family background background-image border-image border-image-source content list-style ' +
    'list-style-image mask-image mask-border -webkit-mask -webkit-mask-image -webkit-box-reflect box-shadow ' +
    'text-shadow shape-outside vector-effect columns column-count column-width'
  ).split(' '),
);

/** Properties that can't be set by attributes. */
export const onlyInStyles: ReadonlySet<string> = new Set(
  'scale zoom animation animation-name d background content'.split(' '),
);

/**
 * Adds the effect of a property to the cost of an element.
 *
 * @param property the name of the property, in lower case, unless it is a custom property
 */
export function applyProperty(reader: SvgReader, element: Element, property: string, value: string): void {
  const { document } = reader;
  // Nearly all values are a word or a number, without functions.
  const hasFunction = value.includes('(');
  if (hasFunction || property.startsWith('--')) element.fixed += expressionCost(property, value);
  const gradients = hasFunction ? value.split(/-gradient\(/i).length - 1 : 0;
  element.fixed += gradients * costs.gradient;
  element.area += gradients * costs.gradientArea;
  if (property.startsWith('--')) {
    /*
     * A custom property is inserted at each reference to it. In a chain of values with two references each, the length
     * therefore doubles at every step.
     */
    const isMore = value.split('var(', 3).length > 2;
    if (isMore || /url\(|\\/i.test(value)) document.unbounded ??= 'variables';
    return;
  }
  if (!properties.has(property)) return;
  if (value.includes('\\') || (hasFunction && /\belement\(|\bsrc\(/i.test(value))) {
    document.unbounded ??= 'escapes';
    return;
  }
  const ids: string[] = [];
  if (hasFunction) {
    for (const [, url = ''] of value.matchAll(/url\(\s*["']?\s*([^"')]*)/gi)) {
      if (url.startsWith('#')) ids.push(url.slice(1).trim());
      else addPicture(reader, element, url);
    }
  }
  const refer = (list: string[]) => {
    for (const id of ids) list.push(id);
  };
  const lower = value.trim().toLowerCase();
  switch (property) {
    case 'fill':
    case 'stroke':
      refer(element.paints);
      break;
    case 'marker':
    case 'marker-mid':
      refer(element.markers);
      break;
    case 'marker-start':
    case 'marker-end':
      refer(element.endMarkers);
      break;
    case 'clip-path':
      refer(element.uses);
      if (lower === 'none') break;
      element.layer += costs.clipLayer;
      element.fixed += costs.clip;
      if (/\b(?:path|shape)\(/.test(lower)) element.fixed += lower.length * costs.clipTerm;
      break;
    case 'filter':
    case 'backdrop-filter':
      refer(element.filters);
      addFunctions(element, lower);
      break;
    case 'opacity':
      if (lower !== '1' && lower !== '100%') element.layer += costs.opacityLayer;
      break;
    case 'mix-blend-mode':
      if (lower !== 'normal') element.layer += costs.blendLayer;
      break;
    case 'isolation':
      if (lower !== 'auto') element.layer += costs.opacityLayer;
      break;
    case 'stroke-dasharray':
      addDashes(element, lower);
      break;
    case 'stroke-width':
      document.maxStroke = Math.max(document.maxStroke, maxOf(numbersIn(lower)));
      if (/[%(]/.test(lower)) document.isUnscaled = true;
      break;
    case 'stroke-linejoin':
    case 'stroke-linecap':
      element.isRound ||= lower === 'round' || lower.includes('(');
      break;
    case 'transform':
      element.scale *= scaleOf(lower);
      break;
    case 'scale':
    case 'zoom':
      document.isUnscaled = true;
      break;
    case 'columns':
    case 'column-count':
    case 'column-width':
      // Columns are laid out repeatedly until their heights match.
      document.unbounded ??= 'columns';
      break;
    case 'vector-effect':
      // The stroke isn't scaled with the shape, even if the shape is tiny.
      if (lower !== 'none') element.scale = Number.NaN;
      break;
    case 'animation':
    case 'animation-name':
      document.isAnimated = true;
      element.layer += costs.opacityLayer;
      break;
    case 'd':
      addOutline(element, outlineOfPath(value.slice(value.search(/["']/) + 1)));
      break;
    case 'box-shadow':
    case 'text-shadow':
      element.area += costs.shadow * lower.split(',').length;
      break;
    case 'font':
    case 'font-family':
      addFamilies(reader, lower);
      break;
    case 'font-size':
      // Huge glyphs are drawn as shapes.
      if (maxOf(numbersIn(lower)) * 2 > Math.min(document.view.width, document.view.height)) {
        element.area += costs.gradientArea;
      }
      break;
    default:
      refer(element.uses);
      if (!/mask|reflect/.test(property) || lower === 'none') break;
      element.layer += costs.maskLayer;
      element.fixed += costs.mask;
  }
}

/** CSS Values 4, 10, and CSS Transforms 1: the cost of computing a value before drawing, for any property. */
function expressionCost(property: string, value: string): number {
  const own = property.startsWith('--') ? costs.call : 0;
  if (!value.includes('(') || /^\s*url\(/i.test(value)) return own;
  const calls = value.split('(').length - 1;
  return own + calls * costs.call + Math.max(0, value.length - shortExpression) * costs.term;
}
/** Maximum length, in code units, of an expression that can't have many terms. */
const shortExpression = 100;

/** CSS Fonts 4, 2.1: adds font names. Each is looked up once for the whole picture. */
function addFamilies({ document, families }: SvgReader, value: string): void {
  const [root] = document.elements;
  if (!root) return;
  for (const name of value.split(',')) {
    root.fixed += families.has(name) ? 0 : costs.family;
    families.add(name);
    if (root.fixed > maxExactCost) return;
  }
}

/** SVG 2 13.5.6: adds the cost of dashed strokes. */
function addDashes(element: Element, value: string): void {
  const numbers = numbersIn(value);
  if (numbers.length === 0) return;
  element.fixed += numbers.length * costs.dashes;
  const sum = numbers.reduce((total, each) => total + Math.abs(each), 0);
  // The size of relative units is unknown, so the worst is assumed.
  const mean = /[%(]|r?em|v[wh]/.test(value) ? 0 : sum / numbers.length;
  element.dash = Math.min(element.dash || Number.POSITIVE_INFINITY, mean || 1e-9);
}

/** Filter Effects 5: adds filter functions. Each is a separate filter, applied to the result of the previous one. */
function addFunctions(element: Element, value: string): void {
  for (const [, name, list = ''] of value.matchAll(/([a-z-]{1,20})\(([^()]{0,200})/g)) {
    if (name === 'url') continue;
    const isBlur = name === 'blur' || name === 'drop-shadow';
    const reach = isBlur ? 3 * maxOf(numbersIn(list)) : 0;
    // Each blur enlarges the area further, so the reach includes all earlier blurs.
    const before = element.functions.at(-1)?.reach ?? 0;
    const perMegapixel = isBlur ? costs.cssBlur : costs.filterFunction;
    element.functions.push({ perMegapixel, reach: Math.hypot(reach, before) });
    if (element.functions.length > 1000) element.fixed = maxExactCost + 1;
  }
}

const rulesAtOnce = 100;

/** Applies the rules of style sheets to the elements that they match. Yields now and then. */
export function* applyStyles(reader: SvgReader, sheets: readonly string[]): Generator<null, void, void> {
  const { document } = reader;
  const { elements } = document;
  const [root] = elements;
  if (!root) return;
  const subjects = new Map<string, Element[]>();
  const note = (key: string, element: Element) => {
    const list = subjects.get(key);
    if (list) list.push(element);
    else subjects.set(key, [element]);
  };
  let depth = 1;
  const noteAll = () => {
    for (const element of elements) {
      depth = Math.max(depth, element.depth);
      note(element.name, element);
      for (const id of element.ids) note(`#${id}`, element);
      for (const name of new Set(element.classes)) note(`.${name}`, element);
    }
  };
  for (const css of sheets) {
    const sheet = yield* readStyleSheet(css);
    document.isAnimated ||= sheet.isAnimated;
    if (sheet.isUnknown) document.unbounded ??= 'style';
    for (const font of sheet.fonts) addFont(reader, root, font);
    root.fixed += css.length / 100 + css.split('{').length * costs.rule;
    root.fixed += (css.split('[').length - 1) * elements.length * costs.attributeMatch;
    for (const [at, rule] of sheet.rules.entries()) {
      if (at % rulesAtOnce === 0) yield null;
      // Most documents contain no rule.
      if (subjects.size === 0) noteAll();
      const matched = [...rule.subjects].flatMap((subject) =>
        subject === '*' ? elements : (subjects.get(subject) ?? []),
      );
      applyRule(reader, rule, matched, depth);
      if (document.unbounded !== null || root.fixed > maxExactCost) return;
    }
  }
}

function applyRule(reader: SvgReader, rule: StyleRule, matched: readonly Element[], depth: number): void {
  const root = reader.document.elements[0]!;
  // The effect of the declarations is computed once, and then added to each element.
  const effect = newElement('', undefined, 0);
  for (const [property, value] of rule.declarations) applyProperty(reader, effect, property, value);
  if (effect.scale !== 1) reader.document.isUnscaled = true;
  const lists = ['uses', 'paints', 'markers', 'endMarkers', 'filters', 'functions'] as const;
  const references = lists.reduce((sum, name) => sum + effect[name].length, 0);
  // An element may be compared with each of its ancestors, once for each combinator.
  const attempts = Math.min(depth + 1, 1000) ** Math.min(rule.combinators, 4);
  root.fixed += costs.match * (1 + matched.length * (attempts + rule.declarations.length + references));
  if (root.fixed > maxExactCost) return;
  for (const element of matched) {
    element.fixed += effect.fixed - costs.element;
    element.area += effect.area;
    element.layer += effect.layer;
    if (effect.dash > 0) element.dash = Math.min(element.dash || Number.POSITIVE_INFINITY, effect.dash);
    element.vertices += effect.vertices;
    element.length += effect.length;
    element.turns += effect.turns;
    element.isRound ||= effect.isRound;
    for (const name of lists) {
      for (const each of effect[name]) (element[name] as unknown[]).push(each);
    }
  }
}
