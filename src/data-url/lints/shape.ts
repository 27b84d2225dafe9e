/** The URL as a whole: its scheme, what surrounds it, a fragment that cuts the data, slashes, length. */

import { maxAttributeLength, maxEditedLength, maxJudgedLength, maxTagLength } from '../limits.ts';
import { cutEnd, cutsBody } from '../meant-body.ts';
import type { ParsedDataUrl } from '../parse.ts';
import { type Edit, edited, type Lint, lint, replaced } from './lint.ts';
import type { Scan } from './url-characters.ts';

export function lintShape(written: string, parsed: ParsedDataUrl, seen: Scan | null): Lint[] {
  const lints: Lint[] = [];
  const { scheme, body, fragment, record } = parsed;
  if (scheme === null) return lints;
  let end = written.length;
  while (end > scheme.end + 1 && written.charCodeAt(end - 1) <= 0x20) end--;
  if (scheme.start > 0 || end < written.length) {
    lints.push(
      lint(
        'interoperability',
        'surrounding-space',
        { count: scheme.start + written.length - end },
        'White space and controls around the URL are not part of it; parsers outside of browsers may not trim them.',
        scheme.start > 0 ? { start: 0, end: scheme.start } : { start: end, end: written.length },
        written.length > maxEditedLength ? null : around(written, scheme.start, end),
      ),
    );
  }
  const name = written.slice(scheme.start, scheme.end);
  if (name !== 'data') {
    lints.push(
      lint(
        'interoperability',
        'scheme-spelling',
        {},
        'The scheme is not written "data": browsers allow upper case, and tabs and line breaks inside; others may not.',
        scheme,
        edited(written, scheme.start, scheme.end, 'data'),
      ),
    );
  }
  if (parsed.hierarchical && parsed.comma !== null) {
    const slashes = /^[\t\n\r]*\/[\t\n\r]*\//.test(written.slice(scheme.end + 1, scheme.end + 64));
    lints.push(
      lint(
        'meaning',
        slashes ? 'double-slash' : 'slash',
        {},
        slashes
          ? 'After "data://" the standard reads a host, not a media type, so the type is text/plain;charset=US-ASCII; Chromium takes the host for a part of the media type.'
          : 'After "data:/" a path is read, not a media type; the type is text/plain;charset=US-ASCII.',
        { start: scheme.end + 1, end: scheme.end + (slashes ? 3 : 2) },
        edited(written, scheme.end + 1, scheme.end + (slashes ? 3 : 2), ''),
      ),
    );
  }
  const hash = fragment === null ? -1 : fragment.start - 1;
  if (
    body !== null &&
    record !== null &&
    fragment !== null &&
    !parsed.base64 &&
    cutsBody(written, record, body.start, hash, fragment.end)
  ) {
    lints.push(
      lint(
        'meaning',
        'fragment-cuts-body',
        { cut: Math.max(0, fragment.end - hash) },
        `The "#" at ${hash} ends the data, and what follows looks as if it belonged to it; write "%23".`,
        { start: hash, end: hash + 1 },
        written.length > maxEditedLength
          ? null
          : replaced(
              written,
              {
                start: body.start,
                end: body.start + cutEnd(written.slice(body.start, fragment.end), record),
              },
              /#/g,
              '%23',
            ),
      ),
    );
  }
  if (body !== null && record !== null && body.start === body.end) {
    const type = record.essence;
    lints.push(lint('meaning', 'empty-body', { type }, `The URL has no data, so there is no ${type}.`, body));
  }
  if (
    body !== null &&
    seen !== null &&
    !parsed.base64 &&
    seen.plus.count > 0 &&
    plusIsSpace(written, parsed, seen)
  ) {
    lints.push(
      lint(
        'meaning',
        'plus-for-space',
        { count: seen.plus.count },
        'A "+" stands for itself in a data: URL, and here it seems to stand for a space; write "%20".',
        seen.plus,
        replaced(written, body, /\+/g, '%20'),
      ),
    );
  }
  if (written.length > maxAttributeLength && written.length <= maxJudgedLength) {
    const [code, limit] =
      written.length > maxTagLength
        ? (['length-tag', maxTagLength] as const)
        : (['length-attribute', maxAttributeLength] as const);
    lints.push(
      lint(
        'length',
        code,
        { length: written.length, limit },
        `The URL has ${written.length} characters; RFC 2397 warns of applications that limit ${
          code === 'length-tag' ? 'a tag' : 'an attribute value'
        } to ${limit}, as HTML 2 did.`,
        { start: limit, end: written.length },
      ),
    );
  }
  return lints;
}

/** Takes away what stands in front of `start` and from `end` on. */
const around = ({ length }: string, start: number, end: number): Edit[] =>
  [
    { start: 0, end: start, text: '' },
    { start: end, end: length, text: '' },
  ].filter((edit) => edit.start < edit.end);

/** Text with words joined by `+` and no space at all, raw or escaped; single letters are algebra. */
function plusIsSpace(written: string, parsed: ParsedDataUrl, seen: Scan): boolean {
  const { body } = parsed;
  if (body === null || seen.space.count > 0) return false;
  const essence = parsed.record?.essence;
  if (essence !== 'text/plain' && essence !== 'text/html') return false;
  const text = written.slice(body.start, Math.min(body.end, body.start + 65536));
  const joinsWords = /[A-Za-z][A-Za-z,.;:!?]\+[A-Za-z]|[A-Za-z,.;:!?]\+[A-Za-z]{2}/.test(text);
  return joinsWords && !text.includes('%20') && !/\d\+|\+\d|\+\+|\+=|=\+/.test(text);
}
