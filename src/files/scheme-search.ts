/**
 * The search in front of the parsers: where "data:" may stand, in any of the spellings that they decode. It finds too
 * much rather than too little, and a text in which it finds nothing needs no parser.
 */
import { spellingSearch } from '../uri/spelling-search.ts';

/** "&" and "\" themselves: as a reference, also of a reference (`srcdoc`), and as an escape. A run has one beginning. */
const slashes = String.raw`(?<!\\)\\+`;
const ampersand = `(?:&|${slashes}(?:u00|x)26)(?:(?:amp|#0*38|#x0*26);?)*`;
const backslash = String.raw`(?:${slashes}(?:(?:u00|x)5c\\*)?|${ampersand}(?:bsol;|#0*92;?|#x0*5c;?))`;

/** The ways to write a character: plain, as a character reference, and behind a backslash. */
function spelled(character: string): string {
  const codes = [...new Set([character, character.toUpperCase()])].map((c) => c.charCodeAt(0));
  const decimal = codes.join('|');
  const hex = codes.map((code) => code.toString(16)).join('|');
  const named = character === ':' ? '|colon;' : '';
  const reference = `${ampersand}(?:#0*(?:${decimal});?|#x0*(?:${hex});?${named})`;
  // An escape of CSS ends at white space; those of scripts and JSON have "x", "u" and braces.
  const escaped = String.raw`${backslash}(?:${character}|(?:u\{?|x)?0*(?:${hex})\}?(?:\r\n|[ \t\n\r\f])?)`;
  return `(?:${character}|${reference}|${escaped})`;
}

/** Characters that a URL parser, a string or HTML leaves out: as they are, and escaped. */
const leftOut = String.raw`(?:[\0\t\n\r]|${ampersand}(?:tab;|newline;|#0*(?:9|1[03]);?|#x0*[9ad];?))*`;
const leftOutEscape = String.raw`${backslash}(?:[\n\r\f]|[tnr]|(?:u\{?|x)?0*[9ad]\}?[ \f]?)`;
/** As "\a" may be a letter as well, more of them than this are not read, and count as the rest of the scheme. */
const maxEscapes = 3;
const someLeftOut = `${leftOut}(?:${leftOutEscape}${leftOut}){0,${maxEscapes}}`;
const manyLeftOut = `${leftOut}(?:${leftOutEscape}${leftOut}){${maxEscapes + 1}}`;

const restOf = ([first, ...others]: string[]): string =>
  first === undefined ? '' : `(?:${someLeftOut}${spelled(first)}${restOf(others)}|${manyLeftOut})`;
const scheme = spelled('d') + restOf(['a', 't', 'a', ':']);
/** Nearly all begin like this. */
const plain = /data:/i;
const isSpelledIn = spellingSearch(scheme, ['&', '\\', '\0', '\t', '\n', '\r']);

/** Whether "data:" may stand in a text of any language. */
export function maySpellScheme(text: string): boolean {
  try {
    return plain.test(text) || isSpelledIn(text);
  } catch {
    // Millions of line ends between two letters are too much for one expression.
    return true;
  }
}

/** Whether "data:" may begin in a part of a text. */
export type MayBegin = (start: number, end: number) => boolean;

/** @returns whether "data:" may begin in a part of the text */
export function schemesIn(text: string): MayBegin {
  const starts: number[] = [];
  try {
    for (const { index } of text.matchAll(new RegExp(scheme, 'gi'))) starts.push(index);
  } catch {
    return () => true;
  }
  return (start, end) => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle]! < start) low = middle + 1;
      else high = middle;
    }
    return low < starts.length && starts[low]! < end;
  };
}
