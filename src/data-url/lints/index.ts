/**
 * All lints of a data: URL: objections other than the problems for which browsers reject it. This file contains those
 * about the URL as a whole; its siblings contain those about the parts.
 */

import { inEnglish } from '../../format-numbers.ts';
import { hasEnglish } from '../../has-english.ts';
import { isRiskyCharset } from '../../mime/charset.ts';
import { urlText } from '../../url-text.ts';
import { atOnce } from '../../yield-to-event-loop.ts';
import { decodeDataUrl, isPlainBase64 } from '../decode.ts';
import { cutEnd, cutsBody } from '../intended.ts';
import { maxEditedLength } from '../limits.ts';
import { type ParsedDataUrl, parseDataUrl } from '../parse.ts';
import { lintBase64, lintCharacters, type Scan, scan } from './body-characters.ts';
import { lintCharset } from './charset-parameter.ts';
import { type Edit, edited, type Lint, lint, replaced, withSafeEdits } from './lint.ts';
import { lintTexts } from './lint-texts.ts';
import { lintMediaType } from './media-type.ts';

export {
  applyEdits,
  base64EndLints,
  changesMeaning,
  type Edit,
  isMisread,
  isRepairedByChange,
  isReportedLint,
  type Lint,
  type LintCode,
  type LintGroup,
  mayBeBase64,
  type ReportedLint,
} from './lint.ts';

/**
 * The objections to a URL: characters that RFC 2397 with its errata and RFC 3986 don't allow in the data, mistakes
 * before the data, and differences between browsers. Each kind occurs at most once, with its first position and its
 * count. Ordered by position. `grammarViolations` lists all violations of RFC 2397's grammar, also those in a parameter
 * that every browser reads.
 *
 * @param parsed `parseDataUrl(url)`, if already computed
 * @param body the decoded body, if available; lints of the charset need its first part
 */
export function lintDataUrl(url: string | URL, parsed?: ParsedDataUrl, body?: Uint8Array): Lint[] {
  const written = urlText(url, 'lintDataUrl');
  return atOnce(lintsOf(written, parsed ?? parseDataUrl(written), body ?? decodedBody(written)));
}

function decodedBody(written: string): Uint8Array | undefined {
  const decoded = decodeDataUrl(written);
  return decoded.ok ? decoded.body : undefined;
}

/**
 * Like `lintDataUrl`, but a generator that yields now and then.
 *
 * @param hasMessages whether the lints contain their English messages, which comparisons don't need
 */
export function* lintsOf(
  written: string,
  parsed: ParsedDataUrl,
  body?: Uint8Array,
  hasMessages = true,
): Generator<void, Lint[], void> {
  const span = parsed.body;
  // A pass over decoded base64 without whitespace and escapes would find nothing.
  const isDecoded = body !== undefined && parsed.base64 && parsed.resolvedBody === null;
  const isClean = isDecoded && span !== null && isPlainBase64(written, span.start, span.end);
  const seen = span === null || isClean ? null : yield* scan(written, span.start, span.end);
  const withSafe = (each: Lint) => withSafeEdits(each, written, parsed.base64);
  const lints = [
    ...lintShape(written, parsed, seen),
    ...lintMediaType(written, parsed).map(withSafe),
    ...(seen === null ? [] : lintCharacters(written, parsed, seen)),
    ...(yield* lintBase64(written, parsed, isClean)),
    ...(yield* lintCharset(written, parsed, body ?? null)).map(withSafe),
  ];
  if (hasEnglish && hasMessages)
    for (const each of lints) each.message = inEnglish(lintTexts[each.code], each.args);
  return lints.sort((a, b) => a.start - b.start);
}

/**
 * Lints of the part before the data, for a URL too large to be read as a whole.
 *
 * @param beginning the written URL, or its first part; must include the comma
 * @param body the decoded body, or its first part
 */
export function lintBeginning(beginning: string, body: Uint8Array): Lint[] {
  const written = beginning.slice(0, beginning.indexOf(',') + 1);
  // The body is empty only because it was cut off above.
  return atOnce(lintsOf(written, parseDataUrl(written), body)).filter(({ code }) => code !== 'empty-body');
}

