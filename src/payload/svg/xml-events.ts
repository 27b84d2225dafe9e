/**
 * The start and end of the elements of an XML document, without building a tree. Exact for well-formed XML, and ends at
 * the first error, after which no browser draws anything (XML 1.0, "fatal error"). Linear, without recursion.
 */

import { decodeReferences } from '../../character-references.ts';
import { strideLength } from '../../yield-to-event-loop.ts';
import { endOfDoctype } from '../xml-tokens.ts';

/** Attributes of one tag of an SVG: no program writes as many. */
const maxAttributes = 10_000;

/** As written, including prefixes. */
export type Attributes = readonly [name: string, value: string][];

export type XmlEvent =
  /** The name without its prefix. */
  | { kind: 'open'; name: string; attributes: Attributes; isEmpty: boolean }
  | { kind: 'close' }
  | { kind: 'text'; text: string }
  /** Parts that this reader cannot follow: entities that contain markup, external style sheets. */
  | { kind: 'unknown'; what: 'document-type' | 'stylesheet' | 'attributes' };

/** Maximum code units of an entity, and of all references to entities together. */
const entityLength = 1000;
const expandedLength = 1 << 20;

/** Code units that are read without a pause. */
const eventsLength = strideLength >> 3;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
const isSpace = (c: number) => c === 0x20 || c === 0x0a || c === 0x09 || c === 0x0d;

/**
 * @param text any text, without a byte order mark
 * @yields the events in order; between them null, now and then, where the caller may pause
 */
