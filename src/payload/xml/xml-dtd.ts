/** The document type of an XML document (XML 2.8): the declarations in its internal subset that change the document. */

import { characterOf, type Entities } from '../../character-references.ts';
import type { XmlError } from '../facts.ts';
import {
  anyReference,
  hasForbidden,
  instructionStart,
  isAllowedNumber,
  isDeclaration,
  nameInFirefox,
  predefined,
  prefixed,
  space,
  xmlName,
} from './xml-grammar.ts';

/**
 * Maximum total length, in code units, of declarations that parameter entities add. They can multiply like other
 * entities.
 */
const maxDeclarationLength = 1 << 18;

/** Maximum number of code units that entities may add to one document: a few entities can expand to gigabytes. */
const maxEntityExpansion = 1 << 20;

export interface DocumentType {
  entities: Entities;
  /** Default attributes of elements, by the element's name as written (XML 3.3.2); null if there is no default. */
  defaults: ReadonlyMap<string, ReadonlyMap<string, string | null>>;
  /** Entities in the order of declaration, including parameter entities. They become facts. */
  declared: DeclaredEntity[];
  /** Whether an entity contains tags. */
  hasMarkup: boolean;
  /** Whether a part that may contain more declarations was not read. */
  unfollowed: boolean;
  /** Entities that aren't XML (XML 4.2.2, NDATA). */
  unparsed: ReadonlySet<string>;
  /** The errors at which browsers stop. Positions are code units of the declaration. */
  errors: Pick<XmlError, 'code' | 'at' | 'name' | 'browser'>[];
}

export interface DeclaredEntity {
  name: string;
  /** Whether the entity is external. */
  external: boolean;
  /** Whether the entity's value refers to entities more than once. */
  multiplies: boolean;
}

const name = '[^\\s"\'<>%;&()|,]+';
const literal = `"[^"]*"|'[^']*'`;
/** Matches the declaration of an entity (XML 4.2). */
const entityDeclaration = new RegExp(
  `<!ENTITY${space}+(%${space}+)?(${name})${space}+(?:(SYSTEM|PUBLIC)\\b(?:[^>"']|${literal})*|(${literal})${space}*)>`,
  'y',
);
/**
 * Match the beginning of a list of attributes, and each definition in it (XML 3.3). Whitespace that Chromium does not
 * require is optional.
 */
