/** Detects files of two types at once: bytes after the end of a file, and bytes that are valid as another type, too. */

import { strideLength } from '../../yield-to-event-loop.ts';
import { centralDirectory } from '../archive.ts';
import { hasAt, indexOfText } from '../bytes.ts';
import { formatFamily } from '../formats.ts';
import { detectedType } from './detected-type.ts';

/** Bytes after the end of a file whose format marks the end. */
export interface Trailing {
  /** Offset in the body, in bytes. */
  offset: number;
  /** Size in bytes; at least 1. */
  size: number;
  /** The type of these bytes, by their own signature; null if unknown. */
  type: string | null;
  /** Whether all of these bytes are zero or whitespace: padding, which hides nothing. */
  blank: boolean;
}

/**
 * Describes the bytes after the end of a file; null if there are none.
 *
 * @param offset the end of the file, as `endOfFile` returns it
 * @param body the whole body
 */
export function trailingBytes(offset: number | null, body: Uint8Array): Trailing | null {
  if (offset === null || offset >= body.length) return null;
  const bytes = body.subarray(offset);
  const isBlank = (byte: number) => byte === 0 || byte === 0x20 || (byte >= 9 && byte <= 13);
  const blank = bytes.every(isBlank);
  return { offset, size: bytes.length, type: blank ? null : detectedType(bytes), blank };
}

/** A second type as which the same bytes are valid. */
export interface SecondType {
  /** The essence of the second type. */
  type: string;
  /** Offset in the body where it begins, in bytes. */
  offset: number;
  /**
   * `front`: at the beginning, like scripts in an image's header; `inside`: in the middle; `after`: after the end of
   * the first type.
   */
  where: 'front' | 'inside' | 'after';
}

/**
 * Tags and signatures that do not occur in pictures, fonts and archives by chance, in upper or lower case, and the type
 * that each indicates.
 */
const marks: readonly [string, string][] = [
  ['script', 'text/html'],
  ['iframe', 'text/html'],
  ['html', 'text/html'],
  ['?php', 'application/x-httpd-php'],
];

/**
 * Number of bytes at the beginning within which PDF readers accept a header (ISO 32000-1, implementation note 13 of PDF
 * 1.7).
 */
const pdfReach = 1024;
const pdfType = 'application/pdf';

/** Whether files of a type never contain tags. Documents, programs and archives may. */
const isMedia = (type: string) => ['image', 'font', 'media'].includes(formatFamily(type));

export interface Suspect {
  /** The type by its signature; null if unknown. */
  type: string | null;
  isText: boolean;
  /** The bytes, or their beginning. */
  body: Uint8Array;
  /** The end of the file, as `endOfFile` returns it. */
  end: number | null;
  /** Size of the whole body, in bytes. */
  size: number;
  /** The last bytes of the body. */
  tail: Uint8Array;
}

/**
 * The other types of a body, each at most once. If the body has no first type, all types that its bytes are valid as.
 * Yields now and then.
 */
export function* secondTypes({
  type,
  isText,
  body,
  end,
  size,
  tail,
}: Suspect): Generator<void, SecondType[], void> {
  const found: SecondType[] = [];
  const add = (second: string, offset: number) => {
    if (second === type || found.some((each) => each.type === second)) return;
    found.push({
      type: second,
      offset,
      where: offset >= (end ?? size) ? 'after' : offset === 0 ? 'front' : 'inside',
    });
  };
  if (!isText && type !== null) {
    if (isScriptBehindMagic(type, body)) add('text/javascript', 0);
    // Tags before the objects of a PDF file are meant for another program.
    const searched = isMedia(type) ? body : type === pdfType ? body.subarray(0, pdfReach) : null;
    const markup = searched && (yield* firstMark(searched));
    if (markup) add(markup.type, markup.offset);
  }
  const pdf = type === pdfType || isText ? -1 : indexOfText(body.subarray(0, pdfReach + 5), '%PDF-');
  if (pdf > 0) add(pdfType, pdf);
  // Readers of ZIP files start at the end, and ignore any bytes before the archive.
  if (!hasAt(body, 0, 'PK\x03\x04') && !hasAt(body, 0, 'PK\x05\x06')) {
    const directory = centralDirectory(tail, size);
    const isIn = (bytes: Uint8Array, at: number) => hasAt(bytes, at, 'PK\x01\x02');
    if (directory && (isIn(body, directory.start) || isIn(tail, directory.start - (size - tail.length)))) {
      add('application/zip', directory.prefix);
    }
  }
  return found;
}

/**
 * Whether the bytes after the signature turn it into a variable assignment or open a comment, so that a script may
 * follow. The format lets these bytes vary: the width and height of a GIF, the size of a bitmap, the length of JPEG's
 * APP0.
 */
function isScriptBehindMagic(type: string, body: Uint8Array): boolean {
  const opensComment = (at: number) => hasAt(body, at, '/*') && indexOfText(body, '*/', at + 2) >= 0;
  // A size may look like an assignment by chance, but 16 bytes of text can't be a coincidence.
  const assigns = (at: number) =>
    body[at] === 0x3d && body.length > at + 6 && body.subarray(at, at + 16).every(isTextByte);
  switch (type) {
    case 'image/gif':
      return opensComment(6) || assigns(6);
    case 'image/bmp':
      return opensComment(2) || assigns(2);
    case 'image/jpeg':
      return hasAt(body, 2, '\xff\xe0') && opensComment(4);
    default:
      return false;
  }
}
const isTextByte = (byte: number) => (byte >= 0x20 && byte < 0x7f) || (byte >= 9 && byte <= 13);

/** The first occurrence of one of the `marks`, in text with one or two bytes per character. */
function* firstMark(body: Uint8Array): Generator<void, { type: string; offset: number } | null, void> {
  let pause = strideLength;
  for (let at = body.indexOf(0x3c); at >= 0; at = body.indexOf(0x3c, at + 1)) {
    if (at >= pause) {
      pause = at + strideLength;
      yield;
    }
    /*
     * In UTF-16, a zero byte follows the bracket's byte in either byte order: the second half of the bracket, or the
     * first half of the letter.
     */
    const step = body[at + 1] === 0 ? 2 : 1;
    const mark = marks.find(([name]) => isNameAt(body, at + step, step, name));
    if (mark) return { type: mark[1], offset: at };
  }
  return null;
}

/** Whether a complete name, in upper or lower case, begins at `at`. */
function isNameAt(body: Uint8Array, at: number, step: number, name: string): boolean {
  for (let i = 0; i < name.length; i++) {
    const byte = body[at + i * step];
    if (byte === undefined || (byte | 0x20) !== (name.charCodeAt(i) | 0x20)) return false;
    if (step === 2 && body[at + i * 2 + 1] !== 0) return false;
  }
  const next = body[at + name.length * step];
  return next === 0x3e || next === 0x2f || next === 0x20 || (next !== undefined && next >= 9 && next <= 13);
}
