/** The parts of selectors, which pages and files combine in the same way: see "Selectors" in docs/export.md. */
import { HTML } from './namespaces.ts';

/** Comes between the selector of an element and a selector in the tree that the element hosts. */
export const treeSeparator = ' >>> ';

/**
 * Maximum number of elements of a selector in one tree. An element that is deeper below an id or the root has no
 * selector.
 */
export const maxSelectorSteps = 100;

/** Maximum length, in code units, of a selector. An element that needs a longer one has no selector. */
export const maxSelectorLength = 4096;

/**
 * Matches names that stay the same in every form of a Report, because they consist of visible characters without a
 * meaning in Markdown.
 */
const plain = /^(?!.*\p{DI})[\p{L}_][\p{L}\p{M}\p{N}_:.-]*$/u;

/** Matches most of these names. Compiling the expression for all of them takes as long as reading a small page. */
const plainAscii = /^[a-z_][\w:.-]*$/i;

/** Maximum length, in code units, of a name in a selector. */
const maxNameLength = 200;

/** A name, escaped for a selector; null for a name that selectors don't use. */
const identifier = (name: string): string | null =>
  name.length <= maxNameLength && (plainAscii.test(name) || plain.test(name))
    ? name.replaceAll(/[:.]/g, '\\$&')
    : null;

/** The selector for an id; null for an id that selectors don't use. */
export function idSelector(id: string): string | null {
  const name = identifier(id);
  return name && `#${name}`;
}

/**
 * The selector of a position among siblings.
 *
 * @param name the element's local name. HTML documents compare HTML names in lower case (Selectors 4, section 14)
 * @param nth the position, counted from 1
 */
export function positionSelector(name: string, namespace: string | undefined, nth: number): string {
  const isMatched = namespace !== HTML || !/[A-Z]/.test(name);
  return `${(isMatched ? identifier(name) : null) ?? '*'}:nth-child(${nth})`;
}

/**
 * A selector that leads from an element to a descendant, child by child.
 *
 * @param start the selector of the first element
 * @param steps the selectors of the others, innermost first
 */
export const pathFrom = (start: string, steps: readonly string[]): string =>
  [start, ...steps.toReversed()].join(' > ');

/**
 * A path from the top of a shadow tree or of a template's content, where no parent element can begin the path.
 *
 * @param steps at least one, innermost first
 */
export const pathFromTop = (isShadow: boolean, steps: readonly string[]): string =>
  isShadow ? pathFrom(':host', steps) : pathFrom(`${steps.at(-1)}:not(* > *)`, steps.slice(0, -1));
