/** The attributes of HTML and SVG that contain references, and the destination of each. */

import { strideLength } from '../turns.ts';
import type { Destination } from '../vocabulary.ts';
import { linkDestination } from './link-destination.ts';
import type { Attribute } from './markup-tokens.ts';
import {
  cssReferences,
  type Placed,
  type Reference,
  type ReferenceCollector,
  referenceKind,
} from './references.ts';
import { refreshUrl } from './refresh.ts';
import { parseSrcset } from './srcset.ts';

/** HTML's index of attributes and SVG 2's: those whose whole value is a URL, by their elements. */
const destinations: Readonly<Record<string, Readonly<Record<string, Destination>>>> = {
  action: { form: 'form' },
  background: {
    body: 'image',
    table: 'image',
    thead: 'image',
    tbody: 'image',
    tfoot: 'image',
    tr: 'image',
    td: 'image',
    th: 'image',
    col: 'image',
    colgroup: 'image',
  },
  // With a `type`, Chromium reads it as `src`.
  code: { embed: 'embed' },
  data: { object: 'object' },
  formaction: { button: 'form', input: 'form' },
  href: {
    a: 'document',
    area: 'document',
    base: 'none',
    image: 'image',
    feimage: 'image',
    script: 'script',
    use: 'document',
  },
  longdesc: { img: 'none', iframe: 'none', frame: 'none' },
  manifest: { html: 'empty' },
  ping: { a: 'empty', area: 'empty' },
  poster: { video: 'image' },
  src: {
    audio: 'audio',
    bgsound: 'audio',
    embed: 'embed',
    frame: 'frame',
    iframe: 'iframe',
    image: 'image',
    img: 'image',
    input: 'image',
    script: 'script',
    source: 'video',
    track: 'track',
    video: 'video',
  },
};

/** SVG 2: presentation attributes that may contain `url()`. */
const paints = new Set(
  'clip-path cursor fill filter marker marker-end marker-mid marker-start mask stroke'.split(' '),
);
/** SMIL: an animation of `href` sets it to the values of these. */
const animated = new Set(['to', 'from', 'by', 'values']);

/** @param name an attribute's local name, in lower case */
export const isReferenceAttribute = (name: string): boolean =>
  Object.hasOwn(destinations, name) || paints.has(name) || name === 'srcset' || name === 'imagesrcset';

/** Attributes of one tag between two yields. */
export const attributesPerTurn = 1000;

type Place = (start: number, end: number, exact: boolean) => Placed;

/**
 * The references in one tag's attributes.
 *
 * @param element local name, in lower case
 * @param place the position of a span of the document's text in the body
 * @yields now and then, where the caller may pause
 */
export function* markupReferences(
  collector: ReferenceCollector,
  element: string,
  attributes: readonly Attribute[],
  place: Place,
): Generator<unknown, void, void> {
  const valueIn = (name: string) => attributeValue(attributes, name);
  let read = 0;
  for (const attribute of attributes) {
    if (++read % attributesPerTurn === 0) yield;
    const name = localName(attribute);
    const { value, start, end } = attribute;
    // Most are colors, and there are many of them.
    if (paints.has(name) && !value.includes('(')) continue;
    const isExact = value.length === end - start;
    const at = place(start, end, isExact);
    const add = (written: string, destination: Destination, when?: Reference['when']) =>
      collector.add({
        written,
        start: at.start,
        end: at.end,
        element,
        name,
        destination,
        ...(when ? { when } : {}),
      });
    if (name === 'style' || paints.has(name)) {
      // A presentation attribute is the value of a property, so it is read as a declaration.
      const css = name === 'style' ? value : `${name}:${value}`;
      const shift = css.length - value.length;
      yield* cssReferences(collector, css, { ...at, start: at.exact ? at.start - shift : at.start }, element);
    } else if (name === 'srcset' || name === 'imagesrcset') {
      let pause = strideLength;
      for (const candidate of parseSrcset(value)) {
        if (candidate.end >= pause) {
          pause = candidate.end + strideLength;
          yield;
        }
        collector.add({
          written: candidate.url,
          start: at.exact ? at.start + candidate.start : at.start,
          end: at.exact ? at.start + candidate.end : at.end,
          element,
          name,
          destination: 'image',
        });
      }
    } else if (name === 'content') {
      if (element !== 'meta' || valueIn('http-equiv')?.toLowerCase() !== 'refresh') continue;
      const url = refreshUrl(value);
      // It navigates without a click; browsers do not follow it to a script.
      if (url !== null) add(url, 'document', referenceKind(url) === 'javascript' ? 'never' : 'view');
    } else if (animated.has(name)) {
      const of = (valueIn('attributename') ?? '').toLowerCase();
      if (of.slice(of.indexOf(':') + 1) !== 'href') continue;
      for (const url of name === 'values' ? value.split(';', 100) : [value]) add(url.trim(), 'document');
    } else if (name === 'href' && element === 'link') {
      add(value, linkDestination(valueIn('rel') ?? '', valueIn('as') ?? ''));
    } else if (name === 'href' && element === 'use') {
      add(value, 'document', 'view');
    } else if (name === 'ping') {
      for (const url of value.split(/[\t\n\f\r ]+/, 100)) if (url !== '') add(url, 'empty', 'click');
    } else if (Object.hasOwn(destinations, name)) {
      const elements = destinations[name]!;
      const destination = Object.hasOwn(elements, element) ? elements[element]! : null;
      if (destination !== null) {
        const isDownload = destination === 'document' && valueIn('download') !== null;
        // HTML 4.8.5: `srcdoc` takes precedence over `src`.
        const isReplaced = element === 'iframe' && name === 'src' && valueIn('srcdoc') !== null;
        add(value, isDownload ? 'download' : destination, isReplaced ? 'never' : undefined);
      } else if (name === 'href' || name === 'src') {
        // On other elements: gradients and patterns of SVG refer to each other, unknown elements to anything.
        if (referenceKind(value) !== 'fragment') add(value, 'none');
      }
    }
  }
}

/** The value of the attribute with this name and without a prefix; null without one. XML's names are as written. */
export function attributeValue(attributes: readonly Attribute[], name: string): string | null {
  // A loop, since most tags are asked several times and have no such attribute.
  for (const attribute of attributes) {
    if (attribute.name === name || attribute.name === capitals[name]) return attribute.value;
  }
  return null;
}
/** Names with capitals in XML, by their names in HTML's tokens. */
const capitals: Readonly<Record<string, string>> = { attributename: 'attributeName', viewbox: 'viewBox' };

/**
 * In lower case and without XLink's prefix, as SVG 2 has these names without it; other prefixes are part of
 * the name.
 */
export function localName({ name }: Attribute): string {
  const lower = name.toLowerCase();
  return lower.startsWith('xlink:') ? lower.slice(6) : lower;
}
