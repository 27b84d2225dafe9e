/**
 * Finding URI references in running text: rfc2396bis Appendix C (1997: Appendix E), and beyond it data: URLs as they
 * are pasted from mail, logs, JSON, CSS and source code, with the escapes of these undone.
 */
import { ALPHA, asciiLowercase, classOf, DIGIT, SCHEME_MARK } from './characters.ts';
import {
  isQuotedPrintable,
  undoCss,
  undoHtml,
  undoJs,
  undoQuotedPrintable,
  undoSoftBreaks,
} from './escapes.ts';
import { readings } from './readings.ts';
import { isKnownScheme, isReference, LOOK } from './recognize.ts';
import { closing, opening, type Wrapper } from './wrappers.ts';

/** The formats whose escapes were undone. "js" is JSON, too. */
export type Escaping = 'js' | 'css' | 'html' | 'quoted-printable';

export interface Delimited {
  /** The reference as it reads: no wrapper, no "URL:" prefix, no line breaks, escapes undone. */
  text: string;
  /** Where it stands in the input as it was, in UTF-16 code units, without wrapper and prefix. */
  start: number;
  end: number;
  /** What it stands in; "whitespace" where nothing wraps it. */
  wrapper: Wrapper['kind'] | 'whitespace';
  /** Which escapes stood in it, the outermost first; empty for most. */
  undone: Escaping[];
  /** Only where it can be read in several ways: all of them, the likeliest (`text`) first. */
  readings?: string[];
}

/**
 * The references in a text, in its order. Recognized are URIs: whatever has a scheme and "//", the well-known
 * schemes without it (data:, mailto:, urn:, tel: …), and anything behind "URL:". Any string; linear, never throws.
 */
export function delimit(input: string): Delimited[] {
  const found: Delimited[] = [];
  const context = look(input);
  let position = 0;
  for (let colon = input.indexOf(':'); colon >= 0; colon = input.indexOf(':', position)) {
    const start = schemeStart(input, colon, position);
    position = colon + 1;
    if (start < 0 || !isCandidate(input, start, colon)) continue;
    const reference = wrapped(input, start, colon, context) ?? bare(input, start, colon, context);
    if (reference === undefined) continue;
    found.push(reference.delimited);
    position = reference.next;
  }
  return found;
}

/** A reference and where to go on looking. */
interface Found {
  delimited: Delimited;
  next: number;
}

/** What is known about the text around a place. All of it is asked for with growing positions only. */
interface Context {
  /** The text was encoded as quoted-printable: "=" never stands for itself. */
  quotedPrintable: boolean;
  lastLess: (before: number) => number;
  lastGreater: (before: number) => number;
  lastLineFeed: (before: number) => number;
  /** Where the text begins and ends but for whitespace. */
  first: number;
  last: number;
  /** Per wrapper: no closing one stands before this place. */
  unclosed: Map<string, number>;
}

function look(input: string): Context {
  return {
    quotedPrintable: /=3D|encoding:[ \t]*quoted-printable|^[^\n]{75}=\r?$/im.test(input),
    lastLess: lastOf(input, '<'),
    lastGreater: lastOf(input, '>'),
    lastLineFeed: lastOf(input, '\n'),
    first: input.length - input.trimStart().length,
    last: input.trimEnd().length,
    unclosed: new Map(),
  };
}

/** A function that tells the last place of a character before ever larger positions, looking at each place once. */
function lastOf(input: string, character: string): (before: number) => number {
  let last = -1;
  let next = input.indexOf(character);
  return (before) => {
    while (next >= 0 && next < before) {
      last = next;
      next = input.indexOf(character, next + 1);
    }
    return last;
  };
}

/** Longer than any registered scheme. */
const SCHEME_MAX = 40;

