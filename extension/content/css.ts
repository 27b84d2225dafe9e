/** Shared by the finders of CSS: the data: URLs of a piece of CSS text, and the destination of each. */
import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { type CssText, destinationOfRole, findCssUrls } from '../../src/payload/css-urls.ts';
import { findQuotedDataUrls, looksLikeDataUrl, mayQuoteDataUrl } from '../../src/payload/quoted-data-urls.ts';
import { type Found, spelled } from './finder.ts';

/** Whether CSS must be tokenized, with pauses: it has the scheme, or a CSS escape, which may be a letter of it. */
export const mayHoldDataUrl = (css: string): boolean => css.includes('\\') || mayQuoteDataUrl(css, 'prose');

/**
 * @param place the place that its URLs are reported with
 * @param isWhole whether URLs in comments and strings are found, too
 * @yields each data: URL of the text; between them `null`, where the caller may pause
 */
export function* findInCss(
  css: string,
  place: Found['place'],
  isWhole = true,
): Generator<Found | null, void, void> {
  if (!mayHoldDataUrl(css)) return;
  const texts: CssText[] = [];
  const keep = (text: CssText) => mayQuoteDataUrl(text.text, 'prose') && texts.push(text);
  for (const url of findCssUrls(css, isWhole ? keep : undefined)) {
    if (url && isDataUrl(url.written)) {
      const { role, start, end, ...found } = url;
      yield { ...found, place, destination: destinationOfRole[role], ...spelled(css, url) };
    } else yield null;
    if (texts.length > 0) yield* findInCssTexts(css, texts.splice(0));
  }
  yield* findInCssTexts(css, texts);
}

/** Data: URLs in comments, and in strings that are not URLs. */
function* findInCssTexts(css: string, texts: readonly CssText[]): Generator<Found | null, void, void> {
  for (const { kind, text: written, start, end, ...found } of texts) {
    if (kind === 'comment') yield* findInComment(written, 'comment');
    else if (looksLikeDataUrl(written))
      yield {
        ...found,
        written,
        place: 'text',
        destination: 'none',
        ...spelled(css, { written, start, end }),
      };
  }
}

/** Data: URLs in a comment, or in a style sheet of an unknown language: mostly source maps. */
export function* findInComment(text: string, place: Found['place']): Generator<Found | null, void, void> {
  for (const url of findQuotedDataUrls(text, 'prose'))
    yield url && {
      written: url.written,
      place,
      name: url.isSourceMap ? 'sourceMappingURL' : '',
      destination: 'none',
    };
}
