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
 * Whether serialized CSS lacks values that may contain URLs: a browser doesn't show the value of a shorthand with
 * `var()` if another declaration overrides a part of it (css-variables-1, "pending-substitution value"). `border` sets
 * a border's image, too, but to one without a URL.
 */
export const hidesValues = (css: string): boolean =>
  /(?:^|[{; ])(?!--)[a-z-]+(?:image|source|path|r-start|r-mid|r-end): ;/.test(
    css.replace(/(?:border-image-\w+: ; ?){5}/g, ''),
  );

/**
 * @param place the place with which its URLs are reported
 * @param isWritten whether the text is as written; otherwise it is the browser's own, which has no positions and lacks
 *   everything that the browser has dropped
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
        ...{ ...found, place, destination: destinationOfRole[role] },
        ...(isWritten && {
          ...{ line, column, dropped, ...spelled(css, url) },
          isUnsupported: isUnsupported(css, url),
        }),
      };
    } else yield null;
    if (texts.length > 0) yield* findInCssTexts(css, texts.splice(0), isWritten);
  }
  yield* findInCssTexts(css, texts, isWritten);
}

/** Maximum length, in code units, of a value, without its URL, that the browser is asked about. */
const maxValueLength = 4096;

/**
 * Matches rules that this text alone doesn't decide, because they need a namespace or other descriptors, or are
 * truncated.
 */
const unclear = /\||…$|^@(?:pr|cou)/i;

/** Never adopted. Parses the declarations that the browser is asked about. */
let trial: CSSStyleSheet | undefined;
/** Stands for the URL in them. */
const trialUrl = 'data:,~trial';

/**
 * Whether this browser drops a declaration that CSS Syntax allows, because of its property, value, selector or at-rule.
 */
function isUnsupported(css: string, { name, rules, value, start, end }: CssUrl): boolean {
  if (!value || value.end - value.start - (end - start) > maxValueLength) return false;
  if (rules.length >= maxRuleDepth || rules.some((rule) => unclear.test(rule))) return false;
  const text = `${name}:${css.slice(value.start, start)}${trialUrl}${css.slice(end, value.end)}`;
  trial ??= new CSSStyleSheet();
  // The end of the text closes what is open. The line break is not part of a rule, but one that ends in a backslash
  // stays invalid.
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

/** Finds the data: URLs in a comment, or in a style sheet in an unknown language. Most are source maps. */
export const findInComment = (text: string, place: Found['place']) =>
  quotedIn(text, 'prose', { place, name: '', destination: 'none' }, 'sourceMappingURL');
