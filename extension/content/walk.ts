/**
 * The walk over one document: every element of every tree in it, each shown to every finder, once.
 *
 * Trees: the document, its open and closed shadow roots, template contents and what a noscript holds. Frames are
 * documents of their own, walked by their own content script.
 */
import type { Unreachable } from '../../src/report/report.ts';
import { findInAttributes } from './attributes.ts';
import {
  attribute,
  attributeNames,
  contentTypeOf,
  elementsOf,
  HTML,
  localName,
  namespaceOf,
  shadowRootOf,
  textOf,
  urlOf,
} from './dom.ts';
import type { Finder, Found } from './finder.ts';
import { treeOfNoscript } from './noscript.ts';
import { selectorOf } from './selector.ts';
import { findInSrcset } from './srcset.ts';
import { findInStyleAttribute } from './style-attribute.ts';
import { findInStylesheet } from './stylesheets.ts';

const finders: readonly Finder[] = [findInAttributes, findInSrcset, findInStyleAttribute];

/** A data: URL at one element. */
export interface FoundAt extends Found {
  element: Element;
  /** See `Occurrence.selector`. */
  selector: string;
  inert: boolean;
}

export interface Listener {
  found(found: FoundAt): void;
  unreachable(unreachable: Unreachable): void;
}

/** A browser's own viewer in a data: frame shows that URL once more; the page does not hold it twice. */
const isViewer = (document: Document): boolean =>
  urlOf(document).startsWith('data:') && !/^(?:text\/html|.*[/+]xml)$/.test(contentTypeOf(document));

/** Chromium shows XML without a style sheet in a document of its own, which holds the page's in this element. */
const xmlSource = '#webkit-xml-viewer-source-xml';

/** What of a document is the page's. */
const sourceOf = (document: Document): Node =>
  (contentTypeOf(document).endsWith('xml') ? elementsOf(document, xmlSource)[0] : undefined) ?? document;

interface Tree {
  root: Node;
  /** The selectors that lead to the root, ` >>> ` behind each. */
  path: string;
  inert: boolean;
}

/**
 * Walks a document, telling what is found as it goes.
 *
 * @yields after some elements, and within style sheets, where the caller may pause
 */
export function* walk(document: Document, listener: Listener): Generator<void, void, void> {
  if (isViewer(document)) return;
  const trees: Tree[] = [{ root: sourceOf(document), path: '', inert: false }];
  for (let tree = trees.pop(); tree; tree = trees.pop()) {
    const inner = yield* walkTree(tree, listener);
    trees.push(...inner.reverse());
  }
}

/** Elements between two places where the walk may pause: so few that they take no time to speak of. */
const stride = 16;

function* walkTree(tree: Tree, listener: Listener): Generator<void, Tree[], void> {
  const inner: Tree[] = [];
  const elements = elementsOf(tree.root, '*');
  for (let i = 0; i < elements.length; i++) {
    const element = elements[i] as Element;
    const here = () => tree.path + selectorOf(element);
    const tell = (found: Found) => listener.found({ ...found, element, selector: here(), inert: tree.inert });

    for (const name of attributeNames(element)) {
      const value = attribute(element, name);
      if (value === null) continue;
      for (const find of finders) find(element, name, value, tell);
    }
    const tag = localName(element);
    if (tag === 'style' || tag === 'link') {
      yield* findInStylesheet(element, tell, (url, reason) =>
        listener.unreachable({ kind: 'stylesheet', url, reason }),
      );
    } else if (tag === 'iframe' || tag === 'frame') {
      tellUnreachableFrame(element, listener);
    }
    const below = treeOf(element, tag);
    if (below) inner.push({ ...below, path: `${here()} >>> `, inert: tree.inert || below.inert });
    if (i % stride === 0) yield;
  }
  return inner;
}

/** The tree that hangs on an element, if one does, and whether what it holds is inert. */
function treeOf(element: Element, tag: string): { root: Node; inert: boolean } | null {
  const shadowRoot = shadowRootOf(element, tag);
  if (shadowRoot) return { root: shadowRoot, inert: false };
  if (tag === 'template' && namespaceOf(element) === HTML) {
    return { root: (element as HTMLTemplateElement).content, inert: true };
  }
  // With scripts on, a noscript holds text.
  if (tag === 'noscript' && namespaceOf(element) === HTML && elementsOf(element, '*').length === 0) {
    const text = textOf(element);
    if (text.includes('<')) return { root: treeOfNoscript(text), inert: true };
  }
  return null;
}

/** A frame whose document this one may not see may still be scanned by its own content script: the worker knows. */
function tellUnreachableFrame(element: Element, listener: Listener): void {
  if (!(element instanceof HTMLIFrameElement || element instanceof HTMLFrameElement)) return;
  if (element.contentDocument !== null) return;
  const url =
    attribute(element, 'srcdoc') !== null
      ? 'about:srcdoc'
      : attribute(element, 'src') === null
        ? 'about:blank'
        : element.src;
  const reason = attribute(element, 'sandbox') === null ? 'cross-origin' : 'sandboxed';
  listener.unreachable({ kind: 'frame', url: url.slice(0, 2000), reason });
}
