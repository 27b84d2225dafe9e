/** CSS in attributes: `style`, and SVG's presentation attributes that take a `url()`. */
import type { CssText } from '../../src/payload/css-urls.ts';
import { findDataUrlsInCss, findInCssText } from './css.ts';
import { namespaceOf, SVG } from './dom.ts';
import { type Finder, type Found, nothing } from './finder.ts';

/** SVG 2, "presentation attributes": those whose value may be a URL. */
const presentationAttributes = new Set([
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

export const findInStyleAttribute: Finder = (element, name, value) => {
  if (name === 'style') return findInStyle(value);
  if (presentationAttributes.has(name) && namespaceOf(element) === SVG) return findInValue(name, value);
  return nothing;
};

function* findInStyle(value: string): Generator<Found | null, void, void> {
  const texts: CssText[] = [];
  for (const url of findDataUrlsInCss(value, (text) => texts.push(text))) {
    yield url && { ...url, place: 'style-attribute', name: 'style' };
    yield* findInTexts(texts);
  }
  yield* findInTexts(texts);
}

/** Empties a list of what is no URL, but may quote some. */
function* findInTexts(texts: CssText[]): Generator<Found | null, void, void> {
  for (const text of texts.splice(0)) {
    const found: Found[] = [];
    findInCssText(text, (one) => found.push({ ...one, name: 'style' }));
    yield* found;
    yield null;
  }
}

function* findInValue(name: string, value: string): Generator<Found | null, void, void> {
  for (const url of findDataUrlsInCss(`${name}:${value}`)) yield url && { ...url, place: 'attribute', name };
}
