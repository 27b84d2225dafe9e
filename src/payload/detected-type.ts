/** What bytes are, whatever their label says: the MIME Sniffing Standard, and SVG, which it does not know. */
import { computedMIMEType } from 'whatwg-mimetype';
import { bomEncoding } from '../mime/charset.ts';

/** How far into the bytes markup is looked for, in bytes. */
const head = 4096;

/** Where what may stand before the root element of an XML document ends: 0 if none of it is here, -1 if it does not end. */
function endOfMisc(text: string): number {
  const endOf = (mark: string, from: number) => {
    const at = text.indexOf(mark, from);
    return at < 0 ? -1 : at + mark.length;
  };
  if (text.startsWith('<!--')) return endOf('-->', 4);
  if (text.startsWith('<?')) return endOf('?>', 2);
  if (!/^<!doctype\s/i.test(text)) return 0;
  // A DOCTYPE may hold declarations, in brackets, and these quotes, comments and instructions with any text.
  let inSubset = false;
  for (let at = 2; at >= 2 && at < text.length; ) {
    const c = text[at];
    if (c === '"' || c === "'") at = endOf(c, at + 1);
    else if (inSubset && text.startsWith('<!--', at)) at = endOf('-->', at + 4);
    else if (inSubset && text.startsWith('<?', at)) at = endOf('?>', at + 2);
    else {
      if (c === '>' && !inSubset) return at + 1;
      if (c === '[') inSubset = true;
      else if (c === ']') inSubset = false;
      at++;
    }
  }
  return -1;
}

/** An svg element behind what may stand before it: BOM, XML declaration, comments, DOCTYPE, white space. */
function startsAsSvg(body: Uint8Array): boolean {
  // Nothing but ASCII is looked for, so without a mark any encoding of one byte will do.
  let text = new TextDecoder(bomEncoding(body) ?? 'latin1').decode(body.subarray(0, head));
  for (;;) {
    text = text.trimStart();
    if (/^<!doctype\s+html[\s>]/i.test(text)) return false;
    const end = endOfMisc(text);
    if (end < 0) return false;
    if (end === 0) return /^<(?:[\w.-]{1,40}:)?svg[\s/>]/i.test(text);
    text = text.slice(end);
  }
}

interface Signature {
  type: string;
  /** Where it stands, in bytes. */
  at: number;
  bytes: readonly number[];
}
const signature = (type: string, text: string, at = 0): Signature => ({
  type,
  at,
  bytes: Array.from(text, (character) => character.charCodeAt(0)),
});

/** The standard's font types, which its rules for an unknown type leave out, AVIF, and what no browser asks about. */
const signatures: readonly Signature[] = [
  signature('font/woff2', 'wOF2'),
  signature('font/woff', 'wOFF'),
  signature('font/otf', 'OTTO'),
  signature('font/collection', 'ttcf'),
  signature('font/ttf', '\0\x01\0\0'),
  signature('application/vnd.ms-fontobject', 'LP', 34),
  signature('image/avif', 'ftypavif', 4),
  signature('application/x-elf', '\x7fELF'),
  signature('application/x-mach-binary', '\xcf\xfa\xed\xfe'),
  signature('application/vnd.microsoft.portable-executable', 'MZ'),
];

/** Bytes that a file of any of these has at least: text that begins alike has fewer, or no byte of 0. */
const fileLength = 16;

/**
 * The essence of what a body is by its content, or null where nothing tells: text without marks, or unknown bytes.
 */
export function detectedType(body: Uint8Array): string | null {
  if (body.length === 0) return null;
  if (startsAsSvg(body)) return 'image/svg+xml';
  const sniffed = computedMIMEType(body).essence;
  if (sniffed !== 'text/plain' && sniffed !== 'application/octet-stream') return sniffed;
  if (body.length < fileLength || sniffed === 'text/plain') return null;
  return signatures.find(({ at, bytes }) => bytes.every((byte, n) => body[at + n] === byte))?.type ?? null;
}
