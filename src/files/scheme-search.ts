/**
 * The search before parsing: finds where "data:" may begin, in any spelling that the parsers decode. It may find too
 * much but never too little, so a text without a match need not be parsed.
 */
import { codesOf } from '../uri/escapes.ts';
import { spellingSearch } from '../uri/spelling-search.ts';

/**
 * Patterns of "&" and "\": plain, escaped, or as character references, which may be nested (`srcdoc`). A run of
 * backslashes matches only from its start.
 */
const slashes = String.raw`(?<!\\)\\+`;
const ampersand = `(?:&|${slashes}(?:u00|x)26)(?:(?:amp|#0*38|#x0*26);?)*`;
const backslash = String.raw`(?:${slashes}(?:(?:u00|x)5c\\*)?|${ampersand}(?:bsol;|#0*92;?|#x0*5c;?))`;

/**
 * Returns the source of an expression for all spellings of a character: plain, as a character reference, and after a
 * backslash.
 */
function anySpelling(character: string): string {
  const codes = codesOf(character);
  const named = character === ':' ? '|colon;' : '';
  const reference = `${ampersand}(?:#0*(?:${codes(10)});?|#x0*(?:${codes(16)});?${named})`;
  // A CSS escape may end with whitespace. Escapes of scripts and JSON may contain "x", "u", and braces.
  const escaped = String.raw`${backslash}(?:${character}|(?:u\{?|x)?0*(?:${codes(16)})\}?(?:\r\n|[ \t\n\r\f])?|0?(?:${codes(8)}))`;
  return `(?:${character}|${reference}|${escaped})`;
}

/**
 * Pattern of the characters that a URL parser, a string literal, or HTML removes: plain, as references, and as escapes.
 */
const leftOut = String.raw`(?:[\0\t\n\r]|${ampersand}(?:tab;|newline;|#0*(?:9|1[03]);?|#x0*[9ad];?))*`;
/** Pattern of U+2028 and U+2029, which continue a line in a script: as characters, or as the bytes of their UTF-8. */
const separator = String.raw`(?:[\u2028\u2029]|\xe2\x80[\xa8\xa9])`;
const leftOutEscape = String.raw`${backslash}(?:[\t\n\r\f]|${separator}|[tnr]|(?:u\{?|x)?0*[9ad]\}?[ \f]?|0?1[125])`;
/**
 * Maximum number of escapes of removed characters between two letters. If there are more, they match as the rest of the
 * scheme, because "\a" may be a letter.
 */
const maxEscapes = 3;
/** Pattern of an escape and the characters after it. `BREAK` in `spelled-scheme.ts` explains the last alternative. */
const escapeLeftOut = `(?:${leftOutEscape}${leftOut}|(?!))`;
const someLeftOut = `${leftOut}${escapeLeftOut}{0,${maxEscapes}}`;
const manyLeftOut = `${leftOut}${escapeLeftOut}{${maxEscapes + 1}}`;

const restOf = ([first, ...others]: string[]): string =>
  first === undefined ? '' : `(?:${someLeftOut}${anySpelling(first)}${restOf(others)}|${manyLeftOut})`;
/** The source of a case-insensitive expression that matches every spelling, including the plain one. */
export const scheme = anySpelling('d') + restOf(['a', 't', 'a', ':']);
/** Matches nearly all data: URLs, by their scheme. URLs that were meant as data: URLs contain one of the two. */
const plain = /data:|;base64,/i;
/**
 * A quick test for other spellings: between two letters, removed characters, "&", or "\"; at the beginning, an escaped
 * first letter.
 */
const marked = (letters: string, next: string): string =>
  String.raw`${letters}(?:[\0\t\n\r]+${next}|[\0\t\n\r]*[&\\])`;
const front = [
  ...[marked('d', 'a'), marked('da', 't'), marked('dat', 'a'), marked('data', ':')],
  `${slashes}(?:d|[ux{0]*(?:[46]4|1[04]4|26|5c))`,
  '&(?:(?:amp|#0*38|#x0*26);?)*(?:#0*(?:100|68|92)|#x0*(?:[46]4|5c)|bsol;)',
].join('|');
const isSpelledIn = spellingSearch(scheme, ['&', '\\', '\0', '\t', '\n', '\r'], front);

