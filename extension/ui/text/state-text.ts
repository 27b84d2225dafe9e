/** The outcome of a data: URL, in words. */
import { stateReasons } from '../../../src/outcome/state-words.ts';
import type { State } from '../../../src/vocabulary.ts';
import { message, snake } from '../../platform/i18n.ts';
import { visibleText } from './format.ts';

/** The outcome in a few words. */
export const stateText = ({ kind, directive }: State): string =>
  directive !== undefined && kind === 'blocked'
    ? message('blockedBy', visibleText(directive))
    : message(`became_${snake(kind)}`);

/** The reason and the source of a state, and the prediction where it differs. */
export function stateReason({ kind, by, reason, predicted }: State): string {
  const otherwise = predicted && message('predictedOtherwise', message(`became_${snake(predicted)}`));
  const why = reason && reasonText(reason);
  // A state that is unknown for a reason isn't predicted either.
  const source = kind === 'unknown' && why ? '' : message(`by_${by}`);
  return [why, source, otherwise].filter(Boolean).join('; ');
}

/** Undefined for the reason of a problem, whose finding has the sentence. */
function reasonText(reason: string): string | undefined {
  const known = stateReasons.find((each) => each === reason);
  return known && message(`why_${snake(known)}`);
}
