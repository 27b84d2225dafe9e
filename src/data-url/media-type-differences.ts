/**
 * Differences between browsers and the standards in reading the text before the comma. Also rewrites a URL so that all
 * browsers read it as one of them does. All differences were measured: see test/attack/active.ts for frames, and
 * docs/conformance.md for each destination.
 */

import { type Browser, browsers, documentIn } from '../mime/documents.ts';
import { defaultMimeType, isToken, parseMimeType } from '../mime/mime-type.ts';
import type { Destination } from '../vocabulary.ts';
import { inTurns } from '../yield-to-event-loop.ts';
import { bodyText, type Head, headOf, readHead } from './parse.ts';
import { utf8Length } from './pieces.ts';
import { afterUrlParsing } from './url-parser.ts';
import { beginningLength, beginningOf, type Written } from './written.ts';

/** Maximum number of parameters for which a browser's own media type parser is imitated; no real URL contains more. */
const maxOwnParameters = 1000;

/** The kind of difference: a key of `engineFacts` in src/outcome/engines.ts. */
export type MediaFact =
  | 'charset-not-token'
  | 'tab-in-path'
  | 'tab-in-type'
  | 'type-of-path'
  | 'space-in-type'
  | 'type-verbatim';

export interface OwnMedia {
  browser: Browser;
  fact: MediaFact;
  /**
   * The media type that all browsers read alike, without `data:` and the comma; null if this browser doesn't create a
   * document from the URL.
   */
  media: string | null;
  /** The type that the browser reads; null if the browser rejects the URL. */
  essence: string | null;
  /** The charset that the browser reads, if the standards require another one. */
  charset?: string | null;
  /** The position of the difference, in code units of the written URL. */
  start: number;
  end: number;
  /** The affected destinations; absent if all are affected. */
  only?: readonly Destination[];
  /**
   * Whether the browser also reads a different body, because it decodes base64 where the standards don't, or vice
   * versa.
   */
  isOther?: boolean;
}

export const players: readonly Destination[] = ['object', 'embed', 'audio', 'video'];
/** The destination of requests by scripts. Of these, only EventSource rejects a URL because of its charset. */
const requests: readonly Destination[] = ['empty'];

const isBase64 = /; *base64 *$/i;

type Reading = Omit<OwnMedia, 'browser' | 'start' | 'end'>;

/**
 * The readings of browsers that differ from the standards.
 *
 * @param written the data: URL, or its beginning up to the comma or beyond
 * @param head its head, as `readHead` returns it
 * @param semicolon the index of the first ";" in the whole written URL; -1 if none; null if unknown
 */
export function ownMediaOf(
  written: string,
  head: Head,
  semicolon: number | null = written.indexOf(';'),
): OwnMedia[] {
  const [start, end] = [head.schemeEnd, head.comma];
  const before = written.slice(start, end);
  const others: [Browser, Reading | null][] = browsers.map((browser) => [
    browser,
    unpredicted(browser, written, head),
  ]);
  const readings: [Browser, Reading | null][] =
    head.problem === null
      ? [
          ['Chromium', inChromium(before, head, isPlainScheme(written, start))],
          ['Chromium', ofPlayers(written, head, semicolon)],
          ['Firefox', inFirefox(before, head)],
          ...others,
        ]
      : others;
  return readings.flatMap(([browser, own]) =>
    own === null ? [] : [{ browser, ...own, start, end: Math.max(start, end) }],
  );
}

/**
 * The reading in Chromium, which removes the `//`, escapes TAB, LF and CR instead of removing them, and rejects a
 * charset that is not a token, quoted or not. Null if Chromium reads the URL as the standards do.
 *
 * @param isKept whether the scheme is written plainly, so that TAB, LF and CR stay
 */
