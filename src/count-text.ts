/** Counts in the English of commands and exports; no page of the extension needs them. */
import { numberText } from './format-numbers.ts';

/** A count in English: `1 file`, `1,200 files`. */
export const countText = (count: number, noun: string): string =>
  `${numberText(count, 'en')} ${noun}${count === 1 ? '' : 's'}`;
