/** Finds the elements that the user has selected on the page. */
import { contains } from './dom.ts';

/**
 * The given elements that the selection touches but that do not contain the selection. If there are none, the innermost
 * given element that contains the selection.
 */
export function selectedOf(elements: readonly Element[]): Element[] {
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed) return [];
  const ranges = Array.from({ length: selection.rangeCount }, (_, at) => selection.getRangeAt(at));
  const within: Element[] = [];
  let around: Element | undefined;
  for (const element of elements) {
    const range = ranges.find((each) => each.intersectsNode(element));
    if (!range) continue;
    if (!contains(element, range.commonAncestorContainer)) within.push(element);
    else if (!around || contains(around, element)) around = element;
  }
  return within.length > 0 || !around ? within : [around];
}
