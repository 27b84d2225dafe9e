/**
 * Walks a page: passes every element, text and sheet of every tree in its document to the finders, once. After an
 * error, only the item that was being read is skipped: an attribute, an element, a text, or a sheet. The error is
 * reported, and the walk continues.
 *
 * The trees are the document, its open and closed shadow roots, template contents, and markup in `noscript` and
 * `srcdoc`. Frames are separate documents, which are walked by their own content scripts.
 */

import { isDataUrl, mayHoldUrl } from '../../src/data-url/is-data-url.ts';
import { headOfCut } from '../../src/payload/html/cut-attribute.ts';
import type { UnreachableReason } from '../../src/report/unreachable-reasons.ts';
import { findInAnimation } from './animations.ts';
import { attributesToRead, shapeOf } from './attribute-filter.ts';
import { cutFrom, findInKnownAttribute } from './attributes.ts';
import { hidesValues } from './css.ts';
import { forgetCssTexts, isInCss, noteCssTexts } from './css-texts.ts';
import { findInCustomProperties } from './custom-properties.ts';
import {
  type AttributeNode,
  animationsOf,
  attribute,
  attributeNodes,
  canReadClosedShadowRoots,
  childTextOf,
  contentTypeOf,
  firstChildElement,
  isDocument,
  isElement,
  isFirefox,
  isHtml,
  isPlayer,
  isText,
  iteratorOf,
  localName,
  ownGlobal,
  ownSheetsOf,
  parentElement,
  qualifiedAttribute,
  urlOf,
  windowOf,
} from './dom.ts';
import { type Emit, emitAll, type Found, fewFound, nothing } from './finder.ts';
import { findInElement, findInTimings, isPlaylist, type ReportFile } from './image-files.ts';
import { treeOf, treesIn } from './inner-trees.ts';
import type { Listener, Source, Tree } from './listener.ts';
import { findPlayed } from './media-sources.ts';
import { findInOtherAttribute } from './other-attributes.ts';
import type { walkWindow as walkOther } from './other-window.ts';
import { type RunningText, runningTextOf } from './running-text.ts';
import { loadedPart } from './script-parts.ts';
import { findInScript, usesIn } from './scripts.ts';
import { forgetPositions, selectorOf } from './selector.ts';
import { adopt, endSheets, startSheets } from './shared-sheets.ts';
import { findInSheet, findInStylesheet, type ReportUnreachable } from './sheet-finder.ts';
import { findInField, findInText } from './text-finder.ts';
import type { viewerOf as viewerIn } from './viewer.ts';

/**
 * Whether a viewer of the browser may show the document, or whether the document is in a data: frame. `viewer.ts` finds
 * out.
 */
const mayHaveViewer = (document: Document): boolean =>
  urlOf(document).startsWith('data:') || contentTypeOf(document).endsWith('xml');

declare global {
  /** Exists only in secure contexts. */
  var documentPictureInPicture: { readonly window: Window | null } | undefined;
}

/**
 * Walks a page: its document, and the document of its Document Picture-in-Picture window, which no extension can enter.
 * The page that has opened the window can read its document and its frames of the same origin.
 *
 * @yields as `walk` does
 */
export function* walkPage(document: Document, listener: Listener): Generator<void, void, void> {
  startSheets();
  yield* walk(document, listener);
  const other = ownGlobal('documentPictureInPicture', window)?.window;
  if (other) {
    const walkWindow = yield* loadedPart<typeof walkOther>('window', listener);
    if (walkWindow) yield* walkWindow(other, listener, walk);
    else listener.unreachable({ kind: 'frame', url: '', reason: 'other-window' });
  }
  yield* endSheets(listener);
}

/**
 * Walks a document and reports the findings to a listener.
 *
 * @yields undefined wherever the caller may pause: after some nodes, and within style sheets and scripts
 */
