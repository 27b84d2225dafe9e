/**
 * Detects the type of bytes by their content, regardless of the declared type. Follows the MIME Sniffing Standard, and
 * also detects SVG, markup in UTF-16 or after a byte order mark, XHTML, scripts whose first line names an interpreter,
 * and the signatures of files that browsers do not sniff.
 */

import { bomEncoding } from '../../mime/charset.ts';
import { isInGroup, type MimeType } from '../../mime/mime-type.ts';
import { checkObject } from '../../url-text.ts';
import { hasAt } from '../bytes.ts';
import type { Detection } from '../facts.ts';
import { endOfDoctype } from '../xml/xml-tokens.ts';
import { likelyType } from './likely-type.ts';
import { brandedType, signedType, zipFlavour } from './signatures.ts';
import { sniffedType } from './sniffed-type.ts';

/** Number of first bytes that are searched for markup. */
const head = 4096;

/**
 * The first bytes as text. Only ASCII is searched, so any single-byte encoding will do unless there is a byte order
 * mark.
 */
export function headText(body: Uint8Array): string {
  const mark = bomEncoding(body);
  return (mark === null ? latin1 : new TextDecoder(mark)).decode(body.subarray(0, head));
}

const latin1 = new TextDecoder('latin1');

/**
 * The end of a comment, instruction or DOCTYPE at the beginning of a text: 0 if there is none, -1 if it does not end.
 */
function endOfMisc(text: string): number {
  const endOf = (mark: string, from: number) => {
    const at = text.indexOf(mark, from);
    return at < 0 ? -1 : at + mark.length;
  };
  if (text.startsWith('<!--')) return endOf('-->', 4);
  if (text.startsWith('<?')) return endOf('?>', 2);
  if (!/^<!doctype\s/i.test(text)) return 0;
  const end = endOfDoctype(text, 9);
  return text[end - 1] === '>' ? end : -1;
}

/**
 * HTML elements that fragments begin with, in addition to those in the standard
 * (https://mimesniff.spec.whatwg.org/#table-mime-types).
 */
const htmlElements = new Set(
  (
    'audio base button center details dialog embed form frameset h2 h3 h4 h5 h6 img input link main ' +
    'marquee meta ' +
    'noscript object ol picture section select span template textarea ul video'
  ).split(' '),
);

/**
 * The type of markup by its root element, which may follow a byte order mark, an XML declaration, comments, a DOCTYPE
 * and whitespace. If the text is declared as XML, its DOCTYPE may have any name.
 */
function markupType(whole: string, declared?: MimeType): string | null {
  const isXml = /^\s*<\?xml\s/.test(whole) || (declared !== undefined && isInGroup(declared, 'xml'));
  let text = whole;
  for (;;) {
    text = text.trimStart();
    if (!isXml && /^<!doctype\s+html[\s>]/i.test(text)) return 'text/html';
    const end = endOfMisc(text);
    if (end < 0) return null;
    if (end > 0) {
      text = text.slice(end);
      continue;
    }
    if (/^<(?:[\w.-]{1,40}:)?svg[\s/>]/i.test(text)) return 'image/svg+xml';
    const root = /^<([a-z][a-z0-9]{0,12})(?=[\s/>])[^>]*/i.exec(text);
    if (!root) return null;
    const name = root[1]!.toLowerCase();
    if (name === 'html' && /^\s*<\?xml\s/.test(whole)) return 'application/xhtml+xml';
    if (/\bxmlns\s*=/.test(root[0]) && !root[0].includes('1999/xhtml')) return null;
    return htmlElements.has(name) ? 'text/html' : null;
  }
}

/**
 * The type of text after a byte order mark. The standard sniffs bytes, so the text is passed on as UTF-8, without the
 * mark.
 */
function sniffedBehindMark(body: Uint8Array): string | null {
  if (bomEncoding(body) === null) return null;
  const essence = sniffedType(new TextEncoder().encode(headText(body)));
  return essence === 'text/html' || essence === 'text/xml' ? essence : null;
}

