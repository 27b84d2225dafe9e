/** The data as its author meant it: a "#" that was to be a part of it, base64 that browsers refuse. */
import { isText } from '../mime/charset.ts';
import type { MimeType } from '../mime/mime-type.ts';
import { strideLength } from '../turns.ts';
import { changed } from './pieces.ts';

/** Code units behind a "#" that are looked at. */
const reach = 4096;
/** What names a place in a document or a part of it, though it looks like data: SVG 2, Media Fragments, text fragments. */
const ofStandards = /^(?:svgView\(|:~:|(?:xywh|t|track|id|page|zoom|view)=[^<>"'{}();\s]*$)/;

/** What follows a space and a "#" in text more often than it names a place. */
const colorOrNumber = /^(?:\d+|[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;

/**
 * Whether what stands behind a `#` looks like data, and not like the name of a place in it.
 *
 * @param type of the URL; data that is no text is never cut by one
 * @param bodyStart where the data begins in `written`
 * @param hash where the `#` stands
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
 * The end of that part of some data in which each `#` cuts it: where the first one does, all but the last do, as no
 * fragment has one.
 *
 * @param rest what follows the comma up to the end of the URL, without trailing space
 * @returns 0 where none does
 */
export function cutEnd(rest: string, type: MimeType): number {
  const first = rest.indexOf('#');
  if (first < 0 || !cutsBody(rest, type, 0, first, rest.length)) return 0;
  const last = rest.lastIndexOf('#');
  const isFragment = last > first && !cutsBody(rest, type, 0, last, rest.length);
  return isFragment ? last : rest.length;
}

/** The same data with every `#` that cuts it escaped, in turns: yields now and then. */
export function* escapingHashes(rest: string, type: MimeType): Generator<void, string, void> {
  const end = cutEnd(rest, type);
  if (end === 0) return rest;
  const escaped = yield* changed(rest.slice(0, end), (piece) => piece.split('#').join('%23'));
  return escaped + rest.slice(end);
}

/**
 * Base64 that browsers refuse, for its padding, for the URL-safe alphabet or for what nobody sees in it. In turns: yields
 * now and then.
 *
 * @returns null where that is not why
 */
export function* meantBase64(written: string): Generator<void, string | null, void> {
  const text = yield* changed(written, (piece) =>
    piece.replace(/%([\dA-Fa-f]{2})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16))),
  );
  const padded = yield* changed(text, (piece) =>
    piece.replace(/[\0-\x20\x7f-\xa0\u200b\ufeff]+/g, '').replace(/[-_]/g, (c) => (c === '-' ? '+' : '/')),
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
  // Where padding is wrong, a space between two characters is perhaps a "+" that a form has decoded.
  let isLost = false;
  for (let at = 0; at < text.length && !isLost; at += strideLength) {
    isLost = /\S \S/.test(text.slice(at, at + strideLength + 2));
    yield;
  }
  const there = padded.length - digits.length;
  return isLost && there > 0 && there !== needed ? null : digits + '='.repeat(needed);
}
