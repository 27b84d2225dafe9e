/**
 * Checks whether bytes are a complete file of their type. If so, the URL was certainly decoded as its author intended.
 */
import { crc32 } from '../../crc32.ts';
import { validUtf8 } from '../../data-url/pieces.ts';
import { isText, readCharset } from '../../mime/charset.ts';
import { isInGroup, type MimeType, plainText } from '../../mime/mime-type.ts';
import { centralDirectory, readArchive } from '../archive.ts';
import { hasAt, lastIndexOfText, u16le, u32be, u32le } from '../bytes.ts';
import { type FormatType, isSameType } from '../formats.ts';
import { jsonScan } from '../json/json-scan.ts';
import { xmlTokens } from '../xml/xml-tokens.ts';
import { detectedType } from './detected-type.ts';
import { endOfFile, hasScan, readGif } from './end-of-file.ts';

/** `unknown`: the type's structure is unknown or isn't checked here. */
export type Wholeness = 'whole' | 'broken' | 'unknown';

/** For each type, checks whether bytes with its signature are one complete file, up to the last byte. */
const checks: Readonly<Record<string, (body: Uint8Array) => boolean>> = {
  'image/png': (body) => endsExactly('image/png', body) && hasRightSums(body),
  'image/gif': (body) => endsExactly('image/gif', body) && readGif(body).isComplete,
  'image/jpeg': (body) => endsExactly('image/jpeg', body) && hasScan(body),
  'image/webp': (body) => endsExactly('image/webp', body),
  'application/pdf': (body) => endsExactly('application/pdf', body),
  // BITMAPFILEHEADER, WOFF 1.0 (section 3) and WOFF 2.0 (4.1) state the length of the file.
  'image/bmp': (body) => u32le(body, 2) === body.length,
  'font/woff': (body) => u32be(body, 8) === body.length,
  'font/woff2': (body) => u32be(body, 8) === body.length,
  'application/zip': isWholeZip,
} satisfies Partial<Record<FormatType, (body: Uint8Array) => boolean>>;

const endsExactly = (type: string, body: Uint8Array): boolean => endOfFile(type, body) === body.length;

/** PNG 5.3: whether the CRC-32 of each chunk matches its type and data. */
function hasRightSums(body: Uint8Array): boolean {
  for (let at = 8; at < body.length; at += 12 + u32be(body, at)) {
    const end = at + 8 + u32be(body, at);
    if (crc32(body.subarray(at + 4, end)) !== u32be(body, end)) return false;
  }
  return true;
}

/**
 * APPNOTE 4.3.16: whether a directory of all members is at the declared position, and the comment extends to the end.
 */
function isWholeZip(body: Uint8Array): boolean {
  const directory = centralDirectory(body, body.length);
  const end = lastIndexOfText(body, 'PK\x05\x06');
  return (
    directory?.prefix === 0 &&
    end + 22 + u16le(body, end + 20) === body.length &&
    readArchive('', body, body.length, body)?.complete === true
  );
}

const isZip = (body: Uint8Array): boolean => hasAt(body, 0, 'PK\x03\x04') || hasAt(body, 0, 'PK\x05\x06');

/**
 * Determines whether bytes are a complete file of their type.
 *
 * @param declared null if no type is declared
 * @param body all bytes
 * @returns `whole` if the bytes are exactly one file with the signature of the declared type (or of any image type if
 *   an image is declared), or if they are text of the declared type
 */
export function* wholenessOf(declared: MimeType | null, body: Uint8Array): Generator<void, Wholeness, void> {
  const detected = detectedType(body);
  const check = isZip(body) ? isWholeZip : checks[detected ?? ''];
  if (check !== undefined) return isOfType(declared, detected ?? '') && check(body) ? 'whole' : 'broken';
  if (declared === null || isText(declared)) return yield* textWholeness(declared, body);
  return Object.keys(checks).some((type) => isSameType(type, declared.essence)) ? 'broken' : 'unknown';
}

/**
 * Whether a detected type fits the declared one. Browsers show an image by its bytes, regardless of the declared
 * image type.
 */
const isOfType = (declared: MimeType | null, detected: string): boolean =>
  declared === null ||
  isSameType(declared.essence, detected) ||
  (declared.type === 'image' && declared.subtype !== 'svg+xml' && detected.startsWith('image/')) ||
  declared.essence === 'application/octet-stream';

/** Matches control characters that no text contains. */
const control = /[\0-\x08\x0e-\x1f\x7f]/;

function* textWholeness(type: MimeType | null, body: Uint8Array): Generator<void, Wholeness, void> {
  const text = yield* validUtf8(body);
  if (text === null || control.test(text)) {
    const { encoding, bom, embedded } = readCharset(type ?? plainText, body);
    return [encoding, bom, embedded].some((each) => each !== null && each !== 'utf-8') ? 'unknown' : 'broken';
  }
  let isWhole = text !== '';
  if (type !== null && isInGroup(type, 'json')) isWhole = (yield* jsonScan(text)).ok;
  else if (type !== null && isInGroup(type, 'xml')) {
    let hasRoot = false;
    const tokens = xmlTokens(
      text,
      () => false,
      '',
      ({ browser }) => {
        isWhole &&= browser !== undefined;
      },
    );
    for (const token of tokens) {
      hasRoot ||= token?.kind === 'start';
      if (token === null) yield;
    }
    isWhole &&= hasRoot;
  }
  return isWhole ? 'whole' : 'broken';
}

/** Whether a type has a grammar. For types without a grammar, any text is a complete file, which proves nothing. */
export const hasGrammar = (type: MimeType): boolean =>
  !isText(type) || isInGroup(type, 'json') || isInGroup(type, 'xml');
