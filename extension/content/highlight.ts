/** Shows a person where an element is: an animated outline, which does not change the page's DOM. */
import type { Shown } from '../platform/messages.ts';
import { animate, boxesOf, boxOf, isConnected, scrollTo } from './dom.ts';

const duration = 2400;

/** Scrolls to an element and outlines it for a moment, unless it has left the page or has no box there. */
export function highlight(element: Element): Shown {
  if (!isConnected(element)) return 'gone';
  const { width, height } = boxOf(element);
  if (boxesOf(element).length === 0 || (width === 0 && height === 0)) return 'not-drawn';
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollTo(element, { block: 'center', inline: 'center', behavior: isCalm ? 'instant' : 'smooth' });
  const ring = { outline: '3px solid #d6247a', outlineOffset: '2px', boxShadow: '0 0 0 7px #ffffffd9' };
  const none = {
    outline: '3px solid transparent',
    outlineOffset: isCalm ? '2px' : '14px',
    boxShadow: '0 0 0 7px transparent',
  };
  animate(
    element,
    [isCalm ? ring : none, { ...ring, offset: 0.15 }, { ...ring, offset: 0.8 }, isCalm ? ring : none],
    {
      duration,
      easing: 'ease-out',
    },
  );
  return 'shown';
}
