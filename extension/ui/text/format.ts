/** Formats values for people: sizes, destinations, times, hidden characters. */
import { exactBytesText } from '../../../src/format-numbers.ts';
import { visibleText } from '../../../src/report/visible-text.ts';
import { formatTimeIn } from '../../../src/texts/figure-text.ts';
import type { Destination } from '../../../src/vocabulary.ts';
import { anyMessage, formatNumber, locale, message } from '../../platform/i18n.ts';

export { visibleText } from '../../../src/report/visible-text.ts';
export { charsetText, formatBytes, formatMoment } from './surface-texts.ts';

export const placesText = (count: number): string => message('places', count, formatNumber(count));

/** Formats a number of bytes without rounding. */
export const formatExact = (bytes: number): string => exactBytesText(bytes, locale());

/** The time of day. */
export const formatTime = formatTimeIn(anyMessage, { timeStyle: 'short' });

/** The time of day with seconds. */
export const formatClock = formatTimeIn(anyMessage, { timeStyle: 'medium' });

/** Formats an age, given in milliseconds, in the largest unit that fits: days, hours, or minutes. */
export function formatAge(age: number): string {
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
  const minutes = Math.floor(age / 60_000);
  if (minutes < 1) return format.format(0, 'second');
  if (minutes < 60) return format.format(-minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? format.format(-hours, 'hour') : format.format(-Math.floor(hours / 24), 'day');
}

/** The name of a site in policies, as shown to people. */
export const siteName = (site: string): string =>
  site === 'file:' ? message('siteLocalFiles') : visibleText(site);

/** Formats a duration, in milliseconds, as whole minutes if possible, otherwise in seconds. */
export function formatDuration(time: number): string {
  const [unit, value] = time % 60_000 === 0 ? ['minute', time / 60_000] : ['second', time / 1000];
  return new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}

let milliseconds: Intl.NumberFormat | undefined;

/** Formats a duration in milliseconds: with one decimal below 10; otherwise as a whole number. */
export function formatMilliseconds(time: number): string {
  const maximumFractionDigits = 1;
  milliseconds ??= new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit: 'millisecond',
    maximumFractionDigits,
  });
  return milliseconds.format(time < 10 ? time : Math.round(time));
}

/** A destination in words. */
export const destinationText = (destination: Destination): string => message(`destination_${destination}`);