export function* xmlEvents(text: string): Generator<XmlEvent | null, void, void> {
  let entities: ReadonlyMap<string, string> = new Map();
  let expanded = 0;
  const expand = (value: string): string => {
    if (entities.size === 0 || !value.includes('&')) return decodeReferences(value);
    const whole = value.replace(/&([^\s&;#]{1,100});/g, (reference, name: string) => {
      const entity = entities.get(name);
      if (entity === undefined) return reference;
      expanded += entity.length;
      return expanded > expandedLength ? '' : entity;
    });
    return decodeReferences(whole);
  };
  let at = 0;
  let pause = eventsLength;
  while (at < text.length) {
    if (at >= pause) {
      pause = at + eventsLength;
      yield null;
    }
    if (expanded > expandedLength) return yield { kind: 'unknown', what: 'document-type' };
    const open = text.indexOf('<', at);
    const end = open < 0 ? text.length : open;
    while (at < end) {
      // No reference is split: each ends before the next begins.
      const next = end - at > strideLength ? text.indexOf('&', at + strideLength) : -1;
      const to = next < 0 ? end : Math.min(next, end);
      yield { kind: 'text', text: expand(text.slice(at, to)) };
      if (to < end) yield null;
      at = to;
    }
    if (open < 0) return;
    const next = text[open + 1];
    if (next === '!' || next === '?') {
      const special = specialAt(text, open);
      if (special.end < 0) return;
      at = special.end;
      if (special.kind === 'cdata') yield { kind: 'text', text: text.slice(open + 9, at - 3) };
      else if (special.kind === 'stylesheet') yield { kind: 'unknown', what: 'stylesheet' };
      else if (special.kind === 'doctype') {
        const declared = entitiesOf(text.slice(open, at));
        if (declared === null) return yield { kind: 'unknown', what: 'document-type' };
        entities = declared;
      }
    } else if (next === '/') {
      const close = text.indexOf('>', open);
      if (close < 0) return;
      yield { kind: 'close' };
      at = close + 1;
    } else {
      const tag = tagAt(text, open + 1, expand);
      if (tag === null) return;
      if (tag.attributes.length > maxAttributes) return yield { kind: 'unknown', what: 'attributes' };
      yield { kind: 'open', name: tag.name, attributes: tag.attributes, isEmpty: tag.isEmpty };
      at = tag.end;
    }
  }
}

type Special = { kind: 'comment' | 'cdata' | 'doctype' | 'stylesheet' | 'instruction'; end: number };

/** The construct that begins with `<!` or `<?`, and its end; -1 where it does not end. */
function specialAt(text: string, at: number): Special {
  const endOf = (mark: string, from: number) => {
    const found = text.indexOf(mark, from);
    return found < 0 ? -1 : found + mark.length;
  };
  if (text.startsWith('<!--', at)) return { kind: 'comment', end: endOf('-->', at + 4) };
  if (text.startsWith('<![CDATA[', at)) return { kind: 'cdata', end: endOf(']]>', at + 9) };
  if (text.startsWith('<?', at)) {
    const kind = text.startsWith('<?xml-stylesheet', at) ? 'stylesheet' : 'instruction';
    return { kind, end: endOf('?>', at + 2) };
  }
  if (!text.startsWith('<!DOCTYPE', at)) return { kind: 'comment', end: -1 };
  return { kind: 'doctype', end: endOfDoctype(text, at + 9) };
}

/**
 * XML 4.2: the entities that an internal subset declares, if all of them are short texts without markup that refer to
 * characters at most, as drawing programs write them; null for any other subset.
 */
function entitiesOf(doctype: string): ReadonlyMap<string, string> | null {
  const entities = new Map<string, string>();
  const start = doctype.indexOf('[');
  if (start < 0) return entities;
  const declaration =
    /\s*(?:<!--(?:[^-]|-(?!-))*-->|<!ENTITY\s+([^\s%&"'<>]+)\s+(?:"([^"]*)"|'([^']*)')\s*>)/y;
  declaration.lastIndex = start + 1;
  let end = declaration.lastIndex;
  for (let found = declaration.exec(doctype); found; found = declaration.exec(doctype)) {
    end = declaration.lastIndex;
    const [, name, double, single = ''] = found;
    // XML 4.4.5: these are replaced in the declaration, so they may be markup as well.
    const value = (double ?? single).replace(/&#(?:x[\da-fA-F]{1,8}|\d{1,10});/g, (each) =>
      decodeReferences(each),
    );
    if (value.length > entityLength || /[<&%]/.test(value)) return null;
    // XML 4.2: the first declaration counts.
    if (name !== undefined && !entities.has(name)) entities.set(name, value);
  }
  return /^\s*\]\s*>$/.test(doctype.slice(end)) ? entities : null;
}

interface Tag {
  name: string;
  attributes: Attributes;
  isEmpty: boolean;
  /** The index after it. */
  end: number;
}

/** XML 3.1: a start tag after its `<`; null where it is not well-formed. */
function tagAt(text: string, from: number, expand: (value: string) => string): Tag | null {
  let at = nameEnd(text, from);
  if (at === from) return null;
  const name = localName(text.slice(from, at));
  const attributes: [string, string][] = [];
  for (;;) {
    while (isSpace(text.charCodeAt(at))) at++;
    if (text[at] === '>') return { name, attributes, isEmpty: false, end: at + 1 };
    if (text.startsWith('/>', at)) return { name, attributes, isEmpty: true, end: at + 2 };
    const end = nameEnd(text, at);
    if (end === at) return null;
    const attribute = text.slice(at, end);
    at = end;
    while (isSpace(text.charCodeAt(at))) at++;
    if (text[at] !== '=') return null;
    at++;
    while (isSpace(text.charCodeAt(at))) at++;
    const quote = text[at];
    if (quote !== '"' && quote !== "'") return null;
    const close = text.indexOf(quote, at + 1);
    if (close < 0) return null;
    attributes.push([attribute, expand(text.slice(at + 1, close))]);
    at = close + 1;
    if (attributes.length > maxAttributes) return { name, attributes, isEmpty: true, end: at };
  }
}

/** Lenient: any text up to a character that ends a name. */
function nameEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const c = text.charCodeAt(at);
    if (isSpace(c) || c === 0x2f || c === 0x3e || c === 0x3d || c === 0x22 || c === 0x27 || c === 0x3c) break;
    at++;
  }
  return at;
}
