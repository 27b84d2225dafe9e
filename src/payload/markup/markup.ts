/**
 * Facts about HTML, SVG and XML: content that would run, load, ask for passwords or navigate, and every reference.
 * Markup is parsed by the rules of its language, without creating elements.
 */

import { decodedReferences, decodeReferences } from '../../character-references.ts';
import { urlAttributes } from '../../elements.ts';
import { SVG } from '../../namespaces.ts';
import { clip } from '../../truncate.ts';
import { withoutPasswords } from '../../uri/web-authority.ts';
import { runsScripts } from '../../vocabulary.ts';
import { atOnce } from '../../yield-to-event-loop.ts';
import {
  listed,
  lister,
  type MarkupFacts,
  type TextShape,
  type Unfollowed,
  type XmlError,
} from '../facts.ts';
import { shownRefresh } from '../html/refresh.ts';
import {
  collectReferences,
  cssReferences,
  type ReferenceCollector,
  type References,
  readable,
} from '../references.ts';
import { addScriptContacts } from '../script/script-contacts.ts';
import { runsScriptIn } from '../script/script-type.ts';
import { readDocumentType } from '../xml/xml-dtd.ts';
import { pseudoAttribute } from '../xml/xml-tokens.ts';
import { isEventHandler } from './event-handlers.ts';
import type { Attribute } from './markup-attributes.ts';
import { attributesPerTurn, attributeValue, markupReferences, viewOf } from './markup-references.ts';
import { tokenSteps } from './markup-tokens.ts';
import type { Language, StartTag, Token, TokenOptions } from './token.ts';

/** Attributes that are read: those with URLs, and some that contain none. */
const readAttributes = new Set([
  ...urlAttributes(),
  ...(
    'as attributename begin download event for height http-equiv language method name nomodule rel sandbox srcdoc type ' +
    'viewbox width'
  ).split(' '),
]);
/** Whether an attribute is an event handler that contains a script; an empty one has no effect. */
const isHandler = ({ name, value }: Attribute) => isEventHandler(name) && value.trim() !== '';
/**
 * Whether an attribute is read.
 *
 * @param name as written in XML, where `viewBox` and `attributeName` contain capital letters
 */
function isWanted(name: string): boolean {
  const lower = name.toLowerCase();
  return lower.startsWith('on') || readAttributes.has(lower);
}

/** SVG element names with capital letters that are needed here, in lower case. */
const capitals: Readonly<Record<string, string>> = { foreignObject: 'foreignobject', feImage: 'feimage' };

/**
 * Limit on the code units of nested `srcdoc` documents: a multiple of the body's length, plus a minimum for small
 * bodies. Without this limit, the same text could be parsed many times because of deep nesting.
 */
const nestedShare = 8;
const nestedLeast = 1 << 16;

interface Document {
  text: string;
  language: Language;
  /** HTML's scripting flag. */
  scripting: boolean;
  /**
   * Whether nothing in the document runs: it is the content of a noscript, or a `srcdoc` whose sandbox allows no
   * scripts.
   */
  inert: boolean;
  /** The position of the document in the body's text; null for the body itself. */
  within: { start: number; end: number } | null;
  /** The document's elements with an id, collected when one of them is first needed. */
  ids?: ReadonlyMap<string, StartTag>;
}
const isMain = ({ within }: Document): boolean => within === null;
const isXml = ({ language }: Document): boolean => language === 'xml';

export interface MarkupOptions {
  /** Whether the text is only the beginning of the body. Default: false. */
  isCut?: boolean;
  /** Whether the text is declared as XML; otherwise, names without a namespace have no meaning. Default: true. */
  isDeclared?: boolean;
}

type Read = { facts: MarkupFacts; references: References };

/**
 * Maximum number of code units at the end of a text that are searched for the beginning of an attribute and of its tag.
 */
const maxEndLength = 1000;

/** The name of the attribute whose value is missing because the text ends after the "=". */
const attributeAtEnd = (text: string): string | null =>
  /<[a-z][^<>]*[\t\n\f\r ]([a-z][\w:.-]*)=$/i.exec(text.slice(-maxEndLength))?.[1] ?? null;