/**
 * Maximum length, in code units, of a URL for which the two limits below are reported: a longer URL can't be shortened
 * that much, and its cost is the more useful finding.
 */
const maxJudgedLength = 4096;

/** Maximum length, in code units, of a tag with its attributes (from the same source as the next limit). */
const maxTagLength = 2100;

/** Maximum length, in code units, of an attribute value (RFC 2397 section 2, from HTML 2's SGML declaration). */
const maxAttributeLength = 1024;

/** Lints of the scheme, characters around the URL, a fragment that cuts off data, slashes, and the length. */
function lintShape(written: string, parsed: ParsedDataUrl, seen: Scan | null): Lint[] {
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
        () => (written.length > maxEditedLength ? null : around(written, scheme.start, end)),
      ),
    );
  }
  const name = written.slice(scheme.start, scheme.end);
  if (name !== 'data') {
    lints.push(lint('scheme-spelling', {}, scheme, () => edited(written, scheme.start, scheme.end, 'data')));
  }
  if (parsed.hierarchical && parsed.comma !== null && parsed.problem === null) {
    const path = written.slice(scheme.end + 1, end);
    const [all = '', before = ''] = /^([\t\n\r]*)\/(?:[\t\n\r]*\/)*/.exec(path) ?? [];
    const start = scheme.end + 1 + before.length;
    const slashEnd = scheme.end + 1 + all.length;
    // A third slash, or a "?", leaves the host empty.
    const hasHost = /^[\t\n\r]*\/[\t\n\r]*\/[\t\n\r]*[^/?\t\n\r]/.test(path);
    const slash = lint(
      hasHost ? 'double-slash' : 'slash',
      {},
      { start, end: slashEnd },
      // No edit for base64 with dot-segments: resolving them may remove digits.
      () => (parsed.base64 && /[/\\](?:\.|%2e)/i.test(path) ? null : edited(written, start, slashEnd, '')),
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
    const cut = {
      start: body.start,
      end: body.start + cutEnd(written.slice(body.start, fragment.end), record),
    };
    lints.push(
      lint('fragment-cuts-body', { cut: cut.end - hash }, { start: hash, end: hash + 1 }, () =>
        replaced(written, cut, /#/g, '%23'),
      ),
    );
  }
  const { mediaType } = parsed;
  // A type counts as declared only if it is valid and written in the URL.
  const isTyped = mediaType !== null && /^\s*[^\s;]/.test(written.slice(mediaType.start, mediaType.end));
  if (body !== null && record !== null && body.start === body.end && isTyped && !parsed.defaulted) {
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
      lint('plus-for-space', { count: seen.plus.count }, seen.plus, () =>
        replaced(written, body, /\+/g, '%20'),
      ),
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

/** Edits that remove the text before `start` and from `end` on. */
const around = ({ length }: string, start: number, end: number): Edit[] =>
  [
    { start: 0, end: start, text: '' },
    { start: end, end: length, text: '' },
  ].filter((edit) => edit.start < edit.end);

/**
 * Whether words are joined by `+` and the text contains no space, raw or escaped. Single letters joined by `+` are
 * taken for algebra.
 */
function plusIsSpace(written: string, parsed: ParsedDataUrl, seen: Scan): boolean {
  const { body } = parsed;
  if (body === null || seen.space.count > 0) return false;
  const essence = parsed.record?.essence;
  if (essence !== 'text/plain' && essence !== 'text/html') return false;
  // UTF-7 uses "+" for its own encoding.
  if (isRiskyCharset(parsed.record?.parameters.get('charset') ?? '')) return false;
  const text = written.slice(body.start, Math.min(body.end, body.start + 65536));
  const joinsWords = /[A-Za-z][A-Za-z,.;:!?]\+[A-Za-z]|[A-Za-z,.;:!?]\+[A-Za-z]{2}/.test(text);
  // Text with uppercase letters inside its words is probably undeclared base64.
  if (/^[\w+/=-]*$/.test(text) && /[a-z\d][A-Z]/.test(text)) return false;
  return joinsWords && !text.includes('%20') && !/\d\+|\+\d|\+\+|\+=|=\+/.test(text);
}
