/**
 * Searches the bytes of a file before it is parsed: most files in a folder contain no data: URL and need not be parsed.
 */

import { isUtf8 } from 'node:buffer';
import type { FileKind } from '../files/file-kind.ts';
import { mayEncodeText } from '../files/json-file.ts';
import { mayHoldInHtml, mayQuoteUrl, maySpellScheme } from '../files/scheme-search.ts';
import { suppressionMark } from '../files/suppressions.ts';
import { maySpellDataUrl } from '../files/text-file.ts';
import { decode } from '../mime/encodings.ts';

const readLength = 1 << 20;
/** Number of bytes that are searched again with the next ones, because "data:" may be split between them. */
const overlap = 1 << 10;
/** Maximum size, in bytes, of a character or line end that may be split. */
const maxCut = 4;
/**
 * Matches characters that occur in no spelling of "data:". If the overlap contains one, no spelling spans the overlap.
 * Numbers contain no such letters, but points or commas.
 */
const ordinary = /[ghjkqvyz.,]/i;

/** Maximum number of pieces of a page that is searched as a whole. */
const maxWholePieces = 4;

/** Number of bytes at the beginning of a page in which a title is found without parsing the rest of the page. */
const titleLength = 1 << 15;
const title = /<title/i;

/** Whether a piece contains anything except data: URLs that makes it necessary to parse the file. */
function hasOther(kind: FileKind, ascii: string, isTitled: boolean): boolean {
  // A suppression that suppresses nothing is reported, so a file with a suppression must be parsed.
  if (ascii.includes(suppressionMark)) return true;
  if (kind === 'json') return mayEncodeText(ascii);
  if (kind === 'xml') return ascii.includes('<!ENTITY');
  if (kind !== 'html') return false;
  return (!isTitled && title.test(ascii)) || /content-security-policy/i.test(ascii);
}

/** The searches of kinds in which "data:" alone need not begin a URL. */
const searches: Partial<Record<FileKind, (text: string) => boolean>> = {
  text: maySpellDataUrl,
  script: mayQuoteUrl,
};

/** Reads a number of bytes at a position of a file into a buffer. */
export type ReadAt = (
  buffer: Buffer,
  offset: number,
  length: number,
  position: number,
) => Promise<{ bytesRead: number }>;

/** Reads from bytes in memory. */
export const readIn =
  (bytes: Buffer): ReadAt =>
  async (buffer, offset, length, position) => ({
    bytesRead: bytes.copy(buffer, offset, position, position + length),
  });

/**
 * Whether a file is valid UTF-8 and contains neither a data: URL nor anything else that requires parsing, except a
 * title at its beginning.
 *
 * @param size the file's size, in bytes, which may grow
 * @param pieceLength number of bytes that are searched at a time, except in small pages; the memory of larger strings
 *   isn't freed soon after use
 */
export async function isWithoutDataUrls(
  read: ReadAt,
  kind: FileKind,
  size: number,
  pieceLength = 1 << 16,
): Promise<boolean> {
  // Parts of mail may be base64, and lines of contacts may be folded anywhere.
  if (kind === 'mail' || kind === 'contact') return false;
  const isWhole = kind === 'html' && size < maxWholePieces * pieceLength;
  const maySpell = isWhole ? mayHoldInHtml : (searches[kind] ?? maySpellScheme);
  // All reads use one buffer, no larger than needed: allocating memory takes longer than the search.
  const length = Math.min(readLength, size + 1);
  const buffer = Buffer.allocUnsafe(overlap + maxCut + length);
  let held = 0;
  let isTitled = false;
  for (let position = 0; ; ) {
    const { bytesRead } = await read(buffer, held, length, position);
    const bytes = buffer.subarray(0, held + bytesRead);
    const isLast = bytesRead === 0;
    // A file that grows or is read in parts can't be searched as a whole.
    if (isWhole && !isLast && (position > 0 || bytesRead !== size)) return false;
    if (!isUtf8(isLast ? bytes : bytes.subarray(0, wholeEnd(bytes)))) return false;
    // The bytes left were searched with those before them.
    if (isLast) return true;
    // Only the first title of a file counts.
    if (position === 0 && kind === 'html') isTitled = title.test(bytes.toString('latin1', 0, titleLength));
    const step = isWhole ? length : pieceLength;
    for (let at = 0; at < bytes.length; at += step) {
      const start = Math.max(0, at - overlap);
      const ascii = bytes.toString('latin1', start, at + step);
      if (maySpell(ascii) || hasOther(kind, ascii, isTitled)) return false;
      if (start > 0 && !ordinary.test(ascii.slice(0, overlap))) return false;
    }
    position += bytesRead;
    // The overlap must begin with a whole character.
    const next = wholeEnd(bytes.subarray(0, Math.max(0, bytes.length - overlap)));
    held = bytes.length - next;
    if (next > 0 && !ordinary.test(bytes.toString('latin1', next))) return false;
    buffer.copyWithin(0, next, bytes.length);
  }
}

/**
 * The end of the first `length` bytes without a trailing partial character, or a trailing CR, which may be half of a line
 * end.
 */
export function wholeEnd(bytes: Uint8Array, length = bytes.length): number {
  if (bytes[length - 1] === 0x0d) return length - 1;
  for (let back = 1; back <= Math.min(3, length); back++) {
    const byte = bytes[length - back]!;
    if ((byte & 0xc0) === 0x80) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > back ? length - back : length;
  }
  return length;
}

/**
 * Matches characters that no text contains: controls, lone surrogates, private-use characters, and unassigned code
 * points.
 */
const notText = /[\0-\x08\x0b\x0e-\x1f\x7f-\x9f\ufffd\p{Cn}\p{Co}\p{Cs}]/u;

/**
 * Detects UTF-16 without a byte order mark, if the first bytes leave no doubt: one byte of the pair is zero in at least
 * every sixteenth code unit (in Chinese text, little but the markup is ASCII), the other is never zero, and all code
 * units are characters.
 *
 * @returns null for anything else
 */
export function unmarkedUtf16(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at & 1]!++;
  const [even = 0, odd = 0] = zeros;
  if (head.length % 2 > 0 || (even > 0 && odd > 0) || (even + odd) * 32 < head.length || even + odd === 0)
    return null;
  const encoding = odd > 0 ? 'utf-16le' : 'utf-16be';
  const text = decode(head, encoding, true);
  return notText.test(text) ? null : encoding;
}

/**
 * XML 1.0, appendix F: the first bytes of encodings that browsers don't support, including UTF-32 without a byte order
 * mark.
 */
const unread: readonly (readonly [name: string, start: RegExp])[] = [
  ['UTF-32', /^(?:\xff\xfe\0\0|\0\0\xfe\xff|(?:[\t\n\r -~]\0\0\0){8}|(?:\0\0\0[\t\n\r -~]){8})/],
  ['EBCDIC', /^\x4c\x6f\xa7\x94/],
];

/** The name of an encoding that browsers don't support; null for any other encoding. */
export function unreadEncoding(head: Uint8Array): string | null {
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 64)).toString('latin1');
  return unread.find(([, pattern]) => pattern.test(start))?.[0] ?? null;
}
