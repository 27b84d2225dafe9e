/**
 * Texts that were meant as data: URLs, but are other addresses: "data:" is missing, misspelled or escaped, or something
 * stands before it.
 */
import { topLevelTypes } from '../mime/top-level-types.ts';
import { isDataUrl } from './is-data-url.ts';

export interface MeantUrl {
  /** The data: URL that was meant. */
  url: string;
  /** The end of what stands in its way; 0 where only "data:" is missing. */
  end: number;
  /** Whether the text has "data:" itself, plain or escaped. */
  isNamed: boolean;
}

/** The texts of values that are no file, which JavaScript and Python write for one: alternatives of an expression. */
export const noFile = String.raw`undefined|null|NaN|None|\[object \w+\]`;

/** A type of a registered kind with its parameters: paths and prose have other words around a slash. */
const type = String.raw`(?:${topLevelTypes}|img)\/[\w.+-]+(?:;[^,;"'<>\s]+){0,9}`;
/** "user-data:" is another word, and after "=" an address may pass a data: URL on; the text of a missing value, or "data" without a colon, is glued to anything. */
const begins = String.raw`(?:(?<![\w.+%=-])|(?<=${noFile}|data))`;
const plain = new RegExp(
  String.raw`${begins}(?:data:(?:${type}|;base64),|(?:${type}|(?<=data));base64,\s?[\w+/%]{8})`,
  'i',
);
/**
 * Matches the text before it: the beginning of an address, or one of a few texts that programs add; no code, and no page
 * that shows its address. Quotes, braces and other marks are code, which may make a URL, unless a program has put a server
 * before the quote; after "?" and "#", an address may pass one on.
 */
const front = new RegExp(
  String.raw`^[\0- ]*(?!\w+script:|view-source:)(?:url\(\s*["']?|https?:\/\/[\w.:-]+\/["']|${noFile}|data,|[^\0- "'\x60{}<>|^()[\],?#$@~]*)$`,
  'i',
);
/** Code units in which the data must begin. */
const reach = 1 << 12;

/** The match of the URL that was meant, if nothing but an address stands before it. */
function meantIn(text: string, pattern: RegExp): RegExpExecArray | null {
  const found = pattern.exec(text.slice(0, reach));
  return found && front.test(text.slice(0, found.index)) ? found : null;
}

/**
 * Whether a browser gets a data: URL, or another address that has all of one but "data:", or something before it. Of
 * the texts that were meant as data: URLs, these are found in pages and files. Linear.
 */
export const isMeantUrl = (text: string): boolean =>
  isDataUrl(text) || (/data:|;base64,/i.test(text) && meantIn(text, plain) !== null);

/** Made when it is needed: the content script never needs it. */
const drawing = () => new RegExp(String.raw`${begins}image\/svg\+xml[^,?#]{0,80},\s?(?:%3c|<)svg`, 'i');
/** Base64 of a picture or markup, by its first bytes, with or without its mark. */
const bare =
  /(?<=^[\0- ]*|\/|\W(?=;?base64))((?:;?base64[,:]\s{0,9})?)(?:iVBORw0KGgo|R0lGOD[dl]h|UklGR|\/9j\/[24]|PHN2Z|PD94b)[\w+/]{40}/;
const escaped = /^[\0- ]*data%(?:25){0,9}3a/i;
/** Code units of an escaped URL that is decoded. */
const maxEscaped = 1 << 22;

/** The data: URL that a text was meant to be; null for a data: URL, and for any other text. Linear. */
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

/** Undoes as many calls of `encodeURIComponent` as have escaped the colon; null for any other escapes. */
function decoded(text: string): string | null {
  let url = text.trimStart();
  try {
    while (escaped.test(url)) url = decodeURIComponent(url);
    return url;
  } catch {
    return null;
  }
}
