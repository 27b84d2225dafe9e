/** Attributes whose whole value is a URL, or several: by the tables of `src/payload/url-attributes.ts`. */
import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import {
  animatedAttributes,
  animations,
  commas,
  type DestinationEntry,
  htmlAttributes,
  mathmlAttributes,
  semicolons,
  spaces,
  svgHrefs,
} from '../../src/payload/url-attributes.ts';
import type { Destination } from '../../src/vocabulary.ts';
import { findInCss } from './css.ts';
import {
  attribute,
  attributeNS,
  elementById,
  HTML,
  localName,
  MATHML,
  namespaceOf,
  parentElement,
  rootOf,
  SVG,
  XLINK,
} from './dom.ts';
import { type Finder, type Found, nothing } from './finder.ts';

/** A table's own entry, not a member of `Object.prototype`. */
const own = <Value>(table: Record<string, Value>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

const settle = (element: Element, entry: DestinationEntry | undefined): Destination | undefined =>
  typeof entry === 'function'
    ? entry(
        (name) => attribute(element, name),
        () => localName(parentElement(element) ?? element),
      )
    : entry;

const decoded = (id: string): string => {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
};

/** SMIL, "targeting attribute": the element that an animation's href names, or else its parent. */
function targetOf(animation: Element): Element | null {
  const href = attribute(animation, 'href') ?? attributeNS(animation, XLINK, 'href');
  if (!href) return parentElement(animation);
  const id = href.slice(href.indexOf('#') + 1);
  const root = rootOf(animation);
  return elementById(root, id) ?? elementById(root, decoded(id));
}

function destinationOf(element: Element, name: string): Destination | undefined {
  const namespace = namespaceOf(element);
  const tag = localName(element);
  let destination: DestinationEntry | undefined;
  if (namespace === HTML) {
    const elements = own(htmlAttributes, name);
    destination = elements ? own(elements, tag) : name === 'itemid' ? 'none' : undefined;
  } else if (name === 'href' && (namespace === SVG || namespace === MATHML)) {
    return hrefDestination(element);
  } else if (namespace === SVG && animations.has(tag) && animatedAttributes.has(name)) {
    // The destination is that of the animated attribute: its target's href, or else a property.
    const target = targetOf(element);
    return target ? hrefDestination(target, 'image') : 'image';
  } else if (namespace === MATHML) {
    destination = own(mathmlAttributes, name.toLowerCase());
  }
  return settle(element, destination);
}

/** MathML's href is a link; every SVG href that is not listed refers to a part of a document. */
function hrefDestination(element: Element, otherwise: Destination = 'none'): Destination {
  if (namespaceOf(element) !== SVG) return 'document';
  return settle(element, own(svgHrefs, localName(element))) ?? otherwise;
}

/** XLink's `href` of any element: SVG and MathML define it, and an XML document may give it any prefix. */
export const findInXlinkHref: Finder = (element, name, value) =>
  isDataUrl(value)
    ? [{ written: value, place: 'attribute', name, destination: hrefDestination(element) }]
    : nothing;

/** For attributes that hold more than one URL, the pattern of one of them. */
function partsOf(element: Element, name: string): RegExp | null {
  switch (name) {
    case 'ping':
    case 'archive':
      return localName(element) === 'applet' ? commas : spaces;
    case 'values':
      return namespaceOf(element) === SVG && animations.has(localName(element)) ? semicolons : null;
    default:
      return null;
  }
}

/** URL attributes that hold a data: URL; an animation's values may hold one in a `url()`. */
export const findInAttributes: Finder = (element, name, value) => {
  const parts = partsOf(element, name);
  const isAnimated = animatedAttributes.has(name);
  if (parts === null && !isAnimated && !isDataUrl(value)) return nothing;
  const destination = destinationOf(element, name);
  if (destination === undefined) return nothing;
  const found = { place: 'attribute', name, destination } as const;
  if (parts === null && !isAnimated) return [{ ...found, written: value }];
  return findInParts(value, parts, found, isAnimated);
};

function* findInParts(
  value: string,
  parts: RegExp | null,
  found: Omit<Found, 'written'>,
  isAnimated: boolean,
): Generator<Found | null, void, void> {
  for (const [part] of parts ? value.matchAll(parts) : [[value]]) {
    // SMIL: white space around each of the values is not part of it.
    const written = parts === semicolons ? part.trim() : part;
    if (isDataUrl(written)) yield { ...found, written };
    else if (isAnimated) {
      for (const url of findInCss(`x:${written}`, found.place, false))
        yield url && { ...url, name: found.name };
    }
    yield null;
  }
}
