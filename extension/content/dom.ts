/**
 * Accesses the DOM as the platform defines it. Named elements of a form or document can hide the members of that
 * object, even in an isolated world (`<input name="getAttribute">`), so members are taken from the prototypes. Other
 * kinds of objects don't have named elements, so their members are accessed as usual.
 */

import { HTML, markupPrefix } from '../../src/namespaces.ts';
import { tokensIn } from '../../src/token-list.ts';
import { apiPart } from '../platform/worker-port.ts';

/*
 * Members of prototypes, captured as functions. They are all in this file, because the build omits unused members only
 * in the file that defines `method` and `getter`.
 */

// biome-ignore lint/suspicious/noExplicitAny: a member of any prototype, as its type below says
type Uncurried = any;
const uncurried = (member: unknown): Uncurried => Function.prototype.call.bind(member as () => unknown);
type Kind = { readonly prototype: object };
/** Returns a method of a class as a function whose first argument is the object. */
export const method = /* @__NO_SIDE_EFFECTS__ */ ({ prototype }: Kind, name: string): Uncurried =>
  uncurried(Reflect.get(prototype, name));
/** Returns a getter of a class as a function whose argument is the object. */
export const getter = /* @__NO_SIDE_EFFECTS__ */ ({ prototype }: Kind, name: string): Uncurried =>
  uncurried(Object.getOwnPropertyDescriptor(prototype, name)?.get);

/**
 * An own property of the extension's global object or of the window, which is a different object in Firefox. Named
 * elements of the page are globals, too, and may have any name, but are not own properties.
 */
export const ownGlobal = <Name extends keyof typeof globalThis>(
  name: Name,
  of: typeof globalThis = globalThis,
): (typeof globalThis)[Name] | undefined => (Object.hasOwn(of, name) ? of[name] : undefined);

export const attributeNames: (element: Element) => string[] = method(Element, 'getAttributeNames');
/** The value of the attribute with a qualified name. If two attributes have the name, the value of the first one. */
export const qualifiedAttribute: (element: Element, name: string) => string | null = method(
  Element,
  'getAttribute',
);
export const attributeNS: (element: Element, namespace: string | null, name: string) => string | null =
  method(Element, 'getAttributeNS');
/**
 * The value of the attribute that the browser uses. The browser ignores attributes in a namespace, except for XLink's,
 * even if their names match.
 */
export const attribute = (element: Element, name: string): string | null => attributeNS(element, null, name);
/** The names and the value of an attribute, as in its node. */
export type AttributeNode = Pick<Attr, 'namespaceURI' | 'localName' | 'name' | 'value'>;

/**
 * An element's attributes as nodes, which distinguish attributes with the same name. Creating these nodes is expensive.
 */
export const attributeNodes: (element: Element) => NamedNodeMap = getter(Element, 'attributes');
export const matches: (element: Element, selector: string) => boolean = method(Element, 'matches');
export const localName: (element: Element) => string = getter(Element, 'localName');
const ownNamespace: (element: Element) => string | null = getter(Element, 'namespaceURI');
export const parentElement: (node: Node) => Element | null = getter(Node, 'parentElement');
export const parentOf: (node: Node) => (Node & ParentNode) | null = getter(Node, 'parentNode');
export const textOf: (node: Node) => string = getter(Node, 'textContent');
export const firstChild: (node: Node) => Node | null = getter(Node, 'firstChild');
export const nextSibling: (node: Node) => Node | null = getter(Node, 'nextSibling');
export const previousElement: (element: Element) => Element | null = getter(
  Element,
  'previousElementSibling',
);
export const titleOf: (document: Document) => string = getter(Document, 'title');
export const headOf: (document: Document) => HTMLHeadElement | null = getter(Document, 'head');
export const urlOf: (document: Document) => string = getter(Document, 'URL');
export const compatModeOf: (document: Document) => string = getter(Document, 'compatMode');
export const charsetOf: (document: Document) => string = getter(Document, 'characterSet');
export const contentTypeOf: (document: Document) => string = getter(Document, 'contentType');
export const windowOf: (document: Document) => Window | null = getter(Document, 'defaultView');
export const readyStateOf: (document: Document) => DocumentReadyState = getter(Document, 'readyState');
export const isHidden: (document: Document) => boolean = getter(Document, 'hidden');
export const listen: (target: EventTarget, ...how: Parameters<EventTarget['addEventListener']>) => void =
  method(EventTarget, 'addEventListener');
