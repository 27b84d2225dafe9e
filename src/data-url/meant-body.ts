/** The data as its author intended it: with a "#" that should be part of it, or base64 that browsers reject. */
import { isText } from '../mime/charset.ts';
import type { MimeType } from '../mime/mime-type.ts';
import { strideLength } from '../yield-to-event-loop.ts';
import { changed } from './pieces.ts';

/** Code units after a "#" that are read. */
const reach = 4096;
/** Fragments that identify a part of a document, though they look like data: SVG 2, Media Fragments, text fragments. */
const ofStandards = /^(?:svgView\(|:~:|(?:xywh|t|track|id|page|zoom|view)=[^<>"'{}();\s]*$)/;

/** A color or a number: after a space and a "#" it is more often data than a fragment. */
const colorOrNumber = /^(?:\d+|[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;

/**
 * Whether the text after a `#` looks like data, and not like a fragment.
 *
 * @param type of the URL; binary data never looks cut off
 * @param bodyStart index in `written` where the data begins
 * @param hash index of the `#`
 * @param end of the URL without trailing space
 */
export function cutsBody(
  written: string,
  type: MimeType,
  bodyStart: number,
  hash: number,
  end: number,
): boolean {
  if (!isText(type)) return false;
  const behind = written.slice(hash + 1, Math.min(end, hash + 1 + reach));
  const before = written.slice(Math.max(bodyStart, hash - 3), hash);
  if (ofStandards.test(behind)) return false;
  return (
    /[<>"'(){};,\s#]/.test(behind) ||
    /%(?:0[9AaDd]|2[02789CcF]|3[BbCcEe]|7[BbDd])/.test(behind) ||
    /(?:["'(:=]|%22|%27|%28|%3[AaDd])$/.test(before) ||
    (/(?:\s|%20)$/.test(before) && colorOrNumber.test(behind))
  );
}

/**
 * The end of the part of the data in which each `#` cuts off data: if the first `#` does, all do except
 * possibly the last, as a fragment contains no `#`.
 *
 * @param rest the text after the comma up to the end of the URL, without trailing space
 * @returns 0 if none does
 */
export function cutEnd(rest: string, type: MimeType): number {
  const first = rest.indexOf('#');
  if (first < 0 || !cutsBody(rest, type, 0, first, rest.length)) return 0;
  const last = rest.lastIndexOf('#');
  const isFragment = last > first && !cutsBody(rest, type, 0, last, rest.length);
  return isFragment ? last : rest.length;
}

/** The same data with every `#` escaped that cuts off data; a generator that yields now and then. */
export function* escapingHashes(rest: string, type: MimeType): Generator<void, string, void> {
  const end = cutEnd(rest, type);
  if (end === 0) return rest;
  const escaped = yield* changed(rest.slice(0, end), (piece) => piece.split('#').join('%23'));
  return escaped + rest.slice(end);
}

/** Base64 with its escapes of ASCII characters decoded; a generator that yields now and then. */
const unescaping = (written: string): Generator<void, string, void> =>
  changed(written, (piece) =>
    piece.replace(/%([\dA-Fa-f]{2})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16))),
  );

/** Characters that a person doesn't see, and that aren't white space. */
const invisible = /[\0-\x08\v\x0e-\x1f\x7f-\xa0\u200b\ufeff]+/g;

/**
 * Whether spaces in base64 may stand for "+", which form decoding replaces by a space: browsers skip them, and read
 * too few bytes. They stand for none if the number of digits shows that no "+" is missing, or if equal spaces divide
 * the digits into lines of one width. A generator that yields now and then.
 */
export function* mayHoldPlus(body: string): Generator<void, boolean, void> {
  if (!/ |%20/.test(body)) return false;
  const text = yield* changed(yield* unescaping(body), (piece) => piece.replace(invisible, ''));
  const digits = yield* changed(text, (piece) => piece.replace(/[\t\n\f\r ]+/g, ''));
  if (digits.length % 4 !== 0) return true;
  if (digits === '') return false;
  // A space before the padding separates nothing.
  if (text.indexOf(' ') === text.lastIndexOf(' ')) return /[^=] =[\t\n\f\r ]*$/.test(text.slice(-16));
  const [, indent = '', { length: width } = '', fold = ''] =
    /^([\t\n\f\r ]*)([^\t\n\f\r ]+)([\t\n\f\r ]*)/.exec(text) ?? [];
  const isFold = (run: string) => run.length < 2 || /[\n\r]/.test(run);
  if (width % 4 !== 0 || !isFold(indent) || !isFold(fold)) return true;
  const step = width + fold.length;
  for (let at = indent.length; at < text.length; at += step) {
    const line = text.slice(at, at + step);
    const isLine = line.slice(width) === fold || (at + step >= text.length && line.trimEnd().length <= width);
    if (!isLine || /[\t\n\f\r ]/.test(line.slice(0, width).trimEnd())) return true;
    yield;
  }
  return false;
}

/**
 * Base64 that browsers reject because of its padding, the URL-safe alphabet or invisible characters, or from which
 * spaces are removed: as it may have been intended, which only its bytes can prove. A generator that yields now and then.
 *
 * @param blank the character that each space stands for; none by default
 * @returns null if browsers reject it for another reason
 */
export function* meantBase64(written: string, blank: '' | '+' = ''): Generator<void, string | null, void> {
  // The URL parser removes these first: they may stand within an escape.
  const unfolded = yield* changed(written, (piece) => piece.replace(/[\t\n\r]+/g, ''));
  const text = yield* unescaping(unfolded);
  const padded = yield* changed(text, (piece) =>
    piece
      .replace(/ +/g, (run) => blank.repeat(run.length))
      .replace(invisible, '')
      .replace(/[\t\n\f\r ]+/g, '')
      .replace(/[-_]/g, (c) => (c === '-' ? '+' : '/')),
  );
  let end = padded.length;
  while (padded[end - 1] === '=') end--;
  const digits = padded.slice(0, end);
  const needed = (4 - (digits.length % 4)) % 4;
  if (needed === 3) return null;
  for (let at = 0; at < digits.length; at += strideLength) {
    if (/[^A-Za-z\d+/]/.test(digits.slice(at, at + strideLength))) return null;
    yield;
  }
  return digits + '='.repeat(needed);
}
