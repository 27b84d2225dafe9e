/** The optional parameters of message/external-body: RFC 1521 section 7.3.3 (RFC 2046 section 5.2.3.1). */
import { withoutComments } from '../../mime/headers.ts';
import type { Problem } from '../../problem.ts';
import type { ExternalBody } from './message-external-body.ts';

export const permissions = ['read', 'read-write'] as const;
export type Permission = (typeof permissions)[number];

/** Facts that a message states about its data; null if missing or malformed. */
export interface BodyParameters {
  /** Size of the data in its canonical form, in octets. */
  size: number | null;
  /** The time after which the data may be removed, in milliseconds since 1970. */
  expiration: number | null;
  permission: Permission | null;
  /** Problems are located at the URL, because the positions of the parameters are unknown. */
  problems: Problem[];
}

/**
 * Reads the optional parameters. Problem codes: external-body-size-malformed, external-body-expiration-malformed,
 * external-body-permission-unknown. Linear.
 */
export function bodyParameters({ parameters, urlStart, urlEnd }: ExternalBody): BodyParameters {
  const problems: Problem[] = [];
  const read = <T>(
    name: string,
    parse: (text: string) => T | null,
    code: string,
    message: string,
  ): T | null => {
    const written = parameters.get(name);
    if (written === undefined) return null;
    const value = parse(withoutComments(written));
    if (value === null) {
      const args = { value: written.slice(0, 100) };
      problems.push({ code, args, message, start: urlStart, end: urlEnd });
    }
    return value;
  };
  return {
    size: read('size', sizeOf, 'external-body-size-malformed', 'The size is not a number of octets.'),
    expiration: read(
      'expiration',
      dateOf,
      'external-body-expiration-malformed',
      'The expiration is not a date of RFC 822, such as "Fri, 14 Jun 1991 19:13:14 -0400".',
    ),
    permission: read(
      'permission',
      (text) => permissions.find((each) => each === text.toLowerCase()) ?? null,
      'external-body-permission-unknown',
      'The permission is neither "read" nor "read-write".',
    ),
    problems,
  };
}

const sizeOf = (text: string): number | null => (/^[0-9]{1,15}$/.test(text) ? Number(text) : null);

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/**
 * The difference of each zone from Greenwich, in hours, positive to the east. A single letter does not identify a zone
 * (RFC 1123 section 5.2.14).
 */
const zones = new Map(
  Object.entries({ ut: 0, gmt: 0, est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7 }),
);
const dateTime =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun)\s*,\s*)?([0-9]{1,2})\s+([a-z]{3})\s+([0-9]{4}|[0-9]{2})\s+([0-9]{2}):([0-9]{2})(?::([0-9]{2}))?\s+([a-z]{1,3}|[+-][0-9]{4})$/i;

/**
 * A date-time of RFC 822 section 5, without comments, in milliseconds since 1970; two-digit years are in the
 * twentieth century. Null if the text is not a date-time.
 */
export function dateOf(text: string): number | null {
  const [, day, name, year, hour, minute, second, zone] = dateTime.exec(text.slice(0, 100)) ?? [];
  const month = months.indexOf((name ?? '').toLowerCase());
  const minutes = zone === undefined ? null : minutesOf(zone.toLowerCase());
  if (month < 0 || minutes === null) return null;
  const [d, h, min, s] = [Number(day), Number(hour), Number(minute), Number(second ?? 0)] as const;
  const date = new Date(0);
  date.setUTCFullYear(Number(year) + (year?.length === 2 ? 1900 : 0), month, d);
  if (date.getUTCDate() !== d || h > 23 || min > 59 || s > 60) return null;
  return date.setUTCHours(h, min, s) - minutes * 60_000;
}

/** The difference of a zone from Greenwich, in minutes, positive to the east; null if the zone is unknown. */
function minutesOf(zone: string): number | null {
  if (/^[a-z]$/.test(zone)) return 0;
  if (/^[a-z]/.test(zone)) {
    const hours = zones.get(zone);
    return hours === undefined ? null : hours * 60;
  }
  const sign = zone.startsWith('-') ? -1 : 1;
  return sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3)));
}
