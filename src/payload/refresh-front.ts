/** `<meta http-equiv=refresh>`: HTML 4.2.5.3, "shared declarative refresh steps", and what browsers make of them. */

/** White space that Chromium strips off the seconds and the URL, beyond HTML's. */
const own = '\\v\\u1680\\u2000-\\u200a\\u2028\\u205f\\u3000';
const space = '[\\t\\n\\f\\r ]*';

/**
 * What stands in front of a refresh's URL, for any browser that follows it: seconds, of which Firefox needs no more than
 * a point, a separator, and `url=`. Its group is the quote in which the URL stands, or empty.
 */
export const refreshFront = new RegExp(
  `^${space}[${own}]*[\\d.]+[${own}]*(?:[\\t\\n\\f\\r ]${space}[;,]?|[;,])${space}(?:url${space}=${space})?(["']?)[\\t\\n\\f\\r ${own}]*`,
  'i',
);
