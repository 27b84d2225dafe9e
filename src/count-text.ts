/** Formats counts in English, for commands and exports. The extension's pages don't need this. */
import { numberText } from './format-numbers.ts';

/**
 * A count, formatted in English. Loading `Intl` takes longer than most scans, so counts below 1,000 are formatted
 * without it.
 */
export const countFigures = (count: number): string =>
  count < 1000 ? String(count) : numberText(count, 'en');

/** A count in English: `1 file`, `1,200 files`. */
export const countText = (count: number, noun: string): string =>
  `${countFigures(count)} ${noun}${count === 1 ? '' : 's'}`;
