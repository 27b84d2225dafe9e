/**
 * data: URLs that a text quotes: string literals of a script or of JSON, attributes in commented-out markup, CSS in a
 * string, running text. The characters before the scheme show how the URL ends and how it is escaped, so the text need
 * not be of one language, or complete. Linear; never throws.
 */

import { afterScheme } from '../data-url/is-data-url.ts';
import { undoJs } from '../uri/escapes.ts';
import { maxBackslashes, maxQuotedHeadLength, maxSchemeLength } from './limits.ts';

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

/** A letter of the scheme, plain or as a JavaScript escape, also in a nested string. */
const letter = (c: string) => {
  const hex = c.charCodeAt(0).toString(16);
  const upper = c.toUpperCase().charCodeAt(0).toString(16);
  return `(?:${c}|\\\\{1,${maxBackslashes + 1}}(?:x|u00|u\\{0*)(?:${hex}|${upper})\\}?)`;
};
/** Characters that the URL parser deletes. */
const deleted = String.raw`(?:[\t\n\r]|\\[tnr]|\\\r?\n)*`;
const scheme = [...'data:'].map(letter).join(deleted);

const schemes: Record<TextKind, RegExp> = {
  script: new RegExp(scheme, 'gi'),
  prose: /d[\t\n\r]*a[\t\n\r]*t[\t\n\r]*a[\t\n\r]*:/gi,
};
/** Code units that are searched without a pause: some milliseconds. */
const stretch = 1 << 20;

/** Whether a text must be searched, which is far slower. True for every long text, as a search can pause. */
export const mayQuoteDataUrl = (text: string): boolean =>
  text.length > stretch || /d[\t\n\r]*a[\t\n\r]*t[\t\n\r]*a[\t\n\r]*:|\\[xu]/i.test(text);

/** The same for a text of any length. @yields where the caller may pause */
export function* mayQuote(text: string): Generator<null, boolean, void> {
  for (let from = 0; from < text.length; from += stretch - maxSchemeLength) {
    if (mayQuoteDataUrl(text.slice(from, from + stretch))) return true;
    if (text.length > stretch) yield null;
  }
  return false;
}

/**
 * The text that must follow the scheme, since "data:" may be prose: a media type, parameters or nothing, and
 * a comma.
 */
const head = /^[\t\n\r ]*(?:[\w!#$&^.+-]+\/[\w!#$&^.+*-]+)?[\t\n\r ]*(?:;[^,;"'<>]*)*,/;
/** The same for a URL without quotes: it must have a registered top-level type, or base64. */
const bareHead =
  /^(?:(?:application|audio|font|image|message|model|multipart|text|video)\/[\w!#$&^.+-]+(?:;[^\s,;"'<>]*)*|(?:;[^\s,;"'<>]*)*;base64),/i;
/** The end of a head that may contain escapes. */
const toComma = /^[^,"'`]*?(?:,|\\(?:x|u00|u\{0*)2c\}?)/i;

/** Whether a text as a whole is a data: URL rather than prose that begins with "data:". */
export function looksLikeDataUrl(text: string): boolean {
  const behind = afterScheme(text);
  return behind >= 0 && head.test(text.slice(behind, behind + maxQuotedHeadLength));
}

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
      const found = read(text, from + match.index, behind, kind);
      const end = Math.max(behind, found?.end ?? 0);
      pattern.lastIndex = end - from;
      next = Math.max(next, end);
      yield found;
    }
    from = next;
    if (from < text.length) yield null;
  }
}

/** Reads the URL whose scheme begins at `at` and whose colon ends at `behind`. */
function read(text: string, at: number, behind: number, kind: TextKind): QuotedDataUrl | null {
  const start = blanksBefore(text, at);
  const before = text[start - 1];
  // A quote after a word closes the text before, unless it touches the URL.
  if (isQuote(before) && (at === start || !wordBefore.test(text[start - 2] ?? ''))) {
    const quoted = readQuoted(text, start, behind, kind);
    if (quoted !== undefined) return quoted;
  }
  if (at === start && before !== undefined && wordBefore.test(before)) return null;
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

/**
 * The start of the white space before `at`, of which at most 8 characters count: there may be some between a
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

/** Decodes the escapes of a string whose quotes follow backslashes, and of the strings around it. */
function undo(text: string, depth: number): string {
  let undone = text;
  for (let level = 2 * depth + 1; level > 0 && undone.includes('\\'); level >>= 1) undone = undoJs(undone);
  return undone;
}

/** A string that ends and is concatenated with another, so that it contains only a part of the URL. */
const joined = /["'`][\t\n\r ]*\+/;
const joinedNext = /^\\*["'`][\t\n\r ]*\+/;

/**
 * Reads to the quote that is written like the one before `start`: with as many backslashes.
 *
 * @returns null for a string that contains only a part of a URL, undefined where there is no such string
 */
function readQuoted(
  text: string,
  start: number,
  behind: number,
  kind: TextKind,
): QuotedDataUrl | null | undefined {
  const quote = text[start - 1] as string;
  const isScript = kind === 'script';
  const depth = isScript ? backslashes(text, start - 1) : 0;
  if (depth > maxBackslashes) return undefined;
  const rest = text.slice(behind, behind + maxQuotedHeadLength);
  if (!head.test(isScript ? undo(toComma.exec(rest)?.[0] ?? '', depth) : rest)) return undefined;
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
  if (quote !== '`' && /(?<!\\)[\n\r]/.test(raw)) return undefined;
  if (quote === '`' && raw.includes('${')) return null;
  if (joined.test(raw) || joinedNext.test(text.slice(end, end + 40))) return null;
  return { written: undo(raw, depth), start, end, isSourceMap: false };
}
