/**
 * The tokens of XML (1.0, with namespaces), as browsers parse it: the declarations of a document type are applied.
 * Content after an error is included, marked as content that does not run. Linear, and recursive only for entities.
 */

import { decodeReferences } from '../../character-references.ts';
import { maxEntityDepth } from '../../limits.ts';
import type { Span } from '../../problem.ts';
import { isHttpWhitespace } from '../../whitespace.ts';
import type { Unfollowed, XmlError } from '../facts.ts';
import {
  type Attributes,
  attributesAt,
  bareTag,
  endOfName,
  markupStride,
} from '../markup/markup-attributes.ts';
import type { StartTag, Token } from '../markup/token.ts';
import { checkCharacters, checkText, mayBeWrong } from './xml-characters.ts';
import {
  closeElement,
  fail,
  failIn,
  failInImages,
  localName,
  newDocument,
  openElement,
  parentIn,
  withDefaults,
  type XmlDocument,
} from './xml-document.ts';
import { readDocumentType } from './xml-dtd.ts';
import {
  doctypeStart,
  hasForbidden,
  instructionStart,
  nameInFirefox,
  xmlDeclaration,
  xmlName,
} from './xml-grammar.ts';

/**
 * Matches text after "<!DOCTYPE" that only Chromium accepts: without whitespace before the name or between identifiers,
 * or with a colon or a surrogate where none is allowed.
 */
