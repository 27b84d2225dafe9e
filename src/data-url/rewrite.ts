/** A data: URL written anew: another way for the same, that nothing is said against that was not said before. */
import type { Problem } from '../problem.ts';
import { atOnce } from '../turns.ts';
import { type Decoded, decodeDataUrl } from './decode.ts';
import { type EncodeOptions, encoded } from './encode.ts';
import { afterUrlParsing } from './head.ts';
import { addsNothing, meanSame, type Objections, objecting, objectionsTo } from './objections.ts';
import { parseDataUrl } from './parse.ts';

/**
 * @param ways tried in their order; the fragment is kept in each
 * @param decoded `decodeDataUrl(written)`
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
  written: string,
  ways: readonly EncodeOptions[],
  decoded: Decoded = decodeDataUrl(written),
  maxLength = Number.POSITIVE_INFINITY,
  lints?: readonly Problem[],
): Generator<void, string | null, void> {
  if (!decoded.ok) return null;
  const parsed = parseDataUrl(written);
  let before: Objections | null = null;
  const { fragment } = parsed;
  const behind = fragment === null ? '' : written.slice(fragment.start - 1, fragment.end);
  for (const way of ways) {
    const url = yield* encoded(decoded.body, decoded.mimeType, way);
    const comma = url.indexOf(',');
    const head = url.slice(0, comma);
    const body = url.slice(comma);
    const isBase64 = parseDataUrl(`${head},`).base64;
    // What `encoded` cannot say of a type stays as it was said.
    const own = `data:${parsed.mimeTypeInput}${isBase64 ? ';base64' : ''}`;
    const isWhole = parseDataUrl(`${head},`).mimeType === decoded.mimeType;
    // A "+" can look as if it stood for a space.
    const bodies = isBase64 ? [body] : [body, body.replaceAll('+', '%2B')];
    // Of a value with a space, the quotes would be what is said against it.
    for (const front of isWhole && head !== own ? [head, own] : [own]) {
      for (const data of bodies) {
        const anew = front + data + behind;
        // The dear part is to see that nothing new is said against it.
        if (anew.length > maxLength) continue;
        before ??= yield* objecting(written, decoded, lints);
        yield;
        const again = decodeDataUrl(anew);
        yield;
        if (meanSame(decoded, again) && addsNothing(before, yield* objecting(anew, again))) return anew;
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
export function quotable(written: string): string | null {
  const comma = written.indexOf(',');
  const isPlain = plainUrl.test(written) && !written.slice(0, comma).includes(' ') && !written.endsWith(' ');
  const before = decodeDataUrl(written);
  if (isPlain || !before.ok) return written;
  const parsed = parseDataUrl(written);
  const encoding = parsed.base64 ? 'base64' : 'percent';
  const anew = rewritten(written, [{ encoding, characters: 'rfc' }, { encoding: 'base64' }], before);
  if (anew !== null) return anew;
  const { scheme, fragment } = parsed;
  const end = fragment?.end ?? parsed.body?.end ?? written.length;
  const hash = fragment === null ? end : fragment.start - 1;
  const parts = afterUrlParsing(written.slice((scheme?.end ?? 0) + 1, hash)).replace(/^ +/, '');
  const asParsed = `data:${parts}${written.slice(hash, end)}`;
  const again = decodeDataUrl(asParsed);
  const isSame =
    meanSame(before, again) && addsNothing(objectionsTo(written, before), objectionsTo(asParsed, again));
  return isSame ? asParsed : null;
}
