/** Texts that were meant as data: URLs, but are none that a browser reads as meant. */
import { afterScheme, isDataUrl } from '../data-url/is-data-url.ts';
import { meantDataUrl } from '../data-url/other-address.ts';
import type { Span } from '../problem.ts';
import type { Part } from './found-in-file.ts';

/** Code units in which the mistake must be. */
const headLength = 200;

/** After "data:": a value that a script has lost, the prefix once more, base64 after a head that is wrong, or no data. */
const malformed = [
  /^(?:null|undefined|NaN|\[object \w+\])(?:[,;]|$)/i,
  /^(?:data:)+[^\s"'<>]*,/i,
  /^[^\s"'<>(){}|\\^$*?[\],]{0,100}base64(?:[\s,;:.=]|%2c){0,4}[A-Za-z0-9+/]{8}/i,
  /^image\/svg\+xml[\w;=-]{0,100}(?:%2c|[.:;])(?:%3c|<)[?!s]/i,
  /^[\w.+-]{1,80}\/[\w.+-]{1,80}(?:;[\w.=-]{1,80})?;base64$/i,
];

/** Whether a text as a whole was meant as a data: URL, where its head has a typing error. */
export function isMeantAsDataUrl(text: string): boolean {
  const behind = afterScheme(text);
  if (behind < 0) return false;
  const head = text.slice(behind, behind + headLength);
  return malformed.some((each) => each.test(head));
}

/** Whether a text is another address that was meant as a data: URL, and that the search before parsing finds. */
export const isMeantInFile = (text: string): boolean =>
  /data:|;base64,/i.test(text.slice(0, maxFront)) && meantDataUrl(text) !== null;

/** Whether a text is a data: URL with another character for its colon. */
export const isWithoutColon = (text: string): boolean =>
  /^[\0- ]*data[;,]/i.test(text) && isMeantInFile(text);

/** Whether such a URL may be in a text. */
export const mayLackColon = (text: string): boolean =>
  /;base64,/i.test(text) && /data(?:[;,]|:[ \t])/i.test(text);

/**
 * In running text, only base64 says where it ends. Blanks after the colon are no part of the type, unless "data" begins
 * the line: it is a key or a field then.
 */
const withoutColon =
  /(?<![^\s"'`(<>=])(?:data[;,]|(?<=[^\s-][ \t"'`(<>=]{0,9})data:[ \t]{1,9})[\w.+-]{1,80}\/[\w.+-]{1,80}(?:;[\w.=-]{1,80}){0,9};base64,[ \t]?[\w+/%-]{8,}={0,2}/gi;

/** Those in running text. */
export const urlsWithoutColon = (text: string): Pick<Part, 'written' | 'start' | 'end'>[] =>
  Array.from(mayLackColon(text) ? text.matchAll(withoutColon) : [], ({ 0: written, index: start }) => ({
    written,
    start,
    end: start + written.length,
  })).filter(({ written }) => isDataUrl(written) || isMeantInFile(written));

/** The URLs that are no parts of others; both in the order of the text. */
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

/** The beginning of an address at the end of a text: a path, perhaps with its server, or the mark that Angular adds. */
const addressBefore =
  /(?<![^\s"'`(<])(?:unsafe:|(?:https?:\/\/[\w.:-]{1,100}|\.{0,2})\/(?:[\w.~%-]{1,80}\/){0,9})$/i;
/** A server in running text, with which the search for data: URLs would pass over all of an address. */
const server = /(?<![^\s"'`(<])https?:\/\/[\w.:-]{1,100}(?=\/(?:[\w.~%-]{1,80}\/){0,9}data:)/gi;
/** Code units of an address before a data: URL. */
const maxFront = 1 << 10;

/** A text without the servers of addresses that were meant as data: URLs; spaces keep its length. */
export const withoutServers = (text: string): string =>
  text.replace(server, (found, at: number) =>
    isMeantInFile(text.slice(at, at + maxFront)) ? ' '.repeat(found.length) : found,
  );

/** A data: URL in running text with the address that stands directly before it, so that browsers request both as one. */
export function withAddress<Each extends Pick<Part, 'written' | 'start'>>(part: Each, text: string): Each {
  const { written, start } = part;
  const [front = ''] = addressBefore.exec(text.slice(Math.max(0, start - maxFront), start)) ?? [];
  if (front === '' || !isMeantInFile(front + written)) return part;
  return { ...part, written: front + written, start: start - front.length };
}
