/**
 * Determines the selector of an element: see "Selectors" in docs/export.md. The selector matches no other element,
 * because it begins at the root of a tree, or at an id that occurs only once in the tree, and counts siblings from
 * there.
 */

import {
  idSelector,
  maxSelectorLength,
  maxSelectorSteps,
  pathFrom,
  pathFromTop,
  positionSelector,
  treeSeparator,
} from '../../src/selector-steps.ts';
import {
  attribute,
  compatModeOf,
  elementsOf,
  isDocument,
  isElement,
  isShadowRoot,
  localName,
  namespaceOf,
  ownerDocumentOf,
  parentOf,
  previousElement,
  rootOf,
} from './dom.ts';
import type { Tree } from './listener.ts';

/**
 * Maximum number of searches of a whole tree for an id. Each search of a tree with a million elements takes
 * milliseconds.
 */
const maxSlowSearches = 100;

/**
 * For each parent, the known positions of its children: of the children that were requested, and of some of the
 * siblings before them.
 */
let positionsOf = new WeakMap<Node, WeakMap<Element, number>>();
/** For each tree, the only element with each id that was requested; null for an id that several elements have. */
let idsOf = new WeakMap<Node, Map<string, Element | null>>();
/**
 * The selectors of the hosts around a tree, each followed by the separator; null if one of the hosts has no selector.
 */
let paths = new WeakMap<Tree, string | null>();
/** Remaining number of searches of whole trees for an id. */
let slowSearches = 0;

/** Must be called when the page may have changed. */
export function forgetPositions(): void {
  positionsOf = new WeakMap();
  idsOf = new WeakMap();
  paths = new WeakMap();
  slowSearches = maxSlowSearches;
}

/**
 * Number of siblings after which the caller may pause, and distance between siblings whose positions are stored while
 * counting.
 */
const stride = 256;

/**
 * The position of an element among its siblings, from 1. Counts from the nearest earlier sibling whose position is
 * known.
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

/** Whether the selector of an id matches this element and no other element in its tree. */
function isUnique(root: Node, selector: string, element: Element): boolean {
  // Only documents and shadow roots map ids to elements.
  if (!isDocument(root) && !isShadowRoot(root)) return false;
  const ids = idsOf.get(root) ?? new Map<string, Element | null>();
  idsOf.set(root, ids);
  let only = ids.get(selector);
  if (only === undefined) {
    if (slowSearches === 0) return false;
    const { 0: first = null, length } = elementsOf(root, selector);
    only = length === 1 ? first : null;
    // If several elements share an id, Chromium searches the whole tree. In quirks mode, ids are case-insensitive, and
    // both browsers search the whole tree.
    if (only === null || compatModeOf(ownerDocumentOf(root) ?? document) === 'BackCompat') slowSearches--;
    ids.set(selector, only);
  }
  return only === element;
}

/** The selector of an element within its tree; null if the element is nested too deeply. */
function* selectorWithin(root: Node, element: Element): Generator<void, string | null, void> {
  const steps: string[] = [];
  for (let at = element; steps.length < maxSelectorSteps; ) {
    const byId = idSelector(attribute(at, 'id') ?? '');
    if (byId) {
      if (isUnique(root, byId, at)) return pathFrom(byId, steps);
      yield;
    }
    const parent = parentOf(at);
    if (!parent) return null;
    if (isDocument(parent)) return pathFrom(':root', steps);
    steps.push(positionSelector(localName(at), namespaceOf(at), yield* positionOf(at, parent)));
    if (!isElement(parent)) return pathFromTop(isShadowRoot(parent), steps);
    at = parent;
  }
  return null;
}

/** The path to a tree: see `paths`. Not recursive, because trees may be nested to any depth. */
function* pathOf(tree: Tree): Generator<void, string | null, void> {
  const without: Tree[] = [];
  let at = tree;
  for (; at.outer && !paths.has(at); at = at.outer) without.push(at);
  // In the Report, no selector identifies a document of another window.
  let path = at.outer ? (paths.get(at) ?? null) : rootOf(at.root) === document ? '' : null;
  for (const inner of without.reverse()) {
    if (path !== null) {
      const own: string | null = yield* selectorWithin(rootOf(inner.host), inner.host);
      path = own === null || path.length > maxSelectorLength ? null : path + own + treeSeparator;
    }
    paths.set(inner, path);
  }
  return path;
}

/**
 * The selector of an element in a tree; '' if it has none: see `Occurrence.selector`.
 *
 * @yields undefined wherever the caller may pause
 */
export function* selectorOf(tree: Tree, element: Element): Generator<void, string, void> {
  let [around, at] = [tree, element];
  // Markup that the browser keeps as text contains no elements to select, so the element that contains the markup is
  // selected.
  while (around.outer && (around.depth > 0 || at === around.host)) [around, at] = [around.outer, around.host];
  const root = rootOf(at);
  // If the roots differ, a script has moved the element since the walk began.
  if (root !== rootOf(around.root)) return '';
  const path = yield* pathOf(around);
  const own = path === null ? null : yield* selectorWithin(root, at);
  return own === null || `${path}${own}`.length > maxSelectorLength ? '' : `${path}${own}`;
}