/** The state of reading a body: its documents, and the facts found so far. */
interface Reading {
  readonly isCut: boolean;
  readonly isDeclared: boolean;
  readonly facts: Omit<MarkupFacts, 'handlers' | 'forms' | 'javascriptUrls' | 'unfollowed'>;
  addHandler(element: string, name: string): void;
  readonly forms: ReturnType<typeof lister<{ action: string; method: string }>>;
  readonly collector: ReturnType<typeof collectReferences>;
  /** A collector for parts whose references are never followed. */
  readonly idle: ReferenceCollector;
  readonly unfollowed: Set<Unfollowed>;
  /** Scripts in the text, keyed by their elements or event handler attributes. */
  readonly scripts: Map<StartTag | Attribute, string>;
  /** The body and the documents within it. More are added while these are read. */
  readonly documents: Document[];
  /** Remaining number of code units for documents within the body. */
  quota: number;
  /** The base URL as written. Not truncated, because URLs are resolved against it. */
  base: string | null;
}

/** `markupSteps` without pauses. */
export const readMarkup = (...args: Parameters<typeof markupSteps>): Read => atOnce(markupSteps(...args));

/**
 * Reads the facts and references of markup.
 *
 * @param text the body as text, without a byte order mark
 * @param language the language whose rules apply; `svg` is XML
 * @yields now and then, so that the caller may pause
 */
export function* markupSteps(
  text: string,
  language: MarkupFacts['language'],
  shape: TextShape,
  { isCut = false, isDeclared = true }: MarkupOptions = {},
): Generator<unknown, Read, void> {
  const handlers = lister<string>(100);
  const collector = collectReferences();
  const reading: Reading = {
    isCut,
    isDeclared,
    facts: {
      kind: 'markup',
      language,
      text: shape,
      title: null,
      elements: 0,
      scripts: { inline: 0, loaded: 0, sample: null },
      ownScripts: {},
      foreignObjects: 0,
      frames: 0,
      passwordFields: 0,
      refresh: null,
      base: null,
      doctype: null,
      malformed: null,
      endsAt: isCut ? null : attributeAtEnd(text),
      svg: null,
      blank: false,
      drawing: null,
    },
    addHandler: handlerAdder(handlers),
    forms: lister(100),
    collector,
    idle: { ...collector, add: (found) => collector.add({ ...found, when: 'never' }) },
    unfollowed: new Set(isCut ? ['size'] : []),
    scripts: new Map(),
    documents: [
      { text, language: language === 'html' ? 'html' : 'xml', scripting: true, inert: false, within: null },
    ],
    quota: nestedLeast + nestedShare * text.length,
    base: null,
  };
  const { facts, forms, scripts, unfollowed, documents } = reading;
  // The list grows during the loop.
  for (const document of documents) yield* readDocument(reading, document);
  for (const url of collector.scripts()) yield* addScriptContacts(collector, scriptOfUrl(url));
  for (const script of scripts.values()) yield* addScriptContacts(collector, script);
  const references = yield* collector.result(reading.base);
  if (collector.hasUnlistedFrame()) unfollowed.add('data:');
  return {
    facts: {
      ...facts,
      handlers: listed(handlers),
      forms: listed(forms),
      javascriptUrls: collector.scripts().length,
      unfollowed: [...unfollowed],
    },
    references,
  };
}

/**
 * Collects the names of event handlers.
 *
 * @returns a function that keeps one handler of each name, even if there are too many to list
 */
function handlerAdder(handlers: ReturnType<typeof lister<string>>): Reading['addHandler'] {
  const names = new Set<string>();
  return (element, name) => {
    const entry = clip(`${element} ${name}`, 100);
    const kept = handlers.first.length;
    handlers.add(entry);
    if (!names.has(name) && handlers.first.length === kept) handlers.first.push(entry);
    names.add(name);
  };
}

/** Adds an HTML document within another one, as far as the limit allows. */
function addDocument(
  reading: Reading,
  document: Pick<Document, 'text' | 'scripting' | 'inert'>,
  within: Document['within'],
): void {
  if (document.text.length > reading.quota) {
    reading.unfollowed.add('srcdoc');
    return;
  }
  reading.quota -= document.text.length;
  reading.documents.push({ ...document, language: 'html', within });
}

