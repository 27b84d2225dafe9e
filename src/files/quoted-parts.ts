/** Finds data: URLs in pieces of text of every language: style sheets, scripts, and prose. */
import { isDataUrl } from '../data-url/is-data-url.ts';
import { type CssText, type CssUrl, destinationOfRole } from '../payload/css/css-types.ts';
import { findCssUrls } from '../payload/css/css-urls.ts';
import {
  findQuotedDataUrls,
  looksLikeDataUrl,
  mayQuoteDataUrl,
  type QuotedDataUrl,
  type TextKind,
} from '../payload/quoted-data-urls.ts';
import type { Span } from '../problem.ts';
import { moved, type Part } from './found-in-file.ts';
import { asIs } from './mapped-text.ts';
import {
  apartFrom,
  isMeantInFile,
  mayLackColon,
  urlsWithoutColon,
  withAddress,
  withSchemes,
} from './meant-in-file.ts';
import { maySpellScheme } from './scheme-search.ts';
import { withCertainEnd, withMarkupEnd } from './url-ends.ts';

/**
 * Finds the data: URLs in CSS text.
 *
 * @param isWhole whether to include those in comments and strings
 */
export function* cssParts(css: string, place: Part['place'], isWhole = true): Generator<Part, void, void> {
  if (!maySpellScheme(css)) return;
  const texts: CssText[] = [];
  const keep = isWhole ? (text: CssText) => texts.push(text) : undefined;
  for (const found of findCssUrls(css, keep, place === 'stylesheet')) {
    const url = found && withoutQuotes(found, css);
    if (url && (isDataUrl(url.written) || isMeantInFile(url.written))) {
      const { written, start, end, name, rules, face, role, dropped } = url;
      const destination = destinationOfRole[role];
      const own = { ...(face && { face }), ...(dropped && { dropped }) };
      yield { written, start, end, name, place, destination, rules, ...own };
    }
    if (texts.length > 0) yield* cssTextParts(texts.splice(0), css);
  }
  yield* cssTextParts(texts, css);
}

