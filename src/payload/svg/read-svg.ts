/** Reads an SVG as a list of elements, each with the costs of parsing, layout and drawing, and its references. */

import { decodedReferences, type Entities } from '../../character-references.ts';
import { decodedFragment } from '../../elements.ts';
import type { DrawingCost } from '../facts.ts';
import type { Attribute } from '../markup/markup-attributes.ts';
import { attributeValue } from '../markup/markup-references.ts';
import { noDocumentType, readDocumentType } from '../xml/xml-dtd.ts';
import { xmlTokens } from '../xml/xml-tokens.ts';
import * as costs from './drawing-weights.ts';
import {
  addOutline,
  type Element,
  maxExactCost,
  newElement,
  type SvgDocument,
  type SvgReader,
} from './element.ts';
import { addPicture } from './nested-svg.ts';
import { numbersIn, outlineOfPath, outlineOfPoints, scaleOf } from './path-cost.ts';
import { applyProperty, applyStyles, onlyInStyles } from './properties.ts';
import { declarationsOf } from './style-rules.ts';

/** Maximum number of attributes of one tag in an SVG. Programs write fewer. */
const maxAttributes = 10_000;

/** Maximum length, in code units, of the text of an entity that is replaced. */
const maxEntityLength = 1000;

/**
 * Maximum length, in code units, of an attribute's value in an SVG. The cost of an SVG with a longer value is not
 * estimated.
 */
const maxValueLength = 1 << 18;

type Attributes = readonly Attribute[];

const animationNames = new Set('animate set animateTransform animateMotion animateColor discard'.split(' '));
/** Elements that load or run unknown content. Of SVG's own elements, only images load something. */
const loading = new Set('iframe frame object embed video audio canvas link'.split(' '));
/** Length, in code units, of a value above which the reader yields before it parses the value. */
const longLength = 1 << 12;
/** Elements that scale their content. */
const scaling = new Set('svg symbol marker pattern'.split(' '));

/** An attribute that an animation sets on the element that it targets. */
interface Animated {
  id: string;
  name: string;
  value: string;
}

/**
 * Reads an SVG. Yields now and then.
 *
 * @param text the SVG; it is read only until its cost is known to be too high
 * @param nestedCost returns the cost of a nested picture from its text
 * @param depth the maximum depth of nested pictures
 */
export function* readSvg(
  text: string,
  nestedCost: (text: string) => DrawingCost,
  depth: number,
): Generator<null, SvgDocument, void> {
  const document: SvgDocument = {
    elements: [],
    view: { width: 100, height: 100 },
    maxStroke: 1,
    isUnscaled: false,
    isAnimated: false,
    unbounded: null,
    fixed: 0,
  };
  const { elements } = document;
  const reader: SvgReader = { document, nestedCost, depth, hasFont: false, families: new Set() };
  const sheets: string[] = [];
  const css: string[] = [];
  const animated: Animated[] = [];
  const open: Element[] = [];
  let entities: Entities | null = noDocumentType().entities;
  /** The end of the last token: whitespace between two tokens is not a token. */
  let end = 0;
  for (const token of xmlTokens(text, () => true, '')) {
    if (token === null) {
      yield null;
      continue;
    }
    const parent = open.at(-1);
    const isInSheet = parent?.name === 'style';
    if (isInSheet && token.start > end) css.push(' ');
    end = token.end;
    switch (token.kind) {
      case 'end':
        if (isInSheet) sheets.push(css.splice(0).join(''));
        open.pop();
        break;
      case 'text':
      case 'cdata': {
        const isRaw = token.kind === 'cdata';
        const written = isRaw
          ? text.slice(token.start + 9, token.end - 3)
          : text.slice(token.start, token.end);
        const content = isRaw ? written : yield* decodedReferences(written, entities);
        if (isInSheet) css.push(content);
        else if (parent) addText(parent, content);
        break;
      }
      case 'doctype':
        entities = simpleEntities(text.slice(token.start, token.end));
        if (entities === null) document.unbounded = 'document-type';
        break;
      case 'instruction':
        if (text.startsWith('<?xml-stylesheet', token.start)) document.unbounded = 'stylesheet';
        break;
      case 'unfollowed':
        document.unbounded = 'document-type';
        break;
      case 'start': {
        const { name, attributes } = token;
        if (attributes.length > maxAttributes) {
          document.unbounded = 'attributes';
          break;
        }
        if (elements.length === 0) readView(document, attributes);
        const element = newElement(name, parent, open.length);
        parent?.children.push(elements.length);
        elements.push(element);
        if (animationNames.has(name)) readAnimation(reader, parent, attributes, animated);
        else yield* readAttributes(reader, element, parent, attributes);
        if (!token.selfClosing) open.push(element);
        element.fixed += attributes.length * costs.attribute + excess(attributes);
        document.fixed += element.fixed;
      }
    }
    if (entities?.exceeded) document.unbounded = 'entities';
    if (document.fixed > maxExactCost || document.unbounded !== null) return document;
  }
  const [root] = elements;
  if (root) root.fixed += (text.split(/<[!?]/).length - 1) * costs.comment;
  // If the SVG is not well-formed, a style sheet may still be open.
  sheets.push(css.join(''));
  setAnimated(reader, animated);
  yield* applyStyles(reader, sheets);
  for (const element of elements) if (element.name === 'text') layOutText(element, elements, reader.hasFont);
  return document;
}