export function* walk(document: Document, listener: Listener): Generator<void, void, void> {
  forgetPositions();
  forgetCssTexts();
  if (contentTypeOf(document) === 'application/pdf') {
    listener.unreachable({ kind: 'page', url: urlOf(document), reason: 'pdf' });
    return;
  }
  // Comments and style sheets of processing instructions don't need a root element.
  const host = firstChildElement(document) ?? document.createElement('html');
  if (!canReadClosedShadowRoots)
    listener.unreachable({ kind: 'shadow-root', url: urlOf(document), reason: 'name-taken' });
  const own: Tree = { root: document, host, inert: false, depth: 0, listener };
  const trees: Tree[] = [own];
  let source: Element | undefined;
  if (mayHaveViewer(document)) {
    const viewerOf = yield* loadedPart<typeof viewerIn>('viewer', listener);
    const kind = window === window.top ? 'page' : 'frame';
    if (!viewerOf) listener.unreachable({ kind, url: urlOf(document), reason: 'scan-error' });
    const shown = viewerOf?.(document);
    // The source must differ from that of computed styles.
    yield* emit(own, { source: CSS, element: host }, shown?.address ?? nothing);
    own.viewer = shown?.viewer;
    source = shown?.source;
  }
  yield* guarded(own, host, findInTimings(fileReporter(own)));
  // The shown source is walked before the document that contains it. Findings that are already known are not reported
  // twice.
  if (source) trees.push({ ...own, root: source, host: source });
  yield* walkTrees(trees);
}

/** Walks one node of a tree, its descendants, and the trees that belong to them. @yields as `walk` does */
export function* walkNode(tree: Tree, node: Node): Generator<void, void, void> {
  if (isText(node)) return yield* reportText(tree, node);
  yield* walkTrees(yield* walkBelow(tree, node));
}

/** Walks one element without its descendants. @yields as `walk` does */
export const walkElement = (tree: Tree, element: Element): Generator<void, void, void> =>
  guarded(tree, element, walkAlone(tree, element));

function* walkAlone(tree: Tree, element: Element): Generator<void, void, void> {
  const tag = localName(element);
  const names = attributesToRead(element, shapeOf(element));
  yield* visit(tree, element, tag, yield* foundIn(tree, element, names));
  const below = treeOf(element, tag);
  if (below) yield* walkTrees(yield* treesIn(tree, element, below));
}

function* walkTrees(trees: Tree[]): Generator<void, void, void> {
  const walked: Tree[] = [];
  for (let tree = trees.pop(); tree; tree = trees.pop()) {
    yield* guarded(tree, tree.host, walkTree(tree, trees));
    if (!tree.inert) walked.push(tree);
    yield;
  }
  for (const tree of walked) yield* guarded(tree, tree.host, walkComputed(tree));
}

/** Walks one tree without the trees in it. @param trees receives the trees in this one */
function* walkTree(tree: Tree, trees: Tree[]): Generator<void, void, void> {
  tree.listener.entered?.(tree);
  const inner = yield* walkBelow(tree, tree.root, !tree.inert && fileReporter(tree));
  // Not `push(...inner)`, because there may be more trees than a call can have arguments.
  for (const one of inner.reverse()) trees.push(one);
  yield* walkOwnSheets(tree);
}

/** Walks the sheets of a tree that no element loads. */
function* walkOwnSheets(tree: Tree): Generator<void, void, void> {
  const { root, host } = tree;
  // A tree may adopt the same sheet any number of times.
  const own = new Set<CSSStyleSheet>();
  for (const sheet of ownSheetsOf(root)) {
    yield;
    if (!sheet || own.has(sheet)) continue;
    own.add(sheet);
    if (!adopt(sheet)) continue;
    const urls: Found[] = [];
    const lost: Lost[] = [];
    const push = (found: Found) => urls.push(found);
    yield* findInSheet(sheet, push, (...one) => lost.push(one));
    yield* reportLost(tree, host, lost);
    yield* emit(tree, { source: sheet, element: host }, urls);
  }
}

/**
 * The metadata of media that may contain pictures. Only Chromium supports chapters, which have pictures of their own.
 */
interface Pictured {
  artwork?: readonly MediaImage[];
  chapterInfo?: readonly { artwork: readonly MediaImage[] }[];
}

/**
 * Walks animations, registered properties and pictures of media (Media Session). None of these are part of a sheet or
 * element of the tree.
 */
