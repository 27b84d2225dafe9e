/**
 * Rewrites data: URLs with the same meaning and without new objections, and finds the shortest equivalent URL and the
 * bytes that it saves. Also finds all objections to a written URL, and whether two URLs have the same meaning.
 */

import { isText } from '../mime/charset.ts';
import type { Problem } from '../problem.ts';
import { urlText } from '../url-text.ts';
import { atOnce, inTurns, strideLength } from '../yield-to-event-loop.ts';
import { type Decoded, decodeDataUrl, decoding } from './decode.ts';
import { type EncodeOptions, encodeDataUrl, encoded } from './encode.ts';
import { base64EndLints, lintsOf, mayBeBase64 } from './lints/index.ts';
import { hasLongHead, headOf, type ParsedDataUrl, parseDataUrl, partsIn, readHead } from './parse.ts';
import { changed, utf8Length } from './pieces.ts';
import { grammarViolations, type Production } from './rfc-grammar.ts';
import { urlParsed } from './url-parser.ts';

/** A written data: URL, parsed and decoded once for all functions that need both. */
export interface ReadUrl {
  written: string;
  parsed: ParsedDataUrl;
  decoded: Decoded;
}

export const readUrl = (written: string): ReadUrl => atOnce(readingUrl(written));

/** Like `readUrl`, but a generator that yields now and then. */
export function* readingUrl(written: string): Generator<void, ReadUrl, void> {
  const head = yield* headOf(written);
  const decoded = yield* decoding(written, head);
  return { written, parsed: yield* partsIn(written, head), decoded };
}

export interface Objections {
  /**
   * The problem for which browsers reject the URL, and all lints. Lints about its length are omitted, because they need
   * no explanation.
   */
  said: Problem[];
  /** The first production of RFC 2397 that the part before the data violates. Objections to the data are lints. */
  byRfc: Production | null;
}

export const objectionsTo = (read: ReadUrl): Objections => atOnce(objecting(read));

/**
 * Like `objectionsTo`, but a generator that yields now and then.
 *
 * @param lints the lints of this URL and its body, if known
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
    byRfc: (head === null ? null : grammarViolations(head).next().value?.production) ?? null,
  };
}

/**
 * Whether browsers may decode bytes other than those that the author encoded as base64, a mistake that rewriting the
 * URL would preserve.
 */
export const isDoubtfulBase64 = ({ said }: Objections): boolean => said.some(({ code }) => mayBeBase64(code));

const isOfLength = (code: string): boolean => code === 'length-tag' || code === 'length-attribute';

/**
 * Lints of characters that RFC 2397 requires to be escaped but browsers keep: the shortest SVG URLs contain them, and
 * no rule reports them.
 */
const keptInSvg: readonly string[] = ['space-in-body', 'delimiter-in-body', 'unwise-in-body'];

/**
 * Whether the second objections contain none that the first ones lack. Only the first violation of RFC 2397 is
 * compared, because the check reports no others.
 */
export function addsNothing(to: Objections, { said, byRfc }: Objections): boolean {
  const codes = new Set(to.said.map(({ code }) => code));
  // The lints about the end of base64 are not computed if spaces may have been "+".
  const tolerated = codes.has('base64-plus') ? [...keptInSvg, ...base64EndLints] : keptInSvg;
  return (
    said.every(({ code }) => codes.has(code) || tolerated.includes(code)) &&
    (byRfc === null || to.byRfc !== null)
  );
}

/** Whether browsers accept both URLs, with the same MIME type and bytes. */
export const meanSame = (one: Decoded, other: Decoded): boolean => atOnce(meaningSame(one, other));

/** Like `meanSame`, but a generator that yields now and then. */
export function* meaningSame(one: Decoded, other: Decoded): Generator<void, boolean, void> {
  if (!one.ok || !other.ok || one.mimeType !== other.mimeType) return false;
  const [a, b] = [one.body, other.body];
  if (a.length !== b.length) return false;
  // A loop is faster than `every()`, which would call a function for each of possibly millions of bytes.
  for (let i = 0; i < a.length; i++) {
    if ((i & (strideLength - 1)) === 0) yield;
    if (a[i] !== b[i]) return false;
  }
  return true;
}

/** Encodes with only the characters that every URL may contain (RFC 2396). */
export const uriCharacters: EncodeOptions = { encoding: 'percent', characters: 'rfc' };

/**
 * @param ways options to try in order; each keeps the fragment
 * @returns the first result that browsers read as the same MIME type and bytes and that adds no lint (except for its
 *   length) and no violation of RFC 2397; null if there is none, if the data may be base64 that browsers don't decode
 *   as intended, or if browsers reject the URL
 */
