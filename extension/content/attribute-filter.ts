/**
 * Selects the attributes of an element that are worth reading. A walk spends most of its time on creating strings for
 * attribute values. The browser's own selectors take a fifth of that time to determine whether one of the values may
 * contain a data: URL.
 */

import { presentation } from '../../src/elements.ts';
import { attributeNames, matches } from './dom.ts';

/** Maximum number of an element's attribute names for which a selector is made. */
const maxShapeNames = 32;

/**
 * Maximum number of distinct sets of attribute names. Real pages have fewer, and browsers cache this many selectors.
 */
const maxShapes = 500;

/** A group of elements that have the same attribute names. */
export interface Shape {
  names: readonly string[];
  isPlain: boolean;
  /**
   * The attributes that are always read. An element without any of these can't draw a file, except for an `img`, which
   * may draw the file of a neighboring `source`.
   */
  direct: readonly string[];
  /** Selects elements of which another attribute may contain a URL; '' if the elements have no other attributes. */
  selector: string;
  /**
   * The shapes with one more attribute, by its name. A shape is found by following the names one by one, so that no
   * names have to be joined into a key.
   */
  longer: Map<string, Shape>;
}

/** The attributes that contain styles. */
export const styled = new Set(['style', ...presentation]);

/**
 * The attributes that are read without asking a selector: attributes whose values usually contain a colon, so that a
 * selector would cost more than it saves; attributes whose values are URLs, in which "data:" may be missing; and
 * attributes that may draw a file.
 */
const loud = new Set([
  ...'action background content data href imagesrcset poster src srcset'.split(' '),
  ...styled,
]);
/** Matches names that need no escape in a selector. Attributes with other names are always read. */
const plainName = /^[a-z_][a-z\d_-]*$/;
/**
 * Matches names with a namespace prefix, and names with upper-case letters, which `getAttribute` cannot find because it
 * looks for lower case.
 */
const strangeName = /[:A-Z]/;

/** `mayHoldUrl` as a selector, for values that themselves contain "data:". */
const mayHoldUrlSelector = (name: string) => `[*|${name}*=":"],[*|${name}*="\\\\"]`;

/** Whether each name identifies one attribute, which `getAttribute` returns. */
const arePlain = (names: readonly string[]) =>
  new Set(names).size === names.length && !names.some((name) => strangeName.test(name));

function shapeWith(names: readonly string[]): Shape {
  const isAsked = (name: string) => plainName.test(name) && !loud.has(name);
  return {
    names,
    isPlain: arePlain(names),
    direct: names.filter((name) => !isAsked(name)),
    selector: names.filter(isAsked).map(mayHoldUrlSelector).join(','),
    longer: new Map(),
  };
}

const none = shapeWith([]);
let shapes = 0;

function lengthen(shape: Shape, name: string): Shape | null {
  if (shapes === maxShapes || shape.names.length === maxShapeNames) return null;
  shapes++;
  const longer = shapeWith([...shape.names, name]);
  shape.longer.set(name, longer);
  return longer;
}

/** The group that an element belongs to. */
export function shapeOf(element: Element): Shape {
  const names = attributeNames(element);
  let shape: Shape = none;
  for (const name of names) {
    const longer = shape.longer.get(name) ?? lengthen(shape, name);
    if (!longer) return { ...none, names, isPlain: arePlain(names), direct: names };
    shape = longer;
  }
  return shape;
}

/**
 * The names of an element's attributes, except for those that certainly contain no data: URL; null if an attribute
 * can't be identified by its name.
 */
export function attributesToRead(
  element: Element,
  { isPlain, selector, names, direct }: Shape,
): readonly string[] | null {
  if (!isPlain) return null;
  return selector !== '' && matches(element, selector) ? names : direct;
}
