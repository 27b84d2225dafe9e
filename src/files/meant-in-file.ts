/** Finds texts that were meant as data: URLs, but that browsers don't parse as intended. */
import { afterScheme, isDataUrl } from '../data-url/is-data-url.ts';
import { meantDataUrl } from '../data-url/meant-data-url.ts';
import type { Span } from '../problem.ts';
import type { Part } from './found-in-file.ts';

/** Number of code units after the scheme that are searched for a mistake. */
const headLength = 200;

/**
 * Match, after "data:", a missing value of a script, a repeated prefix, base64 after an invalid head, or missing data.
 */
const malformed = [
  /^(?:null|undefined|NaN|\[object \w+\])(?:[,;]|$)/i,
  /^(?:data:)+[^\s"'<>]*,/i,
  /^[^\s"'<>(){}|\\^$*?[\],]{0,100}base64(?:[\s,;:.=]|%2c){0,4}(?![\w-]{1,40}=\w)(?:[A-Za-z0-9+/]{8}|[A-Za-z0-9+/]{0,7}&(?:#\w{1,8}|sol|plus|comma);)/i,
  /^image\/svg\+xml[\w;=-]{0,100}(?:%2c|[.:;])(?:%3c|<)[?!s]/i,
  /^[\w.+-]{1,80}\/[\w.+-]{1,80}(?:;[\w.=-]{1,80})?;base64$/i,
];

/** Whether a whole text was meant as a data: URL but has a typo in its head. */
export function isMeantAsDataUrl(text: string): boolean {
  const behind = afterScheme(text);
  if (behind < 0) return false;
  const head = text.slice(behind, behind + headLength);
  return malformed.some((each) => each.test(head));
}

/** Whether a text is another URL that was meant as a data: URL and that the search before parsing can find. */
export const isMeantInFile = (text: string): boolean =>
  /data:|;base64,/i.test(text.slice(0, maxFront)) && meantDataUrl(text) !== null;

/** Whether a text is a data: URL with another character in place of its colon. */
export const isWithoutColon = (text: string): boolean =>
  /^[\0- ]*data[;,]/i.test(text) && isMeantInFile(text);

/** Whether a text may contain a data: URL without its colon. */
export const mayLackColon = (text: string): boolean =>
  /;base64,/i.test(text) && /data(?:[;,]|:[ \t])/i.test(text);

/**
 * Matches a data: URL without its colon in running text, where only base64 shows where the URL ends. Spaces after the
 * colon count as a mistake unless "data" begins the line, where it is a key or a field name.
 */
const withoutColon =
  /(?<![^\s"'`(<>=])(?:data[;,]|(?<=[^\s-][ \t"'`(<>=]{0,9})data:[ \t]{1,9})[\w.+-]{1,80}\/[\w.+-]{1,80}(?:;[\w.=-]{1,80}){0,9};base64,[ \t]?[\w+/%-]{8,}={0,2}/gi;

/** Finds URLs without a colon in running text. */
export const urlsWithoutColon = (text: string): Pick<Part, 'written' | 'start' | 'end'>[] =>
  Array.from(mayLackColon(text) ? text.matchAll(withoutColon) : [], ({ 0: written, index: start }) => ({
    written,
    start,
    end: start + written.length,
  })).filter(({ written }) => isDataUrl(written) || isMeantInFile(written));

/** Yields the URLs that don't overlap any of the others. Both must be in text order. */
export function* apartFrom<Url extends Span>(
  urls: Iterable<Url>,
  others: readonly Span[],
): Generator<Url, void, void> {
  let at = 0;
  for (const url of urls) {
    while (at < others.length && others[at]!.end <= url.start) at++;
    const other = others[at];
    if (!other || url.end <= other.start) yield url;
  }
}

/**
 * Matches the beginning of a URL at the end of a text: a path, possibly with a server, or the prefix that Angular adds.
 */
const addressBefore =
  /(?<![^\s"'`(<])(?:unsafe:|(?:https?:\/\/[\w.:-]{1,100}|\.{0,2})\/(?:[\w.~%-]{1,80}\/){0,9})$/i;
/**
 * Matches a server before a data: URL in running text. If the server remained, the search for data: URLs would skip the
 * whole URL.
 */
const server = /(?<![^\s"'`(<])https?:\/\/[\w.:-]{1,100}(?=\/(?:[\w.~%-]{1,80}\/){0,9}data:)/gi;
/** Maximum length, in code units, of the text before a data: URL that is part of the same URL. */
const maxFront = 1 << 10;

/** Replaces servers before URLs that were meant as data: URLs with spaces, which keeps the text's length. */
export const withoutServers = (text: string): string =>
  text.replace(server, (found, at: number) =>
    isMeantInFile(text.slice(at, at + maxFront)) ? ' '.repeat(found.length) : found,
  );

/** Matches "data:" that a program has inserted before a whole data: URL, possibly several times. */
const schemesBefore = /(?<![\w.+%-])(?:data:){1,9}$/i;
/** Maximum length, in code units, of repeated schemes and the character before them. */
const maxSchemes = 50;

/** Extends a data: URL to include the schemes that are repeated directly before it. */
export function withSchemes<Each extends Pick<Part, 'written' | 'start'>>(part: Each, text: string): Each {
  const { written, start } = part;
  if (text[start - 1] !== ':') return part;
  const [front = ''] = schemesBefore.exec(text.slice(Math.max(0, start - maxSchemes), start)) ?? [];
  return front === '' ? part : { ...part, written: front + written, start: start - front.length };
}

/**
 * Extends a data: URL in running text to include the path directly before it, because browsers request both as one URL.
 */
export function withAddress<Each extends Pick<Part, 'written' | 'start'>>(url: Each, text: string): Each {
  const part = withSchemes(url, text);
  const { written, start } = part;
  const [front = ''] = addressBefore.exec(text.slice(Math.max(0, start - maxFront), start)) ?? [];
  if (front === '' || !isMeantInFile(front + written)) return part;
  return { ...part, written: front + written, start: start - front.length };
}
