/** Finds data: URLs in HTML: in attributes, style sheets, scripts, comments, and running text. */

import { html, type DefaultTreeAdapterTypes as Node, defaultTreeAdapter as tree } from 'parse5';
import { isDataUrl, mayHoldUrl } from '../data-url/is-data-url.ts';
import { HTML } from '../namespaces.ts';
import { cutUrlAt } from '../payload/html/cut-attribute.ts';
import { tokensOf } from '../payload/markup/markup-tokens.ts';
import { mayHaveShadowRoot } from '../shadow-hosts.ts';
import { cutPart } from './attribute-parts.ts';
import { decodeMarkup } from './decode-escapes.ts';
import { findInAttributes, findInCode, holdsCode, placedIn } from './element-finder.ts';
import { type FileFacts, type Found, noElement, noFacts, placed } from './found-in-file.ts';
import { asIs, type Mapped, within } from './mapped-text.ts';
import {
  attributeOf,
  newTree,
  noteId,
  noteTarget,
  type ParsedAttribute,
  type ParsedElement,
  type ParsedTree,
} from './parsed-element.ts';
import { parseDocument, parsePart } from './quick-parser.ts';
import { mayHaveProseParts, proseParts } from './quoted-parts.ts';
import { type MayBegin, mayHoldInHtml, schemesIn } from './scheme-search.ts';

/** Maximum depth of nested `srcdoc` documents. Each noscript adds a level. */
const maxDepth = 8;

/** A text to parse: the file, a noscript's content, or a `srcdoc`. */
interface Source extends Mapped {
  depth: number;
}

/**
 * Finds the data: URLs of an HTML file, in no particular order. A "data:" that is split by tags is not found.
 *
 * @param text the text without a byte order mark
 */
export function findInHtml(text: string): { found: Found[]; facts: FileFacts } {
  if (!mayHoldInHtml(text) && !/content-security-policy/i.test(text))
    return { found: [], facts: { ...noFacts, title: titleOf(text) } };
  const document = parseDocument(text);
  const facts: FileFacts = { title: '', isQuirky: document.mode === html.DOCUMENT_MODE.QUIRKS, policies: [] };
  const source: Source = { ...asIs(text), depth: 0 };
  const found = walk(document, newTree(null, false), source, facts);
  return { found, facts };
}

/** Finds the title of a file without building a tree. */
function titleOf(text: string): string {
  if (!/<title/i.test(text)) return '';
  for (const token of tokensOf(text, 'html', { wanted: () => false }))
    if (token.kind === 'start' && token.name === 'title' && token.namespace === 'html' && !token.inert) {
      const { start, end } = token.content ?? { start: 0, end: 0 };
      return decodeMarkup(text, start, end, 'text').text.trim();
    }
  return '';
}

function walk(
  root: Node.Document | Node.DocumentFragment,
  within: ParsedTree,
  source: Source,
  facts: FileFacts | null,
): Found[] {
  const found: Found[] = [];
  const mayBegin = schemesIn(source.text);
  const parsed = elementsOf(source, new Map([[root, within]]));
  /** The few nodes that may contain URLs or facts. They are searched once all ids are known. */
  const texts: (Node.TextNode | Node.CommentNode)[] = [];
  const elements: Node.Element[] = [];
  const add = (all: Iterable<Found>) => {
    for (const one of all) found.push(one);
  };
  // Not recursive, because markup may be nested to any depth.
  const nodes: Node.Node[] = [root];
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    if (tree.isElementNode(node)) {
      const id = node.attrs.find(({ name }) => name === 'id')?.value;
      if (id) noteId(parsed.elementOf(node), id);
      if (node.attrs.some(({ name }) => name.endsWith('target'))) noteTarget(parsed.elementOf(node));
      if (mayHold(node, mayBegin, facts !== null)) elements.push(node);
    } else if (tree.isCommentNode(node) || tree.isTextNode(node)) {
      const { startOffset, endOffset } = node.sourceCodeLocation ?? nowhere;
      if (mayBegin(startOffset, endOffset)) texts.push(node);
    }
    if ('content' in node) {
      parsed.addTemplate(node);
      nodes.push(node.content);
    }
    // In reverse order, because the last pushed child is popped first.
    if ('childNodes' in node)
      for (let at = node.childNodes.length - 1; at >= 0; at--)
        nodes.push(node.childNodes[at] as Node.ChildNode);
  }
  for (const node of texts) add(findInText(node, parsed.parentOf(node), source));
  for (const node of elements) {
    const element = parsed.elementOf(node);
    add(findInAttributes(element));
    add(cutFrom(element, node, source));
    add(findBelow(element, node, source));
    if (facts) noteFacts(facts, element, node);
  }
  return found;
}