function* walkComputed(tree: Tree): Generator<void, void, void> {
  const { root, host } = tree;
  const animated: Found[][] = [];
  yield;
  for (const animation of animationsOf(root)) {
    const urls: Found[] = [];
    const element = (animation.effect as KeyframeEffect | null)?.target ?? host;
    const push = (found: Found) => urls.push(found);
    yield* guarded(tree, element, findInAnimation(animation, push, fileReporter(tree)));
    animated.push(urls);
    yield* emit(tree, { source: animation, element }, urls, false);
    yield;
  }
  if (!isDocument(root)) return;
  const view = windowOf(root);
  // In Firefox, the walk may go on in a document that was removed, but styles are not computed in it.
  if (!view || view.closed) return;
  for (const urls of animated) noteCssTexts(urls);
  const urls: Found[] = [];
  const { artwork = [], chapterInfo = [] }: Pictured = view.navigator.mediaSession?.metadata ?? {};
  for (const { src: written } of [...artwork, ...chapterInfo.flatMap((chapter) => chapter.artwork)])
    if (isDataUrl(written)) urls.push({ written, place: 'attribute', name: 'artwork', destination: 'image' });
  const areAll = yield* findInCustomProperties(host, (found) => urls.push(found));
  const added = urls.filter((each) => !isInCss(each));
  yield* emit(tree, { source: root, element: host }, added);
  if (!areAll) tree.listener.unreachable({ kind: 'page', url: urlOf(root), reason: 'beyond-limit' });
}

/**
 * Reports the URLs at a source, if the source contains any or is known.
 *
 * @param isWritten whether CSS text contains the URLs, so that the same URLs in an animation are not reported again
 */
function* emit(
  tree: Tree,
  at: { source: Source; element: Element },
  all: readonly Found[],
  isWritten = true,
): Generator<void, void, void> {
  const { viewer, listener } = tree;
  const urls = all.filter((found) => !viewer?.adds(found, at.source));
  if (urls.length === 0 && !listener.knows(at.source)) return;
  const selector = () => selectorOf(tree, at.element);
  try {
    if (!tree.inert && isWritten) noteCssTexts(urls);
    yield* listener.found({ ...at, inert: tree.inert, selector }, urls);
  } catch {
    yield* reportError(tree, at.element);
  }
}

/** Runs a step of the walk. If it throws an error, only this step ends, and the error is reported for the element. */
function* guarded(
  tree: Tree,
  element: Element,
  step: Generator<void, void, void>,
): Generator<void, void, void> {
  try {
    yield* step;
  } catch {
    yield* reportError(tree, element);
  }
}

/**
 * Reports that an element, or something that belongs to it, was not read completely: by default, because of an error.
 *
 * @param attribute the selector of the attribute that was being read; '' if it was something else
 */
function* reportError(
  tree: Tree,
  element: Element,
  attribute = '',
  reason: UnreachableReason = 'scan-error',
): Generator<void, void, void> {
  let selector = '';
  try {
    selector = yield* selectorOf(tree, element);
  } catch {
    // The element's location may be the part that cannot be read.
  }
  tree.listener.unreachable(
    { kind: 'element', url: urlOf(document), reason },
    { element: localName(element), selector: selector && selector + attribute },
  );
}

const fileReporter =
  ({ listener }: Tree): ReportFile =>
  (url) =>
    listener.unreachable({ kind: 'image-file', url, reason: 'not-cached' });

/** A style sheet that could not be read, with the reason, or a file that a style sheet draws. */
type Lost = Parameters<ReportUnreachable>;

function* reportLost(tree: Tree, element: Element, lost: readonly Lost[]): Generator<void, void, void> {
  if (lost.length === 0) return;
  const at = { element: localName(element), selector: yield* selectorOf(tree, element) };
  for (const [url, reason] of lost) {
    if (reason === 'not-cached') fileReporter(tree)(url);
    else tree.listener.unreachable({ kind: 'stylesheet', url, reason }, at);
    yield;
  }
}

/** Number of nodes after which the walk may pause: few enough to take hardly any time. */
const stride = 32;
/** Number of nodes whose running text is read together. It becomes lower if the text is long. */
const textStride = { fewest: 64, first: 512, most: 16_384 } as const;
/** The approximate number of code units of running text that are read together. */
const muchText = 1 << 18;
/** The number of code units above which the text of a script or style sheet is excluded from the running text. */
const longText = 4096;

