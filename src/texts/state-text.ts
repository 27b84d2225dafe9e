/** The outcome of a data: URL, in words. */
import { type Language, snake } from '../language.ts';
import { stateReasons } from '../outcome/state-words.ts';
import { visibleText } from '../report/visible-text.ts';
import type { State } from '../vocabulary.ts';

export function stateTextsOf({ message }: Language) {
  /** Undefined for the reason of a problem, whose finding has the sentence. */
  function whyText(reason: string): string | undefined {
    const known = stateReasons.find((each) => each === reason);
    return known && message(`why_${snake(known)}`);
  }

  return {
    /** The outcome in a few words. */
    stateText: ({ kind, directive }: State): string =>
      directive !== undefined && kind === 'blocked'
        ? message('blockedBy', visibleText(directive))
        : message(`became_${snake(kind)}`),

    /** The reason and the source of a state, and the prediction where it differs. */
    stateReason({ kind, by, reason, predicted }: State): string {
      const otherwise = predicted && message('predictedOtherwise', message(`became_${snake(predicted)}`));
      const why = reason && whyText(reason);
      // A state that is unknown for a reason isn't predicted either.
      const source = kind === 'unknown' && why ? '' : message(`by_${by}`);
      return [why, source, otherwise].filter(Boolean).join('; ');
    },
  };
}
