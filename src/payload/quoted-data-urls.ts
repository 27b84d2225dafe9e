/**
 * data: URLs that a text quotes: string literals of a script or of JSON, attributes in commented-out markup, CSS in a
 * string, running text. The characters before the scheme show how the URL ends and how it is escaped, so the text need
 * not be of one language, or complete. Linear; never throws.
 */

import { afterScheme } from '../data-url/is-data-url.ts';
import { topLevelTypes } from '../mime/top-level-types.ts';
import { undoInPieces, undoJs, undoJsLiteral } from '../uri/escapes.ts';
import { atOnce } from '../yield-to-event-loop.ts';

/** Code units within which a head in quoted text must end: without a limit every quote would be searched to the end. */
const maxQuotedHeadLength = 512;

/** Overlap of stretches in code units, so that a scheme may span two. */
const maxSchemeLength = 4096;

/** Backslashes before a quote: a string in a string in a string in a string. */
const maxBackslashes = 7;

export interface QuotedDataUrl {
  /** The URL, with escapes of string literals decoded. */
  written: string;
  /** Its position in the text: code units, without its quotes. */
  start: number;
  end: number;
  /** The URL of `sourceMappingURL=` (ECMA-426). */
  isSourceMap: boolean;
}

/** `script` for program text and JSON, where a backslash escapes and a URL is in a string; `prose` for all else. */
export type TextKind = 'script' | 'prose';

