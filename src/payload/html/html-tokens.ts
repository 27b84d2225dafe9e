/**
 * HTML 13.2.5, the tokens of HTML text. Tokenization depends on tree construction, because the open elements decide
 * which text is a tag. Linear: every search continues where the last one ended.
 */

import { decodedReferences } from '../../character-references.ts';
import { isAsciiWhitespace } from '../../whitespace.ts';
import { strideLength } from '../../yield-to-event-loop.ts';
import { attributesAt, bareTag, endOfName, lowered, markupStride } from '../markup/markup-attributes.ts';
import type { StartTag, Token } from '../markup/token.ts';
import { isHidden } from './html-head.ts';
import { doctype, endTag, isForeign, openBody, startTag, textToken } from './html-modes.ts';
import { current, innermostTag } from './html-stack.ts';
import { newTree } from './html-tree.ts';

const isLetter = (c: number) => (c | 0x20) >= 0x61 && (c | 0x20) <= 0x7a;

/** Attributes that tree construction needs. */
const deciding = new Set(['encoding', 'color', 'face', 'size', 'type', 'shadowrootmode']);

/**
 * Splits HTML text into tokens.
 *
 * @param wanted which attributes to return, by their local name, in lower case for HTML
 * @param scripting whether the content of `noscript` is text
 * @param isFragment whether the text is part of a body, not a document
 * @yields the tokens in order; and now and then null, so that the caller may pause
 */
export function* htmlTokens(
  text: string,
  wanted: (name: string) => boolean,
  scripting: boolean,
  isFragment: boolean,
): Generator<Token | null, void, void> {
  const { length } = text;
  const source = text;
  const within = null;
  const tree = newTree(scripting);
  if (isFragment) {
    openBody(tree);
    // A frameset can no longer follow: it would replace displayed content.
    tree.framesetOk = false;
  }
  const read = (name: string) => deciding.has(name) || wanted(name);

  /**
   * Handles the characters between two tags.
   *
   * @returns whether any of them is not whitespace
   */
  function* characters(start: number, end: number): Generator<null, boolean, void> {
    const first = yield* endOfSpace(text, start, end);
    let isBlank = first >= end;
    // Text that begins with a character reference may still be whitespace.
    if (text[first] === '&' && !isBlank)
      isBlank = !/[^\t\n\f\r \0]/.test(yield* decodedReferences(text.slice(first, end)));
    textToken(tree, isBlank);
    return !isBlank;
  }

  const between = (start: number, end: number) =>
    ({ kind: 'text', start, end, source, within, parent: innermostTag(tree) }) as const;

  let textStart = 0;
  /** The end of the text of the last element that contains only text. */
  let textEnd = -1;
  let isOverflowReported = false;
  let pause = markupStride;
  for (let at = text.indexOf('<'); at >= 0 && at < length; ) {
    if (at >= pause) {
      pause = at + markupStride;
      yield null;
    }
    const c = text.charCodeAt(at + 1);
    const isEnd = c === 0x2f;
    const isTag = isLetter(isEnd ? text.charCodeAt(at + 2) : c);
    if (!isTag && !(isEnd && at + 2 < length) && c !== 0x21 && c !== 0x3f) {
      at = text.indexOf('<', at + 1);
      continue;
    }
    if (at > textStart && (yield* characters(textStart, at))) yield between(textStart, at);
    let next: number;
    if (!isTag) {
      const special = yield* specialAt(text, at, isForeign(tree));
      next = special.end;
      if (special.kind === 'doctype') doctype(tree);
      // The text of a CDATA section is handled like any other text.
      else if (special.kind === 'cdata')
        textToken(tree, (yield* endOfSpace(text, at + 9, next - 3)) >= next - 3);
      yield { ...between(at, next), kind: special.kind };
    } else {
      const nameStart = isEnd ? at + 2 : at + 1;
      const nameEnd = endOfName(text, nameStart);
      const own = lowered(text.slice(nameStart, nameEnd));
      // 13.2.6.4.7: outside of foreign content, an `image` tag creates an img element.
      const written = own === 'image' && !isForeign(tree) ? 'img' : own;
      const tag =
        bareTag(text, nameEnd) ?? (yield* attributesAt(text, nameEnd, isEnd ? nothing : read, null));
      next = tag.end;
      if (!tag.closed) {
        // An unfinished tag is dropped, together with the rest of the text.
        yield { ...between(at, next), kind: 'comment' };
      } else if (isEnd) {
        // An element that contains only text is never opened in the tree, so its end tag closes nothing.
        if (at !== textEnd) endTag(tree, written);
        yield { kind: 'end', name: written, start: at, end: next, source, within };
      } else {
        const { attributes, selfClosing } = tag;
        const inert = isHidden(tree);
        const made = startTag(tree, {
          name: written,
          written: text.slice(nameEnd, tag.end),
          selfClosing,
          attributes,
        });
        const name = made?.name ?? written;
        const isVoid = selfClosing && made !== null && made.namespace !== 'html';
        const element = current(tree);
        // The tag of a new element is not set yet.
        const isOpen = made !== null && element?.name === name && !element.tag;
        const content = made?.text ? yield* rawText(text, name, next) : null;
        const token: StartTag = {
          kind: 'start',
          name,
          namespace: made?.namespace ?? null,
          start: at,
          end: next,
          source,
          within,
          attributes,
          parent: innermostTag(tree, tree.open.length - Number(isOpen)),
          selfClosing: isVoid,
          content,
          inert,
        };
        if (isOpen) element.tag = token;
        yield token;
        if (content) next = textEnd = content.end;
      }
    }
    if (tree.overflowed && !isOverflowReported) {
      isOverflowReported = true;
      yield { kind: 'unfollowed', what: 'nesting', start: at, end: next, source, within };
    }
    textStart = next;
    at = next >= length ? -1 : text.indexOf('<', next);
  }
  if (length > textStart && (yield* characters(textStart, length))) yield between(textStart, length);
}

