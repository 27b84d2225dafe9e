/** The outcome of a data: URL, in words. */
import { type MessageFunction, snake } from '../message.ts';
import { stateReasons } from '../outcome/state-words.ts';
import { visibleText } from '../report/visible-text.ts';
import type { State } from '../vocabulary.ts';

/** The outcome in a few words. */
export const stateTextIn =
  (message: MessageFunction) =>
  ({ kind, directive }: State): string =>
    directive !== undefined && kind === 'blocked'
      ? message('blockedBy', visibleText(directive))
      : message(`became_${snake(kind)}`);

/** The reason for a state and its source, and the prediction if it differs from the state. */
export const stateReasonIn =
  (message: MessageFunction) =>
  ({ kind, by, reason, predicted }: State): string => {
    const otherwise = predicted && message('predictedOtherwise', message(`became_${snake(predicted)}`));
    // These reasons don't include problems, which findings describe.
    const known = stateReasons.find((each) => each === reason);
    const why = known && message(`why_${snake(known)}`);
    // If there is a reason why the state is unknown, the state wasn't predicted either, so no source is named.
    const source = kind === 'unknown' && why ? '' : message(`by_${by}`);
    return [why, source, otherwise].filter(Boolean).join('; ');
  };
