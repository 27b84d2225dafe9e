/** The character encoding: what is declared, and whether the bytes agree. */

import { decodedText, decodeText, readCharset } from '../../mime/charset.ts';
import { type MimeType, plainText } from '../../mime/mime-type.ts';
import { maxCharsetSample, maxEditedLength } from '../limits.ts';
import type { ParsedDataUrl, ParsedParameter, Span } from '../parse.ts';
import { positionOfByte } from '../position-of-byte.ts';
import { type Edit, edited, excerpt, type Lint, lint, withoutParameter } from './lint.ts';

/** Yields now and then. */
export function* lintCharset(
  written: string,
  parsed: ParsedDataUrl,
  body: Uint8Array | null,
): Generator<void, Lint[], void> {
  // The default type has its charset without anybody's having declared it.
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
        lint(
          'charset',
          'charset-on-binary',
          { type: type.essence.slice(0, 100) },
          `A charset means nothing for ${type.essence.slice(0, 100)}.`,
          parameter,
          withoutParameter(written, parameter),
        ),
      );
    }
    return lints;
  }
  const place = parameter ?? mediaType;
  const isReadable = encoding !== null && encoding !== 'replacement';
  if (declared !== null && !isReadable) {
    const label = excerpt(declared, { start: 0, end: declared.length });
    lints.push(
      lint(
        'charset',
        'charset-unknown',
        { label, used },
        `Browsers do not support the charset "${label}" and usually read the text as ${used}.`,
        place,
      ),
    );
  }
  if (body === null || used === 'replacement') return lints;

  if (bom !== null && encoding !== null && encoding !== bom) {
    lints.push(
      lint(
        'charset',
        'charset-bom',
        { bom, declared: encoding },
        `The data starts with the byte order mark of ${bom}, which wins over the declared ${encoding}.`,
        place,
        parameter?.value == null ? null : edited(written, parameter.value.start, parameter.value.end, bom),
      ),
    );
  }
  const head = body.subarray(0, maxCharsetSample);
  const firstHigh = head.findIndex((byte) => byte >= 0x80);
  if (firstHigh < 0) return lints;
  const placeOf = (byte: number) => positionOfByte(written, parsed, byte) ?? data;
  const toUtf8 = () => utf8Repair(written, parsed, mediaType, parameter, body);
  if (declared === null && bom === null && embedded === null && used !== 'utf-8') {
    lints.push(
      lint(
        'charset',
        'charset-missing',
        { used },
        `No charset is declared, so the default is US-ASCII, but the data holds other bytes: browsers guess how to read them, usually as ${used}.`,
        placeOf(firstHigh),
        toUtf8(),
      ),
    );
    return lints;
  }
  if (bom === null && ascii.test(declared ?? '')) {
    lints.push(
      lint(
        'charset',
        'charset-not-ascii',
        { used },
        `The charset is US-ASCII, but the data holds other bytes, which browsers read as ${used}.`,
        placeOf(firstHigh),
        toUtf8(),
      ),
    );
    return lints;
  }
  const { errors, errorCount } = yield* decodedText(head, used);
  const [first] = errors;
  // The limit may have cut a character in two.
  const isCutOff = body.length > maxCharsetSample && errorCount === 1 && first! >= maxCharsetSample - 4;
  if (first !== undefined && !isCutOff) {
    lints.push(
      lint(
        'charset',
        'charset-mismatch',
        { encoding: used, count: errorCount, byte: first },
        `The data is not valid ${used}: byte ${first} and what follows it cannot be read, in ${errorCount} place${errorCount === 1 ? '' : 's'} in all.`,
        placeOf(first),
      ),
    );
  }
  return lints;
}

/**
 * The charset that a body is in where another is declared, or none though it is needed.
 *
 * @param body the decoded body, whole
 * @returns a label for its parameter; null where there should be none; undefined where nothing is to be changed
 */
export function meantCharset(type: MimeType, body: Uint8Array): string | null | undefined {
  const { declared, encoding, bom, embedded, used } = readCharset(type, body);
  if (used === null) return declared === null ? undefined : null;
  if (bom !== null) return encoding === null || encoding === bom ? undefined : bom;
  const isAsciiDeclared = declared !== null && ascii.test(declared);
  const isMissing = declared === null && embedded === null && used !== 'utf-8';
  if (!isMissing && !isAsciiDeclared) return undefined;
  return isAllAscii(body.subarray(0, maxCharsetSample)) || !isUtf8(body) ? undefined : 'utf-8';
}

const ascii = /^(us-ascii|ascii|iso646-us|ansi_x3\.4-1968)$/i;
const isAllAscii = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 0x80);
const isUtf8 = (bytes: Uint8Array): boolean => decodeText(bytes, 'utf-8').errorCount === 0;

/** With `charset=utf-8` in the media type, in place of the parameter that is there, where the bytes are UTF-8. */
function utf8Repair(
  written: string,
  parsed: ParsedDataUrl,
  mediaType: Span,
  old: ParsedParameter | undefined,
  bytes: Uint8Array,
): Edit[] | null {
  if (parsed.hierarchical || written.length > maxEditedLength || !isUtf8(bytes)) return null;
  if (old?.value != null) return edited(written, old.value.start, old.value.end, 'utf-8');
  // Behind a quote that nothing closes it would be a part of that value.
  const open = parsed.parameters.find(({ quoted, closed }) => quoted && !closed);
  let at = open ? written.lastIndexOf(';', open.start) : (parsed.base64Token?.start ?? mediaType.end);
  while (written.charCodeAt(at - 1) <= 0x20) at--;
  return edited(written, parsed.defaulted ? mediaType.start : at, at, ';charset=utf-8');
}
