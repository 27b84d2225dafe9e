/** Attributes whose whole value is a URL: HTML's index of attributes, SVG 2, MathML Core, and the legacy ones. */
import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { linkDestination } from '../../src/payload/link-destination.ts';
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

type Destinations = Record<string, Destination | ((element: Element) => Destination)>;

const linkTo = (element: Element): Destination =>
  attribute(element, 'download') === null ? 'document' : 'download';

const linkOf = (element: Element): Destination =>
  linkDestination(attribute(element, 'rel') ?? '', attribute(element, 'as') ?? '');

function parentName(element: Element): string {
  const parent = parentElement(element);
  return parent ? localName(parent) : '';
}

/** A source element supplies its parent: HTML 4.8.2 and 4.8.8. */
function sourceDestination(element: Element): Destination {
  const name = parentName(element);
  return name === 'audio' || name === 'video' ? name : 'image';
}

const backgrounds: Destinations = Object.fromEntries(
  ['body', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'col', 'colgroup'].map((name) => [
    name,
    'image',
  ]),
);

/** attribute → HTML element → destination */
const htmlAttributes: Record<string, Destinations> = {
  action: { form: 'form' },
  archive: { applet: 'none', object: 'none' },
  // With a `type`, Chromium reads `code` of an embed as `src`.
  code: { applet: 'none', embed: 'embed' },
  background: backgrounds,
  cite: { blockquote: 'none', del: 'none', ins: 'none', q: 'none' },
  classid: { object: 'none' },
  codebase: { applet: 'none', object: 'none' },
  data: { object: 'object' },
  dynsrc: { img: 'video' },
  formaction: { button: 'form', input: 'form' },
  href: { a: linkTo, area: linkTo, base: 'none', link: linkOf },
  icon: { command: 'image', menuitem: 'image' },
  longdesc: { frame: 'none', iframe: 'none', img: 'none' },
  lowsrc: { img: 'image' },
  manifest: { html: 'empty' },
  ping: { a: 'empty', area: 'empty' },
  poster: { video: 'image' },
  profile: { head: 'none' },
  src: {
    audio: 'audio',
    bgsound: 'audio',
    embed: 'embed',
    fencedframe: 'iframe',
    frame: 'frame',
    iframe: 'iframe',
    image: 'image',
    img: 'image',
    input: 'image',
    script: 'script',
    source: sourceDestination,
    track: 'track',
    video: 'video',
  },
  usemap: { img: 'none', input: 'none', object: 'none' },
  // Each plug-in decided which parameters are URLs.
  value: { param: 'none' },
};

/** SVG 2's `href` is on many elements; on these it is fetched or followed, not a reference to a part of a document. */
const svgHrefs: Destinations = {
  a: linkTo,
  feImage: 'image',
  image: 'image',
  script: 'script',
  use: 'document',
};
/** SMIL: an animation of `href` sets it to the values of these. */
const animated = new Set(['to', 'from', 'by', 'values']);
const animations = new Set(['animate', 'set', 'animateMotion', 'animateTransform', 'animateColor']);

/** MathML 3's attributes that name an image or an annotation; `href` is on every element. */
const mathmlAttributes: Record<string, Destination> = {
  altimg: 'image',
  src: 'image',
  definitionurl: 'none',
};

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
  let destination: Destinations[string] | undefined;
  if (namespace === HTML) {
    const elements = own(htmlAttributes, name);
    destination = elements ? own(elements, tag) : name === 'itemid' ? 'none' : undefined;
  } else if (name === 'href' && (namespace === SVG || namespace === MATHML)) {
    return hrefDestination(element);
  } else if (namespace === SVG && animations.has(tag) && animated.has(name)) {
    // The destination is that of the animated attribute: its target's href, or else a property.
    const target = targetOf(element);
    return target ? hrefDestination(target, 'image') : 'image';
  } else if (namespace === MATHML) {
    destination = own(mathmlAttributes, name.toLowerCase());
  }
  return typeof destination === 'function' ? destination(element) : destination;
}

/** MathML's href is a link; every SVG href that is not listed refers to a part of a document. */
function hrefDestination(element: Element, otherwise: Destination = 'none'): Destination {
  const destination =
    namespaceOf(element) === SVG ? (own(svgHrefs, localName(element)) ?? otherwise) : 'document';
  return typeof destination === 'function' ? destination(element) : destination;
}

/** XLink's `href` of any element: SVG and MathML define it, and an XML document may give it any prefix. */
export const findInXlinkHref: Finder = (element, name, value) =>
  isDataUrl(value)
    ? [{ written: value, place: 'attribute', name, destination: hrefDestination(element) }]
    : nothing;

const spaces = /[^\t\n\f\r ]+/g;
const commas = /[^,]+/g;
const semicolons = /[^;]+/g;

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
  const isAnimated = animated.has(name);
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
