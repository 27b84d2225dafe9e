/**
 * Markup that the browser holds as text, made into a tree that the finders can walk: the text of a noscript while
 * scripts are on, and the documents in `srcdoc` that no frame shows.
 *
 * The browser's own parsers do not fit: whatever document they parse into, an event handler or a style in it is checked
 * against the page's Content Security Policy, and the page would get a violation event. So tags are read here by the
 * rules of HTML 13.2.5 and 13.2.6, as far as they decide what is a tag and in which namespace; the elements are made in
 * namespaces of our own, where no attribute has a meaning to the browser. `namespaceOf` returns the namespaces that
 * they would have.
 */

import { mayHoldUrl } from '../../src/data-url/is-data-url.ts';
import { HTML, MATHML, SVG, XLINK } from '../../src/namespaces.ts';
import { implementationOf, markupPrefix } from './dom.ts';
import { rawTextEnd } from './raw-text.ts';
import { createDecoder, type Decoder } from './reference-decoder.ts';

/** Depth of nested elements: Blink and Gecko go no deeper; deeper elements become siblings. */
const maxOpenElements = 512;

type Namespace = typeof HTML | typeof SVG | typeof MATHML;

/** An open element. */
interface Open {
  /** In lower case. */
  name: string;
  namespace: Namespace;
  /** Made when it gets an attribute, text or child to hold: see `elementsInFull`. */
  element: Element | null;
  /** In SVG and MathML: whether its content is HTML again. */
  isIntegrationPoint: boolean;
}

/** Whether text may hold a URL, of which a document in `srcdoc` still has the references. */
const mayHold = (text: string) => mayHoldUrl(text) || text.includes('&');

const setOf = (names: string) => new Set(names.split(' '));
/** HTML 13.1.2: elements without content, and those whose content is text. */
const voidElements = setOf('area base br col embed hr img input link meta param source track wbr');
const rawText = setOf('script style textarea title xmp iframe noembed noframes plaintext');
/** Those whose text has character references. */
const escapableText = setOf('textarea title');
/** HTML 13.2.6.5: start tags that end all foreign content. */
const breakout = setOf(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta ' +
    'nobr ol p pre ruby s small span strong strike sub sup table tt u ul var',
);
const mathTexts = setOf('mi mo mn ms mtext');
const svgHtml = setOf('foreignobject desc title');

/** HTML 13.2.6.5: SVG's names of elements and attributes, as far as the finders know them. */
const svgNames = new Map(
  ['animateColor', 'animateMotion', 'animateTransform', 'attributeName', 'feImage', 'foreignObject'].map(
    (name) => [name.toLowerCase(), name],
  ),
);

/** Attributes of a tag that are kept in any case; of more only those that may hold a data: URL. */
const fewAttributes = 128;
/** Tags, or attributes, between two places where the caller may pause. */
const stride = 32;

/**
 * Elements that are always made, so that positions are right; more are made only where they hold something: megabytes
 * of markup must not become gigabytes of elements.
 */
let elementsInFull = 100_000;

/** The trees made so far: another walk must visit the same nodes. */
const trees = new WeakMap<Element, { html: string; tree: Document }>();

/** The tree of the elements that an element's markup would become. @yields where the caller may pause */
export function* treeOfMarkup(holder: Element, html: string): Generator<void, Document, void> {
  const known = trees.get(holder);
  if (known?.html === html) return known.tree;
  const tree = yield* makeTree(html);
  trees.set(holder, { html, tree });
  return tree;
}

