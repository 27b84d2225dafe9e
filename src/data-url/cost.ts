/** The cost of transferring a data: URL, and a shorter URL of the same meaning. */

import { isText } from '../mime/charset.ts';
import type { Problem } from '../problem.ts';
import { atOnce, inTurns } from '../yield-to-event-loop.ts';
import { decodeDataUrl } from './decode.ts';
import { type EncodeOptions, encodeDataUrl } from './encode.ts';
import { hasLongHead, type ParsedDataUrl, parseDataUrl } from './parse.ts';
import { utf8Length } from './pieces.ts';
import { isDoubtfulBase64, objectionsTo, type ReadUrl, readingUrl, rewriting } from './rewrite.ts';

/** Bytes that are compressed for the cost: at 35 ms a MiB, more would take too long. */
const maxCompressedSize = 1 << 24;

export interface Better {
  /** Code units. */
  length: number;
  /** Bytes of UTF-8: a fragment and the values of parameters may contain characters beyond ASCII. */
  bytes: number;
  /** Bytes of UTF-8 that it saves. */
  saved: number;
  /** Bytes under gzip. */
  gzipped: number | null;
}

export interface Cost {
  /**
   * Bytes of the written URL under gzip; null for a small one, which is compressed together with the text around it.
   */
  gzipped: number | null;
  /** A shorter URL; null where there is none that saves enough. */
  better: Better | null;
}

/** Maximum code units of a small URL, whose size under gzip is not computed. */
const smallLength = 4096;
/** Minimum code units that a shorter URL must save, and for other URLs than base64 the minimum share. */
const worthLength = 64;
const worthShare = 0.15;

/**
 * The cost of a URL that is large or could be shorter; null for others.
 *
 * @param body the decoded body; null if it is not complete: then no shorter URL is looked for
 * @param lints of the written URL and its body, where they are known
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
 * The cost of a URL that is too large to be read as a whole, or whose head is too large: its size under gzip,
 * if that can be computed in time.
 */
export async function costOfLarge(written: string | Blob): Promise<Cost | null> {
  const size = typeof written === 'string' ? written.length : written.size;
  return size > maxCompressedSize ? null : { gzipped: await gzippedSize(written), better: null };
}

/**
 * Maximum code units of a shorter URL. Base64 of text compresses so badly that any saving counts; escapes
 * count only if there are many.
 */
const worthwhile = (length: number, base64: boolean): number =>
  Math.min(length - worthLength, base64 ? length : Math.floor(length * (1 - worthShare)));

/** Quickly rejects nearly all URLs: base64 of other data than text, and text with few escapes. */
function worthRewriting(written: string, parsed: ParsedDataUrl): boolean {
  if (parsed.body === null || parsed.hierarchical) return false;
  if (parsed.record === null || !isText(parsed.record)) return false;
  if (written.length <= worthLength) return false;
  if (parsed.base64) return true;
  const enough = Math.max(worthLength, written.length * worthShare) / 2;
  let escapes = 0;
  for (let at = written.indexOf('%', parsed.body.start); at >= 0; at = written.indexOf('%', at + 3)) {
    if (++escapes >= enough) return true;
  }
  return false;
}

/** The shortest equivalent URL, text without base64; null where there is none without new lints. */
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
 * A shorter URL of the same bytes and MIME type, text without base64; null where there is none or the URL is rejected.
 * It is safe in HTML and CSS in either kind of quotes.
 */
export const shortestEquivalentUrl = (written: string): string | null => atOnce(shorteningUrl(written));

/** The same as `shortestEquivalentUrl`, as a generator that yields now and then. */
export function* shorteningUrl(written: string): Generator<void, string | null, void> {
  if (hasLongHead(written)) return null;
  return yield* shortest(yield* readingUrl(written), written.length - 1);
}

/** A shorter form of a data: URL, and what it saves. */
export interface Reencoded {
  /** A shorter URL with the same MIME type, bytes and fragment; the written one where there is none. */
  url: string;
  encoding: 'base64' | 'percent';
  /** Code units. */
  before: number;
  after: number;
  /** Bytes of the URL alone under gzip, as a server sends text: base64 compresses badly. */
  gzippedBefore: number;
  gzippedAfter: number;
}

/**
 * Rewrites a data: URL in its shortest form, and reports the savings. A URL whose data may be other base64 than browsers
 * read, such as with a misspelled `base64`, stays as written.
 */
export async function reencode(
  written: string,
  options: EncodeOptions = {},
): Promise<Reencoded | { problem: Problem }> {
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

/** Code units that are compressed in one piece: other work runs between pieces. */
const maxCompressedAtOnce = 1 << 18;

/** Bytes of a text's UTF-8 under gzip, as a server sends it; of a Blob, in constant memory. */
export async function gzippedSize(source: string | Blob): Promise<number> {
  if (typeof source === 'string' && source.length > maxCompressedAtOnce)
    return gzippedSize(new Blob([source]));
  let size = 0;
  const { readable, writable } = new CompressionStream('gzip');
  // These promises settle while the other end is read.
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
