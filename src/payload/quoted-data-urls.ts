/**
 * data: URLs that a text quotes: string literals of a script or of JSON, attributes in commented-out markup, CSS in a
 * string, running text. The characters before the scheme show how the URL ends and how it is escaped, so the text may
 * mix languages and need not be complete. Linear; never throws.
 */

import { afterScheme } from '../data-url/is-data-url.ts';
import { topLevelTypes } from '../mime/top-level-types.ts';
import { codesOf, undoInPieces, undoJs, undoJsLiteral } from '../uri/escapes.ts';

/**
 * Maximum length, in code units, of a head in prose: without a limit, the search after every quote would run to the
 * end.
 */
const maxQuotedHeadLength = 512;

/** Overlap of consecutive pieces, in code units, so that a scheme may span two of them. */
const maxSchemeLength = 4096;

/** Maximum number of backslashes before a quote: enough for a string nested in three others. */
const maxBackslashes = 7;

export interface QuotedDataUrl {
  /** The URL, with escapes of string literals decoded. */
  written: string;
  /** The position of the URL in the text, in code units, without quotes. */
  start: number;
  end: number;
  /** Whether the URL follows `sourceMappingURL=` (ECMA-426). */
  isSourceMap?: boolean;
  /** Whether the text is a URL only if code requests it, because it has no head of a data: URL and may be prose. */
  isUncertain?: boolean;
}

/** `script` for code and JSON, where URLs are in strings and backslashes escape; `prose` for anything else. */
export type TextKind = 'script' | 'prose';

/**
 * The text as which an attribute's value is searched: the code of a `javascript:` URL, after its scheme (HTML 7.4.2.3.3,
 * "evaluate a javascript: URL"); otherwise the value. Characters beyond ASCII stay encoded if any of them is malformed.
 */
export function textOfAttribute(name: string, value: string): string {
  if (name.startsWith('on') || afterScheme(value, 'javascript') < 0) return value;
  let text = value.replace(/[\t\n\r]/g, '');
  try {
    text = decodeURIComponent(text.replace(/%(?![89a-f][\da-f])/gi, '%25'));
  } catch {
    // Errors are slow, so the sequences are not tried one by one.
  }
  return text.replace(/%[0-7][\da-f]/gi, unescape);
}

/**
 * The kind of an attribute's text (see `textOfAttribute`): event handlers and `javascript:` URLs are scripts, and JSON is
 * searched like a script.
 */