export const boxesOf: (element: Element) => DOMRectList = method(Element, 'getClientRects');
export const contains: (node: Node, other: Node) => boolean = method(Node, 'contains');
export const ownerDocumentOf: (node: Node) => Document | null = getter(Node, 'ownerDocument');
export const baseOf: (node: Node) => string = getter(Node, 'baseURI');
export const rootOf: (node: Node) => Node = method(Node, 'getRootNode');
export const isConnected: (node: Node) => boolean = getter(Node, 'isConnected');
export const iteratorOf: (document: Document, root: Node, whatToShow: number) => NodeIterator = method(
  Document,
  'createNodeIterator',
);
export const walkerOf: (document: Document, root: Node, whatToShow: number) => TreeWalker = method(
  Document,
  'createTreeWalker',
);

/*
 * The type of a node from any frame. A node that a script keeps and moves into another document still has the
 * prototypes of its first frame. Therefore, `instanceof` fails on it, but getters work.
 */
const nodeType: (node: Node) => number = getter(Node, 'nodeType');
export const isElement = (node: Node): node is Element => nodeType(node) === 1;
/** Whether a node is text. CDATA sections are text, too. */
export const isText = (node: Node): node is Text => nodeType(node) === 3 || nodeType(node) === 4;
export const isDocument = (node: Node): node is Document => nodeType(node) === 9;
/** The class of an object: the "class string" of Web IDL. */
export const classOf = (object: unknown): string => Object.prototype.toString.call(object).slice(8, -1);
export const isShadowRoot = (node: Node): node is ShadowRoot => classOf(node) === 'ShadowRoot';
type HtmlElements = HTMLElementTagNameMap & HTMLElementDeprecatedTagNameMap;
/** Whether an element is an HTML element with this name. */
export const isHtml = <Name extends keyof HtmlElements>(
  element: Element | null,
  name: Name,
): element is HtmlElements[Name] =>
  element !== null && localName(element) === name && ownNamespace(element) === HTML;

/** Whether an element loads only near the viewport. */
export const isLazy = (element: Element): boolean => attribute(element, 'loading')?.toLowerCase() === 'lazy';
/** The tokens of an element's `rel`. */
export const relOf = (element: Element): string[] => tokensIn(attribute(element, 'rel'));
export const isPlayer = (element: Element | null): element is HTMLAudioElement | HTMLVideoElement =>
  isHtml(element, 'audio') || isHtml(element, 'video');

/** The members that documents and shadow roots share, each from its own prototype. */
const scopeMembers = /* @__NO_SIDE_EFFECTS__ */ (kind: Kind) => ({
  adopted: getter(kind, 'adoptedStyleSheets') as (root: Node) => Iterable<CSSStyleSheet>,
  sheets: getter(kind, 'styleSheets') as (root: Node) => Iterable<CSSStyleSheet>,
  animations: method(kind, 'getAnimations') as (root: Node) => Animation[],
  byId: method(kind, 'getElementById') as (root: Node, id: string) => Element | null,
});
const ofDocument = scopeMembers(Document);
const ofShadowRoot = scopeMembers(ShadowRoot);
const scopeOf = (root: Node) =>
  isDocument(root) ? ofDocument : isShadowRoot(root) ? ofShadowRoot : undefined;

/**
 * The sheets of a document or shadow root that do not belong to an element: sheets that are adopted, or loaded by a
 * processing instruction or a `Link` header.
 *
 * @yields null for each sheet that an element loads
 */
