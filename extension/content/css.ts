/**
 * Functions that the finders of CSS share: they find the data: URLs in a piece of CSS text, and the destination of
 * each.
 */
import { isMeantUrl } from '../../src/data-url/other-address.ts';
import { type CssText, type CssUrl, destinationOfRole } from '../../src/payload/css/css-types.ts';
import { findCssUrls } from '../../src/payload/css/css-urls.ts';
import { maxRuleDepth } from '../../src/payload/limits.ts';
import { looksLikeDataUrl, mayQuoteDataUrl } from '../../src/payload/quoted-data-urls.ts';
import { type Found, quotedIn, spelled } from './finder.ts';

/**
 * Whether CSS must be tokenized, with pauses, because it contains the scheme, base64, or an escape, which may represent
 * a letter of the scheme.
 */
export const mayHoldDataUrl = (css: string): boolean =>
  css.includes('\\') || css.includes(';base64,') || mayQuoteDataUrl(css, 'prose');

/**
 * @param place the place with which its URLs are reported
 * @param isWhole whether URLs in comments and strings are found, too
 * @yields each data: URL in the text; between them `null`, where the caller may pause
 */
export function* findInCss(
  css: string,
  place: Found['place'],
  isWhole = true,
): Generator<Found | null, void, void> {
  if (!mayHoldDataUrl(css)) return;
  const texts: CssText[] = [];
  const keep = (text: CssText) => mayQuoteDataUrl(text.text, 'prose') && texts.push(text);
  for (const url of findCssUrls(css, isWhole ? keep : undefined, place === 'stylesheet')) {
    if (url && isMeantUrl(url.written)) {
      const { role, start, end, value, ...found } = url;
      yield {
        ...{ ...found, place, destination: destinationOfRole[role], ...spelled(css, url) },
        ...(isUnsupported(css, url) && { isUnsupported: true }),
      };
    } else yield null;
    if (texts.length > 0) yield* findInCssTexts(css, texts.splice(0));
  }
  yield* findInCssTexts(css, texts);
}

/** Maximum code units of a value, without its URL, that the browser is asked about. */
const maxValueLength = 4096;

/** Matches rules that contain style rules and their declarations. Other at-rules contain descriptors. */
const grouping = /^@(?:media|supports|layer|container|scope|starting-style)\b/i;

/**
 * Matches selectors that don't depend on the browser alone, because of forgiving lists or namespaces, and truncated
 * ones.
 */
const unclearSelector = /:(?:is|where)\(|\||…$/i;

/** Whether this browser drops a declaration that CSS Syntax allows, because of its property, value or selector. */
function isUnsupported(css: string, { name, rules, value, start, end }: CssUrl): boolean {
  if (!value || value.end - value.start - (end - start) > maxValueLength) return false;
  const selectors = rules.filter((rule) => !grouping.test(rule));
  // In keyframes, in a custom property, or if the beginning of the list is missing, the rules are not selectors.
  if (selectors.some((rule) => /^(?:@|--[^:]*:)/.test(rule)) || rules.length >= maxRuleDepth) return false;
  const text = `${css.slice(value.start, start)}data:,${css.slice(end, value.end)}`;
  if (!CSS.supports(name, text.replace(/!\s*important\s*$/i, ''))) return true;
  return selectors.some(
    (selector, depth) =>
      !unclearSelector.test(selector) &&
      !CSS.supports(`selector(${depth > 0 && /^[>+~]/.test(selector) ? '&' : ''}${selector})`),
  );
}

/** Finds the data: URLs in comments, and in strings that are not URLs. */
function* findInCssTexts(css: string, texts: readonly CssText[]): Generator<Found | null, void, void> {
  for (const { kind, text: written, start, end, ...found } of texts) {
    if (kind === 'comment') yield* findInComment(written, kind);
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

/** Finds the data: URLs in a comment, or in a style sheet in an unknown language. Most are source maps. */
export const findInComment = (text: string, place: Found['place']) =>
  quotedIn(text, 'prose', { place, name: '', destination: 'none' }, 'sourceMappingURL');