/** How an attribute's value is searched: an event handler and a `javascript:` URL are scripts, JSON is read like one. */
export const kindOfAttribute = (name: string, value: string): TextKind =>
  name.startsWith('on') || /^[\0- ]*(?:[[{]|javascript:)/i.test(value) ? 'script' : 'prose';

/** The backslash of an escape, or several in a nested string. */
const slashes = `\\\\{1,${maxBackslashes + 1}}`;
/**
 * A character of the scheme, plain or in any escape of JavaScript and JSON; `\t` alone is not the letter.
 *
 * @param forms in either case
 */
const inScript = (forms: string) => {
  const codes = (base: number) => [...forms].map((c) => c.charCodeAt(0).toString(base)).join('|');
  const hex = codes(16).replace('a', '[aA]');
  return `(?:[${forms}]|${slashes}(?:[${forms.replace('t', '')}]|(?:x|u00)(?:${hex})|u\\{0*(?:${hex})\\}|0?(?:${codes(8)})))`;
};
/** Characters that the URL parser deletes, and the continuation of a line, which is nothing. */
const deleted = `(?:[\\t\\n\\r]|${slashes}(?:[tnr\\u2028\\u2029]|(?=[\\t\\n\\r])|(?:(?:x0|u000)[9aAdD]|u\\{0*[9aAdD]\\}|0?1[125])))*`;

/** The last digit of `\x0d` is not the letter; if it were, `deleted` would read a row of these from each of them. */
const notInEscape = '(?<!\\\\(?:x0|u000|u\\{0*))';

/** Where a URL begins in a text: the scheme, in any spelling. */
const schemes: Record<TextKind, RegExp> = {
  script: new RegExp(notInEscape + ['dD', 'aA', 'tT', 'aA', ':'].map(inScript).join(deleted), 'g'),
  prose: /d[\t\n\r]*a[\t\n\r]*t[\t\n\r]*a[\t\n\r]*:/gi,
};
/** Code units that are searched without a pause: some milliseconds. */
const stretch = 1 << 20;

/** Whether a text has what `findQuotedDataUrls` begins with. True for every long text, as a search can pause. */
export const mayQuoteDataUrl = (text: string, kind: TextKind): boolean =>
  text.length > stretch || text.search(schemes[kind]) >= 0;

/** The same for prose of any length. @yields where the caller may pause */
export function* mayQuote(text: string): Generator<null, boolean, void> {
  for (let from = 0; from < text.length; from += stretch - maxSchemeLength) {
    if (mayQuoteDataUrl(text.slice(from, from + stretch), 'prose')) return true;
    if (text.length > stretch) yield null;
  }
  return false;
}

/**
 * The text that must follow the scheme, since "data:" may be prose: a media type, parameters or nothing, and
 * a comma.
 */
const head = /^ *(?:[\w!#$&^.+-]+(?:\/[\w!#$&^.+*-]+|(?=;base64,)))? *(?:;[^,;"'<>]*)*,/;
/** The same for a URL without quotes: it must have a registered top-level type, or base64. */
const bareHead = new RegExp(
  String.raw`^(?:(?:${topLevelTypes})\/[\w!#$&^.+-]+(?:;[^\s,;"'<>]*)*|(?:;[^\s,;"'<>]*)*;base64),`,
  'i',
);
/** The end of a head that may contain escapes. */
const toComma = /^[^,"'`]*?(?:,|\\(?:(?:x|u00|u\{0*)2c\}?|0?54))/i;
/** The end of an escape of what the URL parser strips from a URL's beginning, C0 control or space, or of nothing. */
const strippedEscape = new RegExp(
  `(?<=(${slashes}(?:[\\0-\\x20\\u2028\\u2029bfnrtv]|(?:x|u00|u\\{0*)(?:[01]?[\\da-fA-F]|20)\\}?|[0-3]?[0-7]|0[0-3][0-7]|0?40)))`,
  'y',
);
/** Characters and escapes that are stripped without a pause. */
const strideOfStripped = 1024;
/** Words of a script that a string may follow without a space. */
const beforeString = /(?:^|[^\w$.])(?:await|case|else|from|import|in|of|return|throw|typeof|void|yield)$/;

/** Whether a text as a whole is a data: URL rather than prose that begins with "data:". */
export function looksLikeDataUrl(text: string): boolean {
  const behind = afterScheme(text);
  return behind >= 0 && hasHead(text.slice(behind, behind + maxQuotedHeadLength));
}

/** Browsers delete tabs and line breaks before they read the head. */
const hasHead = (text: string): boolean => head.test(text.replace(/[\t\n\r]/g, ''));

const isQuote = (c: string | undefined) => c === '"' || c === "'" || c === '`';
const wordBefore = /[\w.+%-]/;
const sourceMapBefore = /[#@][\t ]*sourceMappingURL=[\t ]*$/;
/** Where text without quotes ends. */
const bareEnd = /[\0-\x20"'`<>\\]/g;
const urlFunctionEnd = /[\0-\x20"'`<>)\\]/g;
/** Punctuation after a URL, which closes a sentence or a bracket and is not part of it. */
const trailing = /[.,:;!?)\]}*/]+$/;

/** @yields the URLs in order; between them `null` now and then, where a caller may pause */
export function* findQuotedDataUrls(
  text: string,
  kind: TextKind,
): Generator<QuotedDataUrl | null, void, void> {
  const pattern = new RegExp(schemes[kind]);
  for (let from = 0; from < text.length; ) {
    const part = text.slice(from, from + stretch);
    let next = from + (from + stretch < text.length ? stretch - maxSchemeLength : stretch);
    pattern.lastIndex = 0;
    for (let match = pattern.exec(part); match; match = pattern.exec(part)) {
      const behind = from + pattern.lastIndex;
      const found = yield* read(text, from + match.index, behind, kind);
      const end = Math.max(behind, found?.end ?? 0);
      pattern.lastIndex = end - from;
      next = Math.max(next, end);
      yield found;
    }
    from = next;
    if (from < text.length) yield null;
  }
}

/** Reads the URL whose scheme begins at `at` and whose colon ends at `behind`. @yields where the caller may pause */
function* read(
  text: string,
  at: number,
  behind: number,
  kind: TextKind,
): Generator<null, QuotedDataUrl | null, void> {
  const start = kind === 'script' ? yield* strippedBefore(text, at) : blanksBefore(text, at);
  const before = text[start - 1];
  if (isQuote(before) && opens(text, start, at, kind)) {
    const quoted = yield* readQuoted(text, start, behind, kind);
    if (quoted !== undefined) return quoted;
  }
  if (at === start && before !== undefined && wordBefore.test(before)) return null;
  // Without quotes there are no escapes.
  if (afterScheme(text.slice(at, behind)) < 0) return null;
  const isSourceMap = sourceMapBefore.test(text.slice(Math.max(0, at - 40), at));
  const rest = text.slice(behind, behind + maxQuotedHeadLength);
  const match = bareHead.exec(rest) ?? (isSourceMap ? head.exec(rest) : null);
  if (!match) return null;
  const body = behind + match[0].length;
  const stop = new RegExp(before === '(' ? urlFunctionEnd : bareEnd);
  stop.lastIndex = body;
  let end = stop.exec(text)?.index ?? text.length;
  if (before !== '(') end -= trailing.exec(text.slice(Math.max(body, end - 10), end))?.[0].length ?? 0;
  // A head alone is only mentioned, or part of a pattern.
  if (end === body) return null;
  return { written: text.slice(at, end), start: at, end, isSourceMap };
}

/** Whether the quote before `start` opens a string: after a word it closes one, unless it touches the URL. */
const opens = (text: string, start: number, at: number, kind: TextKind): boolean =>
  at === start ||
  !wordBefore.test(text[start - 2] ?? '') ||
  (kind === 'script' &&
    (text.slice(start, at).includes('\\') ||
      beforeString.test(text.slice(Math.max(0, start - 12), start - 1))));

/** The start of what the URL parser strips before `at`, plain or escaped. @yields where the caller may pause */
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

/**
 * The start of the whitespace before `at`, of which at most 8 characters count: there may be some between a
 * quote and a URL.
 */
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
 * Decodes the escapes of a string whose quotes follow backslashes, and of the strings around it, of any language.
 *
 * @yields where the caller may pause
 */
function* undo(text: string, depth: number): Generator<null, string, void> {
  let undone = yield* undoInPieces(text, undoJsLiteral);
  for (let level = depth; level > 0 && undone.includes('\\'); level >>= 1)
    undone = yield* undoInPieces(undone, undoJs);
  return undone;
}

/** A string that ends and is concatenated with another, so that it contains only a part of the URL. */
const joined = /["'`][\t\n\r ]*\+/;
const joinedNext = /^\\*["'`][\t\n\r ]*\+/;

/**
 * Reads to the quote that is written like the one before `start`: with as many backslashes.
 *
 * @yields where the caller may pause
 * @returns null for a string that contains only a part of a URL, undefined if there is no such string
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
  const rest = text.slice(behind, behind + maxQuotedHeadLength);
  if (!hasHead(isScript ? atOnce(undo(toComma.exec(rest)?.[0] ?? '', depth)) : rest)) return undefined;
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
  if (!isScript) return { written: raw, start, end, isSourceMap: false };
  // A string cannot span lines; one with substitutions, or one that is concatenated, is not a whole URL.
  if (quote !== '`' && /(?<!\\\r?)[\n\r]/.test(raw)) return undefined;
  if (quote === '`' && raw.includes('${')) return null;
  if (joined.test(raw) || joinedNext.test(text.slice(end, end + 40))) return null;
  const written = yield* undo(raw, depth);
  return afterScheme(written) < 0 ? undefined : { written, start, end, isSourceMap: false };
}
