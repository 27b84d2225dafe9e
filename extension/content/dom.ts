/**
 * The DOM as the platform defines it. A form's or document's named elements can hide its own members, in an
 * isolated world too (`<input name="getAttribute">`), so members are taken from the prototypes.
 */

// biome-ignore lint/suspicious/noExplicitAny: a method of any prototype, as its type below says
const method = (prototype: object, name: string): any => {
  const call = Reflect.get(prototype, name) as (...args: unknown[]) => unknown;
  return (self: object, ...args: unknown[]) => Reflect.apply(call, self, args);
};
// biome-ignore lint/suspicious/noExplicitAny: as above
const getter = (prototype: object, name: string): any => {
  const get = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  return (self: object) => (get ? Reflect.apply(get, self, []) : undefined);
};

export const attributeNames: (element: Element) => string[] = method(Element.prototype, 'getAttributeNames');
export const attribute: (element: Element, name: string) => string | null = method(
  Element.prototype,
  'getAttribute',
);
export const localName: (element: Element) => string = getter(Element.prototype, 'localName');
const ownNamespace: (element: Element) => string | null = getter(Element.prototype, 'namespaceURI');
export const parentElement: (node: Node) => Element | null = getter(Node.prototype, 'parentElement');
export const parentOf: (node: Node) => (Node & ParentNode) | null = getter(Node.prototype, 'parentNode');
export const textOf: (node: Node) => string = getter(Node.prototype, 'textContent');
export const nextElement: (element: Element) => Element | null = getter(
  Element.prototype,
  'nextElementSibling',
);
export const rootOf: (node: Node) => Node = method(Node.prototype, 'getRootNode');

const parents = [Document, DocumentFragment, Element].map(({ prototype }) => ({
  prototype,
  all: method(prototype, 'querySelectorAll') as (root: Node, selector: string) => NodeListOf<Element>,
  first: getter(prototype, 'firstElementChild') as (root: Node) => Element | null,
}));
const parentKind = (root: Node) =>
  parents.find(({ prototype }) => Object.prototype.isPrototypeOf.call(prototype, root));

/** The elements below a root that a selector matches, in document order, as they are at this moment. */
export const elementsOf = (root: Node, selector: string): ArrayLike<Element> =>
  parentKind(root)?.all(root, selector) ?? [];
export const firstChildElement = (root: Node): Element | null => parentKind(root)?.first(root) ?? null;

declare global {
  interface Element {
    /** Firefox's way into closed shadow roots; Chromium's is `chrome.dom.openOrClosedShadowRoot`. */
    readonly openOrClosedShadowRoot?: ShadowRoot | null;
  }
}
declare const chrome:
  | { dom?: { openOrClosedShadowRoot?(element: HTMLElement): ShadowRoot | null } }
  | undefined;

/** An element's shadow root, open or closed, or null. */
export function shadowRootOf(element: Element): ShadowRoot | null {
  if (element.openOrClosedShadowRoot !== undefined) return element.openOrClosedShadowRoot;
  if (!(element instanceof HTMLElement)) return null;
  return chrome?.dom?.openOrClosedShadowRoot?.(element) ?? null;
}

export const SVG = 'http://www.w3.org/2000/svg';
export const HTML = 'http://www.w3.org/1999/xhtml';

/** What stands in for these two where a noscript's text is made into elements that mean nothing to the browser. */
export const noscriptNamespaces = { html: 'data-url-inspector:html', svg: 'data-url-inspector:svg' } as const;

/** An element's namespace, or what it stands in for. */
export function namespaceOf(element: Element): string | null {
  const own = ownNamespace(element);
  if (own === noscriptNamespaces.html) return HTML;
  return own === noscriptNamespaces.svg ? SVG : own;
}
