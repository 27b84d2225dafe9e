/** Everything that can be said against a data: URL that is not what makes browsers refuse it. */
import { atOnce } from '../turns.ts';
import { lintBase64 } from './lints/base64.ts';
import { lintCharset } from './lints/charset-parameter.ts';
import type { Lint } from './lints/lint.ts';
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
export { noteCodes } from './lints/notes.ts';

/**
 * What RFC 2397 with its errata, RFC 3986's rules for characters, and the way browsers differ have to say of a URL.
 * Each kind at most once, with its first place and how often it is there; in the order of their places.
 *
 * @param parsed `parseDataUrl(written)`
 * @param body the decoded body, for what only the bytes tell; its first part is enough
 */
export const lintDataUrl = (written: string, parsed: ParsedDataUrl, body?: Uint8Array): Lint[] =>
  atOnce(lintsOf(written, parsed, body));

/** The same in turns: yields now and then. */
export function* lintsOf(
  written: string,
  parsed: ParsedDataUrl,
  body?: Uint8Array,
): Generator<void, Lint[], void> {
  const span = parsed.body;
  // Base64 without white space and escapes that was decoded as it stands has nothing that a walk over it would find.
  const isDecoded = body !== undefined && parsed.base64 && parsed.resolvedBody === null;
  const isClean = isDecoded && span !== null && isPlain(written, span.start, span.end);
  const seen = span === null || isClean ? null : yield* scan(written, span.start, span.end);
  const lints = [
    ...lintShape(written, parsed, seen),
    ...lintMediaType(written, parsed),
    ...(seen === null ? [] : lintCharacters(written, parsed, seen)),
    ...(yield* lintBase64(written, parsed, isClean)),
    ...(yield* lintCharset(written, parsed, body ?? null)),
  ];
  return lints.sort((a, b) => a.start - b.start);
}

/**
 * What can be said against the part in front of the data, of a URL too large to be looked at whole.
 *
 * @param beginning the written URL, or its first part; one without a comma is too little
 * @param body the decoded body, or its first part
 */
export function lintBeginning(beginning: string, body: Uint8Array): Lint[] {
  const written = beginning.slice(0, beginning.indexOf(',') + 1);
  // There is a body: it was only left away.
  return lintDataUrl(written, parseDataUrl(written), body).filter(({ code }) => code !== 'empty-body');
}
