/** Formats sizes, times, and charsets in words. */
import { bytesText } from '../format-numbers.ts';
import type { MessageFunction } from '../message.ts';
import type { Inspection } from '../report/report.ts';
import { visibleText } from '../report/visible-text.ts';

/** Formats a number of bytes in decimal units (powers of 1000). */
export const formatBytesIn =
  (message: MessageFunction) =>
  (bytes: number): string =>
    bytesText(bytes, message('locale'));

/** Formats a time, given in milliseconds since 1970, for a language. */
export function formatTimeIn(
  message: MessageFunction,
  options: Intl.DateTimeFormatOptions,
): (at: number) => string {
  // The format is cached, because creating it takes longer than using it, and a table formats hundreds of values per
  // second.
  let format: Intl.DateTimeFormat | undefined;
  return (at) => {
    format ??= new Intl.DateTimeFormat(message('locale'), options);
    return format.format(at);
  };
}

/** Formats a date and time of day, given in milliseconds since 1970. */
export const formatMomentIn = (message: MessageFunction): ((at: number) => string) =>
  formatTimeIn(message, { dateStyle: 'medium', timeStyle: 'medium' });

/** The charset, made safe to display: the declared one, the one that browsers use for text, or both if they differ. */
export const charsetTextIn =
  (message: MessageFunction) =>
  ({ charset }: Pick<Inspection, 'charset'>): string => {
    const { declared, used, isInherited = false } = charset;
    if (used !== null && isInherited) return message('charsetInherited', used);
    if (declared === null) return used ?? message('noCharset');
    const shown = visibleText(declared);
    return used !== null && used.toLowerCase() !== declared.toLowerCase() ? `${shown} → ${used}` : shown;
  };
