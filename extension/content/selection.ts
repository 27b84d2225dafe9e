/** The elements that the user has selected on the page. */
import { contains } from './dom.ts';

/** Elements that a selection touches: those within it, or, if there are none, the innermost that contain all of it. */
export function selectedOf<Item>(items: readonly Item[], elementOf: (item: Item) => Element | null): Item[] {
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed) return [];
  const ranges = Array.from({ length: selection.rangeCount }, (_, at) => selection.getRangeAt(at));
  const within: Item[] = [];
  const around: { item: Item; element: Element }[] = [];
  for (const item of items) {
    const element = elementOf(item);
    if (!element) continue;
    const range = ranges.find((each) => each.intersectsNode(element));
    if (!range) continue;
    if (contains(element, range.commonAncestorContainer)) around.push({ item, element });
    else within.push(item);
  }
  if (within.length > 0) return within;
  const innermost = around.reduce<Element | null>(
    (inner, { element }) => (inner === null || contains(inner, element) ? element : inner),
    null,
  );
  return around.filter(({ element }) => element === innermost).map(({ item }) => item);
}