/** The elements that may contain URLs outside of their attributes and trees. */
const visited = new Set(
  'style link script iframe frame object embed audio video track input textarea'.split(' '),
);

/**
 * Passes a node and all its descendants to the finders. The page may change at every pause; a NodeIterator continues
 * correctly after nodes were removed.
 *
 * @param reportFile receives the files that elements draw
 * @returns the trees that belong to these nodes
 */
function* walkBelow(
  tree: Tree,
  root: Node,
  reportFile: ReportFile | false = false,
): Generator<void, Tree[], void> {
  const inner: Tree[] = [];
  const nodes = iteratorOf(document, root, shown);
  const text = runningTextOf(root);
  let count = 0;
  let reach: number = textStride.first;
  let nextText = reach;
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    try {
      if (isElement(node)) {
        const tag = localName(node);
        const shape = shapeOf(node);
        const names = node === tree.root ? [] : attributesToRead(node, shape);
        // Creating a generator for each element would cost more than reading most elements.
        const urls = names?.length === 0 ? nothing : yield* foundIn(tree, node, names);
        if (reportFile && (shape.direct.length > 0 || tag === 'img'))
          yield* findInElement(node, shape.names, reportFile);
        if (tag === 'style' || tag === 'script') yield* skipLongText(tree, node, text);
        if (
          urls.length > 0 ||
          visited.has(tag) ||
          (isFirefox && tag === 'img') ||
          tree.listener.knows(node)
        ) {
          yield* visit(tree, node, tag, urls);
        }
        const below = treeOf(node, tag);
        if (below) inner.push(...(yield* treesIn(tree, node, below)));
      } else if (node !== tree.root) {
        yield* reportText(tree, node as CharacterData);
      }
    } catch {
      yield* reportError(tree, elementAt(tree, node));
    }
    if (++count === nextText) {
      const length = yield* reportTexts(tree, text.upTo(node));
      reach =
        length > muchText ? Math.max(textStride.fewest, reach / 2) : Math.min(textStride.most, reach * 2);
      nextText = count + reach;
    }
    if (count % stride === 0) yield;
  }
  yield* reportTexts(tree, text.toEnd());
  return inner;
}

/** The node itself if it is an element; otherwise the element that contains it. */
const elementAt = (tree: Tree, node: Node): Element =>
  isElement(node) ? node : (parentElement(node) ?? tree.host);

/** Excludes text nodes, because their texts are read together. */
const shown = NodeFilter.SHOW_ALL & ~(NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION);

/** Reports the URLs in the texts that a generator yields. @returns the result of the generator */
function* reportTexts(
  tree: Tree,
  texts: Generator<CharacterData | null, number, void>,
): Generator<void, number, void> {
  try {
    for (;;) {
      const { value, done } = texts.next();
      if (done) return value;
      if (value) yield* reportText(tree, value);
      yield;
    }
  } catch {
    yield* reportError(tree, tree.host);
    return 0;
  }
}

function* reportText(tree: Tree, text: CharacterData): Generator<void, void, void> {
  const urls: Found[] = [];
  const element = elementAt(tree, text);
  const found = emitAll(findInText(text, tree.listener), (found) => urls.push(found));
  yield* guarded(tree, element, found);
  yield* emit(tree, { source: text, element }, urls);
}

/**
 * Excludes the long text of an element with its own finder from the running text, because copying it would be
 * expensive.
 */
function* skipLongText(tree: Tree, element: Element, text: RunningText): Generator<void, void, void> {
  if ((yield* childTextOf(element)).length < longText) return;
  yield* reportTexts(tree, text.upTo(element));
  text.skip(element);
}

/**
 * Reports the URLs of an element, including those in its style sheet, script, or media, and reports its frame, if any.
 *
 * @param urls the URLs in its attributes
 */
function* visit(
  tree: Tree,
  element: Element,
  tag: string,
  urls: readonly Found[],
): Generator<void, void, void> {
  const all = [...urls];
  const push = (found: Found) => all.push(found);
  yield* guarded(tree, element, findInContent(tree, element, tag, push));
  yield* emit(tree, { source: element, element }, all);
}

