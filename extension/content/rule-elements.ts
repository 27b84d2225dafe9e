/** Finds the elements that a rule of a style sheet currently matches. */
import { elementsOf, isHtml, isShadowRoot, matches, parentElement, shadowRootOf } from './dom.ts';
import type { Lookup, RuleSelectors } from './rule-selectors.ts';

/**
 * The elements that the selectors of a rule match.
 *
 * @returns null if this browser does not support a selector, in which case it drops the rule
 */
export function elementsOfRule(root: Node, { whole, lookups, scopes }: RuleSelectors): Element[] | null {
  if (whole.some((selector) => !CSS.supports(`selector(${selector})`))) return null;
  const found = new Set<Element>();
  try {
    for (const lookup of lookups) for (const element of lookUp(root, lookup)) found.add(element);
    const inScopes = (element: Element) => scopes.every((scope) => isInScope(element, scope));
    return [...found].filter(inScopes);
  } catch {
    // Style sheets allow the selector, but `querySelectorAll` or `matches` does not.
    return null;
  }
}

function* lookUp(root: Node, { host, selector, inner }: Lookup): Generator<Element, void, void> {
  for (const element of plainly(root, host, selector)) {
    if (!inner) yield element;
    else if (inner.kind === 'slotted') {
      if (!isHtml(element, 'slot')) continue;
      for (const slotted of element.assignedElements()) if (matches(slotted, inner.argument)) yield slotted;
    } else {
      const tree = shadowRootOf(element);
      const names = inner.argument.trim().split(/\s+/);
      const selectorOfPart = names.map((name) => `[part~="${CSS.escape(name)}"]`).join('');
      if (tree) yield* Array.from(elementsOf(tree, selectorOfPart));
    }
  }
}

/** The elements that a selector matches, before `inner` and pseudo-elements are taken into account. */
function plainly(root: Node, host: string | undefined, selector: string): Iterable<Element> {
  if (host === undefined) return Array.from(elementsOf(root, selector));
  if (!isShadowRoot(root) || !matches(root.host, host)) return [];
  if (selector === '') return [root.host];
  // A selector that begins with a combinator is relative to the host, which `:scope` cannot represent.
  return Array.from(elementsOf(root, selector.replace(/^>/, ':host >')));
}

/** Whether an element is inside of a root of an `@scope` and not inside of the limit within that root. */
function isInScope(element: Element, { root, limit }: { root: string; limit: string }): boolean {
  for (let at: Element | null = element; at; at = parentElement(at)) {
    if (limit !== '' && matches(at, limit)) return false;
    if (root === '' || matches(at, root)) return true;
  }
  return false;
}