const attributeList = new RegExp(`<!ATTLIST${space}+(${name})`, 'y');
const attributeDefinition = new RegExp(
  `${space}*(${name})${space}+([A-Z]+|(?:NOTATION${space}*)?\\([^)<>]*\\))${space}*(?:#REQUIRED|#IMPLIED|(?:#FIXED${space}+)?(${literal}))`,
  'y',
);
/** Matches the unrecognized declarations that Chromium tolerates. Chromium stops at any other. */
const readOn = new RegExp(
  `<!ENTITY${space}+(?:%${space}*)?${name}${space}+(?:[SP]|${literal})[^>]*>|` +
    `<!ATTLIST${space}+${name}(?:${space}+[^\\s\\d>]+${space}+(?!\\s)(?:[^<>"]|"[^"]*")+(?:"[^<>"]*)?|${space}*)>|%${name};`,
  'y',
);
/** Matches the notation of an entity that isn't XML (XML 4.2.2). */
const ndata = /\sNDATA\s+([^\s"'>]+)\s*>$/;
const otherDeclaration = new RegExp(`<!(?:ELEMENT|NOTATION)${space}(?:[^<>"']|${literal})*>`, 'y');
const ignored = /[ \t\r\n]+|<!--[\s\S]*?-->|<\?[\s\S]*?\?>/y;
const parameterReference = new RegExp(`%(${name});`, 'y');
const parameterReferences = new RegExp(parameterReference, 'g');
const endOfList = /[ \t\r\n]*>/y;
/** Matches a reference in the value of an entity, except references to characters and to predefined entities. */
const entityReference = new RegExp(`&(?!#|(?:${[...predefined].join('|')});)[^\\s;&]{1,100};`, 'g');

export const noDocumentType = (): DocumentType => ({
  entities: { general: new Map(), quota: maxEntityExpansion, exceeded: false },
  defaults: new Map(),
  declared: [],
  hasMarkup: false,
  unfollowed: false,
  unparsed: new Set(),
  errors: [],
});

/**
 * Reads a document type.
 *
 * @param declaration from `<!DOCTYPE` to its `>`
 */
export function readDocumentType(declaration: string): DocumentType {
  const general = new Map<string, string | null>();
  const parameters = new Map<string, string | null>();
  const defaults = new Map<string, Map<string, string | null>>();
  const unparsed = new Set<string>();
  const type: DocumentType = { ...noDocumentType(), defaults, unparsed };
  type.entities.general = general;
  const wellFormed = new Map<string, string>();
  /** Whether entities that defaults refer to are text without tags. */
  const textOnly = new Map<string, boolean>();
  let quota = maxDeclarationLength;

  const declareEntity = (found: RegExpExecArray) => {
    const [, isParameter, own = '', external, value] = found;
    const text = value === undefined ? null : replacementText(value.slice(1, -1));
    // In the replacement text of a parameter entity, a value may refer to other parameter entities.
    if (texts.length > 1 && text?.includes('%')) type.unfollowed = true;
    const multiplies = (text?.match(entityReference)?.length ?? 0) > 1;
    type.declared.push({ name: own, external: external !== undefined, multiplies });
    const entities = isParameter ? parameters : general;
    // The first declaration counts (XML 4.2).
    if (entities.has(own)) return;
    entities.set(own, text);
    const isUnparsed = external !== undefined && ndata.test(found[0]);
    if (isUnparsed) unparsed.add(own);
    if (!isParameter && (isUnparsed || text?.includes('<'))) type.hasMarkup = true;
  };
  /** Reads a list of attributes. @returns the end of the list; -1 if the list is invalid */
  const declareAttributes = (text: string, element: string, from: number): number => {
    const list = defaults.get(element) ?? new Map<string, string | null>();
    defaults.set(element, list);
    checkXmlName(element, from - element.length);
    let at = from;
    for (;;) {
      const found = matchAt(attributeDefinition, text, at);
      if (!found) break;
      const [whole, attribute = '', kind, value] = found;
      const start = at + whole.indexOf(attribute);
      checkXmlName(attribute, start);
      if (value) checkDefault(value, at + whole.length - value.length);
      // XML 3.3.3: only Firefox removes spaces from a value whose type isn't CDATA.
      if (kind !== 'CDATA' && attribute.startsWith('xmlns')) type.unfollowed = true;
      // The first definition counts (XML 3.3), with or without a default.
      if (!list.has(attribute)) list.set(attribute, value?.slice(1, -1) ?? null);
      at += whole.length;
    }
    const end = matchAt(endOfList, text, at);
    return end ? at + end[0].length : -1;
  };

  const subset = internalSubset(declaration);
  /**
   * The texts that are being read, innermost last: the internal subset, and the parameter entities that it refers to.
   */
  const texts = [{ text: declaration.slice(subset.start, subset.end), at: 0 }];
  const fail = (at: number, browser?: XmlError['browser'], code: XmlError['code'] = 'syntax', name = '') => {
    if (texts.length === 1)
      type.errors.push({ code, at: subset.start + at, name, ...(browser && { browser }) });
  };
  const checkName = (own: string, at: number, isQualified = true) => {
    if (!nameInFirefox.test(own) || !(isQualified || !own.includes(':'))) fail(at, 'Firefox');
  };
  const checkXmlName = (own: string, at: number) => (xmlName.test(own) ? checkName(own, at) : fail(at));
  const isTextOnly = (own: string): boolean => {
    let isText = textOnly.get(own);
    if (isText === undefined) {
      const content = general.get(own);
      isText =
        content === undefined ||
        (content !== null && !content.includes('<') && !errorInContent(own, general, wellFormed));
      textOnly.set(own, isText);
    }
    return isText;
  };
  /** Checks the default of an attribute, which may refer only to entities that are already declared (XML 4.1). */
  const checkDefault = (value: string, from: number) => {
    const forbidden = value.search(hasForbidden);
    if (forbidden >= 0) fail(from + forbidden);
    const less = value.indexOf('<');
    if (less >= 0) fail(from + less, 'Firefox', 'attribute');
    for (const { 0: written, 1: number, 2: own, index } of value.matchAll(anyReference)) {
      if (number === undefined ? own && (predefined.has(own) || general.has(own)) : isAllowedNumber(number)) {
        const isText = number !== undefined || isTextOnly(own!);
        if (!isText && !type.unfollowed) fail(from + index, 'Firefox', 'reference', written);
      } else fail(from + index, own && type.unfollowed ? 'Chromium' : undefined, 'reference', written);
    }
  };
  for (let top = texts.at(-1); top; top = texts.at(-1)) {
    const { text, at } = top;
    if (at >= text.length) {
      texts.pop();
      continue;
    }
    const skipped = matchAt(ignored, text, at) ?? matchAt(otherDeclaration, text, at);
    const entity = skipped ? null : matchAt(entityDeclaration, text, at);
    const list = skipped || entity ? null : matchAt(attributeList, text, at);
    const parameter = skipped || entity || list ? null : matchAt(parameterReference, text, at);
    if (skipped) {
      if (!isWellFormed(skipped[0])) fail(at);
      else if (skipped[0].startsWith('<!') && !isDeclaration(skipped[0])) fail(at, 'Firefox');
      const [, kind, own] = /^<(!ELEMENT\s+|!NOTATION\s+|\?)([^\s?>]+)/.exec(skipped[0]) ?? [];
      if (kind && own) checkName(own, at + kind.length + 1, kind[1] === 'E');
      top.at += skipped[0].length;
    } else if (entity) {
      const [whole, , own = '', , value = ''] = entity;
      const more = value.replace(parameterReferences, (each, other) => (parameters.has(other) ? '' : each));
      if (!isWellFormedEntity(own, more)) fail(at);
      else if (!isDeclaration(whole)) fail(at, 'Firefox');
      // Only Chromium replaces parameter entities in the internal subset's values.
      if (more !== value) type.unfollowed = true;
      checkName(own, at + whole.indexOf(own, 8), false);
      const notation = ndata.exec(whole);
      if (notation) checkName(notation[1]!, at + notation.index, false);
      declareEntity(entity);
      top.at += entity[0].length;
    } else if (list) {
      const end = declareAttributes(text, list[1] as string, at + list[0].length);
      if (end < 0) {
        type.unfollowed = true;
        fail(at, matchAt(readOn, text, at) ? 'Firefox' : undefined);
        break;
      }
      if (!isDeclaration(text.slice(at, end))) fail(at, 'Firefox');
      top.at = end;
    } else if (parameter) {
      top.at += parameter[0].length;
      const value = parameters.get(parameter[1] as string);
      if (value === undefined) fail(at, 'Chromium', 'reference', parameter[0]);
      // An external parameter entity may declare anything; browsers load few of them.
      if (typeof value !== 'string' || value.length > quota || texts.length > 16) type.unfollowed = true;
      else {
        quota -= value.length;
        texts.push({ text: value, at: 0 });
      }
    } else {
      // This parser doesn't recognize the declaration. Browsers differ in where an invalid one ends.
      type.unfollowed = true;
      fail(at, matchAt(readOn, text, at) ? 'Firefox' : undefined);
      break;
    }
  }
  return type;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The span between the brackets; empty if there are none. */
function internalSubset(declaration: string): { start: number; end: number } {
  const open = /^<!doctype(?:[^[>"']|"[^"]*"|'[^']*')*\[/i.exec(declaration);
  if (!open) return { start: 0, end: 0 };
  const start = open[0].length;
  const end = declaration.lastIndexOf(']');
  return { start, end: end < start ? declaration.length : end };
}

/** Maximum depth of nested entities that are checked, because the check is recursive. */
const maxChecked = 100;

/**
 * The first error in the content of a declared entity, if the content becomes part of a document: "]]>", or a reference
 * to the entity itself (XML 4.1, "No Recursion"), to an undeclared entity, or to a forbidden character. '' if there is
 * none. Content with tags is not checked. Each entity is checked once.
 *
 * @param known the results so far; for entities that are being checked, the reference to them
 */
export function errorInContent(
  name: string,
  general: Entities['general'],
  known: Map<string, string>,
  depth = 0,
): string {
  const answer = known.get(name);
  if (answer !== undefined) return answer;
  const content = general.get(name);
  // An external entity is not read, and tags are checked as part of the document.
  if (typeof content !== 'string' || content.includes('<') || depth > maxChecked) return '';
  known.set(name, `&${name};`);
  let error = content.includes(']]>') ? ']]>' : '';
  for (const [whole, number, other = ''] of error ? [] : content.matchAll(anyReference)) {
    if (number === undefined ? predefined.has(other) : isAllowedNumber(number)) continue;
    error = general.has(other) ? errorInContent(other, general, known, depth + 1) : whole;
    if (error) break;
  }
  known.set(name, error);
  return error;
}

/** Whether whitespace, a comment, an instruction or another declaration in the subset is well-formed. */
function isWellFormed(text: string): boolean {
  if (text.startsWith('<!--')) return !/--|-$/.test(text.slice(4, -3));
  if (text.startsWith('<?')) return instructionStart.test(text) && !hasForbidden.test(text);
  return text.startsWith('<') || !/[^ \t\r\n]/.test(text);
}

/** XML 4.2: whether the name is valid, and the value contains neither "%" nor forbidden characters or references. */
function isWellFormedEntity(own: string, value: string): boolean {
  if (!xmlName.test(own.replaceAll(':', '_')) || value.includes('%') || hasForbidden.test(value))
    return false;
  for (const [, number] of value.matchAll(anyReference))
    if (number !== undefined && !isAllowedNumber(number)) return false;
  return true;
}

/**
 * XML 4.5: replaces the character references in a value, as when the entity is declared. Entity references are replaced
 * only when the entity is used.
 */
const replacementText = (value: string): string =>
  value.replace(anyReference, (whole, number?: string) =>
    number === undefined ? whole : characterOf(prefixed(number)),
  );
