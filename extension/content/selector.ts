/** A CSS selector for an element within its tree; short where an id tells, else by position. */
import { attribute, elementsOf, localName, parentOf, previousElement, rootOf } from './dom.ts';

/** For each parent the child that was asked for last, and its number: those that are asked for come in their order. */
let lastOf = new WeakMap<Node, { child: Element; position: number }>();
/** For each tree the ids that were asked for, and whether one element has it. */
let idsOf = new WeakMap<Node, Map<string, boolean>>();

/** To be called when the page may have changed. */
export function forgetPositions(): void {
  lastOf = new WeakMap();
  idsOf = new WeakMap();
}

/** Siblings that are gone through one by one, before the browser is asked to count them all. */
const mostSteps = 4096;

/** The browser counts a million in the time that a walk takes for some ten thousand, and makes no object of any. */
const elementsBefore = new XPathEvaluator().createExpression('count(preceding-sibling::*)');

/** An element's number among the children of its parent, from 1. */
function positionOf(element: Element, parent: Node): number {
  const last = lastOf.get(parent);
  let child: Element | null = element;
  let steps = 0;
  while (child && child !== last?.child && steps < mostSteps) {
    child = previousElement(child);
    steps++;
  }
  const position =
    child === null
      ? steps
      : child === last?.child
        ? last.position + steps
        : elementsBefore.evaluate(element, XPathResult.NUMBER_TYPE).numberValue + 1;
  lastOf.set(parent, { child: element, position });
  return position;
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