function* makeTree(html: string): Generator<void, Document, void> {
  const tree = implementationOf(document).createDocument(markupPrefix + HTML, 'noscript');
  const decoder = createDecoder();
  const top: Open = { name: '', namespace: HTML, element: tree.documentElement, isIntegrationPoint: false };
  const stack = [top];
  /** The number of open elements by name: an end tag without a start must not go through all of them. */
  const open = new Map<string, number>();
  const current = () => stack.at(-1) as Open;
  /** The innermost open element, made together with its ancestors. */
  const made = (): Element => {
    let index = stack.length - 1;
    while (!stack[index]?.element) index--;
    let parent = stack[index]?.element as Element;
    for (const one of stack.slice(index + 1)) {
      one.element = makeElement(tree, one.namespace, one.name);
      parent.append(one.element);
      parent = one.element;
    }
    return parent;
  };
  const push = (one: Open) => {
    if (stack.length > maxOpenElements) pop();
    stack.push(one);
    open.set(one.name, (open.get(one.name) ?? 0) + 1);
  };
  const pop = () => {
    const { name } = stack.pop() as Open;
    open.set(name, (open.get(name) ?? 1) - 1);
  };
  const addText = (text: string, isEscaped: boolean) => {
    if (!mayHold(text)) return;
    if (!isEscaped) made().append(text);
    else {
      const node = tree.createTextNode(text);
      made().append(node);
      decoder.decode(text, (decoded) => {
        node.data = decoded;
      });
    }
  };

  const addComment = (comment: string) => {
    if (mayHoldUrl(comment)) made().append(tree.createComment(commentText(comment)));
  };

  let next = 0;
  let count = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    const tag = html.startsWith('<!--', at) ? yield* commentEnd(html, at) : tagAt(html, at);
    if (++count % stride === 0) yield;
    if (tag === null) {
      at++;
      continue;
    }
    if (at > next) addText(html.slice(next, at), true);
    if (typeof tag === 'number') {
      const isCdata = html.startsWith('<![CDATA[', at) && isForeign(current());
      next = isCdata ? endOf(html, ']]>', at) : tag;
      if (isCdata) addText(html.slice(at + 9, next - (html.endsWith(']]>', next) ? 3 : 0)), false);
      else addComment(html.slice(at, next));
    } else if (tag.isEnd) {
      next = (yield* attributesAt(html, tag.end)).end;
      if (open.get(tag.name)) {
        while (current().name !== tag.name) pop();
        pop();
      }
    } else {
      const { attributes, isSelfClosing, end } = yield* attributesAt(html, tag.end);
      next = end;
      if (isForeign(current()) && breaksOut(tag.name, attributes)) while (isForeign(current())) pop();
      const namespace = namespaceIn(current(), tag.name);
      // HTML 13.2.6.4.7, 'A start tag whose tag name is "image"'.
      const name = namespace === HTML && tag.name === 'image' ? 'img' : tag.name;
      const isIntegrationPoint = holdsHtml(name, namespace, attributes);
      push({ name, namespace, element: null, isIntegrationPoint });
      if (attributes.size > 0 || elementsInFull-- > 0)
        yield* setAttributes(made(), namespace, attributes, decoder);
      const isText = namespace === HTML && rawText.has(name);
      if (isText) {
        const textEnd = yield* rawTextEnd(html, name, next);
        addText(html.slice(next, textEnd), escapableText.has(name));
        next = textEnd;
      }
      if (isText || (namespace === HTML ? voidElements.has(name) : isSelfClosing)) pop();
    }
    at = next;
    if (decoder.isFull()) yield* decoder.flush();
  }
  addText(html.slice(next), true);
  yield* decoder.flush();
  return tree;
}

const isForeign = ({ namespace, isIntegrationPoint }: Open) => namespace !== HTML && !isIntegrationPoint;

const endOf = (html: string, mark: string, from: number): number => {
  const at = html.indexOf(mark, from);
  return at < 0 ? html.length : at + mark.length;
};

/** Code units that are searched without a pause. */
const stretch = 1 << 16;

const tagName = /<(\/?)([a-z][^\t\n\f\r />]{0,65536})/iy;
/** HTML 13.2.5.43: two comments that end where they begin, `<!-->` and `<!--->`. */
const shortComment = /<!--(?:-?>)/y;

/** The index after a comment. */
function* commentEnd(html: string, from: number): Generator<void, number, void> {
  shortComment.lastIndex = from;
  if (shortComment.test(html)) return shortComment.lastIndex;
  return yield* endOfMatch(html, /--!?>/, from + 4);
}

/** The index after the first match of a pattern of a few code units, or the end of the text. */
function* endOfMatch(html: string, pattern: RegExp, from: number): Generator<void, number, void> {
  for (let at = from; at < html.length; at += stretch) {
    const found = pattern.exec(html.slice(at, at + stretch + 4));
    if (found) return at + found.index + found[0].length;
    yield;
  }
  return html.length;
}

interface Tag {
  name: string;
  isEnd: boolean;
  /** The index after the name. */
  end: number;
}

/** The construct at a `<`: a tag, a comment (the index of its end), or null for text. HTML 13.2.5.6 */
function tagAt(html: string, at: number): Tag | number | null {
  tagName.lastIndex = at;
  const tag = tagName.exec(html);
  if (tag) return { name: (tag[2] as string).toLowerCase(), isEnd: tag[1] === '/', end: tagName.lastIndex };
  return /^<[!?/]/.test(html.slice(at, at + 2)) ? endOf(html, '>', at) : null;
}

/** The text of a comment without its marks, so that a URL in it ends where it should. */
function commentText(comment: string): string {
  const end = ['-->', '--!>', '>'].find((mark) => comment.endsWith(mark)) ?? '';
  return comment.slice(comment.startsWith('<!--') ? 4 : 2, comment.length - end.length);
}

