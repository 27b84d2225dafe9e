/**
 * The walk over one document: every element of every tree in it, each shown to every finder, once.
 *
 * Trees: the document, its open and closed shadow roots, template contents and what a noscript holds. Frames are
 * documents of their own, walked by their own content script.
 */
import type { Unreachable } from '../../src/report/report.ts';
import { findInAttributes } from './attributes.ts';
import { attribute, elementsOf, HTML, localName, namespaceOf, shadowRootOf, textOf } from './dom.ts';
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
const isViewer = ({ URL: url, contentType }: Document): boolean =>
  url.startsWith('data:') && !/^(?:text\/html|.*[/+]xml)$/.test(contentType);

interface Tree {
  root: Node;
  /** The selectors that lead to the root, ` >>> ` behind each. */
  path: string;
  inert: boolean;
}

/**
 * Walks a document, telling what is found as it goes.
 *
 * @yields after each element, and within large style sheets, where the caller may pause
 */
export function* walk(document: Document, listener: Listener): Generator<void, void, void> {
  if (isViewer(document)) return;
  const trees: Tree[] = [{ root: document, path: '', inert: false }];
  for (let tree = trees.pop(); tree; tree = trees.pop()) {
    const inner = yield* walkTree(tree, listener);
    trees.push(...inner.reverse());
  }
}

function* walkTree(tree: Tree, listener: Listener): Generator<void, Tree[], void> {
  const inner: Tree[] = [];
  const elements = elementsOf(tree.root, '*');
  for (let i = 0; i < elements.length; i++) {
    const element = elements[i] as Element;
    let selector = '';
    const selectorHere = () => {
      if (selector === '') selector = tree.path + selectorOf(element);
      return selector;
    };
    const tell = (found: Found) =>
      listener.found({ ...found, element, selector: selectorHere(), inert: tree.inert });

    for (const find of finders) find(element, tell);
    yield* findInStylesheet(element, tell, (url, reason) =>
      listener.unreachable({ kind: 'stylesheet', url, reason }),
    );
    tellUnreachableFrame(element, listener);
    for (const [root, inert] of treesOf(element)) {
      inner.push({ root, path: `${selectorHere()} >>> `, inert: tree.inert || inert });
    }
    yield;
  }
  return inner;
}

/** The trees that hang on an element, and whether what they hold is inert. */
function* treesOf(element: Element): Generator<[root: Node, inert: boolean], void, void> {
  const shadowRoot = shadowRootOf(element);
  if (shadowRoot) yield [shadowRoot, false];
  if (namespaceOf(element) !== HTML) return;
  const name = localName(element);
  if (name === 'template') yield [(element as HTMLTemplateElement).content, true];
  // With scripts on, a noscript holds text.
  if (name === 'noscript' && elementsOf(element, '*').length === 0) {
    const text = textOf(element);
    if (text.includes('<')) yield [treeOfNoscript(text), true];
  }
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
