/** A data: URL written anew: another way for the same, that nothing is said against that was not said before. */
import type { Problem } from '../problem.ts';
import { atOnce } from '../turns.ts';
import { decoding } from './decode.ts';
import { type EncodeOptions, encoded } from './encode.ts';
import { hasLongHead, headOf, readHead, urlParsed } from './head.ts';
import { addsNothing, meanSame, type Objections, objecting } from './objections.ts';
import { partsIn } from './parse.ts';
import { changed } from './pieces.ts';
import { type ReadUrl, readingUrl } from './read-url.ts';

/**
 * @param ways tried in their order; the fragment is kept in each
 * @returns the first that browsers read as the same MIME type and bytes, and that has no lint (but for its length) and
 *   nothing that RFC 2397 does not allow where the written one has none; null where there is none, or browsers refuse it
 */
export const rewritten = (...args: Parameters<typeof rewriting>): string | null => atOnce(rewriting(...args));

/**
 * The same in turns: yields now and then.
 *
 * @param maxLength code units; what is longer is none
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
    // What `encoded` cannot say of a type stays as it was said.
    const own = `data:${parsed.mimeTypeInput}${isBase64 ? ';base64' : ''}`;
    const isWhole = mimeType === decoded.mimeType;
    // A "+" can look as if it stood for a space.
    const isEscaping = isBase64 ? [false] : [false, true];
    // Of a value with a space, the quotes would be what is said against it.
    for (const front of isWhole && head !== own ? [head, own] : [own]) {
      for (const escapesPlus of isEscaping) {
        const data = escapesPlus ? yield* changed(body, (piece) => piece.split('+').join('%2B')) : body;
        const anew = front + data + behind;
        // The dear part is to see that nothing new is said against it.
        if (anew.length > maxLength) continue;
        before ??= yield* objecting(read, lints);
        const again = yield* readingUrl(anew);
        yield;
        if (meanSame(decoded, again.decoded) && addsNothing(before, yield* objecting(again))) return anew;
      }
    }
  }
  return null;
}

/**
 * Visible ASCII, and spaces in the data: what no quotes, no white space and no character encoding change. Behind a slash
 * what looks like base64 can be none, of which text would keep the spaces that it drops of base64.
 */
const plainUrl = /^data:(?:\/[!-~]*|[!-.0-~][ -~]*)$/;

/**
 * The same URL for another text to hold in quotes: as it is where that has only characters that every text keeps, else
 * written anew, and where its type cannot be, as the URL parser leaves it.
 *
 * @returns null where each of these means something else, or has more said against it; one that browsers refuse as it is
 */
export const quotable = (written: string): string | null => atOnce(quoting(written));

/** The same in turns: yields now and then. */
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
