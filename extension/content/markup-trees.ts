/**
 * Creates trees that the finders can walk from markup that the browser keeps as text: the text of a noscript if scripts
 * are enabled, and the documents in `srcdoc` that no frame shows.
 *
 * The browser's own parsers are not suitable: the event handlers and styles of any document that they create are
 * checked against the page's Content Security Policy, and the page would receive a violation event. Therefore, the
 * tokenizer for HTML bodies is used, and the elements are created in namespaces of the extension, in which no attribute
 * has a meaning to the browser. `namespaceOf` returns the namespaces that they stand for.
 */

import { mayHoldUrl } from '../../src/data-url/is-data-url.ts';
import { HTML, markupPrefix, namespaces, XLINK } from '../../src/namespaces.ts';
import { htmlTokens } from '../../src/payload/html/html-tokens.ts';
import type { StartTag } from '../../src/payload/markup/token.ts';
import { getter } from './dom.ts';
import { createDecoder, type Decoder } from './reference-decoder.ts';

/** A start tag, with its element if the element has been created: see `elementsInFull`. */
interface Tag extends StartTag {
  element?: Element;
}

const implementationOf: (document: Document) => DOMImplementation = getter(Document, 'implementation');

/**
 * Whether text may contain a URL. In a `srcdoc`, character references are not decoded yet, so a URL may contain them.
 */
const mayHold = (text: string) => mayHoldUrl(text) || text.includes('&');

/** The elements that can contain only text and character references (HTML 13.1.2). */
const escapableText = new Set(['textarea', 'title']);

/**
 * The names of SVG elements and attributes with upper-case letters (HTML 13.2.6.5) that the finders know, by their
 * lower-case forms.
 */
const svgNames = new Map(
  ['animateColor', 'animateMotion', 'animateTransform', 'attributeName', 'feImage', 'foreignObject'].map(
    (name) => [name.toLowerCase(), name],
  ),
);

/**
 * Number of attributes of a tag that are always kept. Additional ones are kept only if they may contain a data: URL.
 */
const fewAttributes = 128;
/** Number of attributes after which the caller may pause. */
const stride = 32;

/**
 * Remaining number of elements that are created even if they contain nothing, so that positions are correct. Later
 * elements are created only if they contain something, because megabytes of markup must not become gigabytes of
 * elements.
 */
let elementsInFull = 100_000;

/** The trees created so far. They are kept because another walk must visit the same nodes. */
const trees = new WeakMap<Element, { html: string; tree: Document }>();

/**
 * The tree of elements that an element's markup stands for.
 *
 * @param isFragment whether the markup is part of a body, as in a noscript
 * @yields undefined wherever the caller may pause
 */
export function* treeOfMarkup(
  holder: Element,
  html: string,
  isFragment: boolean,
): Generator<void, Document, void> {
  const known = trees.get(holder);
  if (known?.html === html) return known.tree;
  const tree = yield* makeTree(html, isFragment);
  trees.set(holder, { html, tree });
  return tree;
}

function* makeTree(html: string, isFragment: boolean): Generator<void, Document, void> {
  const tree = implementationOf(document).createDocument(markupPrefix + HTML, 'noscript');
  const decoder = createDecoder();
  /** Returns the element of a tag. Creates the element and its ancestors if needed. */
  const elementOf = (tag: Tag | null): Element => {
    if (tag === null) return tree.documentElement;
    if (!tag.element) {
      tag.element = makeElement(tree, tag);
      elementOf(tag.parent).append(tag.element);
    }
    return tag.element;
  };
  const addText = (parent: Tag | null, text: string, isEscaped: boolean) => {
    if (!mayHold(text)) return;
    const node = tree.createTextNode(text);
    elementOf(parent).append(node);
    if (!isEscaped) return;
    decoder.decode(text, (decoded) => {
      node.data = decoded;
    });
  };

  for (const token of htmlTokens(html, () => true, false, isFragment)) {
    if (token === null) {
      yield;
      continue;
    }
    const written = html.slice(token.start, token.end);
    switch (token.kind) {
      case 'start': {
        const { name, namespace, attributes, content } = token;
        if (namespace === null) break;
        if (attributes.length > 0 || elementsInFull-- > 0)
          yield* setAttributes(elementOf(token), token, decoder);
        if (content) addText(token, html.slice(content.start, content.end), escapableText.has(name));
        break;
      }
      case 'text':
        addText(token.parent, written, true);
        break;
      case 'cdata':
        addText(token.parent, written.slice(9, written.endsWith(']]>') ? -3 : undefined), false);
        break;
      case 'comment':
        // An unfinished tag is dropped.
        if (mayHoldUrl(written) && !/^<\/?[a-z]/i.test(written))
          elementOf(token.parent).append(tree.createComment(commentText(written)));
    }
    if (decoder.isFull()) yield* decoder.flush();
  }
  yield* decoder.flush();
  return tree;
}

/** The text of a comment without its delimiters: a delimiter would become part of a URL at the end of the comment. */
function commentText(comment: string): string {
  const end = ['-->', '--!>', '>'].find((mark) => comment.endsWith(mark)) ?? '';
  return comment.slice(comment.startsWith('<!--') ? 4 : 2, comment.length - end.length);
}

const nameIn = (namespace: StartTag['namespace'], name: string): string =>
  namespace === 'svg' ? (svgNames.get(name) ?? name) : name;

function makeElement(tree: Document, { name, namespace }: StartTag): Element {
  const own = markupPrefix + namespaces[namespace ?? 'other'];
  // In an HTML name, a colon does not separate a prefix, as it would in the DOM method that is used here.
  if (!name.includes(':')) {
    try {
      return tree.createElementNS(own, nameIn(namespace, name));
    } catch {
      // XML does not allow the name.
    }
  }
  return tree.createElementNS(own, 'unknown');
}

function* setAttributes(
  element: Element,
  { namespace, attributes, source }: StartTag,
  decoder: Decoder,
): Generator<void, void, void> {
  for (const [index, { name, start, end }] of attributes.entries()) {
    if (index % stride === stride - 1) yield;
    decoder.decode(source.slice(start, end), (decoded) => {
      // The more attributes an element has, the longer each additional one takes to set.
      if (index >= fewAttributes && !mayHold(decoded)) return;
      // The finders don't look for names that XML does not allow.
      try {
        if (namespace !== 'html' && name === 'xlink:href') element.setAttributeNS(XLINK, name, decoded);
        else element.setAttribute(nameIn(namespace, name), decoded);
      } catch {}
    });
  }
}