/** HTML 13.2.6, "tree construction dispatcher": the namespace of a start tag's element. */
function namespaceIn(parent: Open, name: string): Namespace {
  if (parent.namespace === MATHML && mathTexts.has(parent.name) && /^m(?:glyph|alignmark)$/.test(name))
    return MATHML;
  if (parent.namespace === MATHML && parent.name === 'annotation-xml' && name === 'svg') return SVG;
  if (isForeign(parent)) return parent.namespace;
  return name === 'svg' ? SVG : name === 'math' ? MATHML : HTML;
}

function holdsHtml(name: string, namespace: Namespace, attributes: ReadonlyMap<string, string>): boolean {
  if (namespace === SVG) return svgHtml.has(name);
  if (namespace !== MATHML) return false;
  const encoding = name === 'annotation-xml' ? attributes.get('encoding') : undefined;
  return mathTexts.has(name) || /^(?:text\/html|application\/xhtml\+xml)$/i.test(encoding ?? '');
}

const breaksOut = (name: string, attributes: ReadonlyMap<string, string>): boolean =>
  breakout.has(name) ||
  (name === 'font' && ['color', 'face', 'size'].some((attribute) => attributes.has(attribute)));

function makeElement(tree: Document, namespace: Namespace, name: string): Element {
  const own = markupPrefix + namespace;
  // A colon in an HTML name would make a prefix here.
  if (!name.includes(':')) {
    try {
      return tree.createElementNS(own, namespace === SVG ? (svgNames.get(name) ?? name) : name);
    } catch {
      // XML does not allow the name.
    }
  }
  return tree.createElementNS(own, 'unknown');
}

function* setAttributes(
  element: Element,
  namespace: Namespace,
  attributes: ReadonlyMap<string, string>,
  decoder: Decoder,
): Generator<void, void, void> {
  let count = 0;
  for (const [name, value] of attributes) {
    if (++count % stride === 0) yield;
    const isOneOfMany = count > fewAttributes;
    const set = (decoded: string) => {
      // Each further attribute takes longer to set.
      if (isOneOfMany && !mayHold(decoded)) return;
      // A name that XML does not allow is not one that the finders look for.
      try {
        if (namespace !== HTML && name === 'xlink:href') element.setAttributeNS(XLINK, name, decoded);
        else element.setAttribute(namespace === SVG ? (svgNames.get(name) ?? name) : name, decoded);
      } catch {}
    };
    decoder.decode(value, set);
  }
}

interface Attributes {
  /** As written, by name; of two with the same name the first counts. */
  attributes: Map<string, string>;
  isSelfClosing: boolean;
  /** The index after the tag. */
  end: number;
}

/** Space between attributes, a name, the space around `=`, and a value without quotes: each up to a limit. */
const between = /[\t\n\f\r /]{0,65536}/y;
const attributeName = /[^\t\n\f\r />=]{0,65536}/y;
const space = /[\t\n\f\r ]{0,65536}/y;
const unquoted = /[^\t\n\f\r >]{0,65536}/y;

/** The index after all consecutive matches of a pattern. */
function* endOfAll(pattern: RegExp, html: string, from: number): Generator<void, number, void> {
  for (let at = from; ; yield) {
    pattern.lastIndex = at;
    pattern.test(html);
    const end = pattern.lastIndex;
    if (end - at < stretch) return end;
    at = end;
  }
}

/** HTML 13.2.5.32 on: the attributes after a tag's name. @yields where the caller may pause */
function* attributesAt(html: string, from: number): Generator<void, Attributes, void> {
  const attributes = new Map<string, string>();
  let at = from;
  let count = 0;
  for (;;) {
    const start = at;
    at = yield* endOfAll(between, html, start);
    if (at >= html.length || html[at] === '>')
      return {
        attributes,
        isSelfClosing: at > start && html[at - 1] === '/',
        end: Math.min(at + 1, html.length),
      };
    // The first character of a name may be any.
    const nameEnd = yield* endOfAll(attributeName, html, at + 1);
    const name = html.slice(at, nameEnd);
    at = nameEnd;
    const sign = yield* endOfAll(space, html, at);
    let value = '';
    if (html[sign] === '=') {
      at = yield* endOfAll(space, html, sign + 1);
      const quote = html[at];
      if (quote === '"' || quote === "'") {
        const end = html.indexOf(quote, at + 1);
        value = html.slice(at + 1, end < 0 ? html.length : end);
        at = end < 0 ? html.length : end + 1;
      } else {
        const end = yield* endOfAll(unquoted, html, at);
        value = html.slice(at, end);
        at = end;
      }
    }
    const lower = name.toLowerCase();
    if (!attributes.has(lower)) attributes.set(lower, value);
    if (++count % stride === 0) yield;
  }
}
