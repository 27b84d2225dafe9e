/** CSS in attributes: `style`, and SVG's presentation attributes that take a `url()`. */
import { findDataUrlsInCss } from './css.ts';
import { attribute, namespaceOf, SVG } from './dom.ts';
import type { Finder } from './finder.ts';

/** SVG 2, "presentation attributes": those whose value may be a URL. */
const presentationAttributes = [
  'clip-path',
  'cursor',
  'fill',
  'filter',
  'marker-end',
  'marker-mid',
  'marker-start',
  'mask',
  'stroke',
];

export const findInStyleAttribute: Finder = (element, tell) => {
  const style = attribute(element, 'style');
  if (style !== null) {
    for (const url of findDataUrlsInCss(style))
      if (url) tell({ ...url, place: 'style-attribute', name: 'style' });
  }
  if (namespaceOf(element) !== SVG) return;
  for (const name of presentationAttributes) {
    const value = attribute(element, name);
    if (value === null) continue;
    for (const url of findDataUrlsInCss(`${name}:${value}`)) if (url) tell({ ...url, place: 'attribute' });
  }
};