/**
 * XML 4.2: the entities of a document type that declares only short texts without markup, as drawing programs do; null
 * for any other document type.
 */
function simpleEntities(doctype: string): Entities | null {
  const { entities, defaults, unfollowed } = readDocumentType(doctype);
  const isSimple = (value: string | null) =>
    value !== null && value.length <= maxEntityLength && !/[<&%]/.test(value);
  return !unfollowed && defaults.size === 0 && [...entities.general.values()].every(isSimple)
    ? entities
    : null;
}

/** The additional cost of very many attributes or declarations, and of long values. */
function excess(attributes: Attributes): number {
  let sum = Math.max(0, attributes.length - usualAttributes) * costs.manyAttributes;
  for (const { name, value } of attributes) {
    if (name === 'style')
      sum += Math.max(0, value.split(';').length - usualDeclarations) * costs.manyAttributes;
    // The numbers and pictures in these attributes are counted separately.
    else if (!/^(?:d|points|path|(?:\w+:)?href)$/.test(name))
      sum += Math.max(0, value.length - usualValue) * costs.longValue;
  }
  return sum;
}
const usualAttributes = 30;
const usualDeclarations = 60;
const usualValue = 10_000;

/** SVG 2 8.2: reads the size of the picture in user units. */
function readView(document: SvgDocument, attributes: Attributes): void {
  const valueIn = (name: string) => attributeValue(attributes, name) ?? '';
  const box = numbersIn(valueIn('viewBox'));
  const edge = (name: string) => (valueIn(name).includes('%') ? 100 : (numbersIn(valueIn(name))[0] ?? 100));
  const [width, height] = box.length >= 4 ? [box[2]!, box[3]!] : [edge('width'), edge('height')];
  const isSize = width > 0 && height > 0;
  if (isSize) document.view = { width, height };
  document.isUnscaled = !isSize || valueIn('preserveAspectRatio').includes('slice');
}

function addText(element: Element, text: string): void {
  const { length } = text.trim();
  if (length === 0) return;
  element.fixed += costs.text;
  // HTML text is laid out separately, at a different cost than SVG text.
  if (element.foreign > 0 || element.name === 'foreignObject')
    element.fixed += length * costs.foreignCharacter;
  else element.characters += length;
  // Combining marks of one letter are positioned relative to each other, which takes quadratic time.
  for (const [marks] of text.matchAll(/\p{M}{2,}/gu)) element.fixed += marks.length ** 2 * costs.mark;
}

/** SVG 2 11: adds the cost of laying out a whole text and locating its parts. */
function layOutText(text: Element, elements: readonly Element[], hasFont: boolean): void {
  let [characters, positions, spans] = [0, 0, 0];
  const paths: Element[] = [];
  const stack = [text];
  for (let each = stack.pop(); each; each = stack.pop()) {
    characters += each.characters;
    positions += each.positions;
    spans++;
    each.characters = 0;
    if (each.name === 'textPath') paths.push(each);
    for (const child of each.children) if (elements[child]) stack.push(elements[child]);
  }
  for (const path of paths) path.characters = characters;
  text.fixed +=
    characters * (hasFont ? costs.embeddedCharacter : costs.character) +
    spans * spans * costs.span +
    characters * positions * costs.position;
  text.area += characters * costs.characterArea;
  text.vertices += characters;
}

