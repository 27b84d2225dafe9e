/** Formats values for people: sizes, destinations, times, hidden characters. */
import { bytesText } from '../../../src/figures.ts';
import type { Destination } from '../../../src/vocabulary.ts';
import { formatNumber, locale, message } from '../../platform/i18n.ts';
import type { Row } from '../../platform/surface-updates.ts';

/** Bytes in the user's language, by powers of 1000 as is usual. */
export const formatBytes = (bytes: number): string => bytesText(bytes, locale());

/** The charset, safe to show: as declared, as browsers use it for text, or both if they differ. */
export function charsetText({ charset }: Pick<Row, 'charset'>): string {
  const { declared, used, isInherited = false } = charset;
  if (used !== null && isInherited) return message('charsetInherited', used);
  if (declared === null) return used ?? message('noCharset');
  const shown = visibleText(declared);
  return used !== null && used.toLowerCase() !== declared.toLowerCase() ? `${shown} → ${used}` : shown;
}

export const placesText = (count: number): string => message('places', count, formatNumber(count));

/**
 * Controls, bidirectional overrides and other characters that hide or reorder text; except tabs, line breaks, and the
 * variation selector after an emoji.
 */
const hidden =
  /(?!\t|\n|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufff0-\ufff8]|(?<!\p{Extended_Pictographic})(?:\ufe0e|\ufe0f)/gu;

/** Makes hostile text safe to read: characters that hide or reorder text are shown by their code points. */
export function visibleText(text: string): string {
  return text.replace(hidden, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return `\u27e8U+${code.toString(16).toUpperCase().padStart(4, '0')}\u27e9`;
  });
}

// A format takes longer to make than to use, and a table formats hundreds of values a second.
let times: Intl.DateTimeFormat | undefined;
let clocks: Intl.DateTimeFormat | undefined;
let moments: Intl.DateTimeFormat | undefined;

/** The time of day. */
export function formatTime(at: number): string {
  times ??= new Intl.DateTimeFormat(locale(), { timeStyle: 'short' });
  return times.format(at);
}

/** Time of day with seconds. */
export function formatClock(at: number): string {
  clocks ??= new Intl.DateTimeFormat(locale(), { timeStyle: 'medium' });
  return clocks.format(at);
}

/** Date and time of day. */
export function formatMoment(at: number): string {
  moments ??= new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'medium' });
  return moments.format(at);
}

/** A relative time in the largest unit of minutes, hours and days that has passed; from milliseconds. */
export function formatAge(age: number): string {
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
  const minutes = Math.floor(age / 60_000);
  if (minutes < 1) return format.format(0, 'second');
  if (minutes < 60) return format.format(-minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? format.format(-hours, 'hour') : format.format(-Math.floor(hours / 24), 'day');
}

/** The name of a site in policies, for people. */
export const siteName = (site: string): string =>
  site === 'file:' ? message('siteLocalFiles') : visibleText(site);

/** A duration in whole seconds or minutes, in words; from milliseconds. */
export function formatDuration(time: number): string {
  const [unit, value] = time % 60_000 === 0 ? ['minute', time / 60_000] : ['second', time / 1000];
  return new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}

let milliseconds: Intl.NumberFormat | undefined;

/** A duration in milliseconds: to a tenth below 10, else whole. */
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
