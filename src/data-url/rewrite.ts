/**
 * Other ways to write a data: URL: rewritten with the same meaning and without new objections. All objections to a
 * written URL, and whether two URLs have the same meaning.
 */

import type { Problem } from '../problem.ts';
import { atOnce } from '../yield-to-event-loop.ts';
import { type Decoded, decoding } from './decode.ts';
import { type EncodeOptions, encoded } from './encode.ts';
import { lintsOf } from './lints/index.ts';
import { hasLongHead, headOf, type ParsedDataUrl, partsIn, readHead } from './parse.ts';
import { changed } from './pieces.ts';
import { type RfcProblem, readByRfc } from './read-by-rfc.ts';
import { urlParsed } from './url-parser.ts';

/** A written data: URL, parsed and decoded once for all functions that need both. */
export interface ReadUrl {
  written: string;
  parsed: ParsedDataUrl;
  decoded: Decoded;
}

export const readUrl = (written: string): ReadUrl => atOnce(readingUrl(written));

/** The same as `readUrl`, as a generator that yields now and then. */
export function* readingUrl(written: string): Generator<void, ReadUrl, void> {
  const head = yield* headOf(written);
  const decoded = yield* decoding(written, head);
  return { written, parsed: yield* partsIn(written, head), decoded };
}

export interface Objections {
  /**
   * The problem for which browsers reject the URL, and all lints except those of its length, which a person
   * can see.
   */
  said: Problem[];
  /** RFC 2397's objection to the part before the data. Objections to the data are among the lints. */
  byRfc: RfcProblem['code'] | null;
}

export const objectionsTo = (read: ReadUrl): Objections => atOnce(objecting(read));

/**
 * The same as `objectionsTo`, as a generator that yields now and then.
 *
 * @param lints of this URL and its body, where they are known
 */
export function* objecting(
  { written, parsed, decoded }: ReadUrl,
  lints?: readonly Problem[],
): Generator<void, Objections, void> {
  const own = lints ?? (yield* lintsOf(written, parsed, decoded.ok ? decoded.body : undefined));
  const said = own.filter(({ code }) => !isOfLength(code));
  const head = parsed.comma === null ? null : written.slice(parsed.scheme?.start, parsed.comma.end);
  return {
    said: decoded.ok ? said : [decoded.problem, ...said],
    byRfc: (head === null ? null : readByRfc(head).problem?.code) ?? null,
  };
}

/** Lints that the data may be in base64 although browsers don't read it so, or may be different base64. */
export const base64Lints: readonly string[] = [
  'base64-after-comma',
  'base64-without-semicolon',
  'base64-escaped',
  'base64-with-value',
  'base64-not-last',
  'base64-misspelled',
  'base64-plus',
];

/** Whether browsers may read other bytes than the author encoded in base64: writing these anew would keep the mistake. */
export const isDoubtfulBase64 = ({ said }: Objections): boolean =>
  said.some(({ code }) => base64Lints.includes(code));

const isOfLength = (code: string): boolean => code === 'length-tag' || code === 'length-attribute';

/**
 * Lints of characters that RFC 2397 escapes and browsers keep: the shortest SVG has them, and no rule reports
 * them.
 */
const keptInSvg: readonly string[] = ['space-in-body', 'delimiter-in-body', 'unwise-in-body'];

/** Lints of the end of base64, which is not checked where spaces may have been "+". */
const unchecked: readonly string[] = ['base64-missing-padding', 'base64-leftover-bits'];

/**
 * Whether the second objections add none to the first. The check of RFC 2397 reports only the first mistake.
 */
export function addsNothing(to: Objections, { said, byRfc }: Objections): boolean {
  const codes = new Set(to.said.map(({ code }) => code));
  const tolerated = codes.has('base64-plus') ? [...keptInSvg, ...unchecked] : keptInSvg;
  return (
    said.every(({ code }) => codes.has(code) || tolerated.includes(code)) &&
    (byRfc === null || to.byRfc !== null)
  );
}

