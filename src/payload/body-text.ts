/** A body as text: decoded as a browser would decode it, with facts about the text itself. */
import { bomEncoding } from '../mime/charset.ts';
import { decoded } from '../mime/encodings.ts';
import type { TextShape } from './facts.ts';

export interface BodyText {
  /** The text, without a byte order mark. */
  text: string;
  shape: TextShape;
}

const beyondAscii = /[^\0-\x7f]/;

/** Number of matches of a search between two yields. */
const manyMatches = 1 << 12;

/**
 * Decodes a body. Yields now and then.
 *
 * @param charset the name of an encoding in the Encoding Standard, for bytes without a byte order mark
 * @param body the bytes, which may end within a character if `isCut`
 */
export function* textOf(charset: string, body: Uint8Array, isCut: boolean): Generator<void, BodyText, void> {
  const bom = bomEncoding(body);
  const used = bom ?? charset;
  const text = yield* decoded(body, used, isCut);
  return { text, shape: yield* shapeOf(text, used, bom, body) };
}

function* shapeOf(
  text: string,
  charset: string,
  bom: string | null,
  body: Uint8Array,
): Generator<void, TextShape, void> {
  let lines = 1;
  let longest = 0;
  let start = 0;
  // Lines end with LF, CR or CRLF.
  const end = /\r\n?|\n/g;
  for (let found = end.exec(text); found; found = end.exec(text)) {
    if (lines++ % manyMatches === 0) yield;
    longest = Math.max(longest, found.index - start);
    start = end.lastIndex;
  }
  longest = Math.max(longest, text.length - start);
  let undecodable = 0;
  let first = -1;
  for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', at + 1)) {
    if (undecodable++ === 0) first = at;
    if (undecodable % manyMatches === 0) yield;
  }
  // In UTF-16 and ISO-2022-JP, even ASCII characters take more bytes.
  const isOwn =
    charset !== 'utf-8' && bom === null && (text.length !== body.length || beyondAscii.test(text));
  return {
    charset,
    bom,
    lines,
    longestLine: longest,
    undecodable,
    firstUndecodable: first < 0 ? null : byteOffset(text, first, charset, bom, body),
    ...(isOwn && { differsInUtf8: true }),
  };
}

/** The byte offset of a code unit; null if the number of bytes per code unit is unknown. */
function byteOffset(
  text: string,
  at: number,
  charset: string,
  bom: string | null,
  body: Uint8Array,
): number | null {
  if (charset === 'utf-8') {
    // The text before the first U+FFFD was decoded without error, so encoding it gives the same bytes.
    return (bom === null ? 0 : 3) + new TextEncoder().encode(text.slice(0, at)).length;
  }
  if (charset.startsWith('utf-16')) return (bom === null ? 0 : 2) + at * 2;
  // In most other encodings, each character is one byte: there are then as many bytes as code units.
  return text.length === body.length ? at : null;
}
