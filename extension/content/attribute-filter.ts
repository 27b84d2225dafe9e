/**
 * The attributes of an element that are worth reading. A walk spends most of its time making strings of values; the
 * browser's own selectors say in a fifth of that time whether one of them may hold a data: URL.
 */

import { attributeNames, matches } from './dom.ts';

/** Attribute names of an element for which a selector is made. */
const maxShapeNames = 32;

/** Distinct sets of attribute names: more than real pages have, and as many selectors as browsers cache. */
const maxShapes = 500;

/** Elements that have the same attribute names. */
interface Shape {
  names: readonly string[];
  isPlain: boolean;
  /** Attributes that are always read. */
  direct: readonly string[];
  /** Matches elements of which one of the other attributes may hold a URL; '' if there are none. */
  selector: string;
  /** The shapes with one more attribute, by its name. Following the names one by one needs no joined key. */
  longer: Map<string, Shape>;
}

/**
 * Their values mostly contain a colon, so that a selector would cost more than it saves; or are URLs, in which "data:"
 * may be missing.
 */
const loud = new Set('action background content data href imagesrcset poster src srcset style'.split(' '));
/** Names that need no escape in a selector; attributes with other names are read. */
const plainName = /^[a-z_][a-z\d_-]*$/;
/** Names with a namespace prefix, and names that `getAttribute` cannot find as it looks for lower case. */
const strangeName = /[:A-Z]/;

/** `mayHoldUrl` as a selector, for values that have "data:" itself. */
const mayHoldUrlSelector = (name: string) => `[*|${name}*=":"],[*|${name}*="\\\\"]`;

/** Whether each name stands for one attribute, which `getAttribute` returns. */
const arePlain = (names: readonly string[]) =>
  new Set(names).size === names.length && !names.some((name) => strangeName.test(name));

function shapeOf(names: readonly string[]): Shape {
  const isAsked = (name: string) => plainName.test(name) && !loud.has(name);
  return {
    names,
    isPlain: arePlain(names),
    direct: names.filter((name) => !isAsked(name)),
    selector: names.filter(isAsked).map(mayHoldUrlSelector).join(','),
    longer: new Map(),
  };
}

const none = shapeOf([]);
let shapes = 0;

function lengthen(shape: Shape, name: string): Shape | null {
  if (shapes === maxShapes || shape.names.length === maxShapeNames) return null;
  shapes++;
  const longer = shapeOf([...shape.names, name]);
  shape.longer.set(name, longer);
  return longer;
}

/**
 * The names of an element's attributes, except those that certainly hold no data: URL; null if the names may not
 * distinguish its attributes.
 */
export function attributesToRead(element: Element): readonly string[] | null {
  const names = attributeNames(element);
  let shape: Shape = none;
  for (const name of names) {
    const longer = shape.longer.get(name) ?? lengthen(shape, name);
    if (!longer) return arePlain(names) ? names : null;
    shape = longer;
  }
  if (!shape.isPlain) return null;
  return shape.selector !== '' && matches(element, shape.selector) ? shape.names : shape.direct;
}