/** SVG Animations 2: reads an animation. The values that the animation sets count as if they were attributes. */
function readAnimation(
  reader: SvgReader,
  parent: Element | undefined,
  attributes: Attributes,
  animated: Animated[],
): void {
  const { document } = reader;
  document.isAnimated = true;
  if (!parent) return;
  const valueIn = (name: string) => attributeValue(attributes, name) ?? '';
  const name = valueIn('attributeName');
  // The graph of a filter is built without animations.
  if (/^(?:in|in2|result)$/.test(name)) document.unbounded = 'animation';
  if (valueIn('type') === 'scale' || /^(?:viewBox|width|height|r|rx|ry)$/.test(name))
    document.isUnscaled = true;
  for (const time of ['begin', 'end']) {
    const events = valueIn(time).split(/\.\s*[a-z]/i).length - 1;
    // An animation that begins with each of two others may begin twice as often as they do.
    if (events > 1) document.unbounded = 'animation';
  }
  // An animation with a duration of 0 repeats without end, but is drawn once and does not move.
  if (/^\s*0*(?:\.0|\.?\d?\d?m|\.?0*s)/.test(valueIn('dur'))) parent.fixed += costs.still;
  const href = attributes.find(({ name }) => /^(?:\w+:)?href$/.test(name))?.value.trim() ?? '';
  for (const list of ['from', 'to', 'by', 'values']) {
    if (valueIn(list) === '') continue;
    for (const value of valueIn(list).split(';')) {
      parent.fixed += 1;
      if (href.startsWith('#')) animated.push({ id: decodedFragment(href.slice(1)), name, value });
      else readAttribute(reader, parent, name, value);
    }
  }
}

function setAnimated(reader: SvgReader, animated: readonly Animated[]): void {
  if (animated.length === 0) return;
  const { elements } = reader.document;
  const targets = new Map(elements.flatMap((each) => each.ids.map((id) => [id, each] as const)).reverse());
  for (const { id, name, value } of animated) {
    const target = targets.get(id);
    if (target) readAttribute(reader, target, name, value);
  }
}

function* readAttributes(
  reader: SvgReader,
  element: Element,
  parent: Element | undefined,
  attributes: Attributes,
): Generator<null, void, void> {
  const { document } = reader;
  const { name } = element;
  const valueIn = (wanted: string) => attributeValue(attributes, wanted) ?? undefined;
  if (name === 'filter' && valueIn('primitiveUnits') === 'objectBoundingBox') document.isUnscaled = true;
  if (name.startsWith('fe') && parent) addPrimitive(element, parent, attributes);
  for (const { name: attribute, value } of attributes) {
    if (value.length > longLength) yield null;
    readAttribute(reader, element, attribute, value);
  }
  if (loading.has(name)) document.unbounded ??= 'document';
  const hasOwnScale =
    (parent !== undefined && scaling.has(name)) ||
    valueIn('maskContentUnits') === 'objectBoundingBox' ||
    valueIn('clipPathUnits') === 'objectBoundingBox';
  if (hasOwnScale) element.scale = Number.NaN;
  if (name === 'linearGradient' || name === 'radialGradient') {
    element.fixed += costs.gradient;
    element.area += costs.gradientArea;
  } else if (name === 'pattern') readPattern(document, element, valueIn);
  else if (name === 'use' && element.scale > (parent?.scale ?? 1)) document.isUnscaled = true;
  else measureShape(document, element, valueIn);
}

