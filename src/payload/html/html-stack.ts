/**
 * HTML's stack of open elements and its list of active formatting elements (HTML 13.2.4.2 and 13.2.4.3), as far as they
 * decide which tags create elements. The entries contain names but no tree. Both lists are limited.
 */

import type { StartTag } from '../markup/token.ts';

/**
 * Maximum length of the list of active formatting elements. The limit is necessary because each paragraph reopens all
 * of them.
 */
const maxFormattingElements = 100;

/** Maximum depth of open elements; Chromium and Firefox limit the depth to 512 and 513. */
const maxOpenElements = 512;

export type Namespace = 'html' | 'svg' | 'math';

export interface OpenElement {
  /** The name in lower case, even in SVG. */
  name: string;
  namespace: Namespace;
  /** HTML 13.2.5: the kind of integration point, where foreign content contains HTML again. */
  integration: 'html' | 'mathml' | null;
  /** The tag as written after its name, by which formatting elements are compared (13.2.4.3, "Noah's Ark"). */
  written: string;
  /** Whether this is a template, whose content is not rendered. */
  hides?: boolean;
  /** The tag that created the element; null for an element that is implied or opened again. */
  tag: StartTag | null;
}

/** A marker is the boundary of formatting: a cell, a caption, an object or a template. */
export type Formatting = OpenElement | 'marker';

export interface Stack {
  open: OpenElement[];
  formatting: Formatting[];
  /** Whether a limit was reached. If so, the rest may be parsed differently than in browsers. */
  overflowed: boolean;
}

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** A key for use in a set: the name, with the namespace unless the namespace is HTML. */
const keyOf = ({ name, namespace }: OpenElement) => (namespace === 'html' ? name : `${namespace}:${name}`);

const foreignMarkers =
  'math:mi math:mo math:mn math:ms math:mtext math:annotation-xml svg:foreignobject svg:desc svg:title';

/** 13.2.4.2, the elements in the category "special". */
const special = set(
  'address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd ' +
    'details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header ' +
    'hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript ' +
    'object ol p param plaintext pre script search section select source style summary table tbody td template ' +
    `textarea tfoot th thead title tr track ul wbr xmp ${foreignMarkers}`,
);
export const isSpecial = (element: OpenElement): boolean => special.has(keyOf(element));

/** 13.2.4.2, "has a particular element in scope" and its variants: the elements that end the scope. */
const scope = `applet caption html table td th marquee object select template ${foreignMarkers}`;
export const scopes = {
  element: set(scope),
  listItem: set(`${scope} ol ul`),
  button: set(`${scope} button`),
  table: set('html table template'),
} as const;

const isNamed = ({ name, namespace }: OpenElement, names: string | ReadonlySet<string>) =>
  namespace === 'html' && (typeof names === 'string' ? name === names : names.has(name));

/** Whether an HTML element with one of the names is open in the scope. */
export function isInScope(
  { open }: Stack,
  names: string | ReadonlySet<string>,
  ends: ReadonlySet<string> = scopes.element,
): boolean {
  for (let at = open.length - 1; at >= 0; at--) {
    const element = open[at] as OpenElement;
    if (isNamed(element, names)) return true;
    if (ends.has(keyOf(element))) return false;
  }
  return false;
}

export const current = ({ open }: Stack): OpenElement | undefined => open[open.length - 1];

/** Whether the current node is an HTML element with one of the names. */
export function isCurrent(stack: Stack, names: string | ReadonlySet<string>): boolean {
  const element = current(stack);
  return element !== undefined && isNamed(element, names);
}

/**
 * The tag of the innermost open element that was created by a tag.
 *
 * @param depth how many elements to consider, from the root
 */
export function innermostTag({ open }: Stack, depth = open.length): StartTag | null {
  for (let at = depth - 1; at >= 0; at--) if (open[at]?.tag) return open[at]?.tag ?? null;
  return null;
}

export const hasOpen = ({ open }: Stack, name: string): boolean =>
  open.some((element) => isNamed(element, name));

/** Opens an element, unless too many are open. */
export function push(stack: Stack, element: OpenElement): void {
  if (stack.open.length < maxOpenElements) stack.open.push(element);
  else stack.overflowed = true;
}

/** Closes elements up to and including the innermost one with one of the names. */
export function popUntil(stack: Stack, names: string | ReadonlySet<string>): void {
  for (let closed = stack.open.pop(); closed; closed = stack.open.pop()) if (isNamed(closed, names)) return;
}

/**
 * 13.2.6.4.9, "clear the stack back to a table context": closes elements until the current one has one of the names.
 */
export function clearTo(stack: Stack, names: ReadonlySet<string>): void {
  while (stack.open.length > 1 && !isCurrent(stack, names)) stack.open.pop();
}

const implied = set('dd dt li optgroup option p rb rp rt rtc');
const impliedThoroughly = set(
  'caption colgroup dd dt li optgroup option p rb rp rt rtc tbody td tfoot th thead tr',
);

