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

/** Any text that one of the others matches, found faster. */
const sign = /data[:%]|base64[,:]|,\s?(?:%3c|<)|(?:^|\/)(?:iVBOR|R0lGOD|UklGR|9j\/|PHN2Z|PD94b)/i;
const escaped = /^[\0- ]*data%(?:25){0,9}3a/i;
/**
 * Something, then perhaps "data:", and a type; or base64 of a picture or markup, with or without its mark. After "?" and
 * "#", an address may pass a data: URL on; "user-data:" is another word, but the text of a missing value is joined to
 * anything. Without "data:", the comma of any other path or list is not meant.
 */
const meant =
  /^(?:data,|[^,?#]{0,2048}?)(?:(?:(?<![\w.+%-])|(?<=undefined|null|NaN|None))(?:(?=data:(?:\w{1,80}\/|;)[^,?#]{0,300},)|(?=((?:application|audio|font|image|img|message|model|text|video)\/[^,?#]{1,300}(?:(?<=;base64),[\w+/%]|,\s?(?:%3c|<)))))|((?:(?<![a-z])|(?<=data));?base64[,:]\s{0,9}|(?<![^/])|(?=\/9j\/))(?=(?:iVBORw0KGgo|R0lGOD[dl]h|UklGR|\/9j\/|PHN2Z|PD94b)[\w+/]{16}))/i;

/** The data: URL that a text was meant to be; null for a data: URL, and for any other text. Linear. */
export function meantDataUrl(text: string): MeantUrl | null {
  const beginning = text.slice(0, 1 << 12);
  if (!sign.test(beginning) || isDataUrl(text) || /^\s*(?:javascript|view-source):/i.test(text)) return null;
  if (escaped.test(beginning)) {
    const url = decoded(text);
    return url === null ? null : { url, end: 0, isNamed: true };
  }
  const [before, type, mark] = meant.exec(beginning) ?? [];
  if (before === undefined) return null;
  const front = type ? 'data:' : mark === undefined ? '' : 'data:;base64,';
  const end = before.trim() === mark?.trim() ? 0 : before.length;
  return { url: front + text.slice(before.length), end, isNamed: front === '' };
}

/** Undoes as many calls of `encodeURIComponent` as have escaped the colon; null for any other escapes. */
function decoded(text: string): string | null {
  let url = text;
  try {
    while (escaped.test(url)) url = decodeURIComponent(url);
    return url;
  } catch {
    return null;
  }
}
