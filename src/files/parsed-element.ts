/** Elements of parsed files, with the properties that selectors and the search in attributes need. */
import { invisible } from '../invisible.ts';
import type { Label } from '../vocabulary.ts';
import type { Mapped } from './mapped-text.ts';

export interface ParsedAttribute {
  /** As written, with its prefix; in lower case for HTML. */
  name: string;
  /** '' for none. */
  namespace: string;
  local: string;
  value: string;
  /** The value with its positions in the file. */
  mapped(): Mapped;
}

/** A document, or the content of a template, noscript or `srcdoc`. */
export interface ParsedTree {
  /** The element that contains it; null for the file's document. */
  host: ParsedElement | null;
  inert: boolean;
  /** The first element with each id. */
  ids: Map<string, ParsedElement>;
  /** Ids that several elements have. */
  repeated: Set<string>;
}

export interface ParsedElement {
  /** Local name, in lower case for HTML. */
  name: string;
  namespace: string;
  parent: ParsedElement | null;
  tree: ParsedTree;
  /** Its number among the elements of its parent, from 1. */
  nth: number;
  attributes: readonly ParsedAttribute[];
}

export const newTree = (host: ParsedElement | null, inert: boolean): ParsedTree => ({
  host,
  inert,
  ids: new Map(),
  repeated: new Set(),
});

/** The value of an attribute, by default of one without a namespace. */
export function attributeOf({ attributes }: ParsedElement, name: string, of = ''): string | null {
  for (const { namespace, local, value } of attributes) if (namespace === of && local === name) return value;
  return null;
}

/** Must be called for each element that has an id, in the order of the file. */
export function noteId(element: ParsedElement, id: string): void {
  const { ids, repeated } = element.tree;
  if (ids.has(id)) repeated.add(id);
  else ids.set(id, element);
}

/** Elements in a path, code units of an id in it, and code units of a selector. */
const maxSteps = 100;
const maxIdLength = 200;
const maxSelectorLength = 4096;

/** https://drafts.csswg.org/cssom/#serialize-an-identifier */
function identifier(name: string): string {
  let text = '';
  for (const [at, c] of [...name].entries()) {
    const code = c.codePointAt(0) as number;
    const isDigit = code >= 0x30 && code <= 0x39;
    if (code === 0) text += '\ufffd';
    else if (code < 0x20 || code === 0x7f || (isDigit && (at === 0 || (at === 1 && name[0] === '-'))))
      text += `\\${code.toString(16)} `;
    else if ((c === '-' && name.length > 1) || code >= 0x80 || /\w/.test(c)) text += c;
    else text += `\\${c}`;
  }
  return text;
}

/** A CSS selector, by a unique id, else by position; ` >>> ` steps into a template, noscript or `srcdoc`. */
export function selectorOf(element: ParsedElement): string {
  const paths: string[] = [];
  for (let at: ParsedElement | null = element; at; at = at.tree.host) paths.push(pathIn(at));
  return paths.reverse().join(' >>> ').slice(0, maxSelectorLength);
}

function pathIn(element: ParsedElement): string {
  const steps: string[] = [];
  for (let at: ParsedElement | null = element; at && steps.length < maxSteps; at = at.parent) {
    const id = attributeOf(at, 'id');
    if (id && id.length <= maxIdLength && !at.tree.repeated.has(id)) {
      steps.push(`#${identifier(id)}`);
      break;
    }
    const name = identifier(at.name);
    // A template, a shadow tree or a noscript may have several root elements.
    const isRoot = at.parent === null && (at.tree.host === null || name === 'html');
    const isOne = isRoot || name === 'body' || name === 'head';
    steps.push(isOne ? name : `${name}:nth-child(${at.nth})`);
  }
  return steps.reverse().join(' > ');
}

/** Code units of a label. */
const maxLabelLength = 200;

/** The page's name for an element, by its attributes. The text of links is not used. */
export function labelOf(element: ParsedElement): Label | undefined {
  for (const by of ['alt', 'aria-label', 'title', 'class'] as const) {
    const text = (attributeOf(element, by) ?? '').trim().slice(0, maxLabelLength);
    if (text.replace(invisible, '')) return { by, text };
  }
  return undefined;
}
