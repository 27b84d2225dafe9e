/**
 * The walk over one document: every element, text and sheet of every tree in it, each shown to its finders, once.
 *
 * Trees: the document, its open and closed shadow roots, template contents and what a noscript holds. Frames are
 * documents of their own, walked by their own content script.
 */
import type { Unreachable } from '../../src/report/report.ts';
import { findInAnimation } from './animations.ts';
import { findInAttributes } from './attributes.ts';
import {
  animationsOf,
  attribute,
  attributeNames,
  contentTypeOf,
  elementsOf,
  firstChildElement,
  HTML,
  localName,
  namespaceOf,
  nextNode,
  ownSheetsOf,
  parentElement,
  shadowRootOf,
  textOf,
  urlOf,
  walkerOf,
} from './dom.ts';
import type { Finder, Found } from './finder.ts';
import { treeOfNoscript } from './noscript.ts';
import { findInOtherAttribute } from './other-attributes.ts';
import { findInRefresh } from './refresh.ts';
import { findInScript } from './scripts.ts';
import { selectorOf } from './selector.ts';
import { findInSrcset } from './srcset.ts';
import { findInStyleAttribute } from './style-attribute.ts';
import { findInSheet, findInStylesheet } from './stylesheets.ts';
import { findInText } from './texts.ts';

const finders: readonly Finder[] = [findInAttributes, findInSrcset, findInStyleAttribute, findInRefresh];

/** Without one of these an attribute holds no data: URL, in whatever way it may be escaped. */
const mayHoldUrl = /[:\\]/;

/** What data: URLs stand at: an element, a text or comment, a sheet that no element brings, an animation. */
export type Source = object;

/** A source and where a person finds it. */
export interface At {
  source: Source;
  /** The element, or the one that holds the source or is affected by it. */
  element: Element;
  /** See `Occurrence.selector`. */
  selector: string;
  inert: boolean;
}

export interface Listener {
  /** All data: URLs that stand at a source now. Told of each source once a walk, if it has any or is known. */
  found(at: At, urls: readonly Found[]): void;
  /** Whether URLs at this source were told before: then it is told again, though it may have none now. */
  knows(source: Source): boolean;
  /** @param at the element that brings a style sheet */
  unreachable(unreachable: Unreachable, at?: { element: string; selector: string }): void;
  /** A tree of the page is about to be walked. */
  entered?(tree: Tree): void;
}

/** A browser's own viewer in a data: frame shows that URL once more; the page does not hold it twice. */
const isViewer = (document: Document): boolean =>
  urlOf(document).startsWith('data:') && !/^(?:text\/html|.*[/+]xml)$/.test(contentTypeOf(document));

/** Chromium shows XML without a style sheet in a document of its own, which holds the page's in this element. */
const xmlSource = '#webkit-xml-viewer-source-xml';

/** What of a document is the page's. */
const sourceOf = (document: Document): Node =>
  (contentTypeOf(document).endsWith('xml') ? elementsOf(document, xmlSource)[0] : undefined) ?? document;

export interface Tree {
  root: Node;
  /** The element that it hangs on, or a document's root element. */
  host: Element;
  /** The selectors that lead to the root, ` >>> ` behind each. */
  path: string;
  inert: boolean;
}

/**
 * Walks a document, telling what is found as it goes.
 *
 * @yields after some elements, and within style sheets and scripts, where the caller may pause
 */
export function* walk(document: Document, listener: Listener): Generator<void, void, void> {
  if (isViewer(document)) return;
  if (contentTypeOf(document) === 'application/pdf') {
    listener.unreachable({ kind: 'page', url: urlOf(document), reason: 'pdf' });
    return;
  }
  const root = sourceOf(document);
  const host = root instanceof Element ? root : firstChildElement(root);
  if (host) yield* walkTrees([{ root, host, path: '', inert: false }], listener);
}

/** Walks one node of a tree, what is below it, and the trees that hang there. @yields as `walk` does */
export function* walkNode(tree: Tree, node: Node, listener: Listener): Generator<void, void, void> {
  const elements = node instanceof Element ? [node, ...Array.from(elementsOf(node, '*'))] : [];
  yield* walkTrees(yield* walkElements(tree, elements, listener), listener);
  yield* walkTexts(tree, node, listener);
}

/** Walks one element without what is below it. @yields as `walk` does */
export function* walkElement(tree: Tree, element: Element, listener: Listener): Generator<void, void, void> {
  yield* walkTrees(yield* walkElements(tree, [element], listener), listener);
}

function* walkTrees(trees: Tree[], listener: Listener): Generator<void, void, void> {
  for (let tree = trees.pop(); tree; tree = trees.pop()) {
    listener.entered?.(tree);
    const { root, host, path } = tree;
    trees.push(...(yield* walkElements(tree, elementsOf(root, '*'), listener)).reverse());
    yield* walkTexts(tree, root, listener);
    for (const sheet of ownSheetsOf(root)) {
      const urls: Found[] = [];
      yield* findInSheet(
        sheet,
        (found) => urls.push(found),
        unreachableSheets(listener, host, () => hostSelector(tree)),
      );
      tell(
        listener,
        { source: sheet, element: host, selector: () => hostSelector(tree), inert: false },
        urls,
      );
    }
    for (const animation of animationsOf(root)) {
      const urls: Found[] = [];
      findInAnimation(animation, (found) => urls.push(found));
      const element = (animation.effect as KeyframeEffect | null)?.target ?? host;
      tell(
        listener,
        { source: animation, element, selector: () => path + selectorOf(element), inert: false },
        urls,
      );
      yield;
    }
  }
}