const lenientDoctype =
  /^(?:\S|[^[>"']+(?:"[^"]*"|'[^']*')["']|\s*(?::|[^\s:[>]*:[^\s:[>]*:|[^\s[>]*[\ud800-\udfff]))/;

/** Maximum length, in code units, of a document type that is read, because it is parsed in one step. */
const maxDoctypeLength = 1 << 18;

/**
 * Splits XML text into tokens.
 *
 * @param wanted decides by local name, in lower case for HTML, which attributes to return
 * @param namespace the namespace of names without a prefix, unless the text declares one
 * @param onError called at the end with the first error that affects both browsers or, without one, only one browser;
 *   not called if a part that was not parsed may explain the error
 * @yields the tokens in order; and now and then null, so that the caller may pause
 */
export function* xmlTokens(
  text: string,
  wanted: (name: string) => boolean,
  namespace: string,
  onError?: (error: XmlError) => void,
): Generator<Token | null, void, void> {
  const document = newDocument(namespace);
  yield* tokensIn({ text, within: null, depth: 0, wanted, document, unfollowed: [] });
  const { length } = text;
  const unclosed = document.open.at(-1);
  if (unclosed) fail(document, 'unclosed', length, unclosed.name);
  else if (!document.hasRoot) fail(document, 'empty', length);
  const { typeEnd } = document;
  const error = document.error ?? document.ownError;
  if (error && (error.at < typeEnd || !document.unfollowed.has('DTD'))) onError?.(error);
}

/** Whether a name may begin with a code unit. XML names may begin with a letter of any script. */
const isNameStart = (c: number) =>
  ((c | 0x20) >= 0x61 && (c | 0x20) <= 0x7a) || c === 0x5f || c === 0x3a || c >= 0x80;

/** A text to parse: the document, or the content of an entity. */
interface Part {
  readonly text: string;
  /** The position of the outermost entity's reference in the document. */
  readonly within: StartTag['within'];
  /** The number of entities around the text. */
  readonly depth: number;
  readonly wanted: (name: string) => boolean;
  readonly document: XmlDocument;
  /** Tokens that follow the current token, for parts that are not parsed. */
  readonly unfollowed: Token[];
}

function failAt(part: Part, code: XmlError['code'], at: number, name?: string): void {
  const { document, within } = part;
  // In Chromium, markup that begins in an entity may end in the text after the entity's reference.
  if (within && code === 'unclosed') notFollowed(part, 'DTD', within);
  else fail(document, code, within?.start ?? at, name);
}

/** The position after a mark. If the mark is missing, reports an error and returns the end of the text. */
function endOf(part: Part, mark: string, from: number): number {
  const { text, document } = part;
  const at = text.indexOf(mark, from);
  if (at >= 0) return at + mark.length;
  failAt(part, 'unclosed', text.length, document.open.at(-1)?.name);
  return text.length;
}

function notFollowed({ text, within, document, unfollowed }: Part, what: Unfollowed, token: Span): void {
  if (document.unfollowed.has(what)) return;
  document.unfollowed.add(what);
  const { start, end } = token;
  unfollowed.push({ kind: 'unfollowed', what, start, end, source: text, within });
}

/** A tag that does not end, or a `<` that begins nothing. */
type Skipped = Span & { kind: 'skipped' };

function* tokensIn(part: Part): Generator<Token | null, void, void> {
  const { text, depth, document, unfollowed } = part;
  // The text no longer contains its byte order mark, but browsers skip a second one, too.
  const first = depth === 0 && text.startsWith('\ufeff') ? 1 : 0;
  let pause = markupStride;
  for (let at = first; at < text.length; ) {
    if (at >= pause) {
      pause = at + markupStride;
      yield null;
    }
    const open = text.indexOf('<', at);
    const end = open < 0 ? text.length : open;
    if (hasText(text, at, end)) yield* readText(part, at, end);
    if (open < 0) break;
    const c = text.charCodeAt(open + 1);
    let token: Token | Skipped;
    if (isNameStart(c)) {
      const nameEnd = endOfName(text, open + 1);
      const xml = { entities: document.type.entities, name: xmlName };
      const tag = bareTag(text, nameEnd) ?? (yield* attributesAt(text, nameEnd, part.wanted, xml));
      const name = text.slice(open + 1, nameEnd);
      checkTag(part, open, name, tag.errorAt);
      const written = text.slice(nameEnd, tag.end);
      if (mayBeWrong(written)) yield* checkCharacters(document, written, nameEnd, part.within, false);
      // Chromium accepts some kinds of markup in a value.
      if (written.includes('<'))
        failIn('Firefox', document, 'attribute', part.within?.start ?? nameEnd, name);
      token = readStartTag(part, open, name, tag);
    } else token = readMarkup(part, c, open, first);
    at = token.end;
    if (token.kind !== 'skipped') yield token;
    if (document.type.entities.exceeded) notFollowed(part, 'DTD', { start: open, end: at });
    if (unfollowed.length > 0) yield* unfollowed.splice(0);
  }
}

/** Reads markup other than a start tag. @returns its token, or the part to skip */
function readMarkup(part: Part, c: number, at: number, first: number): Token | Skipped {
  const { text, within, document } = part;
  if (c === 0x2f) return readEndTag(part, at);
  if (c === 0x3f) return readInstruction(part, at, first);
  if (text.startsWith('<!--', at)) {
    const end = endOf(part, '-->', at + 4);
    const wrong = text.slice(at + 4, end - 3).search(wrongInComment);
    if (wrong >= 0) failAt(part, 'syntax', at + 4 + wrong);
    return { kind: 'comment', start: at, end, source: text, within, parent: parentIn(document) };
  }
  if (text.startsWith('<![CDATA[', at)) {
    const end = endOf(part, ']]>', at + 9);
    if (document.open.length === 0) failAt(part, 'outside', at);
    const wrong = text.slice(at, end).search(hasForbidden);
    if (wrong >= 0) failAt(part, 'syntax', at + wrong);
    return { kind: 'cdata', start: at, end, source: text, within, parent: parentIn(document) };
  }
  if (/^<!doctype$/i.test(text.slice(at, at + 9))) return readDoctype(part, at);
  failAt(part, 'syntax', at);
  if (c !== 0x21) return { kind: 'skipped', start: at, end: at + 1 };
  const end = endOf(part, '>', at + 2);
  return { kind: 'comment', start: at, end, source: text, within, parent: parentIn(document) };
}

/** XML 2.5: matches text that a comment must not contain. */
const wrongInComment = new RegExp(`--|-$|${hasForbidden.source}`);

function readEndTag(part: Part, at: number): Token {
  const { text, within, document } = part;
  const nameEnd = endOfName(text, at + 2);
  const name = text.slice(at + 2, nameEnd);
  const end = endOf(part, '>', nameEnd);
  const expected = document.open.at(-1)?.name;
  if (name === '') failAt(part, 'syntax', nameEnd);
  else if (expected !== name) failAt(part, expected === undefined ? 'outside' : 'mismatched', at, name);
  if (hasText(text, nameEnd, end - 1)) failAt(part, 'syntax', nameEnd);
  closeElement(document);
  return { kind: 'end', name: localName(name), start: at, end, source: text, within };
}

/** Reports errors in a tag as a whole: its position, its name, and the error at `errorAt`, if any. */
function checkTag(part: Part, at: number, qualified: string, errorAt: number): void {
  const { document, within } = part;
  if (document.hasRoot && document.open.length === 0) failAt(part, 'outside', at);
  if (!xmlName.test(qualified)) {
    if (xmlName.test(qualified.replaceAll(':', ''))) failInImages(document, 'syntax', within?.start ?? at);
    else failAt(part, 'syntax', at);
  } else if (!nameInFirefox.test(qualified)) failIn('Firefox', document, 'syntax', within?.start ?? at);
  if (errorAt >= 0) failAt(part, 'attribute', errorAt, qualified);
}

function readStartTag(part: Part, at: number, qualified: string, tag: Attributes): Token | Skipped {
  const { text, within, wanted, document } = part;
  const { end, closed, selfClosing } = tag;
  if (!closed) failAt(part, 'unclosed', text.length, qualified);
  const attributes = withDefaults(tag.attributes, qualified, at, wanted, document);
  const parent = parentIn(document);
  let starts: Map<string, number> | undefined;
  const placeOf = (attribute: string) => {
    if (within) return within.start;
    starts ??= attributeStarts(text.slice(at, end));
    return at + (starts.get(attribute) ?? 0);
  };
  const { namespace, inert } = openElement(document, qualified, tag, attributes, placeOf);
  if (!closed) return { kind: 'skipped', start: at, end };
  const token: StartTag = {
    kind: 'start',
    name: localName(qualified),
    namespace,
    start: at,
    end,
    source: text,
    within,
    attributes,
    parent,
    selfClosing,
    content: null,
    inert,
  };
  const element = document.open.at(-1);
  if (element && !selfClosing) element.tag = token;
  return token;
}

/** The positions of the attributes in a tag, by their names. Of two with the same name, the last. */
const attributeStarts = (tag: string): Map<string, number> =>
  new Map(
    [...tag.matchAll(/(?<![^\s"'/])([^\s"'=<>/]+)\s*=\s*(?:"[^"]*"|'[^']*')/g)].map(
      ({ 1: own = '', index }) => [own, index] as const,
    ),
  );

function readInstruction(part: Part, at: number, first: number): Token {
  const { text, within, document } = part;
  const end = endOf(part, '?>', at + 2);
  const written = text.slice(at, end);
  const isDeclaration = /^<\?xml\s/.test(written.slice(0, 6));
  const isValid = isDeclaration
    ? at === first && xmlDeclaration.test(written)
    : instructionStart.test(text.slice(at, at + 1000));
  const [, target = ''] = /^<\?([^\s?]*)/.exec(text.slice(at, at + 1000)) ?? [];
  if (!isValid || hasForbidden.test(written)) failAt(part, 'syntax', at);
  else if (target.includes(':') || !nameInFirefox.test(target))
    failIn('Firefox', document, 'syntax', within?.start ?? at);
  const token: Token = { kind: 'instruction', start: at, end, source: text, within };
  if (!document.hasRoot && isTransformation(written)) notFollowed(part, 'XSLT', token);
  return token;
}

function readDoctype(part: Part, at: number): Token {
  const { text, within, document } = part;
  const end = endOfDoctype(text, at + 9);
  const token: Token = { kind: 'doctype', start: at, end, source: text, within };
  const written = text.slice(at, end);
  const isCut = end - at > maxDoctypeLength;
  if (!doctypeStart.test(written)) failAt(part, 'syntax', at);
  else if (lenientDoctype.test(written.slice(9, 1000))) failIn('Firefox', document, 'syntax', at);
  if (document.hasType || document.hasRoot) failAt(part, 'syntax', at);
  else {
    document.type = readDocumentType(written.slice(0, maxDoctypeLength));
    for (const { code, at: inside, name, browser } of isCut ? [] : document.type.errors)
      if (browser) failIn(browser, document, code, at + inside, name);
      else failAt(part, code, at + inside, name);
    document.typeEnd = end;
  }
  document.hasType = true;
  const subset = externalSubset.exec(written);
  document.hasSubset = subset !== null;
  document.hasMoreEntities = subset?.[1] !== undefined || document.type.unfollowed || isCut;
  // Chromium also applies an instruction inside the document type.
  if (written.includes('<?xml-stylesheet')) notFollowed(part, 'XSLT', token);
  if (document.type.unfollowed || isCut) notFollowed(part, 'DTD', token);
  return token;
}

/**
 * XML 4.1, "Entity Declared": matches a document type with an external subset, which may declare more entities. Of such
 * subsets, browsers know some of XHTML and MathML by their public identifiers, which are captured, and load no other.
 */
const externalSubset = /^<!doctype\s+[^\s[>]+\s+(?:SYSTEM|PUBLIC(\s*["'][^"']*(?:XHTML|MathML))?)/i;

const reference = /&([^\s&;<>#]+);/g;

/** Yields the text between markup in pieces. Each entity reference is replaced by the content of the entity. */
function* readText(part: Part, start: number, end: number): Generator<Token | null, void, void> {
  const { text, within, depth, document } = part;
  const written = text.slice(start, end);
  checkText(document, written, start, within);
  if (mayBeWrong(written)) yield* checkCharacters(document, written, start, within, true);
  const { entities, hasMarkup } = document.type;
  let from = start;
  let pause = markupStride;
  for (const { 0: whole, 1: name, index } of hasMarkup ? written.matchAll(reference) : []) {
    if (index >= pause) {
      pause = index + markupStride;
      yield null;
    }
    const value = entities.general.get(name as string);
    if (typeof value !== 'string' || !/[<&]/.test(value)) continue;
    const at = start + index;
    // XML 4.1, "No Recursion".
    if (document.expanding.includes(name as string)) {
      failAt(part, 'reference', at, whole);
      continue;
    }
    if (depth === maxEntityDepth || value.length > entities.quota) {
      entities.exceeded = true;
      continue;
    }
    entities.quota -= value.length;
    if (hasText(text, from, at))
      yield { kind: 'text', start: from, end: at, source: text, within, parent: parentIn(document) };
    from = at + whole.length;
    document.expanding.push(name as string);
    const place = within ?? { start: at, end: from };
    const { length } = document.open;
    const parent = document.open.at(-1);
    yield* tokensIn({ ...part, text: value, within: place, depth: depth + 1 });
    // XML 4.3.2: an entity closes the elements that it opens, and no others. Chromium doesn't require that.
    if (document.open.length !== length || document.open.at(-1) !== parent)
      failIn('Firefox', document, 'reference', place.start, whole);
    document.expanding.pop();
  }
  if (hasText(text, from, end))
    yield { kind: 'text', start: from, end, source: text, within, parent: parentIn(document) };
}

function hasText(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (!isHttpWhitespace(text.charCodeAt(i))) return true;
  return false;
}

/**
 * https://www.w3.org/TR/xml-stylesheet/: whether an instruction refers to an XSLT style sheet, with which browsers
 * transform the document.
 */
function isTransformation(instruction: string): boolean {
  if (!/^<\?xml-stylesheet\s/.test(instruction)) return false;
  const type = pseudoAttribute(instruction, 'type')?.trim().toLowerCase() ?? '';
  return /xml|xsl/.test(type);
}

/** The value of a pseudo-attribute of an instruction; null if absent. */
export function pseudoAttribute(instruction: string, name: string): string | null {
  // Firefox requires no whitespace between pseudo-attributes.
  const pairs = /(?<=[\s"'])([^\s="']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
  for (const [, own, double, single] of instruction.matchAll(pairs)) {
    if (own === name) return decodeReferences(double ?? single ?? '');
  }
  return null;
}

/**
 * The index after a DOCTYPE; the text's length if it does not end. A DOCTYPE may contain declarations in brackets,
 * which may contain quotes, comments and instructions with any text (XML 2.8).
 */
export function endOfDoctype(text: string, from: number): number {
  let inSubset = false;
  let inDeclaration = false;
  /** Whether the declaration contains a bracket, which doesn't end the subset unless the subset has no other end. */
  let hasBracket = false;
  let end = text.length;
  const mark = /["'[\]>]|<!(?:--|\[)?|<\?/g;
  mark.lastIndex = from;
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    const [what] = found;
    if (what === '[') inSubset = true;
    else if (what === '<!') inDeclaration = inSubset;
    else if (what === ']') {
      if (inDeclaration) hasBracket = true;
      else inSubset = false;
    } else if (what === '>') {
      if (!inSubset) return mark.lastIndex;
      if (hasBracket) end = Math.min(end, mark.lastIndex);
      inDeclaration = hasBracket = false;
    } else if (inSubset || what === '"' || what === "'") {
      const close = { '<!--': '-->', '<?': '?>', '<![': ']]>' }[what] ?? what;
      const at = text.indexOf(close, mark.lastIndex);
      if (at < 0) return end;
      mark.lastIndex = at + close.length;
    }
  }
  return end;
}