/** Where the scheme before a colon begins; -1 where none does. Looks back as far as a scheme can be long. */
function schemeStart(input: string, colon: number, limit: number): number {
  let start = colon;
  const least = Math.max(limit, colon - SCHEME_MAX);
  while (start > least && (classOf(input.charCodeAt(start - 1)) & (ALPHA | DIGIT | SCHEME_MARK)) !== 0)
    start--;
  while (start < colon && (classOf(input.charCodeAt(start)) & ALPHA) === 0) start++;
  if (start === colon) return -1;
  // "see...data:": what precedes the scheme may look like a part of it.
  const word = input.slice(start, colon);
  const known = /(?:^|[+.-])(data|https?)$/i.exec(word);
  return known === null ? start : colon - known[1]!.length;
}

/** `URL:` and perhaps a space before the scheme: where that prefix begins, or `start` where there is none. */
function prefixStart(input: string, start: number): number {
  if (!': \t'.includes(input.charAt(start - 1)) || start < 4) return start;
  const before = /(?:^|[^A-Za-z0-9])(URL:[ \t]{0,2})$/i.exec(input.slice(Math.max(0, start - 8), start));
  return before === null ? start : start - before[1]!.length;
}

/** A quick no for most colons. */
function isCandidate(input: string, start: number, colon: number): boolean {
  return (
    input.startsWith('//', colon + 1) ||
    isKnownScheme(input.slice(start, colon)) ||
    prefixStart(input, start) < start
  );
}

/** A reference in quotes, angle brackets or url(). */
function wrapped(input: string, start: number, colon: number, context: Context): Found | undefined {
  const prefix = prefixStart(input, start);
  const wrapper = opening(input, prefix);
  if (wrapper === undefined) return undefined;
  // A list of references, which whitespace delimits.
  if (/srcset=(?:3D)?$/i.test(input.slice(Math.max(0, wrapper.start - 10), wrapper.start))) return undefined;
  const scheme = input.slice(start, colon);
  const announced = prefix < start;
  if (!isReference(beginning(input, start), scheme, announced, true)) return undefined;
  const isTag = inTag(input, start, context);
  const quotedLines = isQuotedLine(input, start, context);
  let isAttribute = afterAttributeName(input, wrapper.start);
  const close = (from: number, by: Wrapper) =>
    closing(input, from, by, { isAttribute, quotedLines, unclosed: context.unclosed });
  let end = close(start, wrapper);
  if (isAttribute && !isTag && (end === undefined || input.slice(start, end).includes('\\'))) {
    // `src="…"` outside of a tag, with a backslash in it, is an assignment in source code.
    isAttribute = false;
    end = close(start, wrapper);
  }
  if (end === undefined) return undefined;
  const isHtml = wrapper.entity || isTag || isAttribute;

  let written = input.slice(start, end);
  let next = end + wrapper.close.length;
  let last = end;
  const isData = asciiLowercase(scheme) === 'data';
  const isSource = !wrapper.entity && !isAttribute && wrapper.kind !== 'angle-brackets';
  if (isData && isSource && wrapper.level === 0) {
    // "…" + "…" in source code
    for (;;) {
      const plus = PLUS.exec(input.slice(next, next + 256));
      if (plus === null) break;
      const from = next + plus[0].length;
      const quote = { ...wrapper, close: plus[1]! };
      const to = close(from, quote);
      if (to === undefined) break;
      written += input.slice(from, to);
      last = to;
      next = to + 1;
    }
  }
  if (quotedLines) written = written.replace(/\n[ \t]*>[> \t]*/g, '\n');

  const { text, undone } = undo(written, wrapper, isHtml, isAttribute, context);
  if (!isReference(text, scheme, announced, true)) return undefined;
  const alternatives = wrappedReadings(text, wrapper, isData);
  return { delimited: delimited(alternatives, start, last, wrapper.kind, undone), next };
}

/** As much of what may be a reference as tells whether it is one: a media type has its "/" escaped in JSON. */
function beginning(input: string, start: number): string {
  return undoJs(input.slice(start, start + LOOK));
}

