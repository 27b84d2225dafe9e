/** Counts in the English of commands and exports; no page of the extension needs them. */
import { numberText } from './format-numbers.ts';

/** A count in English figures. Loading a language's formats takes longer than most scans, so not for three digits. */
export const countFigures = (count: number): string =>
  count < 1000 ? String(count) : numberText(count, 'en');

/** A count in English: `1 file`, `1,200 files`. */
export const countText = (count: number, noun: string): string =>
  `${countFigures(count)} ${noun}${count === 1 ? '' : 's'}`;
