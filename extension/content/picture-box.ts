/** Measures the size at which the page shows a picture. */
import type { Shown } from '../platform/show-messages.ts';
import { boxesOf, elementsOf, getter, isHtml, matches, method, parentElement } from './dom.ts';

const innerWidth: (element: Element) => number = getter(Element, 'clientWidth');
const innerHeight: (element: Element) => number = getter(Element, 'clientHeight');
const boxOf: (element: Element) => DOMRect = method(Element, 'getBoundingClientRect');
const checkVisibility: (element: Element, options: CheckVisibilityOptions) => boolean = method(
  Element,
  'checkVisibility',
);

/** Selects SVG elements in containers whose content is drawn elsewhere, in other sizes, or not at all. */
const unrendered = ['defs', 'symbol', 'pattern', 'mask', 'clipPath', 'marker']
  .map((name) => `${name} *`)
  .join();

/** The content box of the picture that an element shows, before transforms; null if the picture is not rendered. */
export function pictureBox(element: Element): Shown['box'] {
  const picture = isHtml(element, 'source')
    ? elementsOf(parentElement(element) ?? element, 'img')[0]
    : element;
  if (!picture || boxesOf(picture).length === 0) return null;
  if (!checkVisibility(picture, { visibilityProperty: true })) return null;
  const isHtmlPicture = isHtml(picture, 'img') || isHtml(picture, 'input');
  if (!isHtmlPicture && matches(picture, unrendered)) return null;
  const { width, height } = isHtmlPicture ? contentBox(picture) : boxOf(picture);
  const box = { width: Math.round(width), height: Math.round(height) };
  return box.width > 0 && box.height > 0 ? box : null;
}

function contentBox(element: Element): { width: number; height: number } {
  const { paddingLeft, paddingRight, paddingTop, paddingBottom } = getComputedStyle(element);
  const [left = 0, right = 0, top = 0, bottom = 0] = [
    paddingLeft,
    paddingRight,
    paddingTop,
    paddingBottom,
  ].map(Number.parseFloat);
  return { width: innerWidth(element) - left - right, height: innerHeight(element) - top - bottom };
}
