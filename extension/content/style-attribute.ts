/** CSS in attributes: `style`, and SVG's presentation attributes that take a `url()`. */
import type { CssText } from '../../src/payload/css-urls.ts';
import { findDataUrlsInCss, findInCssText } from './css.ts';
import { namespaceOf, SVG } from './dom.ts';
import type { Finder } from './finder.ts';

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

export const findInStyleAttribute: Finder = (element, name, value, tell) => {
  if (name === 'style') {
    const tellText = (text: CssText) => findInCssText(text, (found) => tell({ ...found, name }));
    for (const url of findDataUrlsInCss(value, tellText))
      if (url) tell({ ...url, place: 'style-attribute', name });
  } else if (presentationAttributes.has(name) && namespaceOf(element) === SVG) {
    for (const url of findDataUrlsInCss(`${name}:${value}`))
      if (url) tell({ ...url, place: 'attribute', name });
  }
};
