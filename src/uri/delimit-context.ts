/**
 * Code that the modules for delimiting references share: the types of results, facts about the surrounding text, and
 * unescaping.
 */
import { undoCss, undoHtml, undoJs, undoQuotedPrintable } from './escapes.ts';
import { maxLookahead } from './recognize.ts';
import { BETWEEN_LITERALS } from './spelled-scheme.ts';
import type { Wrapper } from './wrappers.ts';

/** The formats whose escapes were decoded. "js" includes JSON. */
export type Escaping = 'js' | 'css' | 'html' | 'quoted-printable';

/** A reference in a text, with its position and the escapes that were decoded. */
export interface Delimited {
  /** The reference with its escapes decoded, and without wrapper, "URL:" prefix, and line breaks. */
  text: string;
  /** The position of the reference in the original input, in UTF-16 code units, without wrapper and prefix. */
  start: number;
  end: number;
  /** The surrounding delimiters; "whitespace" if there are no others. */
  wrapper: Wrapper['kind'] | 'whitespace';
  /** The formats of the escapes that were decoded, outermost first; usually empty. */
  undone: Escaping[];
  /** All readings, the likeliest (`text`) first. Present only if there are several. */
  readings?: string[];
}

/** A reference and the index where the search continues. */
export interface Delimitation {
  delimited: Delimited;
  next: number;
}

/** Facts about the text around a position. Positions must be queried in increasing order. */
export interface Context {
  /** Whether the text seems to be encoded as quoted-printable, in which "=" always begins an escape. */
  quotedPrintable: boolean;
  lastLess: (before: number) => number;
  lastGreater: (before: number) => number;
  lastLineFeed: (before: number) => number;
  /** The start and the end (exclusive) of the text without surrounding whitespace. */
  first: number;
  last: number;
  /** For each wrapper, the position up to which it is known not to close. */
  unclosed: Map<string, number>;
  /** For each kind of undelimited reference, the start and the end of the last search for its end. */
  bareEnds: Map<string, { from: number; end: number }>;
}

export function look(input: string): Context {
  return {
    quotedPrintable: /=3D|encoding:[ \t]*quoted-printable|^[^\n]{75}=\r?$/im.test(input),
    lastLess: lastOf(input, '<'),
    lastGreater: lastOf(input, '>'),
    lastLineFeed: lastOf(input, '\n'),
    first: input.length - input.trimStart().length,
    last: input.trimEnd().length,
    unclosed: new Map(),
    bareEnds: new Map(),
  };
}

/**
 * Returns a function that finds the last index of a character before a position. Positions must increase, so that the
 * text is searched only once.
 */
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

/**
 * The index of a `URL:` before the scheme, after which up to two spaces or tabs are allowed; `start` if there is none.
 */
export function prefixStart(input: string, start: number): number {
  if (!': \t'.includes(input.charAt(start - 1)) || start < 4) return start;
  const before = /(?:^|[^A-Za-z0-9])(URL:[ \t]{0,2})$/i.exec(input.slice(Math.max(0, start - 8), start));
  return before === null ? start : start - before[1]!.length;
}

/** The scheme of a possible reference. */
export interface Scheme {
  /** The decoded name, without the colon. */
  name: string;
  /** The index of the scheme's first code unit, and the index of the last code unit of the scheme's colon. */
  start: number;
  colon: number;
  /** Whether the scheme is written with escapes: see spelled-scheme.ts. */
  isSpelled: boolean;
}

/** The beginning of a possible reference: enough text to decide whether it is a reference. */
export function beginning(input: string, { start, isSpelled }: Scheme): string {
  // A quoted-printable escape must not be cut in half, because the rest could not be recognized.
  const text = input.slice(start, start + maxLookahead).replace(/=[0-9A-F]?$/, '');
  return isSpelled ? text.replace(BETWEEN_LITERALS, '') : text;
}

export function delimited(
  alternatives: string[],
  start: number,
  end: number,
  wrapper: Delimited['wrapper'],
  undone: Escaping[],
): Delimited {
  // A Set would hash each alternative, and many references may have one that extends to the end of the text.
  const distinct = alternatives.filter((each, index) => alternatives.indexOf(each) === index);
  const result: Delimited = { text: distinct[0] ?? '', start, end, wrapper, undone };
  if (distinct.length > 1) result.readings = distinct;
  return result;
}

export function apply(written: string, layers: Escaping[]): { text: string; undone: Escaping[] } {
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

/**
 * Whether the text contains character references that are certainly escapes: in URLs other than data:, or in base64.
 */
export function hasPlainReference(written: string): boolean {
  const isData = /^data:/i.test(written);
  return (
    (!isData || isBase64(written, 0)) &&
    /&(?:amp|quot|apos|lt|gt|#[0-9]{1,7}|#x[0-9a-f]{1,6});/i.test(written)
  );
}

/**
 * Whether an HTML start tag is open at `index`. It is open if there is a "<", a name, and whitespace before the index,
 * without a ">" after them.
 */
export function inTag(input: string, index: number, context: Context): boolean {
  const less = context.lastLess(index);
  return (
    less > context.lastGreater(index) &&
    /^<[A-Za-z][A-Za-z0-9:-]{0,40}[\s/]/.test(input.slice(less, Math.min(less + 44, index)))
  );
}

/** Whether a data: URL with the base64 token at the end of its media type begins at `start`. */
export function isBase64(text: string, start: number): boolean {
  return /^data:[^,]*;[ \t]*base64[ \t]*,/i.test(text.slice(start, start + 1000));
}

/** Whether the line begins with ">" because it is quoted from another mail. */
export function isQuotedLine(input: string, index: number, context: Context): boolean {
  const line = context.lastLineFeed(index) + 1;
  return /^[ \t]{0,4}>/.test(input.slice(line, Math.min(line + 5, index)));
}

/** Removes the ">" that marks lines quoted from another mail. */
export const unquoted = (lines: string): string => lines.replace(/\n[ \t]*>[> \t]*/g, '\n');