/** 13.2.6.3, "generate implied end tags", except for one name. */
export function closeImplied(stack: Stack, except = ''): void {
  while (isCurrent(stack, implied) && current(stack)?.name !== except) stack.open.pop();
}
export function closeImpliedThoroughly(stack: Stack): void {
  while (isCurrent(stack, impliedThoroughly)) stack.open.pop();
}

/** 13.2.4.3, "push onto the list of active formatting elements": of four equal elements, the oldest is dropped. */
export function addFormatting(stack: Stack, element: OpenElement): void {
  const { formatting } = stack;
  let alike = 0;
  for (let at = formatting.length - 1; at >= 0; at--) {
    const other = formatting[at] as Formatting;
    if (other === 'marker') break;
    if (other.name === element.name && other.written === element.written && ++alike === 3) {
      formatting.splice(at, 1);
      break;
    }
  }
  if (formatting.length < maxFormattingElements) formatting.push(element);
  else stack.overflowed = true;
}

export function addMarker(stack: Stack): void {
  if (stack.formatting.length < maxOpenElements) stack.formatting.push('marker');
  else stack.overflowed = true;
}

/** 13.2.4.3, "clear the list of active formatting elements up to the last marker". */
export function clearFormatting({ formatting }: Stack): void {
  while (formatting.length > 0 && formatting.pop() !== 'marker');
}

/** 13.2.4.3, "reconstruct the active formatting elements": reopens those after the last marker or open element. */
export function reconstruct(stack: Stack): void {
  const { formatting, open } = stack;
  let from = formatting.length;
  const isOpen = (entry: Formatting) => entry === 'marker' || open.includes(entry);
  while (from > 0 && !isOpen(formatting[from - 1] as Formatting)) from--;
  for (let at = from; at < formatting.length; at++) {
    const again = reopened(formatting[at] as OpenElement);
    formatting[at] = again;
    push(stack, again);
  }
}

const reopened = (element: OpenElement): OpenElement => ({ ...element, tag: null });

/** The formatting element with this name after the last marker; undefined if there is none. */
export function formattingElement({ formatting }: Stack, name: string): OpenElement | undefined {
  for (let at = formatting.length - 1; at >= 0; at--) {
    const entry = formatting[at] as Formatting;
    if (entry === 'marker') return undefined;
    if (entry.name === name) return entry;
  }
  return undefined;
}

function remove<Entry>(list: Entry[], entry: Entry): void {
  const at = list.indexOf(entry);
  if (at >= 0) list.splice(at, 1);
}
export function removeElement(stack: Stack, element: OpenElement): void {
  remove(stack.open, element);
}
export function removeFormatting(stack: Stack, element: OpenElement): void {
  remove<Formatting>(stack.formatting, element);
}

/**
 * 13.2.6.4.7, the "adoption agency algorithm", without the tree.
 *
 * @returns whether the end tag must be handled like that of any other element
 */
export function adopt(stack: Stack, name: string): boolean {
  const { open, formatting } = stack;
  const node = current(stack);
  if (node && isNamed(node, name) && !formatting.includes(node)) {
    open.pop();
    return false;
  }
  for (let round = 0; round < 8; round++) {
    const element = formattingElement(stack, name);
    if (!element) return round === 0;
    const at = open.indexOf(element);
    if (at < 0) {
      removeFormatting(stack, element);
      return false;
    }
    if (!isElementInScope(stack, element)) return false;
    let furthest = at + 1;
    while (furthest < open.length && !isSpecial(open[furthest] as OpenElement)) furthest++;
    if (furthest === open.length) {
      open.length = at;
      removeFormatting(stack, element);
      return false;
    }
    reopenBehind(stack, at, furthest, element);
  }
  return false;
}

/** Steps 10 to 20: reopens a formatting element after its furthest block, together with the elements between them. */
function reopenBehind(stack: Stack, at: number, furthest: number, element: OpenElement): void {
  const { open, formatting } = stack;
  const block = open[furthest] as OpenElement;
  /**
   * The formatting element is inserted after this one in the list of formatting elements; if null, it keeps its
   * position.
   */
  let bookmark: OpenElement | null = null;
  for (let position = furthest - 1, count = 1; position > at; position--, count++) {
    const node = open[position] as OpenElement;
    if (count > 3) removeFormatting(stack, node);
    const listed = formatting.indexOf(node);
    if (listed < 0) {
      open.splice(position, 1);
      continue;
    }
    const again = reopened(node);
    formatting[listed] = again;
    open[position] = again;
    bookmark ??= again;
  }
  const again = reopened(element);
  if (bookmark === null) formatting[formatting.indexOf(element)] = again;
  else {
    removeFormatting(stack, element);
    formatting.splice(formatting.indexOf(bookmark) + 1, 0, again);
  }
  removeElement(stack, element);
  open.splice(open.indexOf(block) + 1, 0, again);
}

function isElementInScope({ open }: Stack, element: OpenElement): boolean {
  for (let at = open.length - 1; at >= 0; at--) {
    const other = open[at] as OpenElement;
    if (other === element) return true;
    if (scopes.element.has(keyOf(other))) return false;
  }
  return false;
}
