/** The attributes of one tag, in HTML (13.2.5.32 on) and in XML (3.1). */

import { decodedReferences, decodeReferences, type Entities } from '../../character-references.ts';
import { isAsciiWhitespace } from '../../whitespace.ts';
import { strideLength } from '../../yield-to-event-loop.ts';

/** Number of code units of markup between two yields. If these are all tags, they take a few milliseconds. */
export const markupStride = 1 << 12;

export interface Attribute {
  /** The name: in lower case for HTML; as written for XML, except that a prefix bound to XLink becomes `xlink`. */
  name: string;
  /** The value with character references decoded. */
  value: string;
  /**
   * Span of the value as written, between its quotes, in code units of the text. For a default from a document type,
   * the position of the tag.
   */
  start: number;
  end: number;
  /** XML: whether the attribute repeats the namespace declaration of an earlier one. */
  isAgain?: true;
}

export interface Attributes {
  attributes: Attribute[];
  /** XML: the names of all attributes, also of those that are not returned. */
  names: readonly string[];
  selfClosing: boolean;
  /** The index after the tag; the text's length if it does not end. */
  end: number;
  closed: boolean;
  /** XML: the position, in code units, where the tag violates XML's grammar; -1 if it doesn't. */
  errorAt: number;
}

const SLASH = 0x2f;
const GREATER = 0x3e;
const LESS = 0x3c;
const EQUALS = 0x3d;
const endsTagName = (c: number) => isAsciiWhitespace(c) || c === SLASH || c === GREATER;
const endsName = (c: number) => endsTagName(c) || c === EQUALS;
const endsValue = (c: number) => isAsciiWhitespace(c) || c === GREATER;

/** The end of a tag's name. Need not yield, because even a megabyte takes only a millisecond. */
export function endOfName(text: string, from: number): number {
  let at = from;
  while (at < text.length && !endsTagName(text.charCodeAt(at))) at++;
  return at;
}

/** Maximum length, in code units, of a name; longer names have no meaning in any language. */
const maxNameLength = 1000;

/** ASCII lowercase, as HTML uses to compare names. */
export const lowered = (name: string): string =>
  name.length <= maxNameLength && /[^a-z0-9-]/.test(name)
    ? name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    : name;

/**
 * The attributes after a tag's name. The first of two with the same name counts.
 *
 * @param wanted decides by local name, in lower case for HTML, which attributes to return
 * @param xml the entities that a document type declares, and the form of names; null for HTML
 * @yields null now and then
 */
export function* attributesAt(
  text: string,
  from: number,
  wanted: (name: string) => boolean,
  xml: { entities: Entities; name: RegExp } | null,
): Generator<null, Attributes, void> {
  const { length } = text;
  const isXml = xml !== null;
  const entities = xml?.entities ?? null;
  const attributes: Attribute[] = [];
  const names: string[] = [];
  /** The names so far, for a tag with more than a few; otherwise null. */
  let seen: Set<string> | null = null;
  let errorAt = -1;
  let at = from;
  let selfClosing = false;
  /** Whether whitespace or the tag's name precedes the current position. */
  let isApart = true;
  let pause = from + markupStride;
  while (at < length) {
    if (at >= pause) {
      pause = at + markupStride;
      yield null;
    }
    const c = text.charCodeAt(at);
    if (c === GREATER) return { attributes, names, selfClosing, end: at + 1, closed: true, errorAt };
    if (isAsciiWhitespace(c) || c === SLASH) {
      if (selfClosing && errorAt < 0) errorAt = at;
      selfClosing = c === SLASH;
      isApart = true;
      at++;
      continue;
    }
    // The "<" of the next tag. In HTML, it is part of an attribute's name; in XML, it is an error, and parsing
    // continues from it.
    if (c === LESS && isXml) return { attributes, names, selfClosing, end: at, closed: true, errorAt: at };
    if ((selfClosing || !isApart) && errorAt < 0) errorAt = at;
    selfClosing = false;
    isApart = false;
    const nameStart = at;
    // An equals sign at the beginning of a name is part of the name.
    at++;
    for (; at < length && !endsName(text.charCodeAt(at)); at++) if (at % markupStride === 0) yield null;
    const nameEnd = at;
    for (; at < length && isAsciiWhitespace(text.charCodeAt(at)); at++)
      if (at % markupStride === 0) yield null;
    let start = nameEnd;
    let end = nameEnd;
    if (text.charCodeAt(at) === EQUALS) {
      at++;
      for (; at < length && isAsciiWhitespace(text.charCodeAt(at)); at++)
        if (at % markupStride === 0) yield null;
      const quote = text[at];
      if (quote === '"' || quote === "'") {
        start = at + 1;
        end = text.indexOf(quote, start);
        if (end < 0) return unclosedTag(length);
        at = end + 1;
      } else {
        if (errorAt < 0) errorAt = at;
        start = at;
        for (; at < length && !endsValue(text.charCodeAt(at)); at++) if (at % markupStride === 0) yield null;
        end = at;
      }
    } else {
      if (errorAt < 0) errorAt = nameEnd;
      if (at > nameEnd) isApart = true;
    }
    const written = text.slice(nameStart, nameEnd);
    const name = isXml ? written : lowered(written);
    const colon = name.indexOf(':');
    const raw = text.slice(start, end);
    if (isXml && errorAt < 0) {
      const less = wrongLess(raw);
      if (less >= 0) errorAt = start + less;
    }
    const isWanted = wanted(colon < 0 ? name : name.slice(colon + 1)) || (isXml && name.startsWith('xmlns'));
    if (!isWanted && !isXml) continue;
    if (names.length === maxCompared) seen ??= new Set(names);
    const isRepeated = seen === null ? names.includes(name) : seen.has(name);
    // Chromium accepts a second declaration of a namespace.
    const isAgain = isXml && isRepeated && /^xmlns(?::|$)/.test(name);
    const isWrong = isXml && (isRepeated ? !isAgain : !xml.name.test(name));
    if (errorAt < 0 && isWrong) errorAt = nameStart;
    if (isRepeated && !isAgain) continue;
    if (!isRepeated) names.push(name);
    seen?.add(name);
    if (!isWanted) continue;
    const isLong = raw.length > strideLength;
    const value = isLong ? yield* decodedReferences(raw, entities) : decodeReferences(raw, entities);
    attributes.push({ name, value, start, end, ...(isAgain && { isAgain }) });
  }
  // A tag that does not end is dropped.
  return unclosedTag(length);
}
const unclosedTag = (end: number): Attributes => ({
  attributes: [],
  names: [],
  selfClosing: false,
  end,
  closed: false,
  errorAt: -1,
});
/** Fast path for a tag without attributes, which most tags are; null for any other. */
export const bareTag = (text: string, nameEnd: number): Attributes | null =>
  text.charCodeAt(nameEnd) === GREATER
    ? { attributes: [], names: [], selfClosing: false, end: nameEnd + 1, closed: true, errorAt: -1 }
    : null;

/**
 * The position of a forbidden "<" in a value; -1 if none. XML 3.1 forbids all; Chromium accepts those that begin end
 * tags, comments, CDATA sections and document types.
 */
function wrongLess(value: string): number {
  if (!value.includes('<')) return -1;
  for (const { 0: found, 1: end, index } of value.matchAll(
    /<!--[\s\S]*?(?:--(>?)|$)|<!\[CDATA\[[\s\S]*?\]\]>|<!DOCTYPE\s|<\/?/g,
  ))
    if (found === '<' || (found.startsWith('<!--') && end !== '>')) return index;
  return -1;
}
/** Maximum number of attributes whose names are compared one by one. */
const maxCompared = 8;
