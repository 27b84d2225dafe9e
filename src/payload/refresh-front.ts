/** `<meta http-equiv=refresh>`: HTML 4.2.5.3, "shared declarative refresh steps", and browsers' variants. */

/** White space beyond HTML's that Chromium strips off the seconds and the URL. */
const own = '\\v\\u1680\\u2000-\\u200a\\u2028\\u205f\\u3000';
const space = '[\\t\\n\\f\\r ]*';

/**
 * The part before a refresh's URL, in any form that a browser follows: seconds, for which Firefox accepts a mere point,
 * a separator, and `url=`. Its group is the quote around the URL, or empty.
 */
export const refreshFront = new RegExp(
  `^${space}[${own}]*[\\d.]+[${own}]*(?:[\\t\\n\\f\\r ]${space}[;,]?|[;,])${space}(?:url${space}=${space})?(["']?)[\\t\\n\\f\\r ${own}]*`,
  'i',
);
