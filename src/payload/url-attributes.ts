/**
 * Attributes whose whole value is a URL, and the destination of each: HTML's index of attributes, SVG 2,
 * MathML 3, and legacy ones. These tables apply to the elements of pages and of files.
 */

import type { Destination } from '../vocabulary.ts';
import { linkDestination } from './link-destination.ts';

/** An attribute of the element, without a namespace. */
type Attribute = (name: string) => string | null;

/** A destination, or a function that returns it by the element's other attributes and its parent's name. */
export type DestinationEntry = Destination | ((attribute: Attribute, parent: () => string) => Destination);
export type Destinations = Record<string, DestinationEntry>;

const linkTo = (attribute: Attribute): Destination =>
  attribute('download') === null ? 'document' : 'download';

const linkOf = (attribute: Attribute): Destination =>
  linkDestination(attribute('rel') ?? '', attribute('as') ?? '');

/** A source element supplies its parent: HTML 4.8.2 and 4.8.8. */
function sourceOf(_: Attribute, parent: () => string): Destination {
  const name = parent();
  return name === 'audio' || name === 'video' ? name : 'image';
}

const backgrounds: Destinations = Object.fromEntries(
  ['body', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'col', 'colgroup'].map((name) => [
    name,
    'image',
  ]),
);

/** attribute → HTML element → destination */
export const htmlAttributes: Record<string, Destinations> = {
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
    source: sourceOf,
    track: 'track',
    video: 'video',
  },
  usemap: { img: 'none', input: 'none', object: 'none' },
  // Each plug-in decided which parameters are URLs.
  value: { param: 'none' },
};

/** Elements of SVG 2 whose `href` is fetched or followed; on others it refers to a part of a document. */
export const svgHrefs: Destinations = {
  a: linkTo,
  feImage: 'image',
  image: 'image',
  script: 'script',
  use: 'document',
};
/** SMIL: an animation of `href` sets it to the values of these. */
export const animatedAttributes = new Set(['to', 'from', 'by', 'values']);
export const animations = new Set(['animate', 'set', 'animateMotion', 'animateTransform', 'animateColor']);

/** MathML 3's attributes that name an image or an annotation; `href` is on every element. */
export const mathmlAttributes: Record<string, Destination> = {
  altimg: 'image',
  src: 'image',
  definitionurl: 'none',
};

/** SVG 2, "presentation attributes": those whose value may be a URL. */
export const presentationAttributes = new Set([
  'clip-path',
  'cursor',
  'fill',
  'filter',
  'marker-end',
  'marker-mid',
  'marker-start',
  'mask',
  'stroke',
]);

/** HTML element → the attribute that holds its image candidates */
export const srcsetAttributes: Record<string, string> = {
  img: 'srcset',
  source: 'srcset',
  link: 'imagesrcset',
};

/** For attributes that hold more than one URL, the pattern of one of them. */
export const spaces = /[^\t\n\f\r ]+/g;
export const commas = /[^,]+/g;
export const semicolons = /[^;]+/g;
