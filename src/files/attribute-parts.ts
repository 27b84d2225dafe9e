/** data: URLs in the attributes of a file's elements, by the same tables and order as on a page. */
import { isDataUrl, mayHoldUrl } from '../data-url/is-data-url.ts';
import { kindOfAttribute, looksLikeDataUrl, mayQuoteDataUrl } from '../payload/quoted-data-urls.ts';
import { refreshFront } from '../payload/refresh-front.ts';
import { parseSrcset } from '../payload/srcset.ts';
import {
  animatedAttributes,
  animations,
  commas,
  type DestinationEntry,
  type Destinations,
  htmlAttributes,
  mathmlAttributes,
  presentationAttributes,
  semicolons,
  spaces,
  srcsetAttributes,
  svgHrefs,
} from '../payload/url-attributes.ts';
import type { Destination } from '../vocabulary.ts';
import type { Part } from './found-in-file.ts';
import {
  attributeOf,
  HTML,
  MATHML,
  type ParsedAttribute,
  type ParsedElement,
  SVG,
  XLINK,
} from './parsed-element.ts';
import { cssParts, quotedParts } from './quoted-parts.ts';

const own = <Value>(table: Record<string, Value>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

const settle = (element: ParsedElement, entry: DestinationEntry | undefined): Destination | undefined =>
  typeof entry === 'function'
    ? entry(
        (name) => attributeOf(element, name),
        () => element.parent?.name ?? '',
      )
    : entry;

const isAnimation = ({ namespace, name }: ParsedElement): boolean =>
  namespace === SVG && animations.has(name);

const decodedId = (id: string): string => {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
};

/** SMIL, "targeting attribute": the element that an animation's href names, or else its parent. */
function targetOf(animation: ParsedElement): ParsedElement | null {
  const xlink = animation.attributes.find(({ namespace, local }) => namespace === XLINK && local === 'href');
  const href = attributeOf(animation, 'href') ?? xlink?.value;
  if (!href) return animation.parent;
  const id = href.slice(href.indexOf('#') + 1);
  const { ids } = animation.tree;
  return ids.get(id) ?? ids.get(decodedId(id)) ?? null;
}

/** MathML's href is a link; every SVG href that is not listed refers to a part of a document. */
function hrefDestination(element: ParsedElement, otherwise: Destination = 'none'): Destination {
  if (element.namespace !== SVG) return 'document';
  return settle(element, own(svgHrefs, element.name)) ?? otherwise;
}

function destinationOf(element: ParsedElement, name: string): Destination | undefined {
  const { namespace } = element;
  if (namespace === HTML) {
    const elements: Destinations | undefined = own(htmlAttributes, name);
    return elements ? settle(element, own(elements, element.name)) : name === 'itemid' ? 'none' : undefined;
  }
  if (name === 'href' && (namespace === SVG || namespace === MATHML)) return hrefDestination(element);
  if (isAnimation(element) && animatedAttributes.has(name)) {
    const target = targetOf(element);
    return target ? hrefDestination(target, 'image') : 'image';
  }
  return namespace === MATHML ? settle(element, own(mathmlAttributes, name.toLowerCase())) : undefined;
}

function partsOf(element: ParsedElement, name: string): RegExp | null {
  if (name === 'ping' || name === 'archive') return element.name === 'applet' ? commas : spaces;
  return name === 'values' && isAnimation(element) ? semicolons : null;
}

/** The data: URLs of an attribute; positions are code units of its value. */
export function attributeParts(element: ParsedElement, attribute: ParsedAttribute): Part[] {
  const { namespace, value } = attribute;
  if (!mayHoldUrl(value)) return [];
  const known = namespace === '' ? knownParts(element, attribute) : linkParts(element, attribute);
  return known.length > 0 ? known : [...otherParts(element, attribute)];
}

function linkParts(element: ParsedElement, { namespace, local, name, value }: ParsedAttribute): Part[] {
  if (namespace !== XLINK || local !== 'href' || !isDataUrl(value)) return [];
  return [wholeValue(value, name, hrefDestination(element))];
}

const wholeValue = (value: string, name: string, destination: Destination): Part => ({
  written: value,
  start: 0,
  end: value.length,
  place: 'attribute',
  name,
  destination,
});

function knownParts(element: ParsedElement, { name, value }: ParsedAttribute): Part[] {
  return [
    ...urlParts(element, name, value),
    ...srcsetParts(element, name, value),
    ...styleParts(element, name, value),
    ...refreshParts(element, name, value),
  ];
}

function* urlParts(element: ParsedElement, name: string, value: string): Generator<Part, void, void> {
  const parts = partsOf(element, name);
  const mayBeCss = animatedAttributes.has(name);
  if (parts === null && !mayBeCss && !isDataUrl(value)) return;
  const destination = destinationOf(element, name);
  if (destination === undefined) return;
  if (parts === null && !mayBeCss) return yield wholeValue(value, name, destination);
  for (const { 0: part, index } of parts ? value.matchAll(parts) : [{ 0: value, index: 0 }]) {
    // SMIL: white space around each of the values is not part of it.
    const written = parts === semicolons ? part.trim() : part;
    const start = index + part.indexOf(written);
    if (isDataUrl(written))
      yield { ...wholeValue(written, name, destination), start, end: start + written.length };
    else if (mayBeCss) yield* declared('x', written, start, name);
  }
}

/** The data: URLs in the value of a CSS property. */
function* declared(property: string, value: string, at: number, name: string): Generator<Part, void, void> {
  const shift = at - property.length - 1;
  for (const part of cssParts(`${property}:${value}`, 'attribute', false))
    yield { ...part, name, start: part.start + shift, end: part.end + shift };
}

function* srcsetParts(element: ParsedElement, name: string, value: string): Generator<Part, void, void> {
  if (element.namespace !== HTML || own(srcsetAttributes, element.name) !== name) return;
  for (const { url, start, end } of parseSrcset(value))
    if (isDataUrl(url)) yield { written: url, start, end, place: 'srcset', name, destination: 'image' };
}

function* styleParts(element: ParsedElement, name: string, value: string): Generator<Part, void, void> {
  if (name === 'style') {
    for (const part of cssParts(value, 'style-attribute')) yield { ...part, name };
  } else if (presentationAttributes.has(name) && element.namespace === SVG) {
    yield* declared(name, value, 0, name);
  }
}

function* refreshParts(element: ParsedElement, name: string, value: string): Generator<Part, void, void> {
  if (name !== 'content' || element.name !== 'meta' || element.namespace !== HTML) return;
  if (attributeOf(element, 'http-equiv')?.toLowerCase() !== 'refresh') return;
  const front = refreshFront.exec(value);
  if (!front) return;
  const start = front[0].length;
  const rest = value.slice(start);
  const written = front[1] ? (rest.split(front[1], 1)[0] as string) : rest;
  if (isDataUrl(written))
    yield {
      written,
      start,
      end: start + written.length,
      place: 'meta-refresh',
      name,
      destination: 'document',
    };
}

/** The data: URLs in attributes that browsers do not read as URLs. */
function* otherParts(element: ParsedElement, { name, value }: ParsedAttribute): Generator<Part, void, void> {
  const kind = kindOfAttribute(name, value);
  if (!mayQuoteDataUrl(value, kind)) return;
  // html-file.ts parses the document in `srcdoc`.
  if (name === 'srcdoc' && element.name === 'iframe' && element.namespace === HTML) return;
  const found = { place: 'other-attribute', name, destination: 'none' } as const;
  if (!isDataUrl(value)) {
    yield* quotedParts(value, kind, 'other-attribute', name);
  } else if (name.endsWith('srcset')) {
    for (const { url, start, end } of parseSrcset(value))
      if (looksLikeDataUrl(url)) yield { ...found, written: url, start, end };
  } else if (looksLikeDataUrl(value)) {
    yield { ...found, written: value, start: 0, end: value.length };
  }
}
