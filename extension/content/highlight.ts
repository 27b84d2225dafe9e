/** Shows a person where elements are: an animated outline, which does not change the page's DOM. */
import { boxesOf } from './dom.ts';
import { method } from './members.ts';

const boxOf: (element: Element) => DOMRect = method(Element.prototype, 'getBoundingClientRect');
const scrollTo: (element: Element, options: ScrollIntoViewOptions) => void = method(
  Element.prototype,
  'scrollIntoView',
);
const animate: (element: Element, ...how: Parameters<Element['animate']>) => Animation = method(
  Element.prototype,
  'animate',
);

const duration = 2400;

/** Whether an element has a box to outline. */
export function isDrawn(element: Element): boolean {
  const { width, height } = boxOf(element);
  return boxesOf(element).length > 0 && (width > 0 || height > 0);
}

/** Scrolls to elements, unless one of them is in view, and outlines all of them for a moment. */
export function highlight(elements: readonly Element[]): void {
  const [first] = elements;
  if (!first) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (elements.length === 1 || !elements.some(isInView))
    scrollTo(first, { block: 'center', inline: 'center', behavior: isCalm ? 'instant' : 'smooth' });
  const ring = { outline: '3px solid #d6247a', outlineOffset: '2px', boxShadow: '0 0 0 7px #ffffffd9' };
  const none = {
    outline: '3px solid transparent',
    outlineOffset: isCalm ? '2px' : '14px',
    boxShadow: '0 0 0 7px transparent',
  };
  const edge = isCalm ? ring : none;
  const frames = [edge, { ...ring, offset: 0.15 }, { ...ring, offset: 0.8 }, edge];
  for (const element of elements) animate(element, frames, { duration, easing: 'ease-out' });
}

function isInView(element: Element): boolean {
  const { top, bottom, left, right } = boxOf(element);
  return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
}