export const kindOfAttribute = (name: string, text: string): TextKind =>
  name.startsWith('on') || /^[\0- ]*(?:[[{]|javascript:)/i.test(text) ? 'script' : 'prose';

/** Matches the backslash of an escape, or several backslashes in a nested string. */
const slashes = `\\\\{1,${maxBackslashes + 1}}`;
/**
 * A pattern for a character of the scheme, plain or in any escape of JavaScript and JSON. `\t` alone is not the letter
 * "t".
 */
const inScript = (character: string) => {
  const codes = codesOf(character);
  const hex = codes(16).replace('a', '[aA]');
  const other = character.toUpperCase();
  const escaped = character === 't' ? other : character + other;
  return `(?:[${character}${other}]|${slashes}(?:[${escaped}]|(?:x|u00)(?:${hex})|u\\{0*(?:${hex})\\}|0?(?:${codes(8)})))`;
};
/** Matches characters that the URL parser deletes, and line continuations, which stand for nothing. */
const deleted = `(?:[\\t\\n\\r]|${slashes}(?:[tnr\\u2028\\u2029]|(?=[\\t\\n\\r])|(?:(?:x0|u000)[9aAdD]|u\\{0*[9aAdD]\\}|0?1[125])))*`;

/**
 * The last digit of `\x0d` is not the letter "d". If it were, `deleted` would match a long run of such escapes again
 * from each of them.
 */
const notInEscape = '(?<!\\\\(?:x0|u000|u\\{0*))';

/** Match the scheme, in any spelling, with which a URL begins in a text. */
const schemes: Record<TextKind, RegExp> = {
  script: new RegExp(notInEscape + [...'data:'].map(inScript).join(deleted), 'g'),
  prose: /d[\t\n\r]*a[\t\n\r]*t[\t\n\r]*a[\t\n\r]*:/gi,
};
/** Number of code units that are searched without a pause; this takes some milliseconds. */
const stretch = 1 << 20;

/**
 * Whether a text contains a scheme for `findQuotedDataUrls`. Always true for a long text, because only that search
 * can pause.
 */
export const mayQuoteDataUrl = (text: string, kind: TextKind): boolean =>
  text.length > stretch || text.search(schemes[kind]) >= 0;

/**
 * Like `mayQuoteDataUrl`, for prose of any length.
 *
 * @yields wherever the caller may pause
 */
export function* mayQuote(text: string): Generator<null, boolean, void> {
  for (let from = 0; from < text.length; from += stretch - maxSchemeLength) {
    if (mayQuoteDataUrl(text.slice(from, from + stretch), 'prose')) return true;
    if (text.length > stretch) yield null;
  }
  return false;
}

/**
 * Match the text that must follow the scheme, because "data:" alone may be prose: a media type, parameters or nothing;
 * then a comma. In prose, where the end of the URL is uncertain, parameters contain no quotation marks or tags.
 */
const head = /^ *(?:[\w!#$&^.+-]+(?:\/[\w!#$&^.+*-]+|(?=;base64,)) *)?(?:;[^,]*)?,/;
const proseHead = /* @__PURE__ */ new RegExp(head.source.replace('^,', `^,"'<>`));
/**
 * Matches the text that must follow the scheme of a URL without quotes, which must contain a registered top-level type
 * or base64.
 */
const bareHead = /* @__PURE__ */ new RegExp(
  `^(?:(?:${topLevelTypes})/[\\w!#$&^.+-]+(?:;[^\\s,;"'<>]*)*|(?:;[^\\s,;"'<>]*)*;base64),`,
  'i',
);
/**
 * Matches at the end of an escape that stands for nothing, or for a character that the URL parser strips from a URL's
 * beginning (C0 control or space).
 */
const strippedEscape = /* @__PURE__ */ new RegExp(
  `(?<=(${slashes}(?:[\\0-\\x20\\u2028\\u2029bfnrtv]|(?:x|u00|u\\{0*)(?:[01]?[\\da-fA-F]|20)\\}?|[0-3]?[0-7]|0[0-3][0-7]|0?40)))`,
  'y',
);
/** Number of stripped characters and escapes that are handled without a pause. */
const strideOfStripped = 1024;
/** Matches the end of a script before a string if it is a word that a string may follow without a space. */
const beforeString = /(?:^|[^\w$.])(?:await|case|else|from|import|in|of|return|throw|typeof|void|yield)$/;

/** Whether a text as a whole is a data: URL rather than prose that begins with "data:". */
export function looksLikeDataUrl(text: string): boolean {
  const behind = afterScheme(text);
  return behind >= 0 && isHead(head, text.slice(behind, text.indexOf(',', behind) + 1));
}

/** Whether a text begins with a head. Browsers remove tabs and line breaks first. */
const isHead = (pattern: RegExp, text: string): boolean => pattern.test(text.replace(/[\t\n\r]/g, ''));

const isQuote = (c: string | undefined) => c === '"' || c === "'" || c === '`';
const wordBefore = /[\w.+%-]/;
const sourceMapBefore = /[#@][\t ]*sourceMappingURL=[\t ]*$/;
/** Match the characters that end a URL without quotes. */
const bareEnd = /[\0-\x20"'`<>\\]/g;
const urlFunctionEnd = /[\0-\x20"'`<>)\\]/g;
/** Matches punctuation after a URL that ends a sentence, closes a bracket, or shortens, and is not part of the URL. */
const trailing = /[.,:;!?)\]}*/\u2026]+$/;

/**
 * Finds the data: URLs that a text quotes.
 *
 * @yields the URLs in order, and now and then `null`, so that the caller may pause. The search continues at a URL's
 *   `end`, which the caller may have corrected.
 */
export function* findQuotedDataUrls(
  text: string,
  kind: TextKind,
): Generator<QuotedDataUrl | null, void, void> {
  const pattern = new RegExp(schemes[kind]);
  const row = { end: 0 };
  for (let from = 0; from < text.length; ) {
    const part = text.slice(from, from + stretch);
    let next = from + (from + stretch < text.length ? stretch - maxSchemeLength : stretch);
    pattern.lastIndex = 0;
    for (let match = pattern.exec(part); match; match = pattern.exec(part)) {
      const behind = from + pattern.lastIndex;
      const found = yield* read(text, from + match.index, behind, kind, row);
      const last = found?.end ?? 0;
      yield found;
      const end = Math.max(behind, found?.end ?? 0);
      // Where a URL is ended earlier, those in the rest of it don't go beyond it.
      if (end < last && !found?.isUncertain) row.end = last;
      pattern.lastIndex = end - from;
      next = Math.max(next, end);
    }
    from = next;
    if (from < text.length) yield null;
  }
}

/**
 * Reads the URL whose scheme begins at `at` and whose colon ends at `behind`.
 *
 * @param row the end of all URLs without quotes that begin before it, with the punctuation that is left out
 * @yields wherever the caller may pause
 */
function* read(
  text: string,
  at: number,
  behind: number,
  kind: TextKind,
  row: { end: number },
): Generator<null, QuotedDataUrl | null, void> {
  const start = kind === 'script' ? yield* strippedBefore(text, at) : blanksBefore(text, at);
  const before = text[start - 1];
  if (isQuote(before) && opens(text, start, at, kind)) {
    const quoted = yield* readQuoted(text, start, behind, kind);
    if (quoted !== undefined) return quoted;
  }
  if (at === start && before !== undefined && wordBefore.test(before)) return null;
  // Without quotes, escapes don't count.
  if (afterScheme(text.slice(at, behind)) < 0) return null;
  const isSourceMap = sourceMapBefore.test(text.slice(Math.max(0, at - 40), at));
  const rest = text.slice(behind, behind + maxQuotedHeadLength);
  const match = bareHead.exec(rest) ?? (isSourceMap ? proseHead.exec(rest) : null);
  if (!match) return null;
  const body = behind + match[0].length;
  const endBy = (pattern: RegExp) => {
    const stop = new RegExp(pattern);
    stop.lastIndex = body;
    return stop.exec(text)?.index ?? text.length;
  };
  let end: number;
  if (before === '(') end = endBy(urlFunctionEnd);
  else {
    if (row.end < body) row.end = endBy(bareEnd);
    end = row.end - (trailing.exec(text.slice(Math.max(body, row.end - 10), row.end))?.[0].length ?? 0);
  }
  // A head without a body is a mere mention or part of a pattern.
  if (end === body) return null;
  return { written: text.slice(at, end), start: at, end, isSourceMap };
}

/**
 * Whether the quote before `start` opens a string. After a word, it closes a string, unless it is directly before the
 * URL.
 */
const opens = (text: string, start: number, at: number, kind: TextKind): boolean =>
  at === start ||
  !wordBefore.test(text[start - 2] ?? '') ||
  (kind === 'script' &&
    (text.slice(start, at).includes('\\') ||
      beforeString.test(text.slice(Math.max(0, start - 12), start - 1))));

/**
 * The start of the characters before `at` that the URL parser strips, plain or escaped.
 *
 * @yields wherever the caller may pause
 */
function* strippedBefore(text: string, at: number): Generator<null, number, void> {
  const ending = new RegExp(strippedEscape);
  for (let [start, count] = [at, 1]; ; count++) {
    const isBlank = start > 0 && text.charCodeAt(start - 1) <= 0x20;
    ending.lastIndex = start;
    const escaped = isBlank && text[start - 2] !== '\\' ? null : ending.exec(text);
    if (!escaped && !isBlank) return start;
    start -= escaped?.[1]?.length ?? 1;
    if (count % strideOfStripped === 0) yield null;
  }
}

/** The start of the whitespace before `at`, which may be between a quote and a URL; at most 8 characters. */
function blanksBefore(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < 8 && text.charCodeAt(start - 1) <= 0x20) start--;
  return start;
}

/** The number of backslashes directly before an index. */
function backslashes(text: string, at: number): number {
  let count = 0;
  while (text[at - 1 - count] === '\\') count++;
  return count;
}

/**
 * Decodes the escapes of a string and, if backslashes precede its quotes, those of the strings around it, in any
 * language.
 *
 * @yields wherever the caller may pause
 */
function* undo(text: string, depth: number): Generator<null, string, void> {
  let undone = yield* undoInPieces(text, undoJsLiteral);
  for (let level = depth; level > 0 && undone.includes('\\'); level >>= 1)
    undone = yield* undoInPieces(undone, undoJs);
  return undone;
}

/** Match the end of a string that is concatenated with another, and therefore contains only a part of the URL. */
const joined = /["'`][\t\n\r ]*\+/;
const joinedNext = /^\\*["'`][\t\n\r ]*\+/;

/**
 * Reads up to the quote that matches the one before `start`, with as many backslashes.
 *
 * @yields wherever the caller may pause
 * @returns null if the string contains only a part of a URL; undefined if there is no such string
 */
function* readQuoted(
  text: string,
  start: number,
  behind: number,
  kind: TextKind,
): Generator<null, QuotedDataUrl | null | undefined, void> {
  const quote = text[start - 1] as string;
  const isScript = kind === 'script';
  const depth = isScript ? backslashes(text, start - 1) : 0;
  if (depth > maxBackslashes) return undefined;
  if (!isScript && !isHead(proseHead, text.slice(behind, behind + maxQuotedHeadLength))) return undefined;
  let end = behind;
  let escapes = 0;
  for (;;) {
    end = text.indexOf(quote, end);
    if (end < 0) return undefined;
    if (!isScript) break;
    escapes = backslashes(text, end);
    if (depth === 0 ? escapes % 2 === 0 : escapes <= depth) break;
    end++;
  }
  if (depth > 0) end -= escapes;
  const raw = text.slice(start, end);
  if (!isScript) return { written: raw, start, end };
  // A string can't span lines. A string that contains substitutions or is concatenated is not a whole URL. A quote
  // before "+" within it may end the string around it, or belong to the code that the URL contains.
  if (quote !== '`' && /(?<!\\\r?)[\n\r]/.test(raw)) return undefined;
  if (quote === '`' && /(?<=^|[^\\])(?:\\\\)*\$\{/.test(raw)) return null;
  if (joinedNext.test(text.slice(end, end + 40))) return null;
  const written = yield* undo(raw, depth);
  if (afterScheme(written) < 0 || !written.includes(',')) return undefined;
  return { written, start, end, isUncertain: joined.test(raw) || !looksLikeDataUrl(written) };
}