function inChromium(before: string, head: Head, isKept: boolean): Reading | null {
  const { hierarchical, typeText, base64, type } = head;
  const isBroken = isKept && /[\t\n\r]/.test(before);
  const text =
    hierarchical === null ? withSpaceKept(before, isBroken ? withEscapes(before) : typeText) : typeText;
  const [first = '', ...parameters] = text.split(';', maxOwnParameters);
  if (parameters.some(isRefusedCharset)) return { fact: 'charset-not-token', media: null, essence: null };
  if (hierarchical !== null) {
    const media = typeText.slice(2);
    const isRead = typeText.startsWith('//') && !/[\t\n\r]/.test(before.split(';', 1)[0] ?? '');
    const charset = charsetOf(media.split(';', maxOwnParameters).slice(1));
    return isRead ? { fact: 'type-of-path', media, essence: essenceOf(media), charset } : null;
  }
  const essence = essenceOf(first);
  const reading = { fact: 'tab-in-type', media: null, essence } as const;
  if (isBase64.test(text) !== base64) return { ...reading, isOther: true };
  const charset = charsetOf(parameters);
  const isOtherCharset = isBroken && charset !== (type.parameters.get('charset') ?? null);
  if (essence !== type.essence) return { ...reading, ...(isOtherCharset && { charset }) };
  return isOtherCharset ? { ...reading, charset, only: requests } : null;
}

/** Keeps a space before the first "?", as Chromium does; by the URL Standard, it becomes %20. */
const withSpaceKept = (before: string, text: string): string =>
  before[before.indexOf('?') - 1] === ' ' ? text.replace('%20?', ' ?') : text;

const withEscapes = (before: string): string =>
  afterUrlParsing(before.replace(/[\t\n\r]/g, encodeURIComponent));

/** The first charset among the parameters, without quotes. */
function charsetOf(parameters: readonly string[]): string | null {
  for (const parameter of parameters) {
    const [, label] = /^charset="?(.*?)"?$/is.exec(parameter.trim()) ?? [];
    if (label !== undefined) return label;
  }
  return null;
}

/**
 * For Chromium's media players, objects and embeds, the type is the text up to the first ";" in the whole URL or,
 * without a ";", up to the first comma.
 */
function ofPlayers(
  written: string,
  { type, schemeEnd, comma }: Head,
  semicolon: number | null,
): Reading | null {
  const reading = { fact: 'type-verbatim', media: null, only: players } as const;
  if (semicolon === null || !isPlainScheme(written, schemeEnd))
    return { ...reading, essence: '', isOther: true };
  const text = written.slice(schemeEnd, semicolon < 0 ? comma : semicolon).toLowerCase();
  if (text === type.essence || (text === '' && type.essence === defaultMimeType.essence)) return null;
  // Chromium treats any type that begins with "text/" as text, and loads it with the type that all browsers
  // read.
  if (text.startsWith('text/')) return null;
  return { ...reading, essence: parseMimeType(text)?.essence === text ? text : '' };
}

const isPlainScheme = (written: string, schemeEnd: number): boolean =>
  /^[\t\n\f\r ]*data:$/i.test(written.slice(0, schemeEnd));

const essenceOf = (media: string): string => (parseMimeType(media) ?? defaultMimeType).essence;

/**
 * Whether Chromium rejects this charset parameter. Chromium accepts an empty charset, and one that begins with a space.
 */
function isRefusedCharset(parameter: string): boolean {
  const [, label] = /^charset=(.*)$/is.exec(parameter.trim()) ?? [];
  if (label === undefined || label === '') return false;
  const bare = /^"(.+)"$/s.exec(label)?.[1] ?? label;
  if (bare.startsWith(' ') || label.startsWith(' ')) return false;
  // URL parsing escapes the other characters, and "%" is a token character.
  return !isToken(bare.replace(/[^\x20-\x7e]/g, '%'));
}

/**
 * The reading of a URL for which this browser's behavior can't be predicted; null for other URLs. Unpredictable in both
 * browsers: TAB, LF or CR in a path, or after whitespace before the scheme, which only attributes remove first. In
 * Firefox also: TAB, LF or CR in the scheme or in `base64`, spaces around `base64` after a "?", and dot-segments, which
 * Firefox keeps.
 */
