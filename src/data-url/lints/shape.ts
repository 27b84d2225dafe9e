/**
 * Lints of the URL as a whole: its scheme, the characters around it, a fragment that cuts off data, slashes, length.
 */

import { maxEditedLength } from '../limits.ts';
import { cutEnd, cutsBody } from '../meant-body.ts';
import type { ParsedDataUrl } from '../parse.ts';
import { type Edit, edited, type Lint, lint, replaced, withSafeEdits } from './lint.ts';
import type { Scan } from './url-characters.ts';

/**
 * Code units beyond which exceeding those two limits is not reported: such a URL cannot be shortened that
 * much, and its cost is more useful.
 */
const maxJudgedLength = 4096;

/** Code units of a tag with its attributes (from the same source). */
const maxTagLength = 2100;

/** Code units of an attribute value (RFC 2397 section 2, from HTML 2's SGML declaration). */
const maxAttributeLength = 1024;

export function lintShape(written: string, parsed: ParsedDataUrl, seen: Scan | null): Lint[] {
  const lints: Lint[] = [];
  const { scheme, body, fragment, record } = parsed;
  if (scheme === null) return lints;
  let end = written.length;
  while (end > scheme.end + 1 && written.charCodeAt(end - 1) <= 0x20) end--;
  if (scheme.start > 0 || end < written.length) {
    lints.push(
      lint(
        'surrounding-space',
        { count: scheme.start + written.length - end },
        scheme.start > 0 ? { start: 0, end: scheme.start } : { start: end, end: written.length },
        written.length > maxEditedLength ? null : around(written, scheme.start, end),
      ),
    );
  }
  const name = written.slice(scheme.start, scheme.end);
  if (name !== 'data') {
    lints.push(lint('scheme-spelling', {}, scheme, edited(written, scheme.start, scheme.end, 'data')));
  }
  if (parsed.hierarchical && parsed.comma !== null && parsed.problem === null) {
    const slashes = /^[\t\n\r]*\/[\t\n\r]*\//.test(written.slice(scheme.end + 1, scheme.end + 64));
    const slash = lint(
      slashes ? 'double-slash' : 'slash',
      {},
      { start: scheme.end + 1, end: scheme.end + (slashes ? 3 : 2) },
      // Dot-segments would be other digits.
      parsed.base64 && /[/\\](?:\.|%2e)/i.test(written.slice(scheme.end + 1, end))
        ? null
        : edited(written, scheme.end + 1, scheme.end + (slashes ? 3 : 2), ''),
    );
    lints.push(withSafeEdits(slash, written, parsed.base64));
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
        'fragment-cuts-body',
        { cut: Math.max(0, fragment.end - hash) },
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
    lints.push(lint('empty-body', { type }, body));
  }
  if (
    body !== null &&
    seen !== null &&
    !parsed.base64 &&
    seen.plus.count > 0 &&
    plusIsSpace(written, parsed, seen)
  ) {
    lints.push(
      lint('plus-for-space', { count: seen.plus.count }, seen.plus, replaced(written, body, /\+/g, '%20')),
    );
  }
  if (written.length > maxAttributeLength && written.length <= maxJudgedLength) {
    const [code, limit] =
      written.length > maxTagLength
        ? (['length-tag', maxTagLength] as const)
        : (['length-attribute', maxAttributeLength] as const);
    lints.push(lint(code, { length: written.length, limit }, { start: limit, end: written.length }));
  }
  return lints;
}

/** Removes the text before `start` and from `end` on. */
const around = ({ length }: string, start: number, end: number): Edit[] =>
  [
    { start: 0, end: start, text: '' },
    { start: end, end: length, text: '' },
  ].filter((edit) => edit.start < edit.end);

/** Whether words are joined by `+` without any space, raw or escaped; single letters are algebra. */
function plusIsSpace(written: string, parsed: ParsedDataUrl, seen: Scan): boolean {
  const { body } = parsed;
  if (body === null || seen.space.count > 0) return false;
  const essence = parsed.record?.essence;
  if (essence !== 'text/plain' && essence !== 'text/html') return false;
  const text = written.slice(body.start, Math.min(body.end, body.start + 65536));
  const joinsWords = /[A-Za-z][A-Za-z,.;:!?]\+[A-Za-z]|[A-Za-z,.;:!?]\+[A-Za-z]{2}/.test(text);
  return joinsWords && !text.includes('%20') && !/\d\+|\+\d|\+\+|\+=|=\+/.test(text);
}
