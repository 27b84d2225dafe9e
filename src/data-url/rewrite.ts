/** Rewrites a data: URL in an equivalent way that adds no objections. */
import type { Problem } from '../problem.ts';
import { atOnce } from '../yield-to-event-loop.ts';
import { decoding } from './decode.ts';
import { type EncodeOptions, encoded } from './encode.ts';
import { hasLongHead, headOf, readHead, urlParsed } from './head.ts';
import { addsNothing, isDoubtfulBase64, meanSame, type Objections, objecting } from './objections.ts';
import { partsIn } from './parse.ts';
import { changed } from './pieces.ts';
import { type ReadUrl, readingUrl } from './read-url.ts';

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
