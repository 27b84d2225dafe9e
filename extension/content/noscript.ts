/**
 * What a noscript holds while scripts are on: text, made into a tree that the finders can walk.
 *
 * The browser's own parsers would not do: whatever document they parse into, an event handler or a style in it is
 * held against the page's Content Security Policy, and the page would hear of a violation. So start tags are read
 * here by the rules of HTML 13.2.5, and their elements are made in a namespace of our own, where no attribute means
 * anything to the browser; `namespaceOf` tells the one that they would have.
 */
import { implementationOf, localName, namespaceOf, noscriptNamespaces, parentElement, SVG } from './dom.ts';

/** HTML 13.1.2: elements without content, and those whose content is text. */
const voidElements = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);
const rawText = new Set('script style textarea title xmp iframe noembed noframes'.split(' '));

/** HTML 13.2.6.5, "adjust SVG" names, as far as the finders know them. */
const svgNames = new Map(
  ['animateColor', 'animateMotion', 'animateTransform', 'feImage', 'foreignObject'].map((name) => [
    name.toLowerCase(),
    name,
  ]),
);

const isSpace = (c: string | undefined) => c === ' ' || c === '\n' || c === '\t' || c === '\f' || c === '\r';

/** Undoes character references by the browser's own attribute rules; the text can end neither tag nor attribute. */
export function decodeReferences(value: string): string {
  if (!value.includes('&')) return value;
  const html = `<i a="${value.replaceAll('"', '&quot;')}">`;
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  return parsed.body.firstElementChild?.getAttribute('a') ?? value;
}

/** Reads the attributes from behind a tag's name onto the element. @returns the index behind the tag */
function readAttributes(html: string, from: number, element: Element): number {
  const length = html.length;
  let at = from;
  while (at < length) {
    while (isSpace(html[at]) || html[at] === '/') at++;
    if (html[at] === '>' || at >= length) return at + 1;
    const nameStart = at;
    // An equals sign that begins a name is part of it.
    at++;
    while (at < length && !isSpace(html[at]) && html[at] !== '/' && html[at] !== '>' && html[at] !== '=')
      at++;
    const name = html.slice(nameStart, at).toLowerCase();
    while (isSpace(html[at])) at++;
    let value = '';
    if (html[at] === '=') {
      at++;
      while (isSpace(html[at])) at++;
      const quote = html[at];
      if (quote === '"' || quote === "'") {
        const end = html.indexOf(quote, at + 1);
        value = html.slice(at + 1, end < 0 ? length : end);
        at = end < 0 ? length : end + 1;
      } else {
        const start = at;
        while (at < length && !isSpace(html[at]) && html[at] !== '>') at++;
        value = html.slice(start, at);
      }
    }
    // The first of two attributes of a name counts. A name that XML does not allow is none that we look for.
    try {
      if (!element.hasAttribute(name)) element.setAttribute(name, decodeReferences(value));
    } catch {}
  }
  return at;
}

/** The trees made so far: what is walked again is to be the same. */
const trees = new WeakMap<Element, { html: string; tree: Document }>();

/** The tree of the elements that a noscript's text would become. */
export function treeOfNoscript(noscript: Element, html: string): Document {
  let known = trees.get(noscript);
  if (known?.html !== html) {
    known = { html, tree: makeTree(html) };
    trees.set(noscript, known);
  }
  return known.tree;
}

function makeTree(html: string): Document {
  const tree = implementationOf(document).createDocument(noscriptNamespaces.html, 'noscript');
  let lower: string | undefined;
  let parent: Element = tree.documentElement;
  let next = 0;
  let at = html.indexOf('<');
  while (at >= 0) {
    if (at > next) parent.append(decodeReferences(html.slice(next, at)));
    next = at;
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at + 4);
      next = end < 0 ? html.length : end + 3;
      parent.append(tree.createComment(html.slice(at + 4, end < 0 ? next : end)));
      at = html.indexOf('<', next);
      continue;
    }
    const tag = /^<(\/?)([a-z][^\t\n\f\r />]{0,99})/i.exec(html.slice(at, at + 103));
    if (!tag) {
      at = html.indexOf('<', at + 1);
      continue;
    }
    const name = (tag[2] as string).toLowerCase();
    next += tag[0].length;
    if (tag[1] === '/') {
      let open: Element | null = parent;
      while (open && localName(open).toLowerCase() !== name) open = parentElement(open);
      parent = (open && parentElement(open)) ?? parent;
    } else {
      const isSvg = name === 'svg' || (namespaceOf(parent) === SVG && localName(parent) !== 'foreignObject');
      const namespace = isSvg ? noscriptNamespaces.svg : noscriptNamespaces.html;
      let element: Element;
      try {
        element = tree.createElementNS(namespace, isSvg ? (svgNames.get(name) ?? name) : name);
      } catch {
        // A name that XML does not allow.
        element = tree.createElementNS(namespace, 'unknown');
      }
      next = readAttributes(html, next, element);
      parent.append(element);
      if (rawText.has(name)) {
        lower ??= html.toLowerCase();
        const end = lower.indexOf(`</${name}`, next);
        element.textContent = html.slice(next, end < 0 ? html.length : end);
        next = end < 0 ? html.length : end;
      } else if (!voidElements.has(name)) parent = element;
    }
    at = html.indexOf('<', next);
  }
  parent.append(decodeReferences(html.slice(next)));
  return tree;
}
