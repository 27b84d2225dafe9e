/**
 * Texts that were meant as data: URLs, but are other addresses: "data:" is missing, misspelled or escaped, or something
 * stands before it.
 */
import { isDataUrl } from './is-data-url.ts';

export interface MeantUrl {
  /** The data: URL that was meant. */
  url: string;
  /** The end of what stands in its way; 0 where only "data:" is missing. */
  end: number;
  /** Whether the text has "data:" itself, plain or escaped. */
  isNamed: boolean;
}

/** Quick test for texts that one of the expressions below may match. */
const sign = /data[:%]|base64[,:]|image\/svg|(?:^|[\0- /])(?:iVBOR|R0lGOD|UklGR|\/9j\/|PHN2Z|PD94b)/i;
/** A type of a registered kind with its parameters: paths and prose have other words around a slash. */
const type = String.raw`(?:application|audio|font|image|img|message|model|multipart|text|video)\/[\w.+-]{1,80}(?:;[\w.+-]{1,40}(?:=[^,;"'<>\s]{0,80})?){0,9}`;
/** "user-data:" is another word, and after "=" an address may pass a data: URL on; the text of a missing value, or "data" without a colon, is glued to anything. */
const begins = String.raw`(?:(?<![\w.+%=-])|(?<=undefined|null|NaN|None|data))`;
const named = new RegExp(`${begins}data:(?:${type}|;base64),`, 'i');
const unnamed = new RegExp(
  String.raw`${begins}(?:(?:${type}|(?<=data));base64,\s?[\w+/%]{8}|image\/svg\+xml[^,?#]{0,80},\s?(?:%3c|<)svg)`,
  'i',
);
/** Base64 of a picture or markup, by its first bytes, with or without its mark. */
const bare =
  /(?<=^[\0- ]*|\/|\W(?=;?base64))(;?base64[,:]\s{0,9})?(?:iVBORw0KGgo|R0lGOD[dl]h|UklGR|\/9j\/[24]|PHN2Z|PD94b)[\w+/]{40}/;
/**
 * Matches the text before it: the beginning of an address, or one of a few texts that programs add. Quotes, braces and
 * other marks are code, which may make a URL, unless a program has put a server before the quote; after "?" and "#", an
 * address may pass one on.
 */
const front =
  /^[\0- ]*(?:url\(\s{0,9}["']?|https?:\/\/[\w.:-]{1,100}\/["']|\[object \w{1,40}\]|data,|[^\0- "'`{}<>|^()[\],?#$@~]{0,2048})$/i;
const escaped = /^[\0- ]*data%(?:25){0,9}3a/i;
/** Code units of an escaped URL that is decoded. */
const maxEscaped = 1 << 22;

/** The data: URL that a text was meant to be; null for a data: URL, and for any other text. Linear. */
export function meantDataUrl(text: string): MeantUrl | null {
  const beginning = text.slice(0, 1 << 12);
  if (!sign.test(beginning) || isDataUrl(text) || passesOn(beginning)) return null;
  if (escaped.test(beginning)) {
    const url = text.length > maxEscaped ? null : decoded(text);
    return url !== null && url.search(named) === 0 ? { url, end: 0, isNamed: true } : null;
  }
  const at = beginning.search(named);
  if (at >= 0)
    return isFront(beginning.slice(0, at)) ? { url: text.slice(at), end: at, isNamed: true } : null;
  const typed = beginning.search(unnamed);
  const found = typed < 0 ? bare.exec(beginning) : null;
  const start = found?.index ?? typed;
  if (start < 0 || !isFront(beginning.slice(0, start))) return null;
  const before = beginning.slice(0, start).trim() === '' ? 0 : start;
  if (!found) return { url: `data:${text.slice(start)}`, end: before, isNamed: false };
  const [, mark = ''] = found;
  const end = before === 0 ? 0 : start + mark.length;
  return { url: `data:;base64,${text.slice(start + mark.length)}`, end, isNamed: false };
}

const isFront = (text: string): boolean => front.test(text);

/** Whether the text is code, or a page that shows its address: browsers skip the control characters in a scheme. */
const passesOn = (beginning: string): boolean =>
  /^(?:javascript|vbscript|view-source):/i.test(beginning.slice(0, 100).replace(/[\0- ]/g, ''));

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
