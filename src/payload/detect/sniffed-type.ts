/** Sniffs bytes of an unknown type as section 7.1 of the MIME Sniffing Standard does. */

import { latin1, u32be } from '../bytes.ts';
import type { FormatType } from '../formats.ts';
import { hasFrames, mp3FrameLength } from './signatures.ts';

/** Number of first bytes that the standard reads. */
const headerLength = 1445;

/** Patterns for the first bytes, one character per byte. The first that matches counts. */
const patterns: readonly (readonly [RegExp, FormatType | 'text/plain'])[] = [
  [
    /^[\t\n\f\r ]*<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|br?|body|p|!--)[ >]/i,
    'text/html',
  ],
  [/^[\t\n\f\r ]*<\?xml/, 'text/xml'],
  [/^%PDF-/, 'application/pdf'],
  [/^%!PS-Adobe-/, 'application/postscript'],
  [/^(?:\xfe\xff..|\xff\xfe..|\xef\xbb\xbf.)/s, 'text/plain'],
  [/^\0\0[\x01\x02]\0/, 'image/x-icon'],
  [/^BM/, 'image/bmp'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF.{4}WEBPVP/s, 'image/webp'],
  [/^\x89PNG\r\n\x1a\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^FORM.{4}AIFF/s, 'audio/aiff'],
  [/^ID3/, 'audio/mpeg'],
  [/^OggS\0/, 'application/ogg'],
  [/^MThd\0\0\0\x06/, 'audio/midi'],
  [/^RIFF.{4}AVI /s, 'video/avi'],
  [/^RIFF.{4}WAVE/s, 'audio/wave'],
  [
    /^\x1aE\xdf\xa3.{0,33}?B\x82(?:[\x80-\xff]|[@-\x7f].|[ -?]..|[\x10-\x1f].{3}|[\b-\x0f].{4}|[\x04-\x07].{5}|[\x02\x03].{6}|[\0\x01].{7})(?:\0+webm|webm.)/s,
    'video/webm',
  ],
  [/^\x1f\x8b\x08/, 'application/x-gzip'],
  [/^PK\x03\x04/, 'application/zip'],
  [/^Rar!\x1a\x07\0/, 'application/x-rar-compressed'],
];

/** Matches an `ftyp` box with a brand of MP4. */
const mp4 = /^.{4}ftyp(?:.{8}(?:.{4})*?)?(?:mp4[12]|iso[m2]|mmp4|M4[VAP] |avc1)/s;

/** Matches a byte that text doesn't contain. */
const binary = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/;

/** The essence by the standard: `text/plain` or `application/octet-stream` if no pattern matches. */
export function sniffedType(body: Uint8Array): string {
  const head = latin1(body, 0, headerLength);
  const found = patterns.find(([pattern]) => pattern.test(head))?.[1];
  if (found) return found;
  const boxLength = u32be(body, 0);
  if (boxLength <= head.length && mp4.test(head.slice(0, boxLength))) return 'video/mp4';
  if (hasFrames(body, mp3FrameLength)) return 'audio/mpeg';
  return binary.test(head) ? 'application/octet-stream' : 'text/plain';
}
