/** The character encoding: what is declared, and whether the bytes agree. */
import { bomEncoding, decodeText, isText, readCharset } from '../../mime/charset.ts';
import { parseMimeType } from '../../mime/mime-type.ts';
import type { ParsedDataUrl } from '../parse.ts';
import { positionOfByte } from '../position-of-byte.ts';
import { edited, excerpt, type Lint, lint, times } from './lint.ts';

/** Bytes of the body that are looked at. */
const limit = 1 << 20;

export function lintCharset(written: string, parsed: ParsedDataUrl, body: Uint8Array | null): Lint[] {
  const type = parseMimeType(parsed.mimeType ?? '');
  const data = parsed.body;
  if (type === null || data === null) return [];
  const lints: Lint[] = [];
  const parameter = parsed.parameters.find(
    (p) => p.dropped === null && written.slice(p.name.start, p.name.end).toLowerCase() === 'charset',
  );
  const place = parameter ?? parsed.mediaType ?? data;
  const removed = () => {
    if (parameter === undefined) return null;
    const semicolon = written.lastIndexOf(';', parameter.start - 1);
    return semicolon < 0 ? null : edited(written, semicolon, parameter.end, '');
  };
  const charset = readCharset(type, body ?? new Uint8Array(0));
  if (!isText(type)) {
    if (charset.declared !== null && parameter !== undefined) {
      lints.push(
        lint(
          'charset',
          'charset-on-binary',
          { type: type.essence.slice(0, 100) },
          `A charset means nothing for ${type.essence.slice(0, 100)}.`,
          place,
          removed(),
        ),
      );
    }
    return lints;
  }
  if (charset.declared !== null && charset.encoding === null) {
    const label = parameter === undefined ? '' : excerpt(written, parameter.value ?? parameter);
    lints.push(
      lint(
        'charset',
        'charset-unknown',
        { label, used: charset.used ?? '' },
        `Browsers know no charset "${label}" and read the text as ${charset.used}.`,
        place,
      ),
    );
  }
  if (body === null) return lints;

  const bom = bomEncoding(body);
  if (bom !== null && charset.encoding !== null && charset.encoding !== bom) {
    lints.push(
      lint(
        'charset',
        'charset-bom',
        { bom, declared: charset.encoding },
        `The data starts with the byte order mark of ${bom}, which wins over the declared ${charset.encoding}.`,
        place,
        parameter?.value == null ? null : edited(written, parameter.value.start, parameter.value.end, bom),
      ),
    );
  }
  const head = body.length > limit ? body.subarray(0, limit) : body;
  const firstHigh = head.findIndex((byte) => byte >= 0x80);
  if (firstHigh < 0) return lints;
  const at = positionOfByte(written, parsed, firstHigh) ?? data;
  const declaredAscii = /^(us-ascii|ascii|iso646-us|ansi_x3\.4-1968)$/i.test(charset.declared ?? '');
  if (bom === null && (charset.declared === null || parsed.defaulted || declaredAscii)) {
    // The default type has its charset without anybody's having declared it.
    const isDeclared = charset.declared !== null && !parsed.defaulted;
    if (!isDeclared && charset.embedded === null && charset.used !== 'utf-8') {
      lints.push(
        lint(
          'charset',
          'charset-missing',
          { used: charset.used ?? '' },
          `No charset is declared, so the default is US-ASCII, but the data holds other bytes, which browsers read as ${charset.used}.`,
          at,
          utf8Repair(written, parsed, head),
        ),
      );
      return lints;
    }
    if (declaredAscii) {
      lints.push(
        lint(
          'charset',
          'charset-not-ascii',
          { used: 'windows-1252' },
          'The charset is US-ASCII, but the data holds other bytes, which browsers read as windows-1252.',
          at,
          utf8Repair(written, parsed, head),
        ),
      );
      return lints;
    }
  }
  if (charset.used !== null) {
    // Not to blame a character that the limit cut in two.
    const whole = body.length > limit ? head.subarray(0, limit - 4) : head;
    const { errors, errorCount, encoding } = decodeText(whole, charset.used);
    const [first] = errors;
    if (first !== undefined) {
      const cutOff = body.length > limit && errorCount === 1 && first >= whole.length - 4;
      if (!cutOff) {
        lints.push(
          lint(
            'charset',
            'charset-mismatch',
            { encoding, count: errorCount, byte: first },
            `The data is not valid ${encoding}: byte ${first} and what follows it cannot be read, ${times(errorCount)} in all.`,
            positionOfByte(written, parsed, first) ?? data,
          ),
        );
      }
    }
  }
  return lints;
}

/** With `charset=utf-8` in the media type, where the bytes are UTF-8. */
function utf8Repair(written: string, parsed: ParsedDataUrl, bytes: Uint8Array): string | null {
  const { mediaType } = parsed;
  if (
    mediaType === null ||
    parsed.hierarchical ||
    decodeText(bytes.subarray(0, 65536), 'utf-8').errorCount > 0
  )
    return null;
  const old = parsed.parameters.find(
    (p) => p.dropped === null && written.slice(p.name.start, p.name.end).toLowerCase() === 'charset',
  );
  if (old?.value != null) return edited(written, old.value.start, old.value.end, 'utf-8');
  // Behind a quote that nothing closes it would be a part of that value.
  const open = parsed.parameters.find(({ quoted, closed }) => quoted && !closed);
  let at = open ? written.lastIndexOf(';', open.start) : (parsed.base64Token?.start ?? mediaType.end);
  const { defaulted } = parsed;
  while (at > mediaType.start && written.charCodeAt(at - 1) <= 0x20) at--;
  return edited(written, defaulted ? mediaType.start : at, at, ';charset=utf-8');
}
