/** Finds data: URLs in XML, including XHTML and SVG, according to the declared namespaces. */

import { isDataUrl } from '../data-url/is-data-url.ts';
import { HTML, namespaces, XLINK } from '../namespaces.ts';
import type { Attribute } from '../payload/markup/markup-attributes.ts';
import { tokensOf } from '../payload/markup/markup-tokens.ts';
import type { StartTag, Token } from '../payload/markup/token.ts';
import { pseudoAttribute } from '../payload/xml/xml-tokens.ts';
import { decodeMarkup } from './decode-escapes.ts';
import { findInAttributes, findInCode, holdsCode, placedIn } from './element-finder.ts';
import { type Found, noElement, type Part, placed } from './found-in-file.ts';
import { findInSrcdoc } from './html-file.ts';
import { asIs, type Mapped } from './mapped-text.ts';
import {
  attributeOf,
  newTree,
  noteId,
  noteTarget,
  type ParsedAttribute,
  type ParsedElement,
  type ParsedTree,
} from './parsed-element.ts';
import { mayHaveProseParts, proseParts } from './quoted-parts.ts';
import { maySpellScheme, schemesIn } from './scheme-search.ts';

/** An element that has not been closed yet, and the number of its children so far. */
interface Open {
  element: ParsedElement;
  children: number;
  /** The tree of its children. The content of a template is a separate tree. */
  tree: ParsedTree;
}

interface Code {
  element: ParsedElement;
  start: number;
  end: number;
  isRaw: boolean;
}

/** Searches a part after all ids are known. */
type Later = () => Iterable<Found>;

/**
 * Finds the data: URLs in an XML file.
 *
 * @param text the text, without a byte order mark
 */
export function findInXml(text: string): Found[] {
  // Entities of a document type may compose the scheme from pieces.
  if (!maySpellScheme(text) && !text.includes('<!ENTITY')) return [];
  // Declarations may contain a value, or a part of a value, that is used elsewhere.
  const mayBegin = /<!(?:ENTITY|ATTLIST)/.test(text) ? () => true : schemesIn(text);
  const trees = { document: newTree(null, false), broken: newTree(null, true) };
  const open: Open[] = [];
  const later: Later[] = [];
  /** The part of the text that belongs to the current style sheet or script. */
  let code = null as Code | null;
  const endCode = () => {
    if (code) {
      const { element, start, end, isRaw } = code;
      later.push(() => findInCode(element, decodeMarkup(text, start, end, isRaw ? 'raw' : 'text')));
    }
    code = null;
  };
  for (const token of tokensOf(text, 'xml')) {
    const parent = open.at(-1)?.element ?? null;
    if (token.kind === 'start') {
      endCode();
      const element = elementOf(token, open, trees, text);
      const id = attributeOf(element, 'id');
      if (id) noteId(element, id);
      noteTarget(element);
      if (mayBegin(token.start, token.end))
        later.push(
          () => findInAttributes(element),
          () => findInSrcdoc(element, 1),
        );
      if (!token.selfClosing) open.push({ element, children: 0, tree: childTree(element) });
    } else if (token.kind === 'end') {
      endCode();
      const at = open.findLastIndex(({ element }) => element.name === token.name);
      if (at >= 0) open.length = at;
    } else if (token.kind === 'text' || token.kind === 'cdata') {
      const isRaw = token.kind === 'cdata';
      const start = token.start + (isRaw ? 9 : 0);
      const end = token.end - (isRaw && token.source.endsWith(']]>', token.end) ? 3 : 0);
      if (parent && holdsCode(parent) && !token.within) {
        const before = code;
        if (before && before.isRaw !== isRaw) endCode();
        code = { element: parent, start: before?.isRaw === isRaw ? before.start : start, end, isRaw };
      } else if (mayBegin(start, end))
        later.push(() => findInProse(textIn(token, start, end, isRaw), parent, 'text'));
    } else if (
      (token.kind === 'comment' || token.kind === 'instruction') &&
      mayBegin(token.start, token.end)
    ) {
      const sheet = token.kind === 'instruction' && !token.within ? sheetIn(text, token) : null;
      if (sheet) later.push(() => [sheet]);
      else {
        const start = token.start + (token.kind === 'comment' ? 4 : 2);
        later.push(() => findInProse(textIn(token, start, token.end, true), parent, 'comment'));
      }
    }
  }
  endCode();
  return later.flatMap((read) => [...read()]);
}

/** The tree of an element's children. The content of a template is a separate tree. */
const childTree = (element: ParsedElement): ParsedTree =>
  element.name === 'template' && element.namespace === HTML ? newTree(element, true) : element.tree;

function elementOf(
  tag: StartTag,
  open: Open[],
  { document, broken }: { document: ParsedTree; broken: ParsedTree },
  text: string,
): ParsedElement {
  const holder = open.at(-1);
  if (holder) holder.children++;
  const { name, namespace, attributes } = tag;
  const tree = holder?.tree ?? document;
  return {
    name,
    namespace: namespaces[namespace ?? 'other'],
    parent: holder && holder.tree === holder.element.tree ? holder.element : null,
    tree: tag.inert && !tree.inert ? broken : tree,
    nth: holder?.children ?? 1,
    attributes: attributes.map((attribute) => attributeIn(tag, attribute, text)),
  };
}

function attributeIn(tag: StartTag, { name, value, start, end }: Attribute, text: string): ParsedAttribute {
  const [prefix = '', local = name] = name.includes(':') ? name.split(':', 2) : [];
  // No attributes in other namespaces are known to contain URLs.
  const namespace = prefix === 'xlink' ? XLINK : prefix;
  const mapped = (): Mapped => {
    if (tag.within) return { text: value, at: () => tag.within?.start ?? 0 };
    const decoded = decodeMarkup(text, start, end, 'attribute');
    // Entities of a document type may have changed the value.
    return decoded.text.length === value.length
      ? decoded
      : { text: value, at: (at) => (at === 0 ? start : end) };
  };
  return { name, local, namespace, value, mapped };
}

/** Maps the text of a token. Text from an entity is mapped to the position of the reference. */
function textIn({ within, source }: Token, start: number, end: number, isRaw: boolean): Mapped {
  if (within) return { text: source.slice(start, end), at: () => within.start };
  return decodeMarkup(source, start, end, isRaw ? 'raw' : 'text');
}

function* findInProse(
  text: Mapped,
  parent: ParsedElement | null,
  place: 'text' | 'comment',
): Generator<Found, void, void> {
  if (!mayHaveProseParts(text.text)) return;
  const parts = proseParts(text.text, place);
  if (parent) yield* placedIn(parent, parts, () => text);
  else for (const part of parts) yield placed(part, text, noElement);
}

/**
 * The data: style sheet that a processing instruction loads; null if there is none:
 * https://www.w3.org/TR/xml-stylesheet/
 */
function sheetIn(text: string, span: { start: number; end: number }): Found | null {
  const { start } = span;
  const instruction = text.slice(start, span.end);
  if (!/^<\?xml-stylesheet\s/.test(instruction)) return null;
  const written = pseudoAttribute(instruction, 'href') ?? '';
  if (!isDataUrl(written)) return null;
  const value = /[\s"']href\s*=\s*(["'])([\s\S]*?)\1/.exec(instruction);
  const at = start + (value ? value.index + value[0].length - 1 - (value[2] ?? '').length : 0);
  const end = value?.[2]?.length ?? written.length;
  const part: Part = { written, start: 0, end, place: 'attribute', name: 'href', destination: 'style' };
  return placed(part, asIs(written, at), noElement);
}