/** Whether "data:" may occur in a text of any language. */
export function maySpellScheme(text: string): boolean {
  try {
    return plain.test(text) || isSpelledIn(text);
  } catch {
    // The regular expression throws for millions of line ends between two letters.
    return true;
  }
}

/** Maximum length, in code units, of a head: see `quoted-data-urls.ts`. */
const maxHead = 512;
/** Pattern of a word that ends before "data:" and is not a part of an escape, so that no URL begins after it. */
const wordBefore = String.raw`(?<![\w$\\#&%])[\w$]{1,80}`;
/**
 * Matches "data:" and the text that must follow it, because "data:" in scripts is mostly the name of a property: a
 * comma, parameters, a type with a slash, or one of the mistakes in `meant-in-file.ts`. A backslash may stand for any of
 * these, and a placeholder before "base64" keeps its length. Mistakes count only where a string or a URL may begin: not
 * after a word or "//".
 */
const inScript = new RegExp(
  [
    String.raw`data:[ \t\n\r]{0,${maxHead}}(?:[,;\\]|[\w!#$&^.+\-\t\n\r]{1,${maxHead}}[/\\])`,
    String.raw`data:(?<!(?:\/\/[ \t]{0,9}|${wordBefore})data:)(?:data:|[^]{0,100}?(?:base64|[)}\]>%]\\))`,
    // Between a quotation mark and the following, only whitespace may occur.
    String.raw`data[;,](?:[\w/+.-]{0,${maxHead}};)?base64,`,
    String.raw`data:(?<!(?:[{,(]|${wordBefore})data:)(?:null|undefined|NaN|\[object)`,
  ].join('|'),
  'i',
);

/** Whether a script may quote a data: URL. */
export function mayQuoteUrl(text: string): boolean {
  try {
    return inScript.test(text) || isSpelledIn(text);
  } catch {
    return true;
  }
}

/**
 * Matches "data:" unless a brace, a comma, "//", or a word precedes it, as in a script with a property whose name is
 * or ends with "data".
 */
const notProperty = new RegExp(String.raw`data:(?<!(?:[{,]|\/\/|${wordBefore})\s{0,200}data:)`, 'i');
/** Attributes with lists of URLs, in which a comma or a word may precede a URL, and with documents. */
const lists = ['srcset', 'srcdoc', 'archive'];

/** Whether a whole HTML file may contain a data: URL: "data:" in it is mostly the name of a property in a script. */
export function mayHoldInHtml(text: string): boolean {
  if (!maySpellScheme(text)) return false;
  const lower = text.toLowerCase();
  return (
    mayQuoteUrl(text) ||
    lower.includes(';base64,') ||
    notProperty.test(text) ||
    lists.some((name) => lower.includes(name)) ||
    /\bping\b/.test(lower) ||
    // The value "refresh" may be written with references.
    (lower.includes('http-equiv') && /refresh|&#/.test(lower))
  );
}

/** The positions where "data:" may begin in a text, in order; null if there are too many to search. */
function schemeStarts(text: string): number[] | null {
  try {
    const any = isSpelledIn(text) ? `${scheme}|;base64,` : plain;
    return Array.from(text.matchAll(new RegExp(any, 'gi')), ({ index }) => index);
  } catch {
    return null;
  }
}

/** The positions where a script may quote a data: URL, in order; null if there are too many to search. */
export function quoteStarts(text: string): number[] | null {
  try {
    if (isSpelledIn(text)) return schemeStarts(text);
    const starts: number[] = [];
    const pattern = new RegExp(inScript, 'gi');
    for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
      starts.push(found.index);
      // A property named "data" may come shortly before a URL, so the search continues at the next code unit.
      pattern.lastIndex = found.index + 1;
    }
    return starts;
  } catch {
    return null;
  }
}

/** Whether "data:" may begin in a range of a text. */
export type MayBegin = (start: number, end: number) => boolean;

/**
 * Searches a text once.
 *
 * @returns a function that returns whether "data:" may begin in a range of the text
 */
export function schemesIn(text: string): MayBegin {
  const starts = schemeStarts(text);
  if (starts === null) return () => true;
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
