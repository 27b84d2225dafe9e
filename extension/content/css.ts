/** What the finders of CSS share: the data: URLs of a piece of CSS text, and what each would be fetched as. */
import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { type CssText, type CssUrl, findCssUrls } from '../../src/payload/css-urls.ts';
import { findQuotedDataUrls, looksLikeDataUrl, mayQuoteDataUrl } from '../../src/payload/quoted-data-urls.ts';
import type { Destination } from '../../src/report/report.ts';
import type { Tell } from './finder.ts';

const destinations: Record<CssUrl['role'], Destination> = {
  import: 'style',
  font: 'font',
  value: 'image',
};

/**
 * A data: URL in CSS needs the letters of its scheme, perhaps with what the URL parser deletes between them, or a
 * CSS escape for one: text that has neither need not be tokenized.
 */
const scheme = /d[\t\n\r]*a[\t\n\r]*t[\t\n\r]*a[\t\n\r]*:|\\/i;
export const mayHoldDataUrl = (css: string): boolean => scheme.test(css);

export interface CssDataUrl {
  written: string;
  name: string;
  destination: Destination;
  /** What an `@font-face` rule declares the font to be: see `CssUrl`. */
  face?: string;
}

/**
 * @param tellText see `findCssUrls`
 * @yields each data: URL of the text; between them `null`, where the caller may pause
 */
export function* findDataUrlsInCss(
  css: string,
  tellText?: (text: CssText) => void,
): Generator<CssDataUrl | null, void, void> {
  if (!mayHoldDataUrl(css)) return;
  for (const url of findCssUrls(css, tellText)) {
    if (url && isDataUrl(url.written)) {
      const { written, name, role, face } = url;
      yield { written, name, destination: destinations[role], ...(face && { face }) };
    } else yield null;
  }
}

/** Tells what a comment or a string that is no URL quotes: a source map, most often. */
export function findInCssText(
  { kind, text, name }: CssText,
  tell: Tell,
  place: 'comment' | 'text' = 'comment',
): void {
  if (!mayQuoteDataUrl(text)) return;
  if (kind === 'string') {
    const found = { place: 'text', name, destination: 'none' } as const;
    if (looksLikeDataUrl(text)) tell({ ...found, written: text });
    return;
  }
  for (const url of findQuotedDataUrls(text, 'prose')) {
    if (!url) continue;
    const { written, isSourceMap } = url;
    tell({ written, place, name: isSourceMap ? 'sourceMappingURL' : '', destination: 'none' });
  }
}
