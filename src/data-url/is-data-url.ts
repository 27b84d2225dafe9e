/**
 * Whether a text is a data: URL. Called for every attribute of a page, so it reads the first few characters only and
 * imports nothing.
 */

/** TAB, LF and CR, which the URL parser removes everywhere. */
export const isRemoved = (unit: number): boolean => unit === 0x09 || unit === 0x0a || unit === 0x0d;

/**
 * Where the text after `data:` begins: the index directly after the colon, or -1 if the URL parser would not
 * find the scheme "data" (https://url.spec.whatwg.org/#concept-basic-url-parser, up to the scheme state).
 * Leading C0 controls and spaces are skipped, TAB, LF and CR are allowed between the letters, which may be of
 * either case.
 */
export function afterScheme(text: string): number {
  let i = 0;
  while (i < text.length && text.charCodeAt(i) <= 0x20) i++;
  for (let k = 0; k < 5; k++) {
    while (i < text.length && isRemoved(text.charCodeAt(i))) i++;
    if (i >= text.length) return -1;
    // `| 0x20` folds A-Z to a-z; only the control U+001A could become a colon by it, hence the exact test.
    const unit = text.charCodeAt(i++);
    if (k === 4 ? unit !== 0x3a : (unit | 0x20) !== 'data'.charCodeAt(k)) return -1;
  }
  return i;
}

/**
 * Whether a text may hold a data: URL, in any language: each has a colon, or after a backslash an escape of one, unless
 * "data:" is missing before base64. Of markup only text whose character references are decoded.
 */
export const mayHoldUrl = (text: string): boolean =>
  text.includes(':') || text.includes('\\') || text.includes(';base64,');

/** Whether a browser that resolves `text` as a URL gets a data: URL, valid or not. Linear, never throws. */
export function isDataUrl(text: string): boolean {
  return afterScheme(text) >= 0;
}
