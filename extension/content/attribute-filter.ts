/**
 * Which attributes of an element are worth reading. To make a string of each value is what a walk spends most of its
 * time with; whether one of them may hold a data: URL the browser's own selectors tell for a fifth of that.
 */

import { attributeNames, matches } from './dom.ts';
import { maxShapeNames, maxShapes } from './limits.ts';

/** Code units that are looked through without a pause. */
const stretch = 1 << 20;

/** Whether an attribute may hold a data: URL, in whatever way it may be escaped; a very long one may in any case. */
export const mayHoldUrl = (value: string): boolean => value.length > stretch || /[:\\]/.test(value);

/** The attributes of many elements alike. */
interface Shape {
  names: readonly string[];
  isPlain: boolean;
  /** Those that are read in any case. */
  direct: readonly string[];
  /** Matches elements of which one of the others may hold a URL; '' where there are none. */
  selector: string;
  /** The shapes that have one more, by its name: a way from name to name needs no key made of all of them. */
  longer: Map<string, Shape>;
}

/** These have a colon most of the time, so that to ask first costs more than it saves. */
const loud = new Set(['action', 'content', 'href', 'src', 'srcset', 'style']);
/** Names that are the same in a selector; what is strange, is read. */
const plainName = /^[a-z_][a-z\d_-]*$/;
/** What is in a namespace by its name, or is not found by it, as `getAttribute` looks for lower case. */
const strangeName = /[:A-Z]/;

/** No script or JSON stands in these, and so no escape. */
const plain = new Set(['class', 'id']);

const mayHoldUrlSelector = (name: string) =>
  plain.has(name) ? `[*|${name}*=":"]` : `[*|${name}*=":"],[*|${name}*="\\\\"]`;

/** Whether each name stands for one attribute, which `getAttribute` gives. */
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
 * The names of an element's attributes, without those that hold no data: URL for certain; null where names do not tell
 * its attributes apart, as far as can be seen from them.
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
