/** A CSS selector for an element within its tree: short where an id is unique, else by position. */

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

/** Elements that a selector names. */
const maxSelectorElements = 100;

/** Code units of an id or a name in a selector: longer ones do not help a person. */
const maxNameLength = 200;

/** Searches of a whole document for an id: each takes milliseconds where there are a million elements. */
const maxSlowSearches = 100;

/** For each parent, the positions of the children that were requested, and of some siblings before them. */
let positionsOf = new WeakMap<Node, WeakMap<Element, number>>();
/** For each tree, the ids that were requested, and whether exactly one element has each. */
let idsOf = new WeakMap<Node, Map<string, boolean>>();
/** Searches of whole documents for an id that are still allowed. */
let slowSearches = 0;

/** Must be called when the page may have changed. */
export function forgetPositions(): void {
  positionsOf = new WeakMap();
  idsOf = new WeakMap();
  slowSearches = maxSlowSearches;
}

/** Siblings between two pauses, and between two whose positions are kept on the way. */
const stride = 256;

/**
 * An element's position among its siblings, from 1. Counts from the nearest earlier one with a known
 * position.
 */
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

/** Whether an id belongs to exactly one element of a tree. */
function isUnique(root: Node, id: string): boolean {
  // Only documents and shadow roots have a map of their elements by id.
  if (!isDocument(root) && !isShadowRoot(root)) return false;
  let ids = idsOf.get(root);
  if (!ids) {
    ids = new Map();
    idsOf.set(root, ids);
  }
  let isOne = ids.get(id);
  if (isOne === undefined) {
    // In quirks mode ids are case-insensitive, and browsers search the whole document.
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
    // The selector of a deeper element names only the innermost part of its path.
    if (!parent || !isElement(parent) || steps.length === maxSelectorElements) break;
    at = parent;
  }
  return steps.reverse().join(' > ');
}