/** Whether browsers accept both, with the same MIME type and bytes. */
export function meanSame(one: Decoded, other: Decoded): boolean {
  if (!one.ok || !other.ok || one.mimeType !== other.mimeType) return false;
  const [a, b] = [one.body, other.body];
  if (a.length !== b.length) return false;
  // Without a callback for each byte: there may be millions.
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Only characters that every URL may contain (RFC 2396). */
export const uriCharacters: EncodeOptions = { encoding: 'percent', characters: 'rfc' };

/**
 * @param ways tried in order; the fragment is kept in each
 * @returns the first that browsers read as the same MIME type and bytes, and that adds no lint (except for its length)
 *   and no violation of RFC 2397; null where there is none, where the data may be other base64, or browsers reject the URL
 */
export const rewritten = (...args: Parameters<typeof rewriting>): string | null => atOnce(rewriting(...args));

/**
 * The same as `rewritten`, as a generator that yields now and then.
 *
 * @param maxLength code units; longer results are dropped
 * @param lints of the written URL and its body, where they are known
 */
export function* rewriting(
  read: ReadUrl,
  ways: readonly EncodeOptions[],
  maxLength = Number.POSITIVE_INFINITY,
  lints?: readonly Problem[],
): Generator<void, string | null, void> {
  const { written, parsed, decoded } = read;
  if (hasLongHead(written) || !decoded.ok || parsed.record === null) return null;
  let before: Objections | null = null;
  const { fragment } = parsed;
  const behind = fragment === null ? '' : written.slice(fragment.start - 1, fragment.end);
  for (const way of ways) {
    const url = yield* encoded(decoded.body, parsed.record, way);
    yield;
    const comma = url.indexOf(',');
    const head = url.slice(0, comma);
    const body = url.slice(comma);
    const { base64: isBase64, mimeType } = readHead(`${head},`);
    // Keeps the written type where `encoded` cannot express it.
    const own = `data:${parsed.mimeTypeInput}${isBase64 ? ';base64' : ''}`;
    const isWhole = mimeType === decoded.mimeType;
    // A "+" can look like an encoded space.
    const isEscaping = isBase64 ? [false] : [false, true];
    // A value with a space needs quotes, which would be a new objection.
    for (const front of isWhole && head !== own ? [head, own] : [own]) {
      for (const escapesPlus of isEscaping) {
        const data = escapesPlus ? yield* changed(body, (piece) => piece.split('+').join('%2B')) : body;
        const anew = front + data + behind;
        // Comparing the objections is the expensive part.
        if (anew.length > maxLength) continue;
        before ??= yield* objecting(read, lints);
        if (isDoubtfulBase64(before)) return null;
        const again = yield* readingUrl(anew);
        yield;
        if (meanSame(decoded, again.decoded) && addsNothing(before, yield* objecting(again))) return anew;
      }
    }
  }
  return null;
}

/**
 * Visible ASCII, and spaces in the data: quotes, white space and character encodings do not change these.
 * After a slash no space is allowed: data that looks like base64 may be text there, which keeps its spaces.
 */
const plainUrl = /^data:(?:\/[!-~]*|[!-.0-~][ -~]*)$/;

/**
 * The same URL in a form that another text can contain in quotes: unchanged if every text keeps its
 * characters, else rewritten, and where its type cannot be expressed, as the URL parser returns it.
 *
 * @returns null where each of these has another meaning or more objections; a URL that browsers reject is returned
 *   unchanged
 */
export const quotable = (written: string): string | null => atOnce(quoting(written));

/** The same as `quotable`, as a generator that yields now and then. */
export function* quoting(written: string): Generator<void, string | null, void> {
  const comma = written.indexOf(',');
  const isPlain = plainUrl.test(written) && !written.slice(0, comma).includes(' ') && !written.endsWith(' ');
  if (isPlain) return written;
  const head = yield* headOf(written);
  const decoded = yield* decoding(written, head);
  if (!decoded.ok) return written;
  if (hasLongHead(written)) return null;
  const parsed = yield* partsIn(written, head);
  const before: ReadUrl = { written, parsed, decoded };
  const encoding = parsed.base64 ? 'base64' : 'percent';
  const anew = yield* rewriting(before, [{ encoding, characters: 'rfc' }, { encoding: 'base64' }]);
  if (anew !== null) return anew;
  const { scheme, fragment } = parsed;
  const end = fragment?.end ?? parsed.body?.end ?? written.length;
  const hash = fragment === null ? end : fragment.start - 1;
  const parts = (yield* urlParsed(written.slice((scheme?.end ?? 0) + 1, hash))).replace(/^ +/, '');
  const asParsed = `data:${parts}${written.slice(hash, end)}`;
  const again = yield* readingUrl(asParsed);
  const isSame =
    meanSame(decoded, again.decoded) && addsNothing(yield* objecting(before), yield* objecting(again));
  return isSame ? asParsed : null;
}
