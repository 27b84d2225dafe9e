/**
 * The walk over one document: every element, text and sheet of every tree in it, each shown to its finders, once.
 *
 * Trees: the document, its open and closed shadow roots, template contents and what a noscript holds. Frames are
 * documents of their own, walked by their own content script.
 */
import type { Unreachable } from '../../src/report/report.ts';
import { findInAnimation } from './animations.ts';
import { attributesToRead, mayHoldUrl } from './attribute-filter.ts';
import { findInAttributes } from './attributes.ts';
import {
  animationsOf,
  attribute,
  contentTypeOf,
  elementsOf,
  firstChildElement,
  HTML,
  isElement,
  iteratorOf,
  localName,
  mayHaveShadowRoot,
  namespaceOf,
  nextNode,
  ownSheetsOf,
  parentElement,
  shadowRootOf,
  textOf,
  urlOf,
} from './dom.ts';
import type { Finder, Found } from './finder.ts';
import { treeOfNoscript } from './noscript.ts';
import { findInOtherAttribute } from './other-attributes.ts';
import { findInRefresh } from './refresh.ts';
import { type RunningText, runningTextOf } from './running-text.ts';
import { findInScript } from './scripts.ts';
import { forgetPositions, notePositions, selectorOf } from './selector.ts';
import { findInSrcset } from './srcset.ts';
import { findInStyleAttribute } from './style-attribute.ts';
import { findInSheet, findInStylesheet } from './stylesheets.ts';
import { findInText } from './texts.ts';

const finders: readonly Finder[] = [findInAttributes, findInSrcset, findInStyleAttribute, findInRefresh];

/** What data: URLs stand at: an element, a text or comment, a sheet that no element brings, an animation. */
export type Source = object;

/** A source and where a person finds it. */
export interface At {
  source: Source;
  /** The element, or the one that holds the source or is affected by it. */
  element: Element;
  /** See `Occurrence.selector`; made when it is asked for. */
  selector: () => string;
  inert: boolean;
}

