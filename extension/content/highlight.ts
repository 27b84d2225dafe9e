/** Shows a person where an element is: an animated outline, which changes nothing in the page's DOM. */

const duration = 2400;

/**
 * Scrolls to an element and outlines it for a moment.
 *
 * @returns false if the element has no box: it left the page, or is not rendered
 */
export function highlight(element: Element): boolean {
  const box = element.getBoundingClientRect();
  if (element.getClientRects().length === 0 || (box.width === 0 && box.height === 0)) return false;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: isCalm ? 'instant' : 'smooth' });
  const ring = { outline: '3px solid #d6247a', outlineOffset: '2px', boxShadow: '0 0 0 7px #ffffffd9' };
  const none = {
    outline: '3px solid transparent',
    outlineOffset: isCalm ? '2px' : '14px',
    boxShadow: '0 0 0 7px transparent',
  };
  element.animate(
    [isCalm ? ring : none, { ...ring, offset: 0.15 }, { ...ring, offset: 0.8 }, isCalm ? ring : none],
    {
      id: 'data-url-inspector',
      duration,
      easing: 'ease-out',
    },
  );
  return true;
}
