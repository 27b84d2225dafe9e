/**
 * Finds the trees that belong to an element: its shadow root, the content of a template, and markup that the browser
 * keeps as text.
 */

import { HTML } from '../../src/namespaces.ts';
import { mayHaveShadowRoot } from '../../src/shadow-hosts.ts';
import {
  attribute,
  firstChildElement,
  isHtml,
  isLazy,
  localName,
  namespaceOf,
  shadowRootOf,
  textOf,
  urlOf,
} from './dom.ts';
import type { Tree } from './listener.ts';
import type { treeOfMarkup } from './markup-trees.ts';
import { loadedPart } from './script-parts.ts';

/**
 * Maximum depth of markup within attributes of other markup. Each level may be nearly as long as the level around it.
 */
const maxMarkupDepth = 8;

/**
 * The root of a tree that belongs to an element, and whether the tree is inert; or the markup from which the tree is
 * created.
 */
type Below = { root: Node; inert: boolean } | { markup: string };

/** The tree that belongs to an element, or the markup of that tree; null for most elements. */
export function treeOf(element: Element, tag: string): Below | null {
  const shadowRoot = mayHaveShadowRoot(tag) ? shadowRootOf(element) : null;
  if (shadowRoot) return { root: shadowRoot, inert: false };
  if (isHtml(element, 'template')) return { root: element.content, inert: true };
  const markup = tag === 'noscript' || tag === 'iframe' ? markupIn(element, tag) : null;
  return markup === null ? null : { markup };
}

/**
 * The markup in an element that the browser has not parsed: in a noscript if scripts are enabled, and in a `srcdoc`
 * that no frame shows.
 */
function markupIn(element: Element, tag: string): string | null {
  if (namespaceOf(element) !== HTML) return null;
  if (tag === 'noscript') {
    const text = firstChildElement(element) === null ? textOf(element) : '';
    return text.includes('<') ? text : null;
  }
  const srcdoc = attribute(element, 'srcdoc');
  if (srcdoc === null) return null;
  const shown = isHtml(element, 'iframe') && element.contentWindow ? element.contentDocument : undefined;
  // `contentDocument` is null for a document of another origin, such as a sandboxed one. For a lazy frame that is far
  // from the viewport and not loaded yet, it is an about:blank document. All other frames load soon.
  const isEmpty = isLazy(element) && shown && urlOf(shown) === 'about:blank';
  return shown === undefined || isEmpty ? srcdoc : null;
}

/**
 * The result of `treeOf` as trees that the walk accepts; none if the markup cannot be parsed.
 *
 * @yields undefined wherever the caller may pause while markup is parsed
 */
export function* treesIn(tree: Tree, host: Element, below: Below): Generator<void, Tree[], void> {
  const { listener } = tree;
  const around = { host, outer: tree, listener };
  if (!('markup' in below))
    return [{ ...below, ...around, inert: tree.inert || below.inert, depth: tree.depth }];
  const isTooDeep = tree.depth === maxMarkupDepth;
  const reader = isTooDeep ? undefined : yield* loadedPart<typeof treeOfMarkup>('markup', listener);
  if (reader)
    return [
      {
        root: yield* reader(host, below.markup, localName(host) === 'noscript'),
        ...around,
        inert: true,
        depth: tree.depth + 1,
      },
    ];
  listener.unreachable({
    kind: 'frame',
    url: 'about:srcdoc',
    reason: isTooDeep ? 'beyond-limit' : 'no-answer',
  });
  return [];
}
