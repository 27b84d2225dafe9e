/** A CSS selector for an element within its tree; short where an id tells, else by position. */
import { attribute, elementsOf, firstChildElement, localName, nextElement, parentOf, rootOf } from './dom.ts';

/** Positions among siblings of the same name, filled for all children of a parent at once: linear over a page. */
const positions = new WeakMap<Element, number>();

function positionOf(element: Element, parent: Node): number {
  const known = positions.get(element);
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  for (let child = firstChildElement(parent); child; child = nextElement(child)) {
    const name = localName(child);
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    positions.set(child, count);
  }
  return positions.get(element) ?? 1;
}

/** Makes a selector for an element, within the document, shadow root or template that holds it. */
export function selectorOf(element: Element): string {
  const root = rootOf(element);
  const steps: string[] = [];
  let at = element;
  for (;;) {
    const id = attribute(at, 'id');
    const byId = id === null || id === '' ? '' : `#${CSS.escape(id)}`;
    // An id that stands twice in a tree tells nothing.
    if (byId !== '' && elementsOf(root, byId).length === 1) {
      steps.push(byId);
      break;
    }
    const parent = parentOf(at);
    const name = CSS.escape(localName(at));
    const isOne = parent instanceof Document || parent === null || name === 'body' || name === 'head';
    steps.push(isOne ? name : `${name}:nth-of-type(${positionOf(at, parent)})`);
    if (!(parent instanceof Element)) break;
    at = parent;
  }
  return steps.reverse().join(' > ');
}