/** SVG 2 10: measures basic shapes. */
function measureShape(
  { view }: SvgDocument,
  element: Element,
  valueIn: (name: string) => string | undefined,
): void {
  const number = (wanted: string) => {
    const value = valueIn(wanted);
    if (value === undefined) return 0;
    return value.includes('%') ? Number.NaN : Math.abs(numbersIn(value)[0] ?? 0);
  };
  const measure = (length: number) => {
    element.length += Number.isNaN(length) ? 4 * (view.width + view.height) : length;
    element.vertices += 4;
  };
  // Round outlines reverse direction, too.
  if (element.name === 'circle' || element.name === 'ellipse') element.turns += 1;
  const [width, height] = [number('width'), number('height')];
  if (element.name === 'rect' || element.name === 'image') measure(2 * (width + height));
  else if (element.name === 'circle') measure(7 * number('r'));
  else if (element.name === 'ellipse') {
    const [rx, ry] = [number('rx') || number('ry'), number('ry') || number('rx')];
    measure(7 * Math.max(rx, ry));
  } else if (element.name === 'line') {
    measure(number('x1') + number('x2') + number('y1') + number('y2'));
  }
  // `pathLength` can make dashes shorter.
  if (valueIn('pathLength') !== undefined) element.length = Math.max(element.length, number('pathLength'));
}

function addPrimitive(element: Element, parent: Element, attributes: Attributes): void {
  if (parent.name === 'filter') {
    element.primitive = {
      name: element.name,
      attributes: new Map(attributes.map(({ name, value }) => [name, value])),
      inputs: [],
    };
    parent.primitives.push(element.primitive);
  } else if (element.name === 'feMergeNode') {
    parent.primitive?.inputs.push(attributeValue(attributes, 'in') ?? '');
  }
}

function readPattern(
  { view }: SvgDocument,
  element: Element,
  valueIn: (name: string) => string | undefined,
): void {
  element.fixed += costs.pattern;
  element.area += costs.patternArea;
  const isUser = valueIn('patternUnits') === 'userSpaceOnUse';
  const edgeOf = (name: 'width' | 'height') => {
    const value = valueIn(name) ?? '';
    const number = Math.abs(numbersIn(value)[0] ?? 0);
    if (value.includes('%')) return number / 100;
    return isUser ? number / Math.min(view.width, view.height) : number;
  };
  const scale = scaleOf(valueIn('patternTransform') ?? '');
  // NaN must not become 0: `sumOf` counts a tile of unknown size as huge.
  element.tile = Math.max(edgeOf('width'), edgeOf('height')) * Math.max(1, scale);
}

function readAttribute(reader: SvgReader, element: Element, attribute: string, value: string): void {
  const { document } = reader;
  const colon = attribute.indexOf(':');
  const name = attribute.slice(colon + 1);
  if (value.length > maxValueLength && !/^(?:href|src|id)$/.test(name)) document.unbounded ??= 'length';
  if (document.unbounded !== null) return;
  // In other namespaces, only XLink's `href` matters.
  if (colon >= 0 && name !== 'href') return;
  switch (name) {
    case 'id':
      element.ids.push(value);
      break;
    case 'class':
      for (const each of value.split(/\s+/)) if (each !== '') element.classes.push(each);
      break;
    case 'style':
      for (const [property, written] of declarationsOf(value)) {
        applyProperty(reader, element, property, written);
      }
      break;
    case 'd':
    case 'path': {
      const outline = outlineOfPath(value);
      addOutline(element, outline);
      element.fixed += Math.max(0, value.length - (outline.segments + 1) * usualSegment) * costs.longValue;
      break;
    }
    case 'points':
      addOutline(element, outlineOfPoints(value));
      break;
    case 'x':
    case 'y':
    case 'dx':
    case 'dy':
    case 'rotate':
      if (value.length > 20) element.positions += numbersIn(value).length;
      break;
    case 'href':
    case 'src':
      readReference(reader, element, value.trim());
      break;
    case 'srcset':
    case 'srcdoc':
    case 'poster':
    case 'background':
      document.unbounded ??= 'document';
      break;
    default:
      if (element.primitive) animatePrimitive(element.primitive.attributes, name, value);
      if (!onlyInStyles.has(name)) applyProperty(reader, element, name, value);
  }
}

/** Typical maximum of code units in a path segment with its numbers. */
const usualSegment = 100;

/** Adds the values of an animation to a primitive's attribute, so that all of them count. */
function animatePrimitive(attributes: Map<string, string>, name: string, value: string): void {
  const written = attributes.get(name);
  if (written !== value) attributes.set(name, written === undefined ? value : `${written} ${value}`);
}

function readReference(reader: SvgReader, element: Element, url: string): void {
  if (element.name === 'a' || element.name === 'script') return;
  if (url.startsWith('#')) element.uses.push(url.slice(1));
  else addPicture(reader, element, url);
}