const separator = ' >>> ';

/** What belongs to a tree as a whole is shown at the element that it hangs on. */
const hostSelector = ({ host, path }: Tree) =>
  path === '' ? selectorOf(host) : path.slice(0, -separator.length);

const unreachableSheets =
  (listener: Listener, element: Element, selector: () => string) => (url: string, reason: string) =>
    listener.unreachable(
      { kind: 'stylesheet', url, reason },
      { element: localName(element), selector: selector() },
    );

/** Tells what stands at a source; its selector is made only where there is something to tell. */
function tell(
  listener: Listener,
  { selector, ...at }: Omit<At, 'selector'> & { selector: () => string },
  urls: readonly Found[],
): void {
  if (urls.length > 0) listener.found({ ...at, selector: selector() }, urls);
  else if (listener.knows(at.source)) listener.found({ ...at, selector: '' }, urls);
}

/** Elements between two places where the walk may pause: so few that they take no time to speak of. */
const stride = 16;

/** @returns the trees that hang on the elements */
function* walkElements(
  tree: Tree,
  elements: ArrayLike<Element>,
  listener: Listener,
): Generator<void, Tree[], void> {
  const inner: Tree[] = [];
  let urls: Found[] = [];
  const push = (found: Found) => urls.push(found);
  for (let i = 0; i < elements.length; i++) {
    const element = elements[i] as Element;
    const here = () => tree.path + selectorOf(element);
    findInElement(element, push);
    const tag = localName(element);
    if (tag === 'style' || tag === 'link') {
      // What is inert loads no sheet.
      const tellUnreachable = tree.inert ? () => {} : unreachableSheets(listener, element, here);
      yield* findInStylesheet(element, push, tellUnreachable);
    } else if (tag === 'script') {
      yield* findInScript(element, push);
    } else if (!tree.inert && (tag === 'iframe' || tag === 'frame' || tag === 'object')) {
      tellUnreachableFrame(element, listener);
    }
    if (urls.length > 0 || listener.knows(element)) {
      tell(listener, { source: element, element, selector: here, inert: tree.inert }, urls);
      urls = [];
    }
    const below = treeOf(element, tag);
    if (below) {
      inner.push({ ...below, host: element, path: here() + separator, inert: tree.inert || below.inert });
    }
    if (i % stride === 0) yield;
  }
  return inner;
}

/** Shows an element's attributes to the finders; what none of them knows may still hold something. */
function findInElement(element: Element, push: (found: Found) => void): void {
  for (const name of attributeNames(element)) {
    const value = attribute(element, name);
    if (value === null || !mayHoldUrl.test(value)) continue;
    let isKnown = false;
    const tell = (found: Found) => {
      isKnown = true;
      push(found);
    };
    for (const find of finders) find(element, name, value, tell);
    if (!isKnown) findInOtherAttribute(element, name, value, tell);
  }
}

const texts =
  NodeFilter.SHOW_TEXT |
  NodeFilter.SHOW_CDATA_SECTION |
  NodeFilter.SHOW_PROCESSING_INSTRUCTION |
  NodeFilter.SHOW_COMMENT;

function* walkTexts(tree: Tree, root: Node, listener: Listener): Generator<void, void, void> {
  let urls: Found[] = [];
  const push = (found: Found) => urls.push(found);
  const walker = walkerOf(document, root, texts);
  let node: Node | null = root instanceof CharacterData ? root : nextNode(walker);
  for (let i = 0; node; node = nextNode(walker), i++) {
    const source = node;
    findInText(source as CharacterData, push);
    if (urls.length > 0 || listener.knows(source)) {
      const parent = parentElement(source);
      const selector = () => (parent ? tree.path + selectorOf(parent) : hostSelector(tree));
      tell(listener, { source, element: parent ?? tree.host, selector, inert: tree.inert }, urls);
      urls = [];
    }
    if (i % stride === 0) yield;
  }
}

/** The tree that hangs on an element, if one does, and whether what it holds is inert. */
function treeOf(element: Element, tag: string): { root: Node; inert: boolean } | null {
  const shadowRoot = shadowRootOf(element, tag);
  if (shadowRoot) return { root: shadowRoot, inert: false };
  if (element instanceof HTMLTemplateElement) return { root: element.content, inert: true };
  // With scripts on, a noscript holds text.
  if (tag === 'noscript' && namespaceOf(element) === HTML && elementsOf(element, '*').length === 0) {
    const text = textOf(element);
    if (text.includes('<')) return { root: treeOfNoscript(element, text), inert: true };
  }
  return null;
}

/** A frame whose document this one may not see may still be scanned by its own content script: the worker knows. */
function tellUnreachableFrame(element: Element, listener: Listener): void {
  const isObject = element instanceof HTMLObjectElement;
  if (!isObject && !(element instanceof HTMLIFrameElement || element instanceof HTMLFrameElement)) return;
  // An object may show an image, or nothing.
  if (element.contentDocument !== null || (isObject && element.contentWindow === null)) return;
  const name = isObject ? 'data' : 'src';
  const url =
    attribute(element, 'srcdoc') !== null
      ? 'about:srcdoc'
      : attribute(element, name) === null
        ? 'about:blank'
        : isObject
          ? element.data
          : element.src;
  const reason = attribute(element, 'sandbox') === null ? 'cross-origin' : 'sandboxed';
  listener.unreachable({ kind: 'frame', url: url.slice(0, 2000), reason });
}