const interpreters: readonly [RegExp, string][] = [
  [/\b(?:node|deno|bun)\b/, 'text/javascript'],
  [/python/, 'text/x-python'],
  [/perl/, 'text/x-perl'],
  [/ruby/, 'text/x-ruby'],
  [/php/, 'application/x-httpd-php'],
  [/pwsh|powershell/, 'application/x-powershell'],
  [/csh\b/, 'application/x-csh'],
];

/** The type of text whose first line declares it, such as the path of an interpreter. */
function announcedType(text: string): string | null {
  if (text.startsWith('#!')) {
    // Only a path counts, so that headings and Rust attributes do not match.
    const line = /^#![ \t]*(\/[^\r\n]{1,200})/.exec(text)?.[1];
    if (line === undefined) return null;
    return interpreters.find(([pattern]) => pattern.test(line))?.[1] ?? 'application/x-sh';
  }
  if (/^<\?php\s/i.test(text)) return 'application/x-httpd-php';
  if (text.startsWith('{\\rtf1')) return 'application/rtf';
  // WebVTT, 4.1.
  if (/^WEBVTT(?:[\t\n\r ]|$)/.test(text)) return 'text/vtt';
  if (/^\s*\[InternetShortcut\]/i.test(text)) return 'application/internet-shortcut';
  return /^@echo off\b/i.test(text) ? 'application/x-bat' : null;
}

/**
 * Minimum size, in bytes, of a file with a signature. Text that happens to begin like a signature is shorter or
 * contains no zero byte.
 */
const fileLength = 16;

/**
 * The essence of a body by its content; null if the content is inconclusive, as for text without a signature and for
 * unknown bytes.
 *
 * @param body the bytes, or their beginning: 4096 bytes identify all but a few archives
 */
export function detectedType(body: Uint8Array): string | null {
  checkObject(body, 'detectedType', 'bytes', 'subarray');
  return detectedAs(body);
}

/** Like `detectedType`, for a body that browsers parse as the declared type: XML may have HTML's DOCTYPE. */
export function detectedAs(body: Uint8Array, declared?: MimeType): string | null {
  if (body.length === 0) return null;
  const text = headText(body);
  const announced = announcedType(text);
  if (announced !== null) return announced;
  const markup = markupType(text, declared) ?? sniffedBehindMark(body);
  if (markup !== null) return markup;
  const branded = brandedType(body);
  if (branded !== null) return branded;
  const sniffed = sniffedType(body);
  if (sniffed === 'application/zip') return zipFlavour(body) ?? sniffed;
  if (sniffed !== 'text/plain' && sniffed !== 'application/octet-stream') return sniffed;
  if (body.length < fileLength || sniffed === 'text/plain') return null;
  return signedType(body);
}

/**
 * Detects the type of a body by its signature, its end and its text.
 *
 * @param signed the result of `detectedAs`
 * @param tail the last bytes of the body, or all of it
 * @param text the whole body as text, null if it is not text
 */
export function* detect(
  signed: string | null,
  tail: Uint8Array,
  text: string | null,
  declared?: MimeType,
): Generator<void, Detection | null, void> {
  // The trailer of Apple's disk images is their only signature; the bytes before it may look like anything.
  if (hasAt(tail, tail.length - 512, 'koly\0\0\0\x04')) {
    return { type: 'application/x-apple-diskimage', by: 'signature' };
  }
  if (text !== null && (signed === null || wideTypes.has(signed))) {
    // Padding may push the root element away from the first bytes; and if only the declared charset shows that it is
    // UTF-16, the bytes don't look like markup.
    const markup = markupType(text.trimStart().slice(0, textHead), declared);
    if (markup !== null) return { type: markup, by: 'signature' };
  }
  if (signed !== null) return { type: signed, by: 'signature' };
  return text === null ? null : yield* likelyType(text);
}

/** Types that are detected without a root element, because a comment or an XML declaration is enough. */
const wideTypes = new Set(['text/html', 'text/xml']);
/** Number of first code units of a text that are searched for the root element. */
const textHead = 1 << 18;