const nowhere = { startOffset: 0, endOffset: 0 };

/**
 * Elements that receive the attributes of later tags with the same name. The positions of these attributes are unknown.
 */
const merged = new Set(['html', 'body']);

/** Whether an element may contain data: URLs, in its attributes or its own text, or facts about the file. */
function mayHold(
  { tagName, attrs, sourceCodeLocation }: Node.Element,
  mayBegin: MayBegin,
  isOfFile: boolean,
): boolean {
  if (isOfFile && (tagName === 'title' || tagName === 'meta')) return true;
  if (merged.has(tagName)) return attrs.some(({ value }) => mayHoldUrl(value));
  if (!sourceCodeLocation) return false;
  const { startOffset, endOffset, startTag } = sourceCodeLocation;
  return mayBegin(startOffset, holders.has(tagName) ? endOffset : (startTag?.endOffset ?? endOffset));
}

/** Elements whose own text is searched. */
const holders = new Set(['style', 'script', 'noscript']);

const wantsShadow = (node: Node.ChildNode): boolean =>
  tree.isElementNode(node) &&
  node.tagName === 'template' &&
  node.attrs.some(({ name, value }) => name === 'shadowrootmode' && /^(?:open|closed)$/i.test(value));

/** HTML 13.2.6.4.4: the template that becomes the shadow root of its parent, if any. */
const shadowOf = (parent: Node.ParentNode | null): Node.ChildNode | undefined =>
  parent && tree.isElementNode(parent) && parent.namespaceURI === HTML && mayHaveShadowRoot(parent.tagName)
    ? parent.childNodes.find(wantsShadow)
    : undefined;

/** Converts the parser's nodes to the elements that the finders need, on demand. */
function elementsOf(source: Source, trees: Map<Node.Node, ParsedTree>) {
  const known = new Map<Node.Node, ParsedElement>();
  const numbers = new Map<Node.Node, number>();
  const shadows = new Map<Node.ParentNode | null, Node.ChildNode | undefined>();
  const isShadow = (node: Node.Template): boolean => {
    const { parentNode } = node;
    if (!shadows.has(parentNode)) shadows.set(parentNode, shadowOf(parentNode));
    return shadows.get(parentNode) === node;
  };
  /** The number of an element among all its siblings, counted from 1. */
  const nthOf = (node: Node.Element): number => {
    if (!numbers.has(node)) {
      // Browsers remove the template of a shadow root from the children.
      const shadow = shadowOf(node.parentNode);
      let nth = 0;
      for (const child of node.parentNode?.childNodes ?? [])
        if (tree.isElementNode(child)) numbers.set(child, child === shadow ? 0 : ++nth);
    }
    return numbers.get(node) ?? 0;
  };
  const made = (node: Node.Element, parent: ParsedElement | null): ParsedElement => {
    let attributes: ParsedAttribute[] | undefined;
    return {
      name: node.tagName,
      namespace: node.namespaceURI,
      parent,
      tree: parent?.tree ?? (trees.get(node.parentNode as Node.ParentNode) as ParsedTree),
      get nth() {
        return nthOf(node);
      },
      get attributes() {
        attributes ??= node.attrs.map((attribute) => attributeIn(node, attribute, source));
        return attributes;
      },
    };
  };
  function elementOf(node: Node.Element): ParsedElement {
    // Not recursive, because markup may be nested to any depth.
    const path: Node.Element[] = [];
    let parent: ParsedElement | null = null;
    for (let at: Node.Node | null = node; at && tree.isElementNode(at) && !parent; at = at.parentNode) {
      parent = known.get(at) ?? null;
      if (!parent) path.push(at);
    }
    for (const each of path.reverse()) {
      parent = made(each, parent);
      known.set(each, parent);
    }
    return parent as ParsedElement;
  }
  const parentOf = ({ parentNode }: Node.ChildNode): ParsedElement | null =>
    parentNode && tree.isElementNode(parentNode) ? elementOf(parentNode) : null;
  return {
    elementOf,
    parentOf,
    /**
     * Adds the tree of a template's content, which is inert unless the content becomes the shadow tree of the
     * template's parent (HTML 4.12.3).
     */
    addTemplate(node: Node.Template) {
      const template = elementOf(node);
      const { parent } = template;
      const { inert } = template.tree;
      trees.set(
        node.content,
        parent && isShadow(node) ? newTree(parent, inert) : newTree(template, inert || !isShadow(node)),
      );
    },
  };
}

