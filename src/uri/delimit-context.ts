/** What the ways of delimiting share: the shape of a result, what is known about the text around, undoing escapes. */
import { undoCss, undoHtml, undoJs, undoQuotedPrintable } from './escapes.ts';
import { LOOK } from './recognize.ts';
import { BETWEEN_LITERALS } from './spelled-scheme.ts';
import type { Wrapper } from './wrappers.ts';

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

/** A reference and where to go on looking. */
export interface Delimitation {
  delimited: Delimited;
  next: number;
}

/** What is known about the text around a place. All of it is asked for with growing positions only. */
export interface Context {
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

export function look(input: string): Context {
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

/** `URL:` and perhaps a space before the scheme: where that prefix begins, or `start` where there is none. */
export function prefixStart(input: string, start: number): number {
  if (!': \t'.includes(input.charAt(start - 1)) || start < 4) return start;
  const before = /(?:^|[^A-Za-z0-9])(URL:[ \t]{0,2})$/i.exec(input.slice(Math.max(0, start - 8), start));
  return before === null ? start : start - before[1]!.length;
}

/** Where a reference may begin. */
export interface Scheme {
  /** As it reads, without the colon. */
  name: string;
  /** Where it begins, and the last code unit of its colon. */
  start: number;
  colon: number;
  /** It is written in another way than it reads: see spelled-scheme.ts. */
  isSpelled: boolean;
}

/** As much of what may be a reference as tells whether it is one. */
export function beginning(input: string, { start, isSpelled }: Scheme): string {
  // An escape of quoted-printable that is cut in two would be none.
  const text = input.slice(start, start + LOOK).replace(/=[0-9A-F]?$/, '');
  return isSpelled ? text.replace(BETWEEN_LITERALS, '') : text;
}

export function delimited(
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

/** "&amp;" in what is no data: URL, or in base64, cannot be meant as it stands. */
export function hasPlainReference(written: string): boolean {
  const isData = /^data:/i.test(written);
  return (
    (!isData || isBase64(written, 0)) &&
    /&(?:amp|quot|apos|lt|gt|#[0-9]{1,7}|#x[0-9a-f]{1,6});/i.test(written)
  );
}

/** Whether a start tag of HTML is open here: "<", a name, then whitespace, and no ">" since. */
export function inTag(input: string, index: number, context: Context): boolean {
  const less = context.lastLess(index);
  return (
    less > context.lastGreater(index) &&
    /^<[A-Za-z][A-Za-z0-9:-]{0,40}[\s/]/.test(input.slice(less, less + 44))
  );
}

/** Whether a data: URL begins at `start` whose media type ends with the base64 token. */
export function isBase64(text: string, start: number): boolean {
  return /^data:[^,]*;[ \t]*base64[ \t]*,/i.test(text.slice(start, start + 1000));
}

/** Whether the line is quoted from another mail: ">" at its beginning. */
export function isQuotedLine(input: string, index: number, context: Context): boolean {
  const line = context.lastLineFeed(index) + 1;
  return /^[ \t]{0,4}>/.test(input.slice(line, Math.min(line + 5, index)));
}

/** Lines that are quoted from another mail, without the marks of that. */
export const unquoted = (lines: string): string => lines.replace(/\n[ \t]*>[> \t]*/g, '\n');