export interface Listener {
  /** All data: URLs that stand at a source now. Told of each source once a walk, if it has any or is known. */
  found(at: At, urls: readonly Found[]): void;
  /** Whether URLs at this source were told before: then it is told again, though it may have none now. */
  knows(source: Source): boolean;
  /** @param at the element that brings a style sheet */
  unreachable(unreachable: Unreachable, at?: { element: string; selector: string }): void;
  /** An element that may hold a frame, which has a content script of its own. */
  frame(element: Element): void;
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
 * @yields after some nodes, and within style sheets and scripts, where the caller may pause
 */
export function* walk(document: Document, listener: Listener): Generator<void, void, void> {
  if (isViewer(document)) return;
  forgetPositions();
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
  if (node instanceof Text) return tellText(tree, node, listener);
  yield* walkTrees(yield* walkBelow(tree, node, listener), listener);
}

/** Walks one element without what is below it. @yields as `walk` does */
export function* walkElement(tree: Tree, element: Element, listener: Listener): Generator<void, void, void> {
  const tag = localName(element);
  yield* visit(tree, element, tag, foundIn(element), listener);
  const below = treeOf(element, tag);
  if (below) yield* walkTrees([treeIn(tree, element, below)], listener);
}

function* walkTrees(trees: Tree[], listener: Listener): Generator<void, void, void> {
  for (let tree = trees.pop(); tree; tree = trees.pop()) {
    listener.entered?.(tree);
    const inner = yield* walkBelow(tree, tree.root, listener);
    trees.push(...inner.reverse());
    yield* walkOwn(tree, listener);
  }
}

/** What belongs to a tree as a whole: the sheets that no element brings, and the animations that scripts made. */
function* walkOwn(tree: Tree, listener: Listener): Generator<void, void, void> {
  const { root, host } = tree;
  for (const sheet of ownSheetsOf(root)) {
    const urls: Found[] = [];
    yield* findInSheet(sheet, (found) => urls.push(found), tellSheet(tree, host, listener));
    tell(tree, { source: sheet, element: host }, urls, listener);
  }
  for (const animation of animationsOf(root)) {
    const urls: Found[] = [];
    findInAnimation(animation, (found) => urls.push(found));
    const element = (animation.effect as KeyframeEffect | null)?.target ?? host;
    tell(tree, { source: animation, element }, urls, listener);
    yield;
  }
}

const separator = ' >>> ';

/** Where a person finds an element of a tree; a tree's host stands in the tree outside. */
function selectorIn({ host, path }: Tree, element: Element): string {
  if (element === host && path !== '') return path.slice(0, -separator.length);
  return path + selectorOf(element);
}

/** Tells what stands at a source, if there is something to tell. */
function tell(
  tree: Tree,
  at: { source: Source; element: Element },
  urls: readonly Found[],
  listener: Listener,
): void {
  if (urls.length === 0 && !listener.knows(at.source)) return;
  listener.found({ ...at, inert: tree.inert, selector: () => selectorIn(tree, at.element) }, urls);
}

const tellSheet = (tree: Tree, element: Element, listener: Listener) => (url: string, reason: string) => {
  const at = { element: localName(element), selector: selectorIn(tree, element) };
  listener.unreachable({ kind: 'stylesheet', url, reason }, at);
};

/** Nodes between two places where the walk may pause: so few that they take no time to speak of. */
const stride = 32;
/** Nodes whose running text is asked for at once, and that are numbered at once. */
const longStride = 16_384;
/** Code units of a script or style sheet that are not to be read as running text, too. */
const longText = 4096;

/** Elements that hold more than attributes and a tree. */
const visited = new Set(['style', 'link', 'script', 'iframe', 'frame', 'object', 'embed']);

/**
 * Shows a node and all below it to the finders. The page may change at every pause: a NodeIterator goes on behind what
 * has been removed.
 *
 * @returns the trees that hang there
 */
function* walkBelow(tree: Tree, root: Node, listener: Listener): Generator<void, Tree[], void> {
  const inner: Tree[] = [];
  const nodes = iteratorOf(document, root, shown);
  const text = runningTextOf(root);
  let count = 0;
  for (let node = nextNode(nodes); node; node = nextNode(nodes)) {
    if (isElement(node)) {
      const tag = localName(node);
      const urls = node === tree.root ? none : foundIn(node);
      if (visited.has(tag)) yield* skipLongText(tree, node, text, listener);
      if (urls.length > 0 || visited.has(tag) || listener.knows(node)) {
        yield* visit(tree, node, tag, urls, listener);
      }
      const below = treeOf(node, tag);
      if (below) inner.push(treeIn(tree, node, below));
    } else if (node !== tree.root) {
      tellText(tree, node as CharacterData, listener);
    }
    if (++count % longStride === 0) {
      notePositions(node);
      yield* tellTexts(tree, text.upTo(node), listener);
    }
    if (count % stride === 0) yield;
  }
  yield* tellTexts(tree, text.toEnd(), listener);
  return inner;
}

const shown = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_COMMENT | NodeFilter.SHOW_PROCESSING_INSTRUCTION;

function* tellTexts(
  tree: Tree,
  texts: Iterable<CharacterData | null>,
  listener: Listener,
): Generator<void, void, void> {
  for (const text of texts) {
    if (text) tellText(tree, text, listener);
    yield;
  }
}

function tellText(tree: Tree, text: CharacterData, listener: Listener): void {
  const urls: Found[] = [];
  findInText(text, (found) => urls.push(found));
  tell(tree, { source: text, element: parentElement(text) ?? tree.host }, urls, listener);
}

/** What has finders of its own is not joined with the running text around it where that would copy much. */
function* skipLongText(
  tree: Tree,
  element: Element,
  text: RunningText,
  listener: Listener,
): Generator<void, void, void> {
  if (textOf(element).length < longText) return;
  yield* tellTexts(tree, text.upTo(element), listener);
  text.skip(element);
}

/**
 * Tells what was found at an element, and what else it holds.
 *
 * @param urls what its attributes hold
 */
function* visit(
  tree: Tree,
  element: Element,
  tag: string,
  urls: readonly Found[],
  listener: Listener,
): Generator<void, void, void> {
  const all = [...urls];
  const push = (found: Found) => all.push(found);
  if (tag === 'style' || tag === 'link') {
    // What is inert loads no sheet.
    const tellUnreachable = tree.inert ? () => {} : tellSheet(tree, element, listener);
    yield* findInStylesheet(element, push, tellUnreachable);
  } else if (tag === 'script') {
    yield* findInScript(element, push);
  } else if (visited.has(tag) && !tree.inert) {
    listener.frame(element);
  }
  tell(tree, { source: element, element }, all, listener);
}

/** A tree that hangs on an element, and how a person gets there. */
function treeIn(tree: Tree, host: Element, { root, inert }: { root: Node; inert: boolean }): Tree {
  const path = selectorIn(tree, host) + separator;
  return { root, host, path, inert: tree.inert || inert };
}

const none: readonly Found[] = [];

/** What an element's attributes hold; what no finder knows may still quote something. */
function foundIn(element: Element): readonly Found[] {
  const names = attributesToRead(element);
  if (names.length === 0) return none;
  const found: Found[] = [];
  const push = (one: Found) => found.push(one);
  for (const name of names) {
    const value = attribute(element, name);
    if (value === null || !mayHoldUrl.test(value)) continue;
    const before = found.length;
    for (const find of finders) find(element, name, value, push);
    if (found.length === before) findInOtherAttribute(element, name, value, push);
  }
  return found;
}

/** The tree that hangs on an element, if one does, and whether what it holds is inert. */
function treeOf(element: Element, tag: string): { root: Node; inert: boolean } | null {
  const shadowRoot = mayHaveShadowRoot(tag) ? shadowRootOf(element) : null;
  if (shadowRoot) return { root: shadowRoot, inert: false };
  if (tag === 'template' && element instanceof HTMLTemplateElement)
    return { root: element.content, inert: true };
  // With scripts on, a noscript holds text.
  if (tag === 'noscript' && namespaceOf(element) === HTML && firstChildElement(element) === null) {
    const text = textOf(element);
    if (text.includes('<')) return { root: treeOfNoscript(element, text), inert: true };
  }
  return null;
}
