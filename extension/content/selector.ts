/** A CSS selector for an element within its tree; short where an id tells, else by position. */
import { attribute, elementsOf, isElement, localName, parentOf, previousElement, rootOf } from './dom.ts';

/** For each parent the numbers of those children that were asked for. */
let positionsOf = new WeakMap<Node, WeakMap<Element, number>>();
/** For each tree the ids that were asked for, and whether one element has it. */
let idsOf = new WeakMap<Node, Map<string, boolean>>();

/** To be called when the page may have changed. */
export function forgetPositions(): void {
  positionsOf = new WeakMap();
  idsOf = new WeakMap();
}

/** An element's number among the children of its parent, from 1: counted from the nearest in front that has one. */
function positionOf(element: Element, parent: Node): number {
  const positions = positionsOf.get(parent) ?? new WeakMap<Element, number>();
  positionsOf.set(parent, positions);
  let steps = 0;
  let child: Element | null = element;
  for (; child && !positions.has(child); child = previousElement(child)) steps++;
  const position = (child ? (positions.get(child) ?? 0) : 0) + steps;
  positions.set(element, position);
  return position;
}

/**
 * Numbers a node and those that it stands in. To be called now and then in a long walk, as it takes as many steps as
 * the walk took since: to count a million siblings at once would hold up the page.
 */
export function notePositions(node: Node): void {
  for (let at: Node | null = node; at; at = parentOf(at)) {
    const parent = parentOf(at);
    if (parent && isElement(at)) positionOf(at, parent);
  }
}

function isUnique(root: Node, id: string): boolean {
  // Only these find an element by its id without looking at all.
  if (!(root instanceof Document || root instanceof ShadowRoot)) return false;
  let ids = idsOf.get(root);
  if (!ids) {
    ids = new Map();
    idsOf.set(root, ids);
  }
  let isOne = ids.get(id);
  if (isOne === undefined) {
    isOne = elementsOf(root, `#${CSS.escape(id)}`).length === 1;
    ids.set(id, isOne);
  }
  return isOne;
}

/** Elements that a selector names, at the most. */
const mostNamed = 100;

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
    steps.push(isOne ? name : `${name}:nth-child(${positionOf(at, parent)})`);
    // What stands deeper than any person would look for is found from the nearest part of its path.
    if (!(parent instanceof Element) || steps.length === mostNamed) break;
    at = parent;
  }
  return steps.reverse().join(' > ');
}
