/** CSS in attributes: `style`, and SVG's presentation attributes that take a `url()`. */
import { presentationAttributes } from '../../src/payload/url-attributes.ts';
import { findInCss } from './css.ts';
import { namespaceOf, SVG } from './dom.ts';
import { type Finder, type Found, nothing } from './finder.ts';

export const findInStyleAttribute: Finder = (element, name, value) => {
  if (name === 'style') return named(name, findInCss(value, 'style-attribute'));
  if (presentationAttributes.has(name) && namespaceOf(element) === SVG)
    return named(name, findInCss(`${name}:${value}`, 'attribute', false));
  return nothing;
};

function* named(name: string, all: Iterable<Found | null>): Generator<Found | null, void, void> {
  for (const found of all) yield found && { ...found, name };
}