function unpredicted(
  browser: Browser,
  written: string,
  { schemeStart, schemeEnd, comma, type, base64, hierarchical }: Head,
): Reading | null {
  const path = written.slice(schemeEnd);
  const before = written.slice(schemeEnd, comma);
  const isPath = /^[\t\n\r]*\//.test(path);
  const reading = { fact: 'tab-in-path', media: null, essence: type.essence, isOther: true } as const;
  if (/[\t\n\r]/.test(isPath ? path : schemeStart > 0 ? before : '')) return reading;
  if (browser === 'Chromium') return null;
  if (schemeEnd - schemeStart > 'data:'.length) return reading;
  if (base64 !== isBase64.test(base64 ? before : before.replace(/[\t\n\r]/g, ''))) return reading;
  const isChanged =
    hierarchical === null || hierarchical.resolvedBody !== null || path.indexOf(',') !== comma - schemeEnd;
  return isPath && isChanged && /\/(?:\.|%2e)/i.test(path) ? reading : null;
}

/**
 * The reading in Firefox, which drops all whitespace, even within the type, if the body is base64. Null if that doesn't
 * change the type.
 */
function inFirefox(before: string, { base64, hierarchical, type, defaulted }: Head): Reading | null {
  if (!base64 || hierarchical !== null) return null;
  const media = afterUrlParsing(before.replace(/[\t\n\f\r ]+/g, ''));
  const essence = parseMimeType(media)?.essence;
  return essence === undefined || (!defaulted && essence === type.essence)
    ? null
    : { fact: 'space-in-type', media, essence };
}

export interface WrittenOtherwise {
  browser: Browser;
  /**
   * The equivalent data: URL that all browsers read alike; null if this browser doesn't create a document from the URL.
   */
  written: Written | null;
}

/** Matches a type and parameters of plain characters, which all browsers read alike. */
const isPlain = /^data:(?:[\w.+-]+\/[\w.+-]+)?(?:;[\w.+-]+(?:=[\w.+-]+)?)+,/i;
/** Matches a type alone, which all browsers read alike if no ";" follows in the body. */
const isPlainType = /^data:(?:[\w.+-]+\/[\w.+-]+)?,/i;

/** The beginning of a URL that at least one browser reads differently from the standards, and those readings. */
export interface OwnReadings {
  beginning: string;
  head: Head;
  /** The readings, at most one per browser. */
  own: OwnMedia[];
}

/**
 * @param source the written URL, or a Blob of its UTF-8
 * @returns null if all browsers read the URL as the standards do
 */
export async function ownReadingsOf(source: Written): Promise<OwnReadings | null> {
  const beginning = await beginningOf(source);
  const firstSemicolon = semicolonIn(source, beginning);
  if (isPlain.test(beginning) || (firstSemicolon === -1 && isPlainType.test(beginning))) return null;
  const head = readHead(beginning);
  const own = ownMediaOf(beginning, head, firstSemicolon);
  return own.length === 0 ? null : { beginning, head, own };
}

/**
 * The index of the first ";"; -1 if there is none; null if it may come after the beginning of a Blob, because only the
 * beginning is read.
 */
function semicolonIn(source: Written, beginning: string): number | null {
  const at = beginning.indexOf(';');
  if (at >= 0) return at;
  if (typeof source === 'string') return source.indexOf(';', beginning.length);
  return source.size > beginningLength ? null : -1;
}

/** The readings of the browsers that create a document other than the standards' from the URL, or none. */
export async function writtenOtherwise(
  source: Written,
  { beginning, head, own }: OwnReadings,
): Promise<WrittenOtherwise[]> {
  const others: WrittenOtherwise[] = [];
  for (const { browser, media, essence, only } of own) {
    if (only !== undefined || (media === null && essence === head.type.essence)) continue;
    if (media === null) others.push({ browser, written: null });
    else if (documentIn(parseMimeType(media)?.essence ?? '').includes(browser))
      others.push({ browser, written: await withMedia(source, media, beginning, head) });
  }
  return others;
}

/** Replaces the media type of a URL, and keeps the body. */
async function withMedia(source: Written, media: string, beginning: string, head: Head): Promise<Written> {
  const start = `data:${media},`;
  if (typeof source !== 'string')
    return new Blob([start, source.slice(utf8Length(beginning.slice(0, head.comma + 1)))]);
  const body = bodyText(source, head.hierarchical === null ? head : await inTurns(headOf(source)));
  return start + body.text.slice(body.start, body.end);
}
