/** HTML: each element with its attributes, its style sheets and scripts, comments and running text. */
import {
  html,
  type DefaultTreeAdapterTypes as Node,
  type ParserOptions,
  parse,
  parseFragment,
  defaultTreeAdapter as tree,
} from 'parse5';
import { mayQuoteDataUrl } from '../payload/quoted-data-urls.ts';
import { mayHoldUrl } from './attribute-parts.ts';
import { decodeMarkup } from './decode-escapes.ts';
import { foundInAttributes, foundInCode, holdsCode, placedIn } from './element-finder.ts';
import { type FileFacts, type Found, noElement, placed } from './found-in-file.ts';
import { asIs, type Mapped, within } from './mapped-text.ts';
import {
  attributeOf,
  HTML,
  newTree,
  noteId,
  type ParsedAttribute,
  type ParsedElement,
  type ParsedTree,
} from './parsed-element.ts';
import { proseParts } from './quoted-parts.ts';

const options = {
  sourceCodeLocationInfo: true,
  scriptingEnabled: true,
} satisfies ParserOptions<Node.DefaultTreeAdapterMap>;

/** Depth of documents within attributes of documents. */
const maxDepth = 8;

/** A text that is parsed: the file, a noscript's content, a frame's document. */
interface Source extends Mapped {
  depth: number;
}

/** A node that is still to be walked: on a stack, as markup may be nested to any depth. */
interface Step {
  node: Node.Node;
  parent: ParsedElement | null;
  within: ParsedTree;
  nth: number;
}

/**
 * The data: URLs of an HTML file, in no particular order.
 *
 * @param text without a byte order mark
 */
export function findInHtml(text: string): { found: Found[]; facts: FileFacts } {
  const document = parse(text, options);
  const facts: FileFacts = { title: '', isQuirky: document.mode === html.DOCUMENT_MODE.QUIRKS, policies: [] };
  const source: Source = { ...asIs(text), depth: 0 };
  const found = walk(document, newTree(null, false), source, facts);
  return { found, facts };
}

function walk(root: Node.Node, within: ParsedTree, source: Source, facts: FileFacts | null): Found[] {
  const found: Found[] = [];
  const elements: [ParsedElement, Node.Element][] = [];
  const add = (all: Iterable<Found>) => {
    for (const one of all) found.push(one);
  };
  const steps: Step[] = [{ node: root, parent: null, within, nth: 0 }];
  for (let step = steps.pop(); step; step = steps.pop()) {
    const { node, parent } = step;
    let holder = parent;
    if (tree.isElementNode(node)) {
      holder = elementOf(node, step, source);
      const id = node.attrs.find(({ name }) => name === 'id')?.value;
      if (id) noteId(holder, id);
      if (mayHold(node)) elements.push([holder, node]);
    } else if (tree.isCommentNode(node) || tree.isTextNode(node)) {
      add(foundInText(node, parent, source));
    }
    if (!('childNodes' in node)) continue;
    pushChildren(steps, node, holder, step.within);
    if ('content' in node)
      pushChildren(steps, node.content, null, newTree(holder, isInert(holder, step.within)));
  }
  // Ids are known by then.
  for (const [element, node] of elements) {
    add(foundInAttributes(element));
    add(foundBelow(element, node, source));
    if (facts) noteFacts(facts, element, node);
  }
  return found;
}

/** The first is taken first. */
function pushChildren(
  steps: Step[],
  { childNodes }: Node.ParentNode,
  parent: ParsedElement | null,
  within: ParsedTree,
): void {
  let nth = childNodes.filter(tree.isElementNode).length;
  for (let at = childNodes.length - 1; at >= 0; at--) {
    const node = childNodes[at] as Node.ChildNode;
    steps.push({ node, parent, within, nth });
    if (tree.isElementNode(node)) nth--;
  }
}

/** A template's content is inert, unless it makes a shadow tree (HTML 4.12.3). */
function isInert(template: ParsedElement | null, around: ParsedTree): boolean {
  const mode = template && attributeOf(template, 'shadowrootmode')?.toLowerCase();
  return around.inert || !(mode === 'open' || mode === 'closed');
}

/** Elements that hold more than attributes and children, or facts about the file. */
const special = new Set(['style', 'script', 'noscript', 'iframe', 'meta', 'title']);