/** Matches the text before a quoted URL, such as `~` in Less. */
const beforeQuoted = /^[^"'\s]{1,20}(["'])(?=\s*data:)/i;

/**
 * Unquotes a URL if text before the quotation marks makes them part of an unquoted `url()`, which browsers drop;
 * returns any other URL unchanged.
 */
function withoutQuotes(url: CssUrl, css: string): CssUrl {
  const { written, start, end, dropped } = url;
  const [before, quote = ''] = (dropped?.cause === 'quote' && beforeQuoted.exec(written)) || [];
  // An escape before the quotation mark would have a different length than the decoded character.
  if (!dropped || before === undefined || !css.startsWith(before, start)) return url;
  const kept = written.slice(before.length).split(quote, 1)[0]!;
  const from = start + before.length;
  const own = { written: kept, start: from, end: end - (written.length - before.length - kept.length) };
  return { ...url, ...own, dropped: { ...dropped, start: 0, end: 0 } };
}

/**
 * Matches the text before the string of an attribute selector that matches a part of a value (Selectors 4, 6.2), so that
 * the string need not be a whole URL.
 */
const ofPartialMatch = /\[[^[\]"';{}]{1,100}[~|^$*]=\s{0,9}["']$/;
/** Maximum length, in code units, of the text before a string that is examined. */
const maxBefore = 120;

function* cssTextParts(texts: readonly CssText[], css: string): Generator<Part, void, void> {
  for (const { kind, text, name, start, end, rules, dropped } of texts) {
    if (kind !== 'comment' && ofPartialMatch.test(css.slice(Math.max(0, start - maxBefore), start))) continue;
    if (kind === 'comment') {
      for (const part of partsOfComment(text)) yield moved(part, asIs(text, start));
    } else if (!looksLikeDataUrl(text)) {
      // A preprocessor's string that contains escapes is CSS, so only other strings are searched as text.
      if (text.length === end - start)
        for (const part of proseParts(text, 'text')) yield { ...moved(part, asIs(text, start)), name };
    } else {
      const found = { written: text, start, end, name, place: 'text', destination: 'none' } as const;
      yield { ...found, ...(rules && { rules }), ...(dropped && { dropped }) };
    }
  }
}

/** Matches a comment that consists only of a source map's URL (ECMA-426) without data. */
const emptyMap = /^(?:\/[/*])?[#@][ \t]*sourceMappingURL=(data:[^\s,"'`\\]{0,200},)\s*(?:\*\/)?$/i;

/**
 * Finds the URL in a source map comment whose data a program left out. In other comments, a URL without data is only a
 * mention.
 */
function emptySourceMap(comment: string): Part | null {
  const written = comment.length > maxEmptyMap ? undefined : emptyMap.exec(comment)?.[1];
  if (written === undefined) return null;
  const start = comment.indexOf(written);
  const own = { start, end: start + written.length, name: 'sourceMappingURL', destination: 'none' } as const;
  return { written, ...own, place: 'comment' };
}

/** Maximum length, in code units, of a source map comment without data. */
const maxEmptyMap = 300;

/** Matches the text before a source map's URL that contains JSON, in a comment that begins with it. */
const beforeJsonMap = /^(?:\/[/*])?[#@][ \t]*sourceMappingURL=[ \t]*(?=data:[^,"'`\\]{0,200},(?:\{|%7b))/i;

/**
 * Finds the data: URLs in a comment of a script or style sheet. JSON in a source map's URL extends to the end of the
 * comment, with its quotation marks; if it contains whitespace, the comment is no source map's (ECMA-426 11.1.2).
 *
 * @param comment the comment without its end mark
 */
export function* partsOfComment(comment: string): Generator<Part, void, void> {
  const map = emptySourceMap(comment);
  if (map) yield map;
  const start = beforeJsonMap.exec(comment)?.[0].length ?? -1;
  const written = start < 0 ? '' : comment.slice(start).trimEnd();
  if (start >= 0 && !/\s/.test(written)) {
    const own = {
      start,
      end: start + written.length,
      name: 'sourceMappingURL',
      destination: 'none',
    } as const;
    yield { written, ...own, place: 'comment' };
    return;
  }
  for (const part of proseParts(comment, 'comment')) {
    const isCut = part.written.includes('{') || /\S/.test(comment[part.end] ?? '');
    if (part.start !== start || !isCut) yield part;
  }
}

const withRightEnd = (url: QuotedDataUrl, text: string, kind: TextKind): QuotedDataUrl =>
  withCertainEnd(kind === 'prose' ? withMarkupEnd(url, text) : url, text);

/**
 * Finds the data: URLs that a text quotes. The name of a source map's URL is `sourceMappingURL` unless `name` is given.
 */
export function* quotedParts(
  text: string,
  kind: TextKind,
  place: Part['place'],
  name: string | null = null,
): Generator<Part, void, void> {
  const found: Span[] = [];
  for (const url of findQuotedDataUrls(text, kind)) {
    if (!url) continue;
    if (url.isUncertain) {
      url.end = url.start;
      continue;
    }
    const { written, start, end, isSourceMap } = withRightEnd(url, text, kind);
    // Other URLs may begin after a corrected end.
    url.end = end;
    found.push({ start, end });
    const own = name ?? (isSourceMap ? 'sourceMappingURL' : '');
    const part = { written, start, end, place, name: own, destination: 'none' } as const;
    if (kind === 'script') yield withSchemes(part, text);
    else yield withAddress(part, text);
  }
  if (kind !== 'prose') return;
  for (const url of apartFrom(urlsWithoutColon(text), found))
    yield { ...url, place, name: name ?? '', destination: 'none' };
}

/** Whether `proseParts` may find any URLs in a text. */
export const mayHaveProseParts = (text: string): boolean =>
  mayQuoteDataUrl(text, 'prose') || mayLackColon(text);

export const proseParts = (text: string, place: Part['place']): Generator<Part, void, void> =>
  quotedParts(text, 'prose', place);
