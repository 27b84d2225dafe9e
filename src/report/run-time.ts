/** Finds out when a page runs the content of a data: URL. */
import { isWeak, type Occurrence, runsInFrame } from '../vocabulary.ts';
import { failedKinds } from './states.ts';

/**
 * `now`: by itself; `shown`: once its element is shown or used; `clicked`: on a click; `opened`: only if a person
 * opens the saved file or activates what is inert; `entered`: only if a person enters its URL in the address bar,
 * because browsers block the navigation. Earliest first.
 */
export const runTimes = ['now', 'shown', 'clicked', 'opened', 'entered'] as const;
export type RunTime = (typeof runTimes)[number];

type Used = Pick<Occurrence, 'place' | 'element' | 'destination' | 'inert' | 'use' | 'removedAt' | 'state'>;

/** When the content runs at one occurrence, judging by its outcome; null if nothing runs. */
function runTimeAt(occurrence: Used): RunTime | null {
  const { place, element, destination, inert, removedAt, state } = occurrence;
  const kind = state?.kind;
  const isStopped = kind === 'dropped' || failedKinds.has(kind!) || state?.reason === 'data-block';
  if (isStopped || isWeak(occurrence) || removedAt !== undefined) return null;
  if (kind === 'download' || destination === 'download') return 'opened';
  const isIdle = inert || kind === 'not-requested';
  // This is a preload, which doesn't run anything.
  if (element === 'link' && destination === 'script') return null;
  if (runsInFrame(occurrence) || destination === 'script' || destination === 'worker')
    return isIdle ? 'shown' : 'now';
  if (destination !== 'document' && destination !== 'form') return null;
  if (state?.reason === 'top-level-navigation') return 'entered';
  if (isIdle) return 'opened';
  return place === 'meta-refresh' ? 'now' : 'clicked';
}

/** The earliest time at which the content runs at any occurrence; null if nothing runs. */
export function runTimeOf(occurrences: readonly Used[]): RunTime | null {
  const times = new Set(occurrences.map(runTimeAt));
  return runTimes.find((time) => times.has(time)) ?? null;
}