const nothing = () => false;
/** The index of the first character that is not whitespace; `end` if none. */
function* endOfSpace(text: string, start: number, end: number): Generator<null, number, void> {
  let at = start;
  for (; at < end && (isAsciiWhitespace(text.charCodeAt(at)) || text[at] === '\0'); at++)
    if (at % markupStride === 0) yield null;
  return at;
}

/** Returns the construct that begins with `<!`, `<?` or `</` but isn't a tag (13.2.5.6, 13.2.5.42). */
function* specialAt(
  text: string,
  at: number,
  isForeignContent: boolean,
): Generator<null, { kind: 'comment' | 'cdata' | 'doctype'; end: number }, void> {
  if (text.startsWith('<!--', at)) {
    // 13.2.5.43: these two are complete comments.
    if (text.startsWith('>', at + 4)) return { kind: 'comment', end: at + 5 };
    if (text.startsWith('->', at + 4)) return { kind: 'comment', end: at + 6 };
    // Comments may end with `--!>`, too; one search finds the nearer end.
    return { kind: 'comment', end: endOf(text, '>', yield* indexOfMatch(text, /--!?>/, at + 4)) };
  }
  if (isForeignContent && text.startsWith('<![CDATA[', at))
    return { kind: 'cdata', end: endOf(text, ']]>', at + 9) };
  const kind = /^<!doctype$/i.test(text.slice(at, at + 9)) ? 'doctype' : 'comment';
  return { kind, end: endOf(text, '>', at + 2) };
}

/** The text of an element that contains only text, up to its end tag. */
function* rawText(
  text: string,
  name: string,
  start: number,
): Generator<null, { start: number; end: number; closed: boolean }, void> {
  if (name === 'plaintext') return { start, end: text.length, closed: false };
  const end =
    name === 'script'
      ? yield* endOfScript(text, start)
      : yield* indexOfMatch(text, new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'i'), start);
  return { start, end, closed: (yield* attributesAt(text, end + 2 + name.length, nothing, null)).closed };
}

/** 13.2.5.15 to 13.2.5.31: the end of a script's text. In a comment, a nested script element hides the end tag. */
function* endOfScript(text: string, from: number): Generator<null, number, void> {
  const mark = /<!--|-->|<\/?script(?=[\t\n\f\r />])/i;
  let state: 'data' | 'escaped' | 'double' = 'data';
  let pause = from + markupStride;
  let at = yield* indexOfMatch(text, mark, from);
  // The dashes of `<!--` can also be those of `-->`.
  for (; at < text.length; at = yield* indexOfMatch(text, mark, at + 2)) {
    if (at >= pause) {
      pause = at + markupStride;
      yield null;
    }
    if (text[at] === '-') state = 'data';
    else if (text[at + 1] === '!') {
      if (state === 'data') state = 'escaped';
    } else if (text[at + 1] !== '/') {
      if (state === 'escaped') state = 'double';
    } else if (state === 'double') state = 'escaped';
    else break;
  }
  return at;
}

/** Number of code units that consecutive pieces share, more than any pattern needs. */
const overlap = 32;

/**
 * The index of the first match of a pattern; the text's length if none.
 *
 * @param pattern not global, and matching only a few code units
 * @yields null now and then
 */
function* indexOfMatch(text: string, pattern: RegExp, from: number): Generator<null, number, void> {
  for (let at = from; at < text.length; at += strideLength) {
    const index = text.slice(at, at + strideLength + overlap).search(pattern);
    if (index >= 0) return at + index;
    yield null;
  }
  return text.length;
}

function endOf(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found + mark.length;
}