type Attribute = Node.Element['attrs'][number];

function attributeIn(node: Node.Element, attribute: Attribute, source: Source): ParsedAttribute {
  const { name, value, prefix = '', namespace = '' } = attribute;
  const qualified = prefix ? `${prefix}:${name}` : name;
  return {
    name: qualified,
    local: name,
    namespace,
    value,
    mapped: () => within(source, valueIn(source.text, node, qualified, value)),
  };
}

/** The value of an attribute with its positions in the parsed text. */
function valueIn(text: string, node: Node.Element, name: string, value: string): Mapped {
  const location = node.sourceCodeLocation;
  const attribute = location?.attrs?.[name.toLowerCase()] ?? location?.attrs?.[name];
  if (attribute) {
    const { startOffset, endOffset } = attribute;
    const written = text.slice(startOffset, endOffset);
    // Matches the name up to the value (HTML 13.2.5.33 and following). A name may begin with an equals sign.
    const front = /^[^\t\n\f\r />][^\t\n\f\r />=]*[\t\n\f\r ]*=[\t\n\f\r ]*(["']?)/.exec(written);
    if (front) {
      const end = endOffset - (front[1] && written.endsWith(front[1]) ? 1 : 0);
      const decoded = decodeMarkup(text, startOffset + front[0].length, end, 'attribute');
      if (decoded.text === value) return decoded;
    }
  }
  // The attribute comes from a second body or html tag, and was moved to the first element.
  const at = text.indexOf(value, location?.startOffset ?? 0);
  return at < 0 ? { text: value, at: () => location?.startOffset ?? 0 } : asIs(value, at);
}

/**
 * Matches the beginning of template code: `@f(`, `{{`, `{%`, `${`, `#{`, `[[`. For the template engine, quotation marks
 * in such code don't end the attribute.
 */
const templateCode = /@[\w.]*\(|[{$#]\{|\{%|\[\[/;
/** Matches the prefix of a verbatim or interpolated string in C#: `@F(@"data:…")`. */
const stringMark = /(?<=[([,])[@$]{1,2}$/;

/**
 * Finds the data: URLs in an attribute that was cut off by a nested quotation mark of the same kind. Such a URL ends at
 * the next mark of that kind.
 */
function* cutFrom(
  element: ParsedElement,
  { sourceCodeLocation }: Node.Element,
  source: Source,
): Generator<Found, void, void> {
  const { text } = source;
  let before: ParsedAttribute | undefined;
  for (const attribute of element.attributes) {
    const index = before ? cutUrlAt(before.value.replace(stringMark, ''), attribute.name) : -1;
    const location = sourceCodeLocation?.attrs?.[attribute.name];
    const start = location && index >= 0 ? location.startOffset + index : 0;
    const at = text.slice(0, start).trimEnd().length - 1;
    // A space may also end an attribute, but only one without quotation marks.
    if (before && /["']/.test(text[at] ?? '')) {
      const quote = text.indexOf(text[at] as string, start);
      const written = text.slice(start, quote < 0 ? text.length : quote);
      const dropped = { cause: 'attribute', at, start: 0, end: 0, line: 1, column: 1 } as const;
      const isCut = !templateCode.test(before.value);
      const end = start + written.length;
      const part = { ...cutPart(element, before), written, start, end, ...(isCut && { dropped }) };
      if (isDataUrl(written)) yield* placedIn(element, [part], () => source);
    }
    before = attribute;
  }
}

/** Finds the data: URLs in an element's style sheet, script, noscript content, or `srcdoc`. */
function* findBelow(
  element: ParsedElement,
  node: Node.Element,
  source: Source,
): Generator<Found, void, void> {
  if (holdsCode(element)) {
    const text = textOf(node, source, element.namespace === HTML ? 'raw' : 'text');
    if (text) yield* findInCode(element, text);
  } else if (isMarkupText(element, node)) {
    const text = textOf(node, source, 'raw');
    if (text?.text.includes('<')) {
      const inner = newTree(element, true);
      yield* walk(parsePart(text.text), inner, { ...text, depth: source.depth + 1 }, null);
    }
  } else if (source.depth < maxDepth) yield* findInSrcdoc(element, source.depth + 1);
}

/**
 * Finds the data: URLs in an iframe's `srcdoc` document, which is HTML even if the iframe is in XML.
 *
 * @param depth number of documents around the `srcdoc` document, at least 1
 */
export function findInSrcdoc(element: ParsedElement, depth: number): Found[] {
  if (element.name !== 'iframe' || element.namespace !== HTML) return [];
  const srcdoc = element.attributes.find(({ name }) => name === 'srcdoc');
  if (!srcdoc || !/[<:]/.test(srcdoc.value)) return [];
  const inner = newTree(element, element.tree.inert);
  return walk(parseDocument(srcdoc.value), inner, { ...srcdoc.mapped(), depth }, null);
}

/** Whether a node is a noscript whose content was parsed as text, as in browsers that run scripts. */
const isMarkupText = ({ name, namespace }: ParsedElement, { childNodes }: Node.Element): boolean =>
  name === 'noscript' && namespace === HTML && childNodes.every((child) => !tree.isElementNode(child));

/** The text between the tags of an element that contains only text; null if there is none. */
function textOf(node: Node.Element, source: Source, how: 'raw' | 'text'): Mapped | null {
  const texts = node.childNodes.filter(tree.isTextNode);
  const first = texts[0]?.sourceCodeLocation;
  const last = texts.at(-1)?.sourceCodeLocation;
  if (!first || !last) return null;
  const cdata = how === 'text' && source.text.startsWith('<![CDATA[', first.startOffset);
  return within(source, decodeMarkup(source.text, first.startOffset, last.endOffset, cdata ? 'raw' : how));
}

/** Finds the URLs that are quoted in a comment or in running text. */
function* findInText(
  node: Node.TextNode | Node.CommentNode,
  parent: ParsedElement | null,
  source: Source,
): Generator<Found, void, void> {
  const isComment = tree.isCommentNode(node);
  const text = isComment ? node.data : node.value;
  const location = node.sourceCodeLocation;
  if (text.length < 6 || !location || !mayHaveProseParts(text)) return;
  const name = parent?.name ?? '';
  const isMarkup = name === 'noscript' && text.includes('<');
  if (!isComment && (name === 'script' || name === 'style' || isMarkup)) return;
  const { startOffset, endOffset } = location;
  const raw = parent?.namespace === HTML && rawText.has(name);
  const how = isComment || raw ? 'raw' : 'text';
  const from = isComment ? commentStart(source.text, startOffset) : startOffset;
  const decoded = decodeMarkup(source.text, from, endOffset, how);
  // The source may also contain the end mark of a comment, or content that was moved out of a table.
  const at = decoded.text.indexOf(text);
  const mapped: Mapped =
    at < 0 ? { text: decoded.text, at: decoded.at } : { text, at: (offset) => decoded.at(at + offset) };
  const parts = proseParts(mapped.text, isComment ? 'comment' : 'text');
  const inFile = within(source, mapped);
  if (parent) yield* placedIn(parent, parts, () => inFile);
  else for (const part of parts) yield placed(part, inFile, noElement);
}

const rawText = new Set(['xmp', 'iframe', 'noembed', 'noframes', 'plaintext', 'noscript']);

const commentStart = (text: string, from: number): number =>
  from + (text.startsWith('<!--', from) ? 4 : text.startsWith('<?', from) ? 1 : 2);

function noteFacts(facts: FileFacts, element: ParsedElement, node: Node.Element): void {
  if (element.namespace !== HTML || element.tree.host) return;
  if (element.name === 'title' && facts.title === '')
    facts.title = node.childNodes
      .map((child) => (tree.isTextNode(child) ? child.value : ''))
      .join('')
      .trim();
  if (element.name !== 'meta' || element.parent?.name !== 'head') return;
  const isPolicy = attributeOf(element, 'http-equiv')?.toLowerCase() === 'content-security-policy';
  const policy = isPolicy ? element.attributes.find(({ name }) => name === 'content') : undefined;
  if (policy?.value) facts.policies.push({ text: policy.value, start: policy.mapped().at(0) });
}
