/** Lints of the character encoding: whether the declared encoding is valid, and whether the bytes agree with it. */

import { decodedText, isAsciiLabel, readCharset } from '../../mime/charset.ts';
import { type MimeType, plainText } from '../../mime/mime-type.ts';
import type { Span } from '../../problem.ts';
import { atOnce } from '../../yield-to-event-loop.ts';
import { base64Value } from '../forgiving-base64.ts';
import { maxEditedLength } from '../limits.ts';
import type { ParsedDataUrl, ParsedParameter } from '../parse.ts';
import { hexValue } from '../percent-decode.ts';
import { validUtf8 } from '../pieces.ts';
import { type Edit, edited, excerpt, type Lint, lint, withoutParameter } from './lint.ts';

/** Maximum number of bytes of a body that are examined to judge its charset; more would not change the result. */
const maxCharsetSample = 1 << 20;

/** The lints of the charset; if `body` is null, only those of the declared charset. Yields now and then. */
export function* lintCharset(
  written: string,
  parsed: ParsedDataUrl,
  body: Uint8Array | null,
): Generator<void, Lint[], void> {
  // The charset of the default type is not written in the URL.
  const type = parsed.defaulted ? plainText : parsed.record;
  const { body: data, mediaType } = parsed;
  if (type === null || data === null || mediaType === null) return [];
  const lints: Lint[] = [];
  const parameter = parsed.parameters.find(
    (p) =>
      p.dropped === null &&
      !parsed.defaulted &&
      written.slice(p.name.start, p.name.end).toLowerCase() === 'charset',
  );
  const { declared, encoding, bom, embedded, used } = readCharset(type, body ?? new Uint8Array(0));
  if (used === null) {
    if (parameter !== undefined) {
      lints.push(
        lint('charset-on-binary', { type: type.essence.slice(0, 100) }, parameter, () =>
          withoutParameter(written, parameter),
        ),
      );
    }
    return lints;
  }
  const place = parameter ?? mediaType;
  const isReadable = encoding !== null && encoding !== 'replacement';
  const label = excerpt(declared ?? '');
  if (declared !== null && !isReadable) {
    lints.push(lint('charset-unknown', { label, used }, place));
  }
  if (body === null || used === 'replacement') return lints;

  if (bom !== null && encoding !== null && encoding !== bom) {
    lints.push(
      lint('charset-bom', { bom, declared: label }, place, () =>
        parameter?.value ? edited(written, parameter.value.start, parameter.value.end, bom) : null,
      ),
    );
  }
  const head = body.subarray(0, maxCharsetSample);
  const firstHigh = firstNonAscii(head);
  if (firstHigh < 0) return lints;
  const placeOf = (byte: number) => positionOfByte(written, parsed, byte) ?? data;
  const toUtf8 = () => utf8Repair(written, parsed, mediaType, parameter, body);
  if (declared === null && bom === null && embedded === null && used !== 'utf-8') {
    lints.push(lint('charset-missing', { used }, placeOf(firstHigh), toUtf8));
    return lints;
  }
  if (bom === null && isAsciiLabel(declared ?? '')) {
    lints.push(lint('charset-not-ascii', { used }, placeOf(firstHigh), toUtf8));
    return lints;
  }
  const { errors, errorCount } = yield* decodedText(head, used);
  const [first] = errors;
  // The size limit may have split a character.
  const isCutOff = body.length > maxCharsetSample && errorCount === 1 && first! >= maxCharsetSample - 4;
  if (first !== undefined && !isCutOff) {
    lints.push(lint('charset-mismatch', { encoding: used, count: errorCount, byte: first }, placeOf(first)));
  }
  return lints;
}

/** The index of the first byte that is not ASCII; -1 if none. A plain loop, because there may be a million bytes. */
function firstNonAscii(bytes: Uint8Array): number {
  for (let i = 0; i < bytes.length; i++) if (bytes[i]! >= 0x80) return i;
  return -1;
}