export const rewritten = (...args: Parameters<typeof rewriting>): string | null => atOnce(rewriting(...args));

/**
 * Like `rewritten`, but a generator that yields now and then.
 *
 * @param maxLength maximum length in code units; longer results are dropped
 * @param lints the lints of the written URL and its body, if known
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
    // Keeps the written type if `encoded` can't express it.
    const own = `data:${parsed.mimeTypeInput}${isBase64 ? ';base64' : ''}`;
    const isWhole = mimeType === decoded.mimeType;
    // A "+" can look like an encoded space.
    const isEscaping = isBase64 ? [false] : [false, true];
    // The written head is tried, too: a value with a space needs quotes, which would be a new objection.
    for (const front of isWhole && head !== own ? [head, own] : [own]) {
      for (const escapesPlus of isEscaping) {
        const data = escapesPlus ? yield* changed(body, (piece) => piece.split('+').join('%2B')) : body;
        const anew = front + data + behind;
        // Checked before the objections are compared, which is expensive.
        if (anew.length > maxLength) continue;
        before ??= yield* objecting(read, lints);
        if (isDoubtfulBase64(before)) return null;
        const again = yield* readingUrl(anew);
        yield;
        if (!(yield* meaningSame(decoded, again.decoded))) continue;
        const added = yield* lintsOf(anew, again.parsed, decoded.body, false);
        if (addsNothing(before, yield* objecting(again, added))) return anew;
      }
    }
  }
  return null;
}

/**
 * Matches visible ASCII, and spaces in the data: none of these characters change in quotes, with whitespace around
 * them, or in another character encoding. After a slash, no space is allowed: there, data that looks like base64 may be
 * text, whose spaces count.
 */
const plainUrl = /^data:(?:\/[!-~]*|[!-.0-~][ -~]*)$/;

/**
 * An equivalent URL that can be quoted in any other text: unchanged if all characters are safe everywhere; otherwise
 * rewritten; or, if the type cannot be expressed, as the URL parser serializes the URL.
 *
 * @returns null if all of these have another meaning or more objections; a URL that browsers reject is returned
 *   unchanged
 */
export const quotable = (written: string): string | null => atOnce(quoting(written));

/** Like `quotable`, but a generator that yields now and then. */
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

/** Maximum number of bytes that are compressed to compute the cost, at about 35 ms per MiB. */
const maxCompressedSize = 1 << 24;

export interface Better {
  /** Length in code units. */
  length: number;
  /** Size in bytes of UTF-8: a fragment and the values of parameters may contain non-ASCII characters. */
  bytes: number;
  /** Number of bytes of UTF-8 saved. */
  saved: number;
  /** Size in bytes after gzip. */
  gzipped: number | null;
}

export interface Cost {
  /**
   * Size of the written URL in bytes after gzip; null for a small URL, which is compressed together with the text
   * around it.
   */
  gzipped: number | null;
  /** A shorter URL; null if no shorter URL saves enough. */
  better: Better | null;
}

/** Maximum length, in code units, of a small URL, whose gzipped size is not computed. */
const smallLength = 4096;
/** Minimum savings of a shorter URL: in code units and, unless the URL is base64, as a share of its length. */
const worthLength = 64;
const worthShare = 0.15;

/**
 * The cost of a URL that is large or could be shorter; null for others.
 *
 * @param body the decoded body; null if incomplete: no shorter URL is then searched for
 * @param lints the lints of the written URL and its body, if known
 */
export async function costOf(
  written: string,
  parsed: ParsedDataUrl,
  body: Uint8Array | null,
  lints?: readonly Problem[],
): Promise<Cost | null> {
  const { mimeType, base64 } = parsed;
  const better =
    body && mimeType !== null && worthRewriting(written, parsed)
      ? await inTurns(
          shortest(
            { written, parsed, decoded: { ok: true, mimeType, body: body as Uint8Array<ArrayBuffer> } },
            worthwhile(written.length, base64),
            lints,
          ),
        )
      : null;
  const isSmall = written.length <= smallLength;
  if (isSmall && better === null) return null;
  const sizeOf = async (url: string) => (isSmall ? null : await gzippedSize(url));
  return {
    gzipped: await sizeOf(written),
    better: better === null ? null : { ...betterThan(written, better), gzipped: await sizeOf(better) },
  };
}

function betterThan(written: string, url: string): Omit<Better, 'gzipped'> {
  const bytes = utf8Length(url);
  return { length: url.length, bytes, saved: utf8Length(written) - bytes };
}

/**
 * The cost of a URL that is too large to be read as a whole, or whose head is too large: its size after gzip, if that
 * can be computed in time.
 */
export async function costOfLarge(written: string | Blob): Promise<Cost | null> {
  const size = typeof written === 'string' ? written.length : written.size;
  return size > maxCompressedSize ? null : { gzipped: await gzippedSize(written), better: null };
}