export function* ownSheetsOf(root: Node): Generator<CSSStyleSheet | null, void, void> {
  const scope = scopeOf(root);
  if (!scope) return;
  // The lists are copied because scripts may change them in the meantime.
  yield* [...scope.adopted(root)];
  for (const sheet of [...scope.sheets(root)])
    yield sheet.ownerNode && isElement(sheet.ownerNode) ? null : sheet;
}
/**
 * The element with an id; null in trees other than documents and shadow roots, because only these map ids to elements.
 */
export const elementById = (root: Node, id: string): Element | null => scopeOf(root)?.byId(root, id) ?? null;
export const animationsOf = (root: Node): Animation[] => scopeOf(root)?.animations(root) ?? [];

/** The members of one kind of parent node. */
const parentMembers = /* @__NO_SIDE_EFFECTS__ */ (kind: Kind) => ({
  all: method(kind, 'querySelectorAll') as (root: Node, selector: string) => NodeListOf<Element>,
  first: getter(kind, 'firstElementChild') as (root: Node) => Element | null,
});
/** The members of parent nodes, by `nodeType`. */
const parents: Record<number, ReturnType<typeof parentMembers> | undefined> = {
  1: parentMembers(Element),
  9: parentMembers(Document),
  11: parentMembers(DocumentFragment),
};

/** The elements below a root that match a selector, in document order, as a static list. */
export const elementsOf = (root: Node, selector: string): ArrayLike<Element> & Iterable<Element> =>
  parents[nodeType(root)]?.all(root, selector) ?? [];
export const firstChildElement = (root: Node): Element | null => parents[nodeType(root)]?.first(root) ?? null;

/**
 * The "child text content" of the DOM standard, which is the only text of a style or script element that the browser
 * uses.
 *
 * @yields undefined wherever the caller may pause
 */
export function* childTextOf(element: Element): Generator<void, string, void> {
  // The browser joins the text of all descendants much faster, with the same result if there are no child elements.
  if (firstChildElement(element) === null) return textOf(element);
  const texts: string[] = [];
  let count = 0;
  for (let node = firstChild(element); node; node = nextSibling(node)) {
    if (isText(node)) texts.push(node.data);
    if (++count % 64 === 0) yield;
  }
  return texts.join('');
}

declare global {
  interface Element {
    /** Firefox's access to closed shadow roots. Chromium's is `chrome.dom.openOrClosedShadowRoot`. */
    readonly openOrClosedShadowRoot?: ShadowRoot | null;
  }
}
/** Whether this is the build for Firefox. Undefined outside of a build. */
declare const IS_FIREFOX: boolean | undefined;
/** Whether the browser is Firefox, which gives content scripts different access to pages than Chromium does. */
export const isFirefox =
  typeof IS_FIREFOX === 'boolean' ? IS_FIREFOX : 'openOrClosedShadowRoot' in Element.prototype;

const openRoot: (element: Element) => ShadowRoot | null = getter(Element, 'shadowRoot');
/**
 * Chromium's access to closed shadow roots. The class is checked because an `embed` of the page may have the same name
 * and be callable, too.
 */
const openerOfApi = /* @__NO_SIDE_EFFECTS__ */ () => {
  const found = apiPart('dom', 'openOrClosedShadowRoot')?.openOrClosedShadowRoot;
  return classOf(found) === 'Function' ? found : undefined;
};
const opener = isFirefox ? undefined : openerOfApi();

/** The shadow root of an element; null if there is none. For closed ones, see `canReadClosedShadowRoots`. */
export const shadowRootOf: (element: Element) => ShadowRoot | null = isFirefox
  ? getter(Element, 'openOrClosedShadowRoot')
  : (element) => (ownNamespace(element) === HTML ? (opener ?? openRoot)(element as HTMLElement) : null);

/** Whether closed shadow roots are accessible. They are not if a page has taken the names of the API; see `apiPart`. */
export const canReadClosedShadowRoots = isFirefox || opener !== undefined;

/**
 * The namespace of an element. For an element that `markup-trees.ts` created, it is the namespace that the element
 * stands for.
 */
export const namespaceOf = (element: Element): string | undefined =>
  ownNamespace(element)?.replace(markupPrefix, '');