const PLUS = /^[ \t\r\n]*\+[ \t\r\n]*(["'`])/;

/** All the ways to read what stands in a wrapper. */
function wrappedReadings(text: string, wrapper: Wrapper, isData: boolean): string[] {
  const soft = /=[ \t]*\r?\n[ \t]*[^\s]/.test(text) ? readings(undoSoftBreaks(text)) : [];
  const unspaced = readings(text);
  if (wrapper.kind === 'angle-brackets') return [...unspaced, ...soft];
  if (isData) {
    // Quotes in source code hold spaces that count; browsers remove line breaks only. In base64 none count.
    const asBrowsers = readings(text, true);
    // An "=" in the midst of base64 can only be the soft line break of quoted-printable.
    if (isBase64(text, 0)) return soft.length > 0 ? soft : unspaced;
    return [...asBrowsers, ...(/[\r\n]/.test(text) ? unspaced : []), ...soft];
  }
  // Somebody's quotation may have ended elsewhere: without a line break, the first space might be the end, too.
  const trimmed = text.trim();
  const space = /[ \t\r\n]/.exec(trimmed);
  const cut = space === null || /[\r\n]/.test(trimmed) ? [] : [trimmed.slice(0, space.index)];
  return [...unspaced, ...cut, ...soft];
}

function delimited(
  alternatives: string[],
  start: number,
  end: number,
  wrapper: Delimited['wrapper'],
  undone: Escaping[],
): Delimited {
  const distinct = [...new Set(alternatives)];
  const result: Delimited = { text: distinct[0] ?? '', start, end, wrapper, undone };
  if (distinct.length > 1) result.readings = distinct;
  return result;
}

/** Undoes the layers that a place in a wrapper has, from the outside. */
function undo(
  written: string,
  wrapper: Wrapper,
  isHtml: boolean,
  isAttribute: boolean,
  context: Context,
): { text: string; undone: Escaping[] } {
  const layers: Escaping[] = [];
  if (context.quotedPrintable && isQuotedPrintable(written)) layers.push('quoted-printable');
  if (isHtml || hasPlainReference(written)) layers.push('html');
  // Each level of backslashes before the quotes is one string in which the text stands.
  for (let level = wrapper.level; level > 0; level = (level - 1) / 2) layers.push('js');
  if (wrapper.inCss) layers.push('css');
  else if (!isAttribute && wrapper.kind !== 'angle-brackets') layers.push('js');
  return apply(written, layers);
}

function apply(written: string, layers: Escaping[]): { text: string; undone: Escaping[] } {
  let text = written;
  const undone: Escaping[] = [];
  for (const layer of layers) {
    const before = text;
    text = UNDO[layer](text);
    if (text !== before && !undone.includes(layer)) undone.push(layer);
  }
  return { text, undone };
}

const UNDO: Record<Escaping, (text: string) => string> = {
  js: undoJs,
  css: undoCss,
  html: undoHtml,
  'quoted-printable': undoQuotedPrintable,
};

/** "&amp;" in what is no data: URL, or in base64, cannot be meant as it stands. */
function hasPlainReference(written: string): boolean {
  const isData = /^data:/i.test(written);
  return (
    (!isData || isBase64(written, 0)) &&
    /&(?:amp|quot|apos|lt|gt|#[0-9]{1,7}|#x[0-9a-f]{1,6});/i.test(written)
  );
}

/** Whether a start tag of HTML is open here: "<", a name, then whitespace, and no ">" since. */
function inTag(input: string, index: number, context: Context): boolean {
  const less = context.lastLess(index);
  return (
    less > context.lastGreater(index) &&
    /^<[A-Za-z][A-Za-z0-9:-]{0,40}[\s/]/.test(input.slice(less, less + 44))
  );
}

const ATTRIBUTE =
  /(?:^|[\s"'])(?:src|href|data|action|poster|formaction|content|value|background|cite|srcdoc|ping|icon|manifest|xlink:href)=(?:3D)?$/i;

/** Whether the name of an HTML attribute and its "=" stand right before. */
function afterAttributeName(input: string, index: number): boolean {
  return ATTRIBUTE.test(input.slice(Math.max(0, index - 24), index));
}

/** Whether the line is quoted from another mail: ">" at its beginning. */
function isQuotedLine(input: string, index: number, context: Context): boolean {
  const line = context.lastLineFeed(index) + 1;
  return /^[ \t]{0,4}>/.test(input.slice(line, Math.min(line + 5, index)));
}

/** A reference that nothing but whitespace and punctuation delimits. */
function bare(input: string, start: number, colon: number, context: Context): Found | undefined {
  const scheme = input.slice(start, colon);
  const isData = asciiLowercase(scheme) === 'data';
  const prefix = prefixStart(input, start);
  const announced = prefix < start;
  // Asked before anything is searched: what is no reference costs no more than its beginning.
  if (!isReference(beginning(input, start), scheme, announced, false)) return undefined;
  const before = input[prefix - 1];
  let end = bareEnd(input, colon + 1, BRACKETS[before ?? ''], isData, context);
  const alternatives: string[] = [];
  if (isData && isMarkup(input, colon + 1, end)) {
    // Unescaped markup has spaces and quotes in it: up to the last ">" of the line.
    alternatives.push(input.slice(start, end));
    end = markupEnd(input, end);
  } else {
    // Alone it is no part of a sentence; the body of a data: URL may end with any punctuation.
    const isAll = isData && start === context.first && end === context.last;
    const least = isData ? Math.max(colon + 1, input.indexOf(',', colon) + 1) : colon + 1;
    const trimmed = isAll ? end : trimEnd(input, least, end, start);
    if (trimmed < end && isData) alternatives.push(input.slice(start, end));
    end = trimmed;
  }
  const continued = isData ? continuedBase64(input, start, end) : end;
  if (continued > end) alternatives.push(input.slice(start, end));

  const written = input.slice(start, continued);
  const layers: Escaping[] = [];
  if (context.quotedPrintable && isQuotedPrintable(written)) layers.push('quoted-printable');
  const isHtml = inTag(input, start, context) || hasPlainReference(written);
  if (isHtml) layers.push('html');
  if (isData) layers.push('js');
  const { text, undone } = apply(written, layers);
  if (!isReference(text, scheme, announced, false)) return undefined;
  if (!isHtml && /&[a-z#]/i.test(text)) alternatives.push(undoHtml(text));
  if (undone.includes('js')) alternatives.push(written);
  const isBroken = continued > end || /[\r\n]/.test(text);
  const first = isBroken ? readings(undoSoftBreaks(text)) : [text];
  return {
    delimited: delimited([...first, ...alternatives], start, continued, 'whitespace', undone),
    next: continued,
  };
}

const BRACKETS: Record<string, string> = { '(': ')', '[': ']', '{': '}' };

/** What no reference holds and so ends a bare one; a backslash only where no escape can be meant. */
const ENDS = new Set('"<>`\u201c\u201d\u2018\u2019\u00ab\u00bb\u201e\u2028\u2029\ufeff\u00a0\u3000');

/** The first code unit that ends a bare reference: see `ENDS`; the bracket that closes one opened just before. */
function bareEnd(
  input: string,
  from: number,
  bracket: string | undefined,
  isData: boolean,
  context: Context,
): number {
  let depth = 1;
  const open = Object.keys(BRACKETS).find((key) => BRACKETS[key] === bracket);
  for (let i = from; i < input.length; i++) {
    const unit = input.charCodeAt(i);
    if ((classOf(unit) & (ALPHA | DIGIT)) !== 0) continue;
    if (unit <= 0x20 || unit === 0x7f) {
      const next = softBreak(input, from, i, context);
      if (next < 0) return i;
      i = next - 1;
      continue;
    }
    const character = input[i]!;
    if (ENDS.has(character)) return i;
    if (character === '\\') {
      // "\/" and "\u002f" are what JSON makes of "/"; an escaped quote or line end is the end.
      if (!isData || !/^\\(?:\/|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})/.test(input.slice(i, i + 6))) return i;
      i++;
    } else if (character === '&' && /^&(?:quot|[lg]t|#34|#39|#x22|#x27|apos);/i.test(input.slice(i, i + 6))) {
      return i;
    } else if (bracket !== undefined) {
      if (character === open) depth++;
      if (character === bracket && --depth === 0) return i;
    }
  }
  return input.length;
}

/** Behind a soft line break of quoted-printable at `index`, where one is likely; else -1. */
function softBreak(input: string, from: number, index: number, context: Context): number {
  if (index === from || input[index - 1] !== '=') return -1;
  const newline = input.startsWith('\r\n', index) ? 2 : input[index] === '\n' ? 1 : 0;
  const next = index + newline;
  return newline > 0 && context.quotedPrintable && next < input.length && input.charCodeAt(next) > 0x20
    ? next
    : -1;
}

/** Whether the media type is one of markup and the body goes on with a tag. */
function isMarkup(input: string, from: number, end: number): boolean {
  if (input[end] !== '<' && !(end < input.length && input[end] === '"')) return false;
  const type = input.slice(from, Math.min(end, from + 200));
  const comma = type.indexOf(',');
  return (
    comma >= 0 &&
    /html|xml|svg/i.test(type.slice(0, comma)) &&
    /^["<][A-Za-z/!?]/.test(input.slice(end, end + 2))
  );
}

function markupEnd(input: string, from: number): number {
  const feed = input.indexOf('\n', from);
  const line = feed < 0 ? input.length : feed;
  const last = input.slice(from, line).lastIndexOf('>');
  if (last < 0) return from;
  let end = from + last + 1;
  while (end < line && input.charCodeAt(end) > 0x20) end++;
  return end;
}

/** Without the punctuation of the sentence that it stands in, nor brackets that it does not open. */
function trimEnd(input: string, least: number, end: number, start: number): number {
  /** For each closing bracket, how many more are opened than closed up to `end`. */
  const balances = new Map<string, number>();
  while (end > least) {
    const character = input[end - 1]!;
    const open = Object.keys(BRACKETS).find((key) => BRACKETS[key] === character);
    if (open === undefined) {
      if (!".,;:!?'*".includes(character)) break;
    } else {
      const balance = balances.get(character) ?? balanceOf(input, start, end, open, character);
      if (balance >= 0) break;
      balances.set(character, balance + 1);
    }
    end--;
  }
  return end;
}

function balanceOf(input: string, start: number, end: number, open: string, close: string): number {
  let balance = 0;
  const opens = open.charCodeAt(0);
  const closes = close.charCodeAt(0);
  for (let i = start; i < end; i++) {
    const unit = input.charCodeAt(i);
    if (unit === opens) balance++;
    else if (unit === closes) balance--;
  }
  return balance;
}

/** A line of base64 that was cut by a mailer or an encoder is at least this long. */
const LINE_MIN = 60;

/**
 * Where a base64 body goes on in the lines below, each nothing but base64: the end of the last of them, else `end`.
 * All but the last must be as long as lines that were broken on purpose.
 */
function continuedBase64(input: string, start: number, end: number): number {
  if (!isBase64(input, start)) return end;
  let last = end;
  let length = end - start;
  while (length >= LINE_MIN) {
    const newline = input.startsWith('\r\n', last) ? 2 : input[last] === '\n' ? 1 : 0;
    if (newline === 0) break;
    const from = last + newline;
    let to = from;
    while (to < input.length && isBase64Unit(input.charCodeAt(to))) to++;
    const next = input.charCodeAt(to);
    if (to === from || (to < input.length && next !== 0x0a && next !== 0x0d)) break;
    last = to;
    length = to - from;
  }
  return last;
}

/** Whether a data: URL begins at `start` whose media type ends with the base64 token. */
function isBase64(text: string, start: number): boolean {
  return /^data:[^,]*;[ \t]*base64[ \t]*,/i.test(text.slice(start, start + 1000));
}

function isBase64Unit(unit: number): boolean {
  return (classOf(unit) & (ALPHA | DIGIT)) !== 0 || '+/=%'.includes(String.fromCharCode(unit));
}