/**
 * Maximum length, in code units, of a shorter URL that is worth reporting. Base64 of text compresses so badly that
 * small savings count; replacing escapes must save a larger share.
 */
const worthwhile = (length: number, base64: boolean): number =>
  Math.min(length - worthLength, base64 ? length : Math.floor(length * (1 - worthShare)));

/**
 * Whether a shorter URL may exist. A quick check that rejects most URLs: base64 of anything but text, and text with
 * few escapes.
 */
function worthRewriting(written: string, parsed: ParsedDataUrl): boolean {
  if (parsed.body === null || parsed.hierarchical) return false;
  if (parsed.record === null || !isText(parsed.record)) return false;
  if (written.length <= worthLength) return false;
  if (parsed.base64) return true;
  const minEscapes = Math.max(worthLength, written.length * worthShare) / 2;
  let escapes = 0;
  for (let at = written.indexOf('%', parsed.body.start); at >= 0; at = written.indexOf('%', at + 3)) {
    if (++escapes >= minEscapes) return true;
  }
  return false;
}

/** The shortest equivalent URL, with text instead of base64; null if every shorter URL would have new lints. */
function* shortest(
  read: ReadUrl,
  maxLength: number,
  lints?: readonly Problem[],
): Generator<void, string | null, void> {
  const { record } = read.parsed;
  const percent: EncodeOptions = { encoding: 'percent' };
  const ways =
    record !== null && isText(record) ? [percent, { ...percent, characters: 'rfc' } as const] : [{}];
  return yield* rewriting(read, ways, maxLength, lints);
}

/**
 * A shorter URL with the same bytes and MIME type, as text instead of base64; null if there is no shorter URL, or
 * browsers reject the written one. The result is safe in HTML and CSS in either kind of quotes.
 */
export const shortestEquivalentUrl = (written: string): string | null => atOnce(shorteningUrl(written));

/** Like `shortestEquivalentUrl`, but a generator that yields now and then. */
export function* shorteningUrl(written: string): Generator<void, string | null, void> {
  if (hasLongHead(written)) return null;
  return yield* shortest(yield* readingUrl(written), written.length - 1);
}

/** A shorter form of a data: URL, and the savings. */
export interface Reencoded {
  /** A shorter URL with the same MIME type, bytes and fragment; the written URL if no shorter one exists. */
  url: string;
  encoding: 'base64' | 'percent';
  /** Lengths in code units. */
  before: number;
  after: number;
  /** Sizes in bytes of the URLs alone after gzip, which servers use for text: base64 compresses badly. */
  gzippedBefore: number;
  gzippedAfter: number;
}

/**
 * Rewrites a data: URL in its shortest form, and reports the savings. A URL whose data may be base64 that browsers
 * decode differently or not at all, for example because `base64` is misspelled, is returned as written.
 */
export async function reencode(
  input: string | URL,
  options: EncodeOptions = {},
): Promise<Reencoded | { problem: Problem }> {
  const written = urlText(input, 'reencode');
  const decoded = decodeDataUrl(written);
  if (!decoded.ok) return { problem: decoded.problem };
  const parsed = parseDataUrl(written);
  const fragment =
    parsed.fragment === null ? '' : written.slice(parsed.fragment.start - 1, parsed.fragment.end);
  const anew = encodeDataUrl(decoded.body, decoded.mimeType, options) + fragment;
  const isShorter =
    anew.length < written.length && !isDoubtfulBase64(objectionsTo({ written, parsed, decoded }));
  const url = isShorter ? anew : written;
  return {
    url,
    encoding: parseDataUrl(url).base64 ? 'base64' : 'percent',
    before: written.length,
    after: url.length,
    gzippedBefore: await gzippedSize(written),
    gzippedAfter: await gzippedSize(url),
  };
}

/** Maximum number of code units that are compressed in one piece; other work runs between pieces. */
const maxCompressedAtOnce = 1 << 18;

/**
 * The size in bytes of a text's UTF-8 after gzip, which servers use for text; for a Blob, computed in constant memory.
 */
export async function gzippedSize(source: string | Blob): Promise<number> {
  if (typeof source === 'string' && source.length > maxCompressedAtOnce)
    return gzippedSize(new Blob([source]));
  let size = 0;
  const { readable, writable } = new CompressionStream('gzip');
  // Not awaited: these promises resolve only while the other end is read.
  if (typeof source !== 'string') void source.stream().pipeTo(writable);
  else {
    const writer = writable.getWriter();
    void writer.write(new TextEncoder().encode(source));
    void writer.close();
  }
  const reader = readable.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return size;
    size += value.length;
  }
}
