/** Whether a text is a data: URL. Called for every attribute of a page, so it reads only the first few characters. */
import { urlText } from '../url-text.ts';

/** Whether a unit is TAB, LF or CR, which the URL parser removes everywhere. */
export const isRemoved = (unit: number): boolean => unit === 0x09 || unit === 0x0a || unit === 0x0d;

/**
 * The index directly after the colon of a scheme, or -1 if the URL parser would not find that scheme
 * (https://url.spec.whatwg.org/#concept-basic-url-parser, up to the scheme state). Leading C0 controls and spaces are
 * skipped, and TAB, LF and CR are allowed between the letters, whose case doesn't matter.
 */
export function afterScheme(text: string, scheme = 'data'): number {
  let i = 0;
  while (i < text.length && text.charCodeAt(i) <= 0x20) i++;
  for (let k = 0; k <= scheme.length; k++) {
    while (i < text.length && isRemoved(text.charCodeAt(i))) i++;
    if (i >= text.length) return -1;
    // `| 0x20` folds A-Z to a-z; the colon is tested exactly, because folding would turn U+001A into a colon.
    const unit = text.charCodeAt(i++);
    if (k === scheme.length ? unit !== 0x3a : (unit | 0x20) !== scheme.charCodeAt(k)) return -1;
  }
  return i;
}

/**
 * Whether a text in any language may contain a data: URL: only if it contains a colon, a backslash (which may escape a
 * colon), or base64 whose "data:" is missing. In markup, decode character references first.
 */
export const mayHoldUrl = (text: string): boolean =>
  text.includes(':') || text.includes('\\') || text.includes(';base64,');

/**
 * Whether a browser that resolves `url` gets a data: URL, valid or not. Linear.
 *
 * @throws {TypeError} for anything but a string or a URL
 */
export function isDataUrl(url: string | URL): boolean {
  return afterScheme(urlText(url, 'isDataUrl')) >= 0;
}
