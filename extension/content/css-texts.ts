/**
 * The URLs that the current walk has found so far in the document's style sheets and `style` attributes. Animations and
 * computed styles are read last; any URLs in them that are not among these come from scripts.
 */
import { inlineLength } from '../platform/limits.ts';
import type { Found } from './finder.ts';

const live = new Set<string>();
const strings = new Set<string>();
const setOf = ({ place }: Found) => (place === 'text' || place === 'comment' ? strings : live);
const places = new Set<Found['place']>(['stylesheet', 'style-attribute', 'text', 'comment']);

export function forgetCssTexts(): void {
  live.clear();
  strings.clear();
}

/** Must be called with the URLs of each style sheet and `style` attribute. */
export function noteCssTexts(urls: readonly Found[]): void {
  for (const found of urls) {
    const { written, place } = found;
    if (!places.has(place)) continue;
    setOf(found).add(written);
    // In a computed value, URLs appear as serialized by the URL parser.
    if (written.length <= inlineLength && /[^!-~]/.test(written))
      setOf(found).add(URL.parse(written)?.href ?? '');
  }
}

/** Whether a URL was also found in a style sheet or `style` attribute. */
export const isInCss = (found: Found): boolean => setOf(found).has(found.written);
