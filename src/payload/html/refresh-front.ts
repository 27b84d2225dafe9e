/** The URL of `<meta http-equiv=refresh>`: HTML 4.2.5.3, "shared declarative refresh steps", and browsers' variants. */

/** Whitespace that Chromium also strips from the seconds and the URL, although HTML does not. */
const own = '\\v\\u1680\\u2000-\\u200a\\u2028\\u205f\\u3000';
const space = '[\\t\\n\\f\\r ]*';

/**
 * Matches the part before a refresh's URL, in any form that a browser follows: seconds (just a period in Firefox), a
 * separator, and `url=`. The group captures the quotation mark before the URL, or nothing.
 */
const front = new RegExp(
  `^${space}[${own}]*[\\d.]+[${own}]*(?:[\\t\\n\\f\\r ]${space}[;,]?|[;,])${space}(?:url${space}=${space})?(["']?)[\\t\\n\\f\\r ${own}]*`,
  'i',
);

/** The URL of a refresh in its `content`, if any browser follows it; positions are code units of the content. */
export function refreshPart(content: string): { url: string; start: number; end: number } | null {
  const found = front.exec(content);
  if (!found) return null;
  const start = found[0].length;
  const quote = found[1] ? content.indexOf(found[1], start) : -1;
  const end = quote < 0 ? content.length : quote;
  return { url: content.slice(start, end), start, end };
}
