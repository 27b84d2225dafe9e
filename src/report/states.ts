/** The overall state of a data: URL, from the states of its occurrences. */
import { isWeak, type Occurrence, type State, type StateKind } from '../vocabulary.ts';

/** The kinds of states, most severe first. */
const gravity: readonly StateKind[] = [
  'blocked',
  'refused',
  'not-shown',
  'download',
  'loaded',
  'unknown',
  'dropped',
  'not-requested',
  'template',
];

/** The states in which a data: URL that the page uses counts as failed. */
export const failedKinds: ReadonlySet<StateKind> = new Set<StateKind>(['blocked', 'refused', 'not-shown']);

/**
 * The overall state of a data: URL: the most severe state of the occurrences that the page still uses, or of all
 * occurrences if the page uses none of them. Null if unknown.
 */
export function mostSevereState(occurrences: readonly Occurrence[]): State | null {
  const used = occurrences.filter((each) => !isWeak(each) && each.removedAt === undefined);
  let mostSevere: State | null = null;
  for (const { state } of used.length > 0 ? used : occurrences) {
    if (state && (!mostSevere || gravity.indexOf(state.kind) < gravity.indexOf(mostSevere.kind)))
      mostSevere = state;
  }
  return mostSevere;
}

/** Whether a page doesn't use a data: URL now, because all remaining occurrences were observed to be unused. */
export function isUnused(occurrences: readonly Pick<Occurrence, 'state' | 'removedAt'>[]): boolean {
  const remaining = occurrences.filter(({ removedAt }) => removedAt === undefined);
  return remaining.length > 0 && remaining.every(({ state }) => state?.reason === 'unused');
}

/** The kinds of all occurrences' states, each once. */
export const kindsOf = (occurrences: readonly Occurrence[]): StateKind[] => [
  ...new Set(occurrences.flatMap(({ state }) => state?.kind ?? [])),
];

/** A state in English, for tables and texts; '' if unknown. */
export function stateWords(state: State | null | undefined): string {
  if (!state) return '';
  const { kind, directive, engines } = state;
  if (engines) return engines.map((each) => `${each.browser}: ${each.kind.replaceAll('-', ' ')}`).join(', ');
  return directive === undefined ? kind.replaceAll('-', ' ') : `${kind} by ${directive}`;
}
