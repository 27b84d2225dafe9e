/**
 * Texts that were meant as data: URLs, but are other addresses: "data:" is missing, misspelled or escaped, or something
 * stands before it. Asked for attributes of a page, so it imports next to nothing.
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

/** After "?" and "#", an address may pass a data: URL on. */
const front = '[^,?#]{0,2048}?';
const type = String.raw`(?:application|audio|font|image|img|message|model|multipart|text|video)\/[\w.+-]{1,127}`;
const parameters = '(?:;[^,?#]{0,200})?';
/** Of no longer word, such as "user-data:"; the text of a value that is none is joined to anything. */
const start = String.raw`(?:(?<![\w.+%-])|(?<=undefined|null|NaN|None|\[object \w{1,40}\]))`;
/** Of pictures and markup. */
const digits = String.raw`(?=(?:iVBORw0KGgo|R0lGOD[dl]h|UklGR|\/9j\/[247]|PHN2Z|PD94b)[\w+/]{16})`;

/** Any text that one of the others matches, found faster. */
const sign = /data[:%]|base64[,:]|,\s?(?:%3c|<)|(?:^|\/)(?:iVBOR|R0lGOD|UklGR|9j\/|PHN2Z|PD94b)/i;
const escaped = /^[\0- ]*data(%(?:25)*)3a/i;
const named = new RegExp(`^${front}${start}(?=data:(?:${type}${parameters}|;[^,?#]{0,200}),)`, 'i');
/** Any other list and path may have commas. */
const typed = new RegExp(
  String.raw`^(?:data,|${front})${start}(?=${type}${parameters}(?:(?<=;base64),[\w+/%]|,\s?(?:%3c|<)))`,
  'i',
);
const untyped = new RegExp(
  String.raw`^(?:${front}(?:(?<![^/])|(?=\/9j)|((?:(?<![a-z])|(?<=data));?base64[,:]\s{0,9})))${digits}`,
);

/** The data: URL that a text was meant to be; null for a data: URL, and for any other text. Linear. */
export function meantDataUrl(text: string): MeantUrl | null {
  const beginning = text.slice(0, 1 << 12);
  if (!sign.test(beginning) || isDataUrl(text) || /^\s*(?:javascript|view-source):/i.test(text)) return null;
  const [, layers] = escaped.exec(beginning) ?? [];
  if (layers !== undefined) return { url: withoutLayers(text, layers), end: 0, isNamed: true };
  for (const [pattern, prefix, isNamed] of [
    [named, '', true],
    [typed, 'data:', false],
    [untyped, 'data:;base64,', false],
  ] as const) {
    const [before, mark = ''] = pattern.exec(beginning) ?? [];
    if (before === undefined) continue;
    const end = before.trim() === mark.trim() ? 0 : before.length;
    return { url: prefix + text.slice(before.length), end, isNamed };
  }
  return null;
}

/** Undoes as many calls of `encodeURIComponent`. Bytes beyond ASCII stay escaped, as in a URL. */
const withoutLayers = (text: string, layers: string): string =>
  text.replace(new RegExp(`${layers}([0-9a-f]{2})`, 'gi'), (_, hex: string) =>
    /^[89a-f]/i.test(hex) ? `%${hex}` : String.fromCharCode(Number.parseInt(hex, 16)),
  );
