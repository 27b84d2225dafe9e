/** All lints of a data: URL: objections other than the problems for which browsers reject it. */
import { atOnce } from '../yield-to-event-loop.ts';
import { lintBase64 } from './lints/base64.ts';
import { lintCharset } from './lints/charset-parameter.ts';
import { type Lint, withSafeEdits } from './lints/lint.ts';
import { lintMediaType } from './lints/media-type.ts';
import { lintShape } from './lints/shape.ts';
import { lintCharacters, scan } from './lints/url-characters.ts';
import { type ParsedDataUrl, parseDataUrl } from './parse.ts';
import { isPlain } from './size.ts';

export {
  applyEdits,
  type Edit,
  type Lint,
  type LintCode,
  type LintGroup,
  lintGroups,
} from './lints/lint.ts';

/**
 * The objections to a URL: by RFC 2397 with its errata, by RFC 3986's rules for characters, and because
 * browsers differ. Each kind occurs at most once, with its first position and its count. In the order of
 * positions.
 *
 * @param parsed `parseDataUrl(written)`
 * @param body the decoded body, for lints that need the bytes; its first part is enough
 */
export const lintDataUrl = (written: string, parsed: ParsedDataUrl, body?: Uint8Array): Lint[] =>
  atOnce(lintsOf(written, parsed, body));

/** The same as `lintDataUrl`, as a generator that yields now and then. */
export function* lintsOf(
  written: string,
  parsed: ParsedDataUrl,
  body?: Uint8Array,
): Generator<void, Lint[], void> {
  const span = parsed.body;
  // Base64 without white space and escapes that was decoded unchanged: walking it would find nothing.
  const isDecoded = body !== undefined && parsed.base64 && parsed.resolvedBody === null;
  const isClean = isDecoded && span !== null && isPlain(written, span.start, span.end);
  const seen = span === null || isClean ? null : yield* scan(written, span.start, span.end);
  const withSafe = (each: Lint) => withSafeEdits(each, written, parsed.base64);
  const lints = [
    ...lintShape(written, parsed, seen),
    ...lintMediaType(written, parsed).map(withSafe),
    ...(seen === null ? [] : lintCharacters(written, parsed, seen)),
    ...(yield* lintBase64(written, parsed, isClean)),
    ...(yield* lintCharset(written, parsed, body ?? null)).map(withSafe),
  ];
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
  // The URL has a body, which was only cut off here.
  return lintDataUrl(written, parseDataUrl(written), body).filter(({ code }) => code !== 'empty-body');
}
