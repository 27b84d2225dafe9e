/** Numbers and names in text from right to left (UAX #9). */

const isRightToLeft = (): boolean => document.documentElement.dir === 'rtl';

/**
 * In text from right to left a URL, a type or a range of numbers stays in one piece, with its punctuation at its own
 * end.
 */
export const isolated = (text: string): string => (isRightToLeft() ? `\u2068${text}\u2069` : text);

/** More, less or the same, with its sign in front, also in text from right to left: so Intl writes it there, too. */
export function signed(difference: number, format: (value: number) => string): string {
  const mark = isRightToLeft() ? '\u200e' : '';
  if (difference === 0) return `${mark}±0`;
  return `${mark}${difference > 0 ? '+' : '−'}${format(Math.abs(difference))}`;
}