const optionsOf = ({ facts, isCut, isDeclared }: Reading, { scripting }: Document): TokenOptions => ({
  wanted: isWanted,
  scripting,
  isFragment: !scripting,
  namespace: isDeclared ? '' : SVG,
  // The end of a truncated text is not an error.
  onError: ({ name, open, ...error }: XmlError) => {
    if (!isCut) facts.malformed = { ...error, name: clip(name, 100), open: clip(open, 100) };
  },
});

function* readDocument(reading: Reading, document: Document): Generator<unknown, void, void> {
  const { facts, unfollowed } = reading;
  for (const token of tokenSteps(document.text, document.language, optionsOf(reading, document))) {
    if (token === null) {
      yield;
      continue;
    }
    const { start, end, source } = token;
    switch (token.kind) {
      case 'start':
        yield* readStart(reading, document, token);
        break;
      case 'text':
      case 'cdata': {
        const { parent } = token;
        if (parent === null || !hasReadText.test(parent.name)) break;
        const tag = { ...parent, source, within: token.within };
        if (token.kind === 'text')
          yield* readText(reading, document, tag, parent, start, end, isXml(document));
        else {
          const from = start + 9;
          yield* readText(reading, document, tag, parent, from, Math.max(from, end - 3), false);
        }
        break;
      }
      case 'instruction': {
        const instruction = source.slice(start, Math.min(end, start + instructionLength));
        const written = isStylesheet.test(instruction) ? pseudoAttribute(instruction, 'href') : null;
        if (written === null) break;
        const place = placeIn(document, token)(start, end, true);
        const common = { element: 'xml-stylesheet', name: 'href', destination: 'style' } as const;
        reading.collector.add({ written, start: place.start, end: place.end, ...common });
        break;
      }
      case 'doctype':
        if (isMain(document))
          facts.doctype ??= readDoctype(source.slice(start, Math.min(end, start + doctypeLength)));
        break;
      case 'unfollowed':
        if (!document.inert) unfollowed.add(token.what);
        break;
    }
  }
}

/** The place of a part of a document in the body's text. */
function placeIn(document: Document, { within }: Pick<Token, 'within'>) {
  const outer = document.within ?? within;
  return (start: number, end: number, exact: boolean) =>
    outer === null ? { start, end, exact } : { ...outer, exact: false };
}

const collectorFor = ({ collector, idle }: Reading, document: Document, tag: StartTag): ReferenceCollector =>
  document.inert || tag.inert || tag.namespace === 'other' || tag.namespace === null ? idle : collector;

/** Reads a tag and, if its element contains only text, this text. */
function* readStart(reading: Reading, document: Document, tag: StartTag): Generator<unknown, void, void> {
  const { content } = tag;
  const name = isXml(document) ? (capitals[tag.name] ?? tag.name) : tag.name;
  if (tag.namespace !== null) yield* readElement(reading, document, tag, name);
  if (!content) return;
  // A script without an end tag does not run (HTML 13.2.6.4.8).
  if (name !== 'script' || content.closed)
    yield* readText(reading, document, tag, tag, content.start, content.end, false);
  // If scripts are disabled, the content of a noscript is part of the document.
  if (name === 'noscript') {
    const { start, end } = document.within ?? content;
    const text = tag.source.slice(content.start, content.end);
    addDocument(reading, { text, scripting: false, inert: true }, { start, end });
  }
}

/**
 * Counts a script if it runs in only one browser.
 *
 * @returns whether it runs in any browser
 */
function countScript({ ownScripts }: Reading['facts'], tag: StartTag, isInXml: boolean): boolean {
  const runBy = runsScriptIn(tag, isInXml);
  const [browser] = runBy;
  if (browser && runBy.length === 1) ownScripts[browser] = (ownScripts[browser] ?? 0) + 1;
  return runBy.length > 0;
}

/**
 * Reads the text of a script, style or title element.
 *
 * @param tag the element's tag, or one with the source and position of the text
 * @param isEscaped whether XML character references in the text must be decoded
 */
