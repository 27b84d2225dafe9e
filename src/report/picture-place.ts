/** Recognizes occurrences that are the picture of an element, such as `<img src>`. */
import type { Occurrence } from '../vocabulary.ts';

const elements: ReadonlySet<string> = new Set(['img', 'input', 'source', 'image']);
const attributes: ReadonlySet<string> = new Set(['src', 'srcset', 'href', 'xlink:href']);

/** Whether an element (for a `source`, its parent) shows the data: URL as its only content. */
export const isElementPicture = ({
  place,
  element,
  name,
  destination,
}: Pick<Occurrence, 'place' | 'element' | 'name' | 'destination'>): boolean =>
  (place === 'attribute' || place === 'srcset') &&
  destination === 'image' &&
  elements.has(element) &&
  attributes.has(name);
