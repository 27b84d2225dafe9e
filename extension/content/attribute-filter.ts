/**
 * Which attributes of an element are worth reading. To make a string of each value is what a walk spends most of its
 * time with; whether one of them may hold a data: URL the browser's own selectors tell for a fifth of that.
 */
import { attributeNames, matches } from './dom.ts';

/** Without one of these an attribute holds no data: URL, in whatever way it may be escaped. */
export const mayHoldUrl = /[:\\]/;

/** The attributes of many elements alike. */
interface Shape {
  names: readonly string[];
  /** Those that are read in any case. */
  direct: readonly string[];
  /** Matches elements of which one of the others may hold a URL; '' where there are none. */
  selector: string;
}

/** These have a colon most of the time, so that to ask first costs more than it saves. */
const loud = new Set(['action', 'content', 'href', 'src', 'srcset', 'style']);
/** Names that are the same in a selector; what is in a namespace, or strange, is read. */
const plainName = /^[a-z_][\w-]*$/i;

const mayHoldUrlSelector = (name: string) => `[*|${name}*=":"],[*|${name}*="\\\\"]`;

function shapeOf(names: readonly string[]): Shape {
  const isAsked = (name: string) => plainName.test(name) && !loud.has(name);
  return {
    names,
    direct: names.filter((name) => !isAsked(name)),
    selector: names.filter(isAsked).map(mayHoldUrlSelector).join(','),
  };
}

/** So many that a page of people has, and no more than browsers remember the selectors of. */
const mostShapes = 200;
const shapes = new Map<string, Shape>();

/** The names of an element's attributes, without those that hold no data: URL for certain. */
export function attributesToRead(element: Element): readonly string[] {
  const names = attributeNames(element);
  if (names.length === 0) return names;
  // No name holds a space.
  const key = names.join(' ');
  let shape = shapes.get(key);
  if (!shape) {
    if (shapes.size === mostShapes) return names;
    shape = shapeOf(names);
    shapes.set(key, shape);
  }
  return shape.selector !== '' && matches(element, shape.selector) ? shape.names : shape.direct;
}
