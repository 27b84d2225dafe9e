/**
 * Functions that the finders of CSS share. They find the data: URLs in a piece of CSS text, and the destination of
 * each.
 */
import { isMeantUrl } from '../../src/data-url/meant-data-url.ts';
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
 * Whether serialized CSS lacks values that may contain URLs: a browser omits the value of a shorthand with `var()` if
 * another declaration overrides a part of it (css-variables-1, "pending-substitution value"). `border` also resets the
 * border's image, but never to a URL.
 */
export const hidesValues = (css: string): boolean =>
  /(?:^|[{; ])(?!--)[a-z-]+(?:image|source|path|r-start|r-mid|r-end): (?: !important)?;/.test(
    css.replace(/(?:border-image-\w+: (?: !important)?; ?){5}/g, ''),
  );

/**
 * Finds the data: URLs in a piece of CSS text.
 *
 * @param place the place that is reported for the URLs
 * @param isWritten whether the text is the page's own; otherwise, the browser has serialized it, without positions and
 *   without everything that the browser dropped
 * @param isWhole whether URLs in comments and strings are found, too
 * @yields each data: URL in the text; between them `null`, where the caller may pause
 */
export function* findInCss(
  css: string,
  place: Found['place'],
  isWritten = false,
  isWhole = true,
): Generator<Found | null, void, void> {
  if (!mayHoldDataUrl(css)) return;
  const texts: CssText[] = [];
  const keep = (text: CssText) => mayQuoteDataUrl(text.text, 'prose') && texts.push(text);
  for (const url of findCssUrls(css, isWhole ? keep : undefined, isWritten && place === 'stylesheet')) {
    if (url && isMeantUrl(url.written)) {
      const { role, start, end, value, line, column, dropped, ...found } = url;
      yield {
        ...found,
        place,
        destination: destinationOfRole[role],
        ...(isWritten && {
          line,
          column,
          dropped,
          ...spelled(css, url),
          isUnsupported: isUnsupported(css, url),
        }),
      };
    } else yield null;
    if (texts.length > 0) yield* findInCssTexts(css, texts.splice(0), isWritten);
  }
  yield* findInCssTexts(css, texts, isWritten);
}

/** Maximum length, in code units, of a value without its URL for which the browser's support is tested. */
const maxValueLength = 4096;

/**
 * Matches rules that cannot be tested on their own, because they need a namespace or other descriptors, or because they
 * are truncated.
 */
const unclear = /\||…$|^@(?:pr|cou)/i;

/** A style sheet that is never adopted. It parses declarations to test whether the browser supports them. */
let trial: CSSStyleSheet | undefined;
/** The URL that replaces the actual one in tested declarations. */
const trialUrl = 'data:,~trial';

/**
 * Whether this browser drops a declaration that CSS Syntax allows, because the browser does not support the property,
 * value, selector, or at-rule.
 */
function isUnsupported(css: string, { name, rules, value, start, end }: CssUrl): boolean {
  if (!value || value.end - value.start - (end - start) > maxValueLength) return false;
  if (rules.length >= maxRuleDepth || rules.some((rule) => unclear.test(rule))) return false;
  const text = `${CSS.escape(name)}:${css.slice(value.start, start)}${trialUrl}${css.slice(end, value.end + 1)}`;
  trial ??= new CSSStyleSheet();
  // The end of the text closes all open blocks. The line break is not part of any rule, but keeps a rule that ends in a
  // backslash invalid.
  trial.replaceSync([...(rules.length > 0 ? rules : ['a']), text].join('\n{'));
  return !trial.cssRules[0]?.cssText.includes(trialUrl);
}

/** Finds the data: URLs in comments, and in strings that are not URLs. */
function* findInCssTexts(
  css: string,
  texts: readonly CssText[],
  isWritten: boolean,
): Generator<Found | null, void, void> {
  for (const { kind, text: written, start, end, line, column, dropped, ...found } of texts) {
    if (kind === 'comment') yield* findInComment(written, kind);
    else if (looksLikeDataUrl(written))
      yield {
        ...found,
        written,
        place: 'text',
        destination: 'none',
        ...(isWritten && { line, column, dropped, ...spelled(css, { written, start, end }) }),
      };
  }
}

/** Finds the data: URLs in a comment, or in a style sheet in an unknown language. Most of them are source maps. */
export const findInComment = (text: string, place: Found['place']) =>
  quotedIn(text, 'prose', { place, name: '', destination: 'none' }, 'sourceMappingURL');
