/** The parts of selectors, which pages and files combine in the same way: see "Selectors" in docs/export.md. */
import { HTML } from './namespaces.ts';

/** Between the selector of an element and one in the tree that belongs to it. */
export const treeSeparator = ' >>> ';

/** Elements that a selector names in one tree. An element deeper below an id or the root has no selector. */
export const maxSelectorSteps = 100;

/** Code units of a selector; an element that needs more has none. */
export const maxSelectorLength = 4096;

/** Names that every form of a Report keeps as they are: of visible characters that Markdown does not use. */
const plain = /^(?!.*\p{DI})[\p{L}_][\p{L}\p{M}\p{N}_:.-]*$/u;

/** Code units of such a name. */
const maxNameLength = 200;

/** A name in a selector; null for one that selectors do not use. */
const identifier = (name: string): string | null =>
  name.length <= maxNameLength && plain.test(name) ? name.replaceAll(/[:.]/g, '\\$&') : null;

/** The selector of an id; null for one that selectors do not use. */
export function idSelector(id: string): string | null {
  const name = identifier(id);
  return name && `#${name}`;
}

/**
 * The selector of a position among siblings.
 *
 * @param name the element's local name. HTML documents compare HTML names in lower case (Selectors 4, section 14)
 * @param nth from 1
 */
export function positionSelector(name: string, namespace: string | undefined, nth: number): string {
  const isMatched = namespace !== HTML || !/[A-Z]/.test(name);
  return `${(isMatched ? identifier(name) : null) ?? '*'}:nth-child(${nth})`;
}

/** A path of children. @param start the selector of the first element @param steps the others, the innermost first */
export const pathFrom = (start: string, steps: readonly string[]): string =>
  [start, ...steps.toReversed()].join(' > ');

/**
 * A path from the top of a shadow tree, or of a template's content, whose elements have no parent to begin with.
 *
 * @param steps at least one, the innermost first
 */
export const pathFromTop = (isShadow: boolean, steps: readonly string[]): string =>
  isShadow ? pathFrom(':host', steps) : pathFrom(`${steps.at(-1)}:not(* > *)`, steps.slice(0, -1));