/** Finds the URLs of an element that are not in its attributes. */
function* findInContent(tree: Tree, element: Element, tag: string, push: Emit): Generator<void, void, void> {
  if (tag === 'style' || tag === 'link') {
    const lost: Lost[] = [];
    yield* findInStylesheet(element, push, (...one) => lost.push(one));
    // Inert elements load no sheets.
    if (!tree.inert) yield* reportLost(tree, element, lost);
  } else if (tag === 'script') {
    yield* findInScript(element, push, tree.listener);
  } else if (isPlayer(element) || (isFirefox && isHtml(element, 'img'))) {
    if (!tree.inert) yield* findPlayed(element, push);
    // In Chromium, a player also plays the data: URLs in a playlist.
    if (!isFirefox && isPlaylist(element.currentSrc)) yield* reportError(tree, element, '', 'not-cached');
  } else if (isHtml(element, 'track')) {
    // Chromium uses the style sheets in a track's file and loads their data: URLs.
    if (!isFirefox && element.readyState % 3 && !isDataUrl(element.src))
      tree.listener.unreachable({ kind: 'stylesheet', url: element.src, reason: 'not-cached' });
  } else if ('selectionStart' in element) {
    yield* emitAll(findInField(element as HTMLInputElement), push);
  } else if (visited.has(tag) && !tree.inert) {
    tree.listener.frame(element);
    // Firefox still shows an image after its URL was removed.
    if (
      isFirefox &&
      isHtml(element, 'embed') &&
      attribute(element, 'src') === null &&
      element.clientWidth > 0
    )
      yield* reportError(tree, element, '', 'not-cached');
  }
}

/**
 * The URLs in an element's attributes, including those that are quoted in attributes that browsers don't know.
 *
 * @param names see `attributesToRead`
 */
function* foundIn(
  tree: Tree,
  element: Element,
  names: readonly string[] | null,
): Generator<void, readonly Found[], void> {
  if (names === null) return yield* foundInNodes(tree, element);
  const found: Found[] = [];
  for (const [index, name] of names.entries()) {
    const value = qualifiedAttribute(element, name);
    if (value !== null && mayHoldUrl(value)) {
      // The attribute is in a namespace, although its name has no prefix.
      if (attribute(element, name) === null) return yield* foundInNodes(tree, element);
      yield* findIn(tree, element, { namespaceURI: null, localName: name, name, value }, found);
    }
    // The browser finds an attribute by comparing its name with the names of all others, so reading many attributes
    // takes long.
    if (index % fewFound === fewFound - 1) yield;
  }
  return found;
}

/** The URLs in attributes that can't be identified by name, so that they are read from their nodes. */
function* foundInNodes(tree: Tree, element: Element): Generator<void, readonly Found[], void> {
  const found: Found[] = [];
  let count = 0;
  let before: AttributeNode | undefined;
  let cut: Found | undefined;
  for (const one of attributeNodes(element)) {
    if (mayHoldUrl(one.value)) yield* findIn(tree, element, one, found);
    // The slash in the media type has split the rest of the URL into two attribute names.
    if (cut) cut.written = headOfCut(`${before!.name}/${one.name}`);
    cut = before && cutFrom(element, before, one.name);
    if (cut) found.push(cut);
    before = one;
    if (++count % fewFound === 0) yield;
  }
  return found;
}

function* findIn(
  tree: Tree,
  element: Element,
  one: AttributeNode,
  found: Found[],
): Generator<void, void, void> {
  const before = found.length;
  const push = (one: Found) => found.push(one);
  try {
    yield* emitAll(findInKnownAttribute(element, one), push);
    if (found.length === before) {
      const uses = (text: string) => usesIn(text, tree.listener, element, one.name);
      yield* emitAll(findInOtherAttribute(element, one, uses), push);
    }
    // Values that are empty as written only look like hidden ones. The browser drops empty values, so the text that it
    // serializes is checked, too.
    if (
      one.name === 'style' &&
      !tree.inert &&
      hidesValues(one.value) &&
      hidesValues((element as HTMLElement).style?.cssText ?? one.value)
    )
      yield* reportError(tree, element, '[style]', 'unread-values');
  } catch {
    const isPlain = one.namespaceURI === null && /^[a-z-]+$/.test(one.name);
    yield* reportError(tree, element, isPlain ? `[${one.name}]` : '');
  }
}