/**
 * The charset to declare for a body whose declared charset is wrong, or missing although it is needed. A generator that
 * yields now and then.
 *
 * @param body the whole decoded body
 * @returns the label to declare; null if the parameter should be removed; undefined if nothing should change
 */
export function* meantCharset(
  type: MimeType,
  body: Uint8Array,
): Generator<void, string | null | undefined, void> {
  const { declared, encoding, bom, embedded, used } = readCharset(type, body);
  if (used === null) return declared === null ? undefined : null;
  if (bom !== null) return encoding === null || encoding === bom ? undefined : bom;
  const isAsciiDeclared = declared !== null && isAsciiLabel(declared);
  const isMissing = declared === null && embedded === null && used !== 'utf-8';
  if (!isMissing && !isAsciiDeclared) return undefined;
  if (isAllAscii(body.subarray(0, maxCharsetSample))) return undefined;
  return (yield* validUtf8(body)) === null ? undefined : 'utf-8';
}

const isAllAscii = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 0x80);

/**
 * Edits that insert `charset=utf-8` into the media type; null if the bytes are not UTF-8 or the URL cannot be edited.
 */
function utf8Repair(
  written: string,
  parsed: ParsedDataUrl,
  mediaType: Span,
  old: ParsedParameter | undefined,
  bytes: Uint8Array,
): Edit[] | null {
  if (parsed.hierarchical || written.length > maxEditedLength || atOnce(validUtf8(bytes)) === null)
    return null;
  if (old?.value != null) return edited(written, old.value.start, old.value.end, 'utf-8');
  // Inserted before an unclosed quoted value, which would otherwise contain the new parameter.
  const open = parsed.parameters.find(({ quoted, closed }) => quoted && !closed);
  let at = open ? written.lastIndexOf(';', open.start) : (parsed.base64Token?.start ?? mediaType.end);
  while (written.charCodeAt(at - 1) <= 0x20) at--;
  return edited(written, parsed.defaulted ? mediaType.start : at, at, ';charset=utf-8');
}

/**
 * The characters of the written URL that byte `index` of the body comes from: an escape, a character, or for base64 the
 * two characters that share the byte. Null if there is none, or if dot-segments changed the body. Linear in the part of
 * the body before the byte.
 */
export function positionOfByte(written: string, parsed: ParsedDataUrl, index: number): Span | null {
  const { body } = parsed;
  if (body === null || parsed.resolvedBody !== null) return null;
  if (parsed.base64) {
    const from = Math.floor((index * 8) / 6);
    let first = -1;
    let n = 0;
    for (let i = body.start; i < body.end; ) {
      const { unit, end } = unescaped(written, i, body.end);
      if (unit < 128 && base64Value[unit]! >= 0) {
        if (n === from) first = i;
        if (n === from + 1) return { start: first, end };
        n++;
      }
      i = end;
    }
    return null;
  }
  let n = 0;
  for (let i = body.start; i < body.end; ) {
    const { unit, end } = unescaped(written, i, body.end);
    const start = i;
    i = end;
    if (unit < 0) continue;
    const codePoint = end - start > 1 ? unit : (written.codePointAt(start) ?? unit);
    const size =
      end - start > 1 || codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
    if (size === 4) i++;
    n += size;
    if (n > index) return { start, end: i };
  }
  return null;
}

/** The character or escape at `i`; `unit` is -1 for characters that URL parsing removes. */
function unescaped(written: string, i: number, end: number): { unit: number; end: number } {
  const unit = written.charCodeAt(i);
  if (unit === 9 || unit === 10 || unit === 13) return { unit: -1, end: i + 1 };
  if (unit !== 0x25) return { unit, end: i + 1 };
  let value = 0;
  let k = i + 1;
  for (let digits = 0; digits < 2; k++) {
    const c = k < end ? written.charCodeAt(k) : 0;
    if (c === 9 || c === 10 || c === 13) continue;
    const digit = c < 128 ? hexValue[c]! : -1;
    if (digit < 0) return { unit, end: i + 1 };
    value = (value << 4) | digit;
    digits++;
  }
  return { unit: value, end: k };
}
