/** Elements of parsed files, with the properties that selectors and the search of attributes need. */
import { invisible } from '../invisible.ts';
import {
  idSelector,
  maxSelectorLength,
  maxSelectorSteps,
  pathFrom,
  pathFromTop,
  positionSelector,
  treeSeparator,
} from '../selector-steps.ts';
import type { Label } from '../vocabulary.ts';
import type { Mapped } from './mapped-text.ts';

export interface ParsedAttribute {
  /** The name as written, with its prefix; in lower case for HTML. */
  name: string;
  /** The namespace; '' if there is none. */
  namespace: string;
  local: string;
  value: string;
  /** The value with its positions in the file. */
  mapped(): Mapped;
}

/** A document, a shadow tree, or the content of a template, noscript or `srcdoc`. */
export interface ParsedTree {
  /** The element that contains the tree; null for the file's document. */
  host: ParsedElement | null;
  inert: boolean;
  /** Maps each id to the first element with that id. */
  ids: Map<string, ParsedElement>;
  /** Number of elements with each id. The keys are in lower case, because ids are case-insensitive in quirks mode. */
  counts: Map<string, number>;
  /** Whether the tree matches `targetSelector`. */
  hasTargets: boolean;
}

export interface ParsedElement {
  /** The local name, in lower case for HTML. */
  name: string;
  namespace: string;
  parent: ParsedElement | null;
  tree: ParsedTree;
  /** The element's number among its siblings, counted from 1; 0 for a template that becomes a shadow root. */
  nth: number;
  attributes: readonly ParsedAttribute[];
}

export const newTree = (host: ParsedElement | null, inert: boolean): ParsedTree => ({
  host,
  inert,
  ids: new Map(),
  counts: new Map(),
  hasTargets: false,
});

/** The value of an attribute. By default, the attribute has no namespace. */
export function attributeOf({ attributes }: ParsedElement, name: string, of = ''): string | null {
  for (const { namespace, local, value } of attributes) if (namespace === of && local === name) return value;
  return null;
}

/** Records an element's id. Must be called for each element that has an id, in the order of the file. */
export function noteId(element: ParsedElement, id: string): void {
  const { ids, counts } = element.tree;
  const key = id.toLowerCase();
  if (!ids.has(id)) ids.set(id, element);
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Records whether an element matches `targetSelector`. Must be called like `noteId`. */
export function noteTarget(element: ParsedElement): void {
  const name = /^(?:base|form)$/.test(element.name) ? 'target' : 'formtarget';
  const isSet = [name, 'formtarget'].some((each) => attributeOf(element, each) !== null);
  element.tree.hasTargets ||= isSet;
}

/** The selector of an element, or '': see `Occurrence.selector`. Must not be called before all ids are known. */
export function selectorOf(element: ParsedElement): string {
  const paths: string[] = [];
  for (let at: ParsedElement | null = element; at; at = at.tree.host) {
    const { host, inert } = at.tree;
    // The content of a noscript is only text, and an iframe in a template loads nothing, so selectors can't reach
    // either.
    if (host?.name === 'noscript' || (host?.name === 'iframe' && inert)) {
      paths.length = 0;
      continue;
    }
    const path = pathIn(at);
    // Elements after an XML error are not in any document.
    if (path === null || (host === null && inert)) return '';
    paths.push(path);
  }
  const selector = paths.reverse().join(treeSeparator);
  return selector.length > maxSelectorLength ? '' : selector;
}

/** The selector of an element within its tree; null if the element is too deep or becomes a shadow root. */
function pathIn(element: ParsedElement): string | null {
  const { host, counts } = element.tree;
  const isDocument = host === null || host.name === 'iframe';
  const steps: string[] = [];
  for (let at = element; at.nth > 0 && steps.length < maxSelectorSteps; ) {
    const id = attributeOf(at, 'id') ?? '';
    // Browsers don't index the ids in a template.
    const byId = host?.name !== 'template' && counts.get(id.toLowerCase()) === 1 ? idSelector(id) : null;
    if (byId) return pathFrom(byId, steps);
    if (!at.parent && isDocument) return pathFrom(':root', steps);
    steps.push(positionSelector(at.name, at.namespace, at.nth));
    if (!at.parent) return pathFromTop(host?.name !== 'template', steps);
    at = at.parent;
  }
  return null;
}

/** Maximum length, in code units, of a label. */
const maxLabelLength = 200;

/** The page's own name for an element, from its attributes but not from a link's text. */
export function labelOf(element: ParsedElement): Label | undefined {
  for (const by of ['alt', 'aria-label', 'title', 'class'] as const) {
    const text = (attributeOf(element, by) ?? '').trim().slice(0, maxLabelLength);
    if (text.replace(invisible, '')) return { by, text };
  }
  return undefined;
}
