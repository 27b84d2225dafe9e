/**
 * What the style sheets and `style` attributes of the document hold, as far as this walk has come: what animations and
 * computed styles hold besides is new. Both are read behind all else.
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

/** To be told what stands at each source of the document. */
export function noteCssTexts(urls: readonly Found[]): void {
  for (const found of urls) {
    const { written, place } = found;
    if (!places.has(place)) continue;
    setOf(found).add(written);
    // A computed value has the URL as its parser made it.
    if (written.length <= inlineLength && /[^!-~]/.test(written))
      setOf(found).add(URL.parse(written)?.href ?? '');
  }
}

export const isInCss = (found: Found): boolean => setOf(found).has(found.written);
