/** Numbers and names in right-to-left text (UAX #9). */
import type { Language } from '../language.ts';

export function directionsOf({ message }: Language) {
  const isRightToLeft = (): boolean => message('textDirection') === 'rtl';
  return {
    /** Isolates a URL, a type or a range of numbers in right-to-left text, so that its punctuation stays in place. */
    isolated: (text: string): string => (isRightToLeft() ? `\u2068${text}\u2069` : text),

    /** A difference with its sign in front, in right-to-left text too, as Intl writes it there. */
    signed(difference: number, format: (value: number) => string): string {
      const mark = isRightToLeft() ? '\u200e' : '';
      if (difference === 0) return `${mark}±0`;
      return `${mark}${difference > 0 ? '+' : '−'}${format(Math.abs(difference))}`;
    },
  };
}
