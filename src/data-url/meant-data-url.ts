/**
 * Texts that were meant as data: URLs but are other URLs: their "data:" is missing, misspelled or escaped, or follows
 * other text.
 */
import { topLevelTypes } from '../mime/top-level-types.ts';
import { isDataUrl } from './is-data-url.ts';

export interface MeantUrl {
  /** The data: URL that was meant. */
  url: string;
  /** The end of the text that precedes the URL or replaces its scheme; 0 if only "data:" is missing. */
  end: number;
  /** Whether the text itself contains "data:", plain or escaped. */
  isNamed: boolean;
}

/**
 * Alternatives of a regular expression: the texts that JavaScript and Python write for a missing file or for an
 * object.
 */
export const noFile = String.raw`undefined|null|NaN|None|true|false|\[object \w+\]`;

/**
 * Pattern of a media type with a registered top-level type, and its parameters. In paths and prose, words other than
 * these usually precede the slash.
 */
const type = String.raw`(?:${topLevelTypes}|img)[\\/][\w.+-]+(?:;[^,;"'<>\s]+){0,9}`;
/**
 * Pattern of a word boundary: "user-data:" is another word, and text after "=" may be a parameter of another URL. No
 * boundary is needed after the text of a missing value or after "data" without a colon.
 */
const begins = String.raw`(?:(?<![\w.+%=-])|(?<=${noFile}|data))`;
const plain = new RegExp(
  String.raw`${begins}(?:data:(?:${type}|;base64),|(?:${type}|(?<=data));base64,\s?[\w+/%]{8})`,
  'i',
);
/**
 * Matches the text before the data: URL if it is the beginning of a URL or one of a few texts that programs add.
 * Doesn't match code, or the address of a page whose path contains the data: URL. Quotes, braces and other punctuation
 * suggest code that builds a URL, except a quote at the beginning or after a URL that a program has put before it. Text
 * after "?" or "#" may be a URL that is only a parameter of another URL.
 */
const front = new RegExp(
  String.raw`^[\0- ]*(?!\w+script:|view-source:)(?:url\(\s*["']?|${noFile}|data,|[^\0- "'\x60{}<>|^()[\],?#$@~]*(?:\B["'])?)$`,
  'i',
);
/** Maximum number of code units at the beginning of a text that are searched for a data: URL. */
const reach = 1 << 12;

/** The match of the intended URL, if nothing but the beginning of another URL precedes the match. */
function meantIn(text: string, pattern: RegExp): RegExpExecArray | null {
  const found = pattern.exec(text.slice(0, reach));
  return found && front.test(text.slice(0, found.index)) ? found : null;
}

/**
 * Whether browsers read a text as a data: URL, or would do so if its "data:" were not missing or preceded by other
 * text. Scans of pages and files find only these texts, not all that were meant as data: URLs. Linear.
 */
export const isMeantUrl = (text: string): boolean =>
  isDataUrl(text) || (/data:|;base64,/i.test(text) && meantIn(text, plain) !== null);

/**
 * Matches the head and the beginning of an SVG image without "data:". Created on demand, because the content script
 * never needs it.
 */
const drawing = () => new RegExp(String.raw`${begins}image\/svg\+xml[^,?#]{0,80},\s?(?:%3c|<)svg`, 'i');
/** Matches base64 of a picture or markup, recognized by its first bytes, with or without ";base64,". */
const bare =
  /(?<=^[\0- ]*|\/|\W(?=;?base64))((?:;?base64[,:]\s{0,9})?)(?:iVBORw0KGgo|R0lGOD[dl]h|UklGR|\/9j\/[24]|PHN2Z|PD94b)[\w+/]{40}/;
const escaped = /^[\0- ]*data%(?:25){0,9}3a/i;
/** Maximum length, in code units, of an escaped URL that is decoded. */
const maxEscaped = 1 << 22;

/**
 * The data: URL that a text was meant to be; null if the text is a data: URL already, or was never meant as one.
 * Linear.
 */
export function meantDataUrl(text: string): MeantUrl | null {
  if (isDataUrl(text)) return null;
  if (escaped.test(text)) {
    const url = text.length > maxEscaped ? null : decoded(text);
    return url !== null && url.search(plain) === 0 ? { url, end: 0, isNamed: true } : null;
  }
  const found = meantIn(text, plain) ?? meantIn(text, drawing()) ?? meantIn(text, bare);
  if (!found) return null;
  const [whole, mark] = found;
  const start = found.index + (mark?.length ?? 0);
  const isNamed = /^data:/i.test(whole);
  const added = isNamed ? '' : mark === undefined ? 'data:' : 'data:;base64,';
  const isFirst = text.slice(0, found.index).trim() === '';
  return { url: added + text.slice(start), end: isFirst ? 0 : start, isNamed };
}

/** Undoes every call of `encodeURIComponent` that has escaped the colon; null for other escapes. */
function decoded(text: string): string | null {
  let url = text.trimStart();
  try {
    while (escaped.test(url)) url = decodeURIComponent(url);
    return url;
  } catch {
    return null;
  }
}
