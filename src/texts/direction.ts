/** Formats numbers and names in right-to-left text (UAX #9). */
import type { MessageFunction } from '../message.ts';

export const isRightToLeft = (message: MessageFunction): boolean => message('textDirection') === 'rtl';

/** Isolates a URL, a type, or a range of numbers in right-to-left text, so that its punctuation stays in place. */
export const isolatedIn =
  (message: MessageFunction) =>
  (text: string): string =>
    isRightToLeft(message) ? `\u2068${text}\u2069` : text;