/** Whether an element is worth another look; most are not. */
const mayHold = ({ tagName, attrs }: Node.Element): boolean =>
  special.has(tagName) || attrs.some(({ value }) => mayHoldUrl(value));

function elementOf(node: Node.Element, { parent, within, nth }: Step, source: Source): ParsedElement {
  let attributes: ParsedAttribute[] | undefined;
  return {
    name: node.tagName,
    namespace: node.namespaceURI,
    parent,
    tree: within,
    nth,
    // Made for the few elements that are asked for them.
    get attributes() {
      attributes ??= node.attrs.map((attribute) => attributeIn(node, attribute, source));
      return attributes;
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
    // HTML 13.2.5.33 on; a name may begin with an equals sign.
    const front = /^[^\t\n\f\r />][^\t\n\f\r />=]*[\t\n\f\r ]*=[\t\n\f\r ]*(["']?)/.exec(written);
    if (front) {
      const end = endOffset - (front[1] && written.endsWith(front[1]) ? 1 : 0);
      const decoded = decodeMarkup(text, startOffset + front[0].length, end, 'attribute');
      if (decoded.text === value) return decoded;
    }
  }
  // Of a second body or html tag, whose attributes the first element gets.
  const at = text.indexOf(value, location?.startOffset ?? 0);
  return at < 0 ? { text: value, at: () => location?.startOffset ?? 0 } : asIs(value, at);
}

/** The URLs of a style sheet, a script, a noscript, a frame's document. */
function* foundBelow(
  element: ParsedElement,
  node: Node.Element,
  source: Source,
): Generator<Found, void, void> {
  if (holdsCode(element)) {
    const text = textOf(node, source, element.namespace === HTML ? 'raw' : 'text');
    if (text) yield* foundInCode(element, text);
  } else if (isMarkupText(element, node)) {
    const text = textOf(node, source, 'raw');
    if (text?.text.includes('<')) {
      const inner = newTree(element, true);
      yield* walk(parseFragment(text.text, options), inner, { ...text, depth: source.depth + 1 }, null);
    }
  } else if (element.name === 'iframe' && element.namespace === HTML && source.depth < maxDepth) {
    const srcdoc = element.attributes.find(({ name }) => name === 'srcdoc');
    if (!srcdoc || !/[<:]/.test(srcdoc.value)) return;
    const inner = newTree(element, element.tree.inert);
    yield* walk(parse(srcdoc.value, options), inner, { ...srcdoc.mapped(), depth: source.depth + 1 }, null);
  }
}

/** A noscript's content is text to a browser that runs scripts. */
const isMarkupText = ({ name, namespace }: ParsedElement, { childNodes }: Node.Element): boolean =>
  name === 'noscript' && namespace === HTML && childNodes.every((child) => !tree.isElementNode(child));

/** The text of an element that has only text, as it stands between its tags. */
function textOf(node: Node.Element, source: Source, how: 'raw' | 'text'): Mapped | null {
  const texts = node.childNodes.filter(tree.isTextNode);
  const first = texts[0]?.sourceCodeLocation;
  const last = texts.at(-1)?.sourceCodeLocation;
  if (!first || !last) return null;
  const cdata = how === 'text' && source.text.startsWith('<![CDATA[', first.startOffset);
  return within(source, decodeMarkup(source.text, first.startOffset, last.endOffset, cdata ? 'raw' : how));
}

/** The URLs that a comment or running text quotes. */
function* foundInText(
  node: Node.TextNode | Node.CommentNode,
  parent: ParsedElement | null,
  source: Source,
): Generator<Found, void, void> {
  const isComment = tree.isCommentNode(node);
  const text = isComment ? node.data : node.value;
  const location = node.sourceCodeLocation;
  if (text.length < 6 || !location || !mayQuoteDataUrl(text)) return;
  const name = parent?.name ?? '';
  const isMarkup = name === 'noscript' && text.includes('<');
  if (!isComment && (name === 'script' || name === 'style' || isMarkup)) return;
  const { startOffset, endOffset } = location;
  const raw = parent?.namespace === HTML && rawText.has(name);
  const how = isComment || raw ? 'raw' : 'text';
  const from = isComment ? commentStart(source.text, startOffset) : startOffset;
  const decoded = decodeMarkup(source.text, from, endOffset, how);
  // A comment's end mark, and what a table moves out of itself, stand in between.
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
  const policy = isPolicy ? attributeOf(element, 'content') : null;
  if (policy) facts.policies.push(policy);
}
