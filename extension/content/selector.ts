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

/** The ids of each tree, and whether each stands there once only: one that stands twice tells nothing. */
const idsOf = new WeakMap<Node, Map<string, boolean>>();

function isUnique(root: Node, id: string): boolean {
  let ids = idsOf.get(root);
  if (!ids) {
    ids = new Map();
    idsOf.set(root, ids);
    const elements = elementsOf(root, '[id]');
    for (let i = 0; i < elements.length; i++) {
      const known = attribute(elements[i] as Element, 'id') ?? '';
      ids.set(known, !ids.has(known));
    }
  }
  return ids.get(id) === true;
}

/** Elements that a selector names, at the most. */
const mostSteps = 100;

/** Makes a selector for an element, within the document, shadow root or template that holds it. */
export function selectorOf(element: Element): string {
  const root = rootOf(element);
  const steps: string[] = [];
  let at = element;
  for (;;) {
    const id = attribute(at, 'id');
    if (id !== null && id !== '' && isUnique(root, id)) {
      steps.push(`#${CSS.escape(id)}`);
      break;
    }
    const parent = parentOf(at);
    const name = CSS.escape(localName(at));
    const isOne = parent instanceof Document || parent === null || name === 'body' || name === 'head';
    steps.push(isOne ? name : `${name}:nth-of-type(${positionOf(at, parent)})`);
    // What stands deeper than any person would look for is found from the nearest part of its path.
    if (!(parent instanceof Element) || steps.length === mostSteps) break;
    at = parent;
  }
  return steps.reverse().join(' > ');
}
