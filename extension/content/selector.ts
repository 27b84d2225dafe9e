/** A CSS selector for an element within its tree; short where an id tells, else by position. */

import {
  attribute,
  compatModeOf,
  elementsOf,
  isDocument,
  isElement,
  isShadowRoot,
  localName,
  ownerDocumentOf,
  parentOf,
  previousElement,
  rootOf,
} from './dom.ts';
import { maxNameLength, maxSelectorElements, maxSlowSearches } from './limits.ts';

/** For each parent the numbers of those children that were asked for, and of some between. */
let positionsOf = new WeakMap<Node, WeakMap<Element, number>>();
/** For each tree the ids that were asked for, and whether one element has it. */
let idsOf = new WeakMap<Node, Map<string, boolean>>();
/** Searches for an id through whole documents that may still be made. */
let slowSearches = 0;

/** To be called when the page may have changed. */
export function forgetPositions(): void {
  positionsOf = new WeakMap();
  idsOf = new WeakMap();
  slowSearches = maxSlowSearches;
}

/** Siblings between two places where counting may pause, and between two that are numbered on the way. */
const stride = 256;

/** An element's number among the children of its parent, from 1: counted from the nearest in front that has one. */
function* positionOf(element: Element, parent: Node): Generator<void, number, void> {
  const positions = positionsOf.get(parent) ?? new WeakMap<Element, number>();
  positionsOf.set(parent, positions);
  const passed: Element[] = [];
  let steps = 0;
  let child: Element | null = element;
  for (; child && !positions.has(child); child = previousElement(child)) {
    if (steps++ % stride === 0) {
      passed.push(child);
      yield;
    }
  }
  const position = (child ? (positions.get(child) ?? 0) : 0) + steps;
  for (const [index, one] of passed.entries()) positions.set(one, position - index * stride);
  return position;
}

/** Whether an id finds one element of a tree. */
function isUnique(root: Node, id: string): boolean {
  // Only these find an element by its id without looking at all.
  if (!isDocument(root) && !isShadowRoot(root)) return false;
  let ids = idsOf.get(root);
  if (!ids) {
    ids = new Map();
    idsOf.set(root, ids);
  }
  let isOne = ids.get(id);
  if (isOne === undefined) {
    // In quirks mode an id has no case, and browsers do look at all.
    if (compatModeOf(ownerDocumentOf(root) ?? document) === 'BackCompat' && slowSearches-- <= 0) return false;
    isOne = elementsOf(root, `#${CSS.escape(id)}`).length === 1;
    ids.set(id, isOne);
  }
  return isOne;
}

/**
 * Makes a selector for an element, within the document, shadow root or template that holds it.
 *
 * @yields where the caller may pause
 */
export function* selectorOf(element: Element): Generator<void, string, void> {
  const root = rootOf(element);
  const steps: string[] = [];
  let at = element;
  for (;;) {
    const id = attribute(at, 'id');
    if (id && id.length <= maxNameLength) {
      if (isUnique(root, id)) {
        steps.push(`#${CSS.escape(id)}`);
        break;
      }
      yield;
    }
    const parent = parentOf(at);
    const own = localName(at);
    const name = own.length <= maxNameLength ? CSS.escape(own) : '*';
    const isOne = parent === null || isDocument(parent) || name === 'body' || name === 'head';
    steps.push(isOne ? name : `${name}:nth-child(${yield* positionOf(at, parent)})`);
    // What stands deeper than any person would look for is found from the nearest part of its path.
    if (!parent || !isElement(parent) || steps.length === maxSelectorElements) break;
    at = parent;
  }
  return steps.reverse().join(' > ');
}
