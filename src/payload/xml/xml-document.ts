/** The state of parsing an XML document: its open elements, the namespaces of names, and its first error. */

import { decodeReferences } from '../../character-references.ts';
import type { Browser } from '../../mime/documents.ts';
import { HTML, MATHML, SVG, XLINK, XML, XMLNS } from '../../namespaces.ts';
import type { Unfollowed, XmlError } from '../facts.ts';
import type { Attribute, Attributes } from '../markup/markup-attributes.ts';
import type { ElementNamespace, StartTag } from '../markup/token.ts';
import { type DocumentType, noDocumentType } from './xml-dtd.ts';
import { nameInFirefox } from './xml-grammar.ts';

const namespaces: ReadonlyMap<string, ElementNamespace> = new Map<string, ElementNamespace>([
  [HTML, 'html'],
  [SVG, 'svg'],
  [MATHML, 'math'],
]);

export interface XmlDocument {
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
  /** The first error in the content of each entity that was checked; '' if none. */
  wellFormed: Map<string, string>;
  /** Whether entities may be declared in parts that were not read. */
  hasMoreEntities: boolean;
  /** Whether the document refers to an external subset. */
  hasSubset: boolean;
  hasRoot: boolean;
  error: XmlError | null;
  /** The first error in only one of the browsers. */
  ownError: XmlError | null;
  /** Whether there was an error after which neither browser runs anything, even if the document had another type. */
  isBroken: boolean;
  /** The kinds of parts that were not parsed, each reported once. */
  unfollowed: Set<Unfollowed>;
}

interface OpenElement {
  /** The name as written. */
  name: string;
  /** Prefixes that the element declares; null if none. */
  declared: readonly string[] | null;
  /** Whether the element is a template, whose content is not rendered. */
  hides: boolean;
  /** The tag that created the element; null if the tag does not end. */
  tag: StartTag | null;
}

export const newDocument = (namespace: string): XmlDocument => ({
  type: noDocumentType(),
  open: [],
  bindings: new Map([['', [namespace]]]),
  templates: 0,
  hasType: false,
  typeEnd: 0,
  expanding: [],
  wellFormed: new Map(),
  hasMoreEntities: false,
  hasSubset: false,
  hasRoot: false,
  error: null,
  ownError: null,
  isBroken: false,
  unfollowed: new Set(),
});

export function fail(document: XmlDocument, code: XmlError['code'], at: number, name = ''): void {
  failInImages(document, code, at, name);
  document.isBroken = true;
}

/**
 * Records an error in the names of elements or in their prefixes, or an entity that only an external subset may
 * declare. Chromium continues after such an error, except in images and SVG documents.
 */
export function failInImages(document: XmlDocument, code: XmlError['code'], at: number, name = ''): void {
  document.error ??= { code, at, name, open: document.open.at(-1)?.name ?? '' };
}

export function failIn(
  browser: Browser,
  document: XmlDocument,
  code: XmlError['code'],
  at: number,
  name = '',
): void {
  const first = document.ownError;
  document.ownError ??= { code, at, name, open: document.open.at(-1)?.name ?? '', browser };
  // Each browser rejects the document for an error of its own.
  if (first && first.browser !== browser) {
    const { browser: _, ...common } = first;
    document.error ??= common;
  }
}

export const parentIn = ({ open }: XmlDocument): StartTag | null => open.at(-1)?.tag ?? null;

export function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}
function prefixOf(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? '' : name.slice(0, colon);
}
const isDeclaration = (name: string) => name === 'xmlns' || name.startsWith('xmlns:');

/** XML 3.3.2: the attributes of a tag, and the default attributes that the document type declares. */
export function withDefaults(
  attributes: Attribute[],
  element: string,
  at: number,
  wanted: (name: string) => boolean,
  { type: { defaults, entities } }: XmlDocument,
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
 * Opens an element. Namespace declarations also apply to their own tag (Namespaces in XML 6). XLink attributes get the
 * prefix `xlink`.
 *
 * @param attributes including defaults
 * @param at returns the position for errors in the attribute with a given name; the tag's for a default and for ''
 */
export function openElement(
  document: XmlDocument,
  qualified: string,
  { names, selfClosing }: Attributes,
  attributes: readonly Attribute[],
  at: (attribute: string) => number,
): { namespace: ElementNamespace; inert: boolean } {
  const { bindings } = document;
  document.hasRoot = true;
  let declared: string[] | null = null;
  for (const { name, value, isAgain } of attributes) {
    if (!isDeclaration(name)) continue;
    const prefix = name.slice(6);
    if (isReserved(prefix, value)) failInImages(document, 'namespace', at(name), prefix);
    else if (isAgain) failIn('Firefox', document, 'attribute', at(name), qualified);
    else if (value === XMLNS || (value === XML && prefix !== 'xml'))
      failIn('Firefox', document, 'namespace', at(name), prefix);
    if (isAgain) continue;
    const bound = bindings.get(prefix);
    if (bound) bound.push(value);
    else bindings.set(prefix, [value]);
    declared ??= [];
    declared.push(prefix);
  }
  const own = prefixOf(qualified);
  if (!isBound(own, bindings) || own === 'xmlns') failInImages(document, 'prefix', at(''), own);
  else if (own === 'xml') failIn('Chromium', document, 'prefix', at(''), own);
  const odd = names.find((name) => !nameInFirefox.test(name));
  if (odd !== undefined) failIn('Firefox', document, 'attribute', at(odd), qualified);
  // Nearly all names have no prefix.
  if (names.some(hasPrefix) || attributes.length > names.length) {
    for (const name of names)
      if (!isBound(prefixOf(name), bindings)) fail(document, 'prefix', at(name), prefixOf(name));
    const again = repeatedName(names, bindings);
    if (again !== undefined) failInImages(document, 'attribute', at(again), qualified);
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

const isBound = (prefix: string, bindings: XmlDocument['bindings']): boolean =>
  prefix === '' || prefix === 'xmlns' || prefix === 'xml' || (bindings.get(prefix)?.length ?? 0) > 0;

/** Namespaces in XML 3: whether Chromium rejects a declaration. */
function isReserved(prefix: string, namespace: string): boolean {
  if (prefix === '') return namespace === XML || namespace === XMLNS;
  return prefix === 'xmlns' || namespace === '' || (prefix === 'xml' && namespace !== XML);
}

/** Namespaces in XML 6.3: the first attribute with the name and namespace of an earlier one under another prefix. */
function repeatedName(names: readonly string[], bindings: XmlDocument['bindings']): string | undefined {
  const seen = new Set<string>();
  return names.find((name) => {
    if (!hasPrefix(name) || isDeclaration(name)) return false;
    const { size } = seen;
    return seen.add(`${bindings.get(prefixOf(name))?.at(-1)} ${localName(name)}`).size === size;
  });
}

function unbind({ bindings }: XmlDocument, declared: readonly string[] | null): void {
  if (declared !== null) for (const prefix of declared) bindings.get(prefix)?.pop();
}

export function closeElement(document: XmlDocument): void {
  const opened = document.open.pop();
  if (opened === undefined) return;
  unbind(document, opened.declared);
  if (opened.hides) document.templates--;
}
