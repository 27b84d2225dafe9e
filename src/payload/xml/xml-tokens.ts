/**
 * The tokens of XML (1.0, with namespaces), as browsers read it: declarations of a document type are applied, and
 * content after an error is included but does not run. Linear, and recursive only for entities.
 */

import { decodeReferences } from '../../character-references.ts';
import { maxEntityDepth } from '../../limits.ts';
import type { Browser } from '../../mime/documents.ts';
import { HTML, MATHML, SVG, XLINK, XML, XMLNS } from '../../namespaces.ts';
import { isHttpWhitespace } from '../../whitespace.ts';
import type { Unfollowed, XmlError } from '../facts.ts';
import {
  type Attribute,
  type Attributes,
  attributesAt,
  bareTag,
  endOfName,
  markupStride,
} from '../markup/markup-attributes.ts';
import type { ElementNamespace, StartTag, Token } from '../markup/token.ts';
import { type DocumentType, isWellFormedContent, noDocumentType, readDocumentType } from './xml-dtd.ts';
import {
  anyReference,
  doctypeStart,
  hasForbidden,
  instructionStart,
  isAllowedNumber,
  nameInFirefox,
  predefined,
  xmlDeclaration,
  xmlName,
} from './xml-grammar.ts';

/** The text after "<!DOCTYPE" that only Chromium accepts: no whitespace; or a colon or a surrogate where none may be. */
const lenientDoctype = /^(?:\S|\s*(?::|[^\s:[>]*:[^\s:[>]*:|[^\s[>]*[\ud800-\udfff]))/;

/** Maximum length, in code units, of a document type that is read, because it is parsed in one step. */
const maxDoctypeLength = 1 << 18;

const namespaces: ReadonlyMap<string, ElementNamespace> = new Map<string, ElementNamespace>([
  [HTML, 'html'],
  [SVG, 'svg'],
  [MATHML, 'math'],
]);

interface Document {
  type: DocumentType;
  open: OpenElement[];
  /** For each prefix ('' for none), the namespaces that it is bound to, innermost last. */
  bindings: Map<string, string[]>;
  /** The number of open templates, whose content doesn't run. */
  templates: number;
  hasType: boolean;
  /** The end of the document type, in code units: its declarations can't explain an earlier error. */
  typeEnd: number;
  /** The entities whose content is being read, innermost last. */
  expanding: string[];
  /** Whether the content of each entity is well-formed, as far as known. */
  wellFormed: Map<string, boolean>;
  /** Whether entities may be declared in parts that were not read. */
  hasMoreEntities: boolean;
  hasRoot: boolean;
  error: XmlError | null;
  /** The first error for one browser only. */
  ownError: XmlError | null;
  /** Whether there was an error after which no browser runs anything, even with another type. */
  isBroken: boolean;
  /** The kinds of parts that were not parsed, each reported once. */
  unfollowed: Set<Unfollowed>;
}

interface OpenElement {
  /** The name as written. */
  name: string;
  /** Prefixes that it declares; null if none. */
  declared: readonly string[] | null;
  /** Whether it is a template, whose content is not rendered. */
  hides: boolean;
  /** The tag that created it; null if the tag does not end. */
  tag: StartTag | null;
}

/**
 * @param wanted decides by local name, in lower case for HTML, which attributes to return
 * @param namespace the namespace of names without a prefix, unless the text declares one
 * @param onError called at the end with the first error of both browsers, or else of one, unless a part that was not
 *   parsed may explain it
 * @yields the tokens in order; and now and then null, so that the caller may pause
 */
export function* xmlTokens(
  text: string,
  wanted: (name: string) => boolean,
  namespace: string,
  onError?: (error: XmlError) => void,
): Generator<Token | null, void, void> {
  const document: Document = {
    type: noDocumentType(),
    open: [],
    bindings: new Map([['', [namespace]]]),
    templates: 0,
    hasType: false,
    typeEnd: 0,
    expanding: [],
    wellFormed: new Map(),
    hasMoreEntities: false,
    hasRoot: false,
    error: null,
    ownError: null,
    isBroken: false,
    unfollowed: new Set(),
  };
  yield* tokensIn(text, null, 0, wanted, document);
  const { length } = text;
  const unclosed = document.open.at(-1);
  if (unclosed) fail(document, 'unclosed', length, unclosed.name);
  else if (!document.hasRoot) fail(document, 'empty', length);
  const { typeEnd } = document;
  const error = document.error ?? document.ownError;
  if (error && (error.at < typeEnd || !document.unfollowed.has('DTD'))) onError?.(error);
}

function fail(document: Document, code: XmlError['code'], at: number, name = ''): void {
  failInNames(document, code, at, name);
  document.isBroken = true;
}

/**
 * An error in the names of elements, or in their prefixes: Chromium continues after it, except in images and SVG
 * documents.
 */
function failInNames(document: Document, code: XmlError['code'], at: number, name = ''): void {
  document.error ??= { code, at, name, open: document.open.at(-1)?.name ?? '' };
}

function failIn(browser: Browser, document: Document, code: XmlError['code'], at: number, name = ''): void {
  document.ownError ??= { code, at, name, open: document.open.at(-1)?.name ?? '', browser };
}

/** XML names may begin with a letter of any script. */
const isNameStart = (c: number) =>
  ((c | 0x20) >= 0x61 && (c | 0x20) <= 0x7a) || c === 0x5f || c === 0x3a || c >= 0x80;

/** @param depth how many entities the text is nested in */
function* tokensIn(
  text: string,
  within: StartTag['within'],
  depth: number,
  wanted: (name: string) => boolean,
  document: Document,
): Generator<Token | null, void, void> {
  const { length } = text;
  const source = text;
  const failAt = (code: XmlError['code'], at: number, name?: string) =>
    fail(document, code, within?.start ?? at, name);
  const endOf = (mark: string, from: number) => {
    const at = text.indexOf(mark, from);
    if (at < 0) failAt('unclosed', length, document.open.at(-1)?.name);
    return at < 0 ? length : at + mark.length;
  };
  const report = function* (what: Unfollowed, start: number, end: number): Generator<Token, void, void> {
    if (document.unfollowed.has(what)) return;
    document.unfollowed.add(what);
    yield { kind: 'unfollowed', what, start, end, source, within };
  };

  let pause = markupStride;
  // The text has no byte order mark, but browsers skip a second one.
  const first = depth === 0 && text.startsWith('\ufeff') ? 1 : 0;
  for (let at = first; at < length; ) {
    if (at >= pause) {
      pause = at + markupStride;
      yield null;
    }
    const open = text.indexOf('<', at);
    const end = open < 0 ? length : open;
    if (hasText(text, at, end)) {
      const { hasMarkup } = document.type;
      const written = text.slice(at, end);
      checkText(document, written, at, within);
      if (mayBeWrong(written)) yield* checkCharacters(document, written, at, within, true);
      if (hasMarkup) yield* textIn(text, at, end, within, depth, wanted, document);
      else yield { kind: 'text', start: at, end, source, within, parent: parentIn(document) };
    }
    if (open < 0) break;
    const c = text.charCodeAt(open + 1);
    at = open;
    let next = open + 1;
    if (c === 0x2f) {
      const nameEnd = endOfName(text, open + 2);
      const name = text.slice(open + 2, nameEnd);
      next = endOf('>', nameEnd);
      const expected = document.open.at(-1)?.name;
      if (expected !== name) failAt(expected === undefined ? 'outside' : 'mismatched', at, name);
      if (hasText(text, nameEnd, next - 1)) failAt('syntax', nameEnd);
      closeElement(document);
      yield { kind: 'end', name: localName(name), start: at, end: next, source, within };
    } else if (isNameStart(c)) {
      const nameEnd = endOfName(text, open + 1);
      const qualified = text.slice(open + 1, nameEnd);
      const xml = { entities: document.type.entities, name: xmlName };
      const tag = bareTag(text, nameEnd) ?? (yield* attributesAt(text, nameEnd, wanted, xml));
      next = tag.end;
      if (document.hasRoot && document.open.length === 0) failAt('outside', at);
      if (!xmlName.test(qualified)) {
        if (xmlName.test(qualified.replaceAll(':', ''))) failInNames(document, 'syntax', within?.start ?? at);
        else failAt('syntax', at);
      } else if (!nameInFirefox.test(qualified)) failIn('Firefox', document, 'syntax', within?.start ?? at);
      if (tag.errorAt >= 0) failAt('attribute', tag.errorAt, qualified);
      const written = text.slice(nameEnd, next);
      if (mayBeWrong(written)) yield* checkCharacters(document, written, nameEnd, within, false);
      // Chromium accepts some kinds of markup in a value.
      if (written.includes('<'))
        failIn('Firefox', document, 'attribute', within?.start ?? nameEnd, qualified);
      if (!tag.closed) failAt('unclosed', length, qualified);
      const attributes = withDefaults(tag.attributes, qualified, at, wanted, document);
      const parent = parentIn(document);
      const { namespace, inert } = openElement(document, qualified, tag, attributes, within?.start ?? at);
      if (tag.closed) {
        const name = localName(qualified);
        const token: StartTag = {
          kind: 'start',
          name,
          namespace,
          start: at,
          end: next,
          source,
          within,
          attributes,
          parent,
          selfClosing: tag.selfClosing,
          content: null,
          inert,
        };
        const element = document.open.at(-1);
        if (element && !tag.selfClosing) element.tag = token;
        yield token;
      }
    } else if (c === 0x3f) {
      next = endOf('?>', at + 2);
      const isDeclaration = /^<\?xml\s/.test(text.slice(at, at + 6));
      const isValid = isDeclaration
        ? at === first && xmlDeclaration.test(text.slice(at, next))
        : instructionStart.test(text.slice(at, at + 1000));
      const [, target = ''] = /^<\?([^\s?]*)/.exec(text.slice(at, at + 1000)) ?? [];
      if (!isValid || hasForbidden.test(text.slice(at, next))) failAt('syntax', at);
      else if (target.includes(':') || !nameInFirefox.test(target))
        failIn('Firefox', document, 'syntax', within?.start ?? at);
      yield { kind: 'instruction', start: at, end: next, source, within };
      if (!document.hasRoot && isTransformation(text.slice(at, next))) {
        yield* report('XSLT', at, next);
      }
    } else if (text.startsWith('<!--', at)) {
      next = endOf('-->', at + 4);
      const comment = text.slice(at + 4, next - 3);
      if (/--|-$/.test(comment) || hasForbidden.test(comment)) failAt('syntax', at);
      yield { kind: 'comment', start: at, end: next, source, within, parent: parentIn(document) };
    } else if (text.startsWith('<![CDATA[', at)) {
      next = endOf(']]>', at + 9);
      if (document.open.length === 0) failAt('outside', at);
      if (hasForbidden.test(text.slice(at, next))) failAt('syntax', at);
      yield { kind: 'cdata', start: at, end: next, source, within, parent: parentIn(document) };
    } else if (/^<!doctype$/i.test(text.slice(at, at + 9))) {
      next = endOfDoctype(text, at + 9);
      yield { kind: 'doctype', start: at, end: next, source, within };
      const written = text.slice(at, next);
      if (!doctypeStart.test(written)) failAt('syntax', at);
      else if (lenientDoctype.test(written.slice(9, 1000))) failIn('Firefox', document, 'syntax', at);
      if (document.hasType || document.hasRoot) failAt('syntax', at);
      else {
        document.type = readDocumentType(text.slice(at, Math.min(next, at + maxDoctypeLength)));
        const { errorAt } = document.type;
        if (errorAt >= 0 && next - at <= maxDoctypeLength) failAt('syntax', at + errorAt);
        document.typeEnd = next;
      }
      document.hasType = true;
      document.hasMoreEntities = mayDeclareMore.test(written) || next - at > maxDoctypeLength;
      // Chromium also applies an instruction inside the document type.
      if (written.includes('<?xml-stylesheet')) yield* report('XSLT', at, next);
      if (document.type.unfollowed || next - at > maxDoctypeLength) yield* report('DTD', at, next);
    } else {
      failAt('syntax', at);
      if (c === 0x21) {
        next = endOf('>', at + 2);
        yield { kind: 'comment', start: at, end: next, source, within, parent: parentIn(document) };
      }
    }
    if (document.type.entities.exceeded) yield* report('DTD', at, next);
    at = next;
  }
}

/**
 * XML 4.1, "Entity Declared": a parameter entity may contain more declarations. Of external subsets, browsers know some
 * of XHTML and MathML by their public identifiers, and load no other.
 */
const mayDeclareMore = /^<!doctype\s+[^\s[>]+\s+PUBLIC\s*["'][^"']*(?:XHTML|MathML)|%/i;

/** Errors in text: text outside of the root, and "]]>". */
function checkText(document: Document, text: string, at: number, within: StartTag['within']): void {
  const isOutside = document.open.length === 0 && within === null;
  if (isOutside) fail(document, 'outside', at + text.search(/[^ \t\r\n]/));
  const end = text.indexOf(']]>');
  if (end >= 0) fail(document, 'syntax', within?.start ?? at + end);
}

const mayBeWrong = (text: string) => text.includes('&') || hasForbidden.test(text);

/**
 * Errors in text or in a tag: characters that XML forbids (2.2), and references (4.1).
 *
 * @param isContent whether it is text, not an attribute: Chromium doesn't check the content of entities in attributes
 */
function* checkCharacters(
  document: Document,
  text: string,
  at: number,
  within: StartTag['within'],
  isContent: boolean,
): Generator<null, void, void> {
  const forbidden = text.search(hasForbidden);
  if (forbidden >= 0) fail(document, 'syntax', within?.start ?? at + forbidden);
  const { general } = document.type.entities;
  const isEntity = (name: string) =>
    // External declarations may declare any entity.
    document.hasMoreEntities ||
    predefined.has(name) ||
    (general.has(name) && (!isContent || isWellFormedContent(name, general, document.wellFormed)));
  // Cached results are those of entities without tags.
  const isTextOnly = (name: string) =>
    document.wellFormed.get(name) ??
    (typeof general.get(name) === 'string' &&
      !general.get(name)?.includes('<') &&
      isWellFormedContent(name, general, document.wellFormed));
  let pause = markupStride;
  for (const { 0: written, 1: number, 2: name, index } of text.matchAll(anyReference)) {
    const isValid = number === undefined ? name !== undefined && isEntity(name) : isAllowedNumber(number);
    if (!isValid) fail(document, 'reference', within?.start ?? at + index, written);
    else if (!isContent && !document.ownError && name && general.has(name) && !isTextOnly(name))
      failIn('Firefox', document, 'reference', within?.start ?? at + index, written);
    if (document.isBroken) return;
    if (index >= pause) {
      pause = index + markupStride;
      yield null;
    }
  }
}
const reference = /&([^\s&;<>#]+);/g;

/** Yields text in pieces, with the content of its entities in their place. */
function* textIn(
  source: string,
  start: number,
  end: number,
  within: StartTag['within'],
  depth: number,
  wanted: (name: string) => boolean,
  document: Document,
): Generator<Token | null, void, void> {
  const { entities } = document.type;
  let from = start;
  let pause = markupStride;
  for (const { 0: whole, 1: name, index } of source.slice(start, end).matchAll(reference)) {
    if (index >= pause) {
      pause = index + markupStride;
      yield null;
    }
    const value = entities.general.get(name as string);
    if (typeof value !== 'string' || !/[<&]/.test(value)) continue;
    // XML 4.1, "No Recursion".
    if (document.expanding.includes(name as string)) {
      fail(document, 'reference', within?.start ?? start + index, whole);
      continue;
    }
    if (depth === maxEntityDepth || value.length > entities.quota) {
      entities.exceeded = true;
      continue;
    }
    entities.quota -= value.length;
    const at = start + index;
    const parent = parentIn(document);
    if (hasText(source, from, at)) yield { kind: 'text', start: from, end: at, source, within, parent };
    from = at + whole.length;
    document.expanding.push(name as string);
    yield* tokensIn(value, within ?? { start: at, end: from }, depth + 1, wanted, document);
    document.expanding.pop();
  }
  const parent = parentIn(document);
  if (hasText(source, from, end)) yield { kind: 'text', start: from, end, source, within, parent };
}
const parentIn = ({ open }: Document): StartTag | null => open.at(-1)?.tag ?? null;

function hasText(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (!isHttpWhitespace(text.charCodeAt(i))) return true;
  return false;
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}
function prefixOf(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? '' : name.slice(0, colon);
}
const isDeclaration = (name: string) => name === 'xmlns' || name.startsWith('xmlns:');

/** XML 3.3.2: the attributes of a tag, including defaults of the document type. */
function withDefaults(
  attributes: Attribute[],
  element: string,
  at: number,
  wanted: (name: string) => boolean,
  { type: { defaults, entities } }: Document,
): Attribute[] {
  const list = defaults.size === 0 ? undefined : defaults.get(element);
  if (!list) return attributes;
  const added = [...list]
    .filter((each): each is [string, string] => each[1] !== null)
    .filter(
      ([name]) =>
        !attributes.some((each) => each.name === name) && (isDeclaration(name) || wanted(localName(name))),
    );
  return [
    ...attributes,
    ...added.map(([name, value]) => ({
      name,
      value: decodeReferences(value, entities),
      start: at,
      end: at,
    })),
  ];
}

/**
 * Namespaces in XML 6: declarations apply to their own tag. XLink attributes get the prefix `xlink`.
 *
 * @param attributes including defaults
 * @param at the position to report errors at
 */
function openElement(
  document: Document,
  qualified: string,
  { names, selfClosing }: Attributes,
  attributes: readonly Attribute[],
  at: number,
): { namespace: ElementNamespace; inert: boolean } {
  const { bindings } = document;
  document.hasRoot = true;
  let declared: string[] | null = null;
  for (const { name, value, isAgain } of attributes) {
    if (!isDeclaration(name)) continue;
    const prefix = name.slice(6);
    if (isReserved(prefix, value)) failInNames(document, 'namespace', at, prefix);
    else if (isAgain) failIn('Firefox', document, 'attribute', at, qualified);
    else if (value === XMLNS || (value === XML && prefix !== 'xml'))
      failIn('Firefox', document, 'namespace', at, prefix);
    if (isAgain) continue;
    const bound = bindings.get(prefix);
    if (bound) bound.push(value);
    else bindings.set(prefix, [value]);
    declared ??= [];
    declared.push(prefix);
  }
  const own = prefixOf(qualified);
  if (!isBound(own, bindings) || own === 'xmlns') failInNames(document, 'prefix', at, own);
  else if (own === 'xml') failIn('Chromium', document, 'prefix', at, own);
  if (!names.every((name) => nameInFirefox.test(name)))
    failIn('Firefox', document, 'attribute', at, qualified);
  // Nearly all names have no prefix.
  if (names.some(hasPrefix) || attributes.length > names.length) {
    for (const name of names)
      if (!isBound(prefixOf(name), bindings)) fail(document, 'prefix', at, prefixOf(name));
    if (isRepeated(names, bindings)) failInNames(document, 'attribute', at, qualified);
    for (const attribute of attributes) {
      const prefix = prefixOf(attribute.name);
      if (prefix !== '' && bindings.get(prefix)?.at(-1) === XLINK)
        attribute.name = `xlink:${localName(attribute.name)}`;
    }
  }
  const namespace = namespaces.get(bindings.get(own)?.at(-1) ?? '') ?? 'other';
  const inert = document.isBroken || document.templates > 0;
  if (selfClosing) unbind(document, declared);
  else {
    const hides = namespace === 'html' && localName(qualified) === 'template';
    document.open.push({ name: qualified, declared, hides, tag: null });
    if (hides) document.templates++;
  }
  return { namespace, inert };
}

const hasPrefix = (name: string): boolean => name.includes(':');

const isBound = (prefix: string, bindings: Document['bindings']): boolean =>
  prefix === '' || prefix === 'xmlns' || prefix === 'xml' || (bindings.get(prefix)?.length ?? 0) > 0;

/** Namespaces in XML 3: whether Chromium rejects a declaration. */
function isReserved(prefix: string, namespace: string): boolean {
  if (prefix === '') return namespace === XML || namespace === XMLNS;
  return prefix === 'xmlns' || namespace === '' || (prefix === 'xml' && namespace !== XML);
}

/** Namespaces in XML 6.3: whether two attributes have the same name in the same namespace, under different prefixes. */
function isRepeated(names: readonly string[], bindings: Document['bindings']): boolean {
  const prefixed = names.filter((name) => name.includes(':') && !isDeclaration(name));
  if (prefixed.length < 2) return false;
  const expanded = prefixed.map((name) => `${bindings.get(prefixOf(name))?.at(-1)} ${localName(name)}`);
  return new Set(expanded).size < expanded.length;
}

function unbind({ bindings }: Document, declared: readonly string[] | null): void {
  if (declared !== null) for (const prefix of declared) bindings.get(prefix)?.pop();
}

function closeElement(document: Document): void {
  const opened = document.open.pop();
  if (opened === undefined) return;
  unbind(document, opened.declared);
  if (opened.hides) document.templates--;
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
 * The index after a DOCTYPE; the text's length if it does not end. XML 2.8: it may contain declarations in brackets,
 * and these may contain quotes, comments and instructions with any text.
 */
export function endOfDoctype(text: string, from: number): number {
  let inSubset = false;
  const mark = /["'[\]>]|<!--|<\?/g;
  mark.lastIndex = from;
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    const [what] = found;
    if (what === '[') inSubset = true;
    else if (what === ']') inSubset = false;
    else if (what === '>') {
      if (!inSubset) return mark.lastIndex;
    } else if (inSubset || what === '"' || what === "'") {
      const close = what === '<!--' ? '-->' : what === '<?' ? '?>' : what;
      const end = text.indexOf(close, mark.lastIndex);
      if (end < 0) return text.length;
      mark.lastIndex = end + close.length;
    }
  }
  return text.length;
}