function* readText(
  reading: Reading,
  document: Document,
  tag: StartTag,
  element: StartTag,
  start: number,
  end: number,
  isEscaped: boolean,
): Generator<unknown, void, void> {
  const { facts, scripts } = reading;
  const { name } = element;
  const content = tag.source.slice(start, end);
  if (name === 'script') {
    if (document.inert || tag.inert || scriptSource(tag) !== null || content.trim() === '') return;
    const code = isEscaped ? yield* decodedReferences(content) : content;
    // The text of one script may consist of several tokens.
    const before = scripts.get(element);
    if (before === undefined && !countScript(facts, tag, isXml(document))) return;
    scripts.set(element, (before ?? '') + code);
    if (before !== undefined) return;
    facts.scripts.inline++;
    facts.scripts.sample ??= clip(content.trim());
  } else if (name === 'style') {
    const css = isXml(document) ? yield* decodedReferences(content) : content;
    const place = placeIn(document, tag)(start, end, css.length === end - start);
    yield* cssReferences(collectorFor(reading, document, tag), css, place, 'style');
  } else if (name === 'title' && isMain(document))
    facts.title ??= clip(withoutPasswords(decodeReferences(content.slice(0, titleLength))).trim());
}

/** Reads an element without its content. */
function* readElement(
  reading: Reading,
  document: Document,
  tag: StartTag,
  name: string,
): Generator<unknown, void, void> {
  const { facts, addHandler, scripts } = reading;
  const { attributes, namespace } = tag;
  facts.elements++;
  if (attributes.length > 0) {
    const isAnimation = namespace === 'svg' && (name === 'animate' || name === 'set');
    if (isAnimation && attributes.some((each) => /^(?:xlink:)?href$/.test(each.name)))
      document.ids ??= yield* idsIn(document, optionsOf(reading, document));
    const view = viewOf(tag, isXml(document), document.ids);
    const place = placeIn(document, tag);
    yield* markupReferences(collectorFor(reading, document, tag), view, name, attributes, place);
  }
  if (document.inert || tag.inert || namespace === 'other') return;
  let read = 0;
  for (const attribute of attributes) {
    if (++read % attributesPerTurn === 0) yield;
    if (!isHandler(attribute)) continue;
    addHandler(name, attribute.name);
    scripts.set(attribute, attribute.value);
  }
  // SMIL can set handlers, too: SVG Animations 2.3 forbids it, but lenient viewers may allow it.
  const target = namespace === 'svg' ? (attributeValue(attributes, 'attributename') ?? '') : '';
  if (isEventHandler(target)) addHandler(name, target);
  if (namespace === 'svg' && name === 'foreignobject') facts.foreignObjects++;
  if (namespace === 'svg' && name === 'svg' && isMain(document) && facts.elements === 1)
    facts.svg = svgSize(attributes);
  // An empty source is an error, and loads nothing.
  if (name === 'script' && scriptSource(tag) && countScript(facts, tag, isXml(document)))
    facts.scripts.loaded++;
  if (namespace === 'html') readHtmlElement(reading, document, tag, name);
}

function readHtmlElement(
  reading: Reading,
  document: Document,
  { attributes, ...tag }: StartTag,
  name: string,
): void {
  const { facts } = reading;
  const value = (attribute: string) => attributeValue(attributes, attribute);
  switch (name) {
    case 'iframe': {
      facts.frames++;
      const srcdoc = attributes.find((each) => each.name === 'srcdoc');
      if (!srcdoc) break;
      const { start, end } = tag.within ?? srcdoc;
      const inert = !runsScripts(value('sandbox') ?? 'allow-scripts');
      addDocument(reading, { text: srcdoc.value, scripting: true, inert }, document.within ?? { start, end });
      break;
    }
    case 'frame':
    case 'object':
    case 'embed':
      facts.frames++;
      break;
    case 'template':
      if (value('for') !== null) reading.unfollowed.add('template');
      break;
    case 'form':
      reading.forms.add({
        action: readable(value('action') ?? ''),
        method: clip(value('method') ?? 'get', 20).toLowerCase(),
      });
      break;
    case 'input':
      if (value('type')?.trim().toLowerCase() === 'password') facts.passwordFields++;
      break;
    case 'meta':
      if (isMain(document) && value('http-equiv')?.toLowerCase() === 'refresh') {
        facts.refresh ??= shownRefresh(value('content') ?? '');
      }
      break;
    case 'base': {
      const href = value('href');
      if (isMain(document) && reading.base === null && href !== null) {
        reading.base = href;
        facts.base = readable(href);
      }
      break;
    }
  }
}

/** The script of a javascript: URL (HTML 7.4.2.3.2). */
function scriptOfUrl(url: string): string {
  const script = url.slice(url.indexOf(':') + 1).replace(/[\t\n\r]+/g, '');
  try {
    return decodeURIComponent(script);
  } catch {
    return unescape(script);
  }
}

/** The first element with each id in a document: an animation may target one that comes later. */
function* idsIn(
  { text, language }: Document,
  options: TokenOptions,
): Generator<unknown, ReadonlyMap<string, StartTag>, void> {
  const ids = new Map<string, StartTag>();
  const wanted = (name: string) => name === 'id' || name === 'download';
  for (const token of tokenSteps(text, language, { ...options, wanted, onError: () => {} })) {
    if (token?.kind !== 'start' || token.namespace === null) {
      yield;
      continue;
    }
    const id = attributeValue(token.attributes, 'id');
    if (id !== null && !ids.has(id)) ids.set(id, token);
  }
  return ids;
}

/** Matches the names of elements whose text is examined. */
const hasReadText = /^(?:script|style|title)$/;
/** Maximum length, in code units, of a title that is examined. Only the beginning of a title is shown. */
const titleLength = 1 << 16;
/** Maximum length, in code units, of a processing instruction that is examined: it may contain a style sheet. */
const instructionLength = 1 << 20;
const isStylesheet = /^<\?xml-stylesheet\s/;

/** The source of an external script; null for an inline one. HTML 4.12.1, SVG 2 15.7.1. */
function scriptSource({ namespace, attributes }: StartTag): string | null {
  if (namespace === 'html') return attributeValue(attributes, 'src');
  if (namespace !== 'svg') return null;
  return attributeValue(attributes, 'href') ?? attributeValue(attributes, 'xlink:href');
}

/** Maximum length, in code units, of a DOCTYPE that is examined. */
const doctypeLength = 1 << 18;
const quoted = `"[^"]{0,1000}"|'[^']{0,1000}'`;
/**
 * XML 2.8 and 4.2.2: matches a DOCTYPE up to the last identifier of the external subset, which is captured with its
 * quotes.
 */
const systemIdentifier = new RegExp(
  `^<!doctype\\s{1,50}[^\\s[>]{1,100}\\s{1,50}(?:SYSTEM|PUBLIC\\s{1,50}(?:${quoted}))\\s{0,50}(${quoted})`,
  'i',
);

function readDoctype(text: string): NonNullable<MarkupFacts['doctype']> {
  const entities = lister<{ name: string; external: boolean; multiplies: boolean }>(100);
  for (const each of readDocumentType(text).declared) entities.add({ ...each, name: clip(each.name, 100) });
  const system = systemIdentifier.exec(text);
  return {
    text: clip(withoutPasswords(text)),
    entities: listed(entities),
    system: system ? readable(withoutPasswords(system[1]!.slice(1, -1))) : null,
  };
}

/** SVG 2 8.2, CSS absolute lengths, in pixels; null for percentages, font-relative units and invalid lengths. */
function pixels(length: string | null): number | null {
  const found =
    /^\s{0,20}\+?([0-9]{0,12}\.?[0-9]{1,12}(?:e[+-]?[0-9]{1,3})?)\s{0,20}(px|in|cm|mm|q|pt|pc)?\s{0,20}$/i.exec(
      length ?? '',
    );
  if (!found) return null;
  const unit = (found[2] ?? 'px').toLowerCase();
  const perUnit: Record<string, number> = {
    px: 1,
    in: 96,
    cm: 96 / 2.54,
    mm: 96 / 25.4,
    q: 96 / 101.6,
    pt: 96 / 72,
    pc: 16,
  };
  const value = Number(found[1]) * perUnit[unit]!;
  return Number.isFinite(value) ? value : null;
}

function svgSize(attributes: readonly Attribute[]): MarkupFacts['svg'] {
  const written = (name: string) => {
    const value = attributeValue(attributes, name);
    return value === null ? null : clip(value, 100);
  };
  const [width, height] = [written('width'), written('height')];
  const viewBox = written('viewbox');
  return { width, height, viewBox, pixelWidth: pixels(width), pixelHeight: pixels(height) };
}
