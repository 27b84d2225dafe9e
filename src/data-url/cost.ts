/** What a data: URL costs on its way, and how a shorter one of the same meaning would be written. */

import { isText } from '../mime/charset.ts';
import type { Problem } from '../problem.ts';
import { atOnce, inTurns } from '../turns.ts';
import { type EncodeOptions, gzippedSize } from './encode.ts';
import { hasLongHead } from './head.ts';
import { maxCompressedSize } from './limits.ts';
import type { ParsedDataUrl } from './parse.ts';
import { type ReadUrl, readingUrl } from './read-url.ts';
import { rewriting } from './rewrite.ts';
import { utf8Length } from './utf8-length.ts';

export interface Better {
  /** Code units. */
  length: number;
  /** Bytes of UTF-8: a fragment, and what a parameter holds, stay as they are, also beyond ASCII. */
  bytes: number;
  /** Bytes of UTF-8 by which it is shorter. */
  saved: number;
  /** Bytes under gzip. */
  gzipped: number | null;
}

export interface Cost {
  /** Bytes of the written URL under gzip; null of a small one, which is compressed with all around it. */
  gzipped: number | null;
  /** A shorter way to write it; null where there is none worth the work. */
  better: Better | null;
}

/** Code units up to which nobody asks what a URL costs, and nothing is compressed. */
const smallLength = 4096;
/** What is worth a word saves at least so many code units, and of what is not base64 this share. */
const worthLength = 64;
const worthShare = 0.15;

/**
 * The cost of a URL that is large, or could be written better; null for others.
 *
 * @param body the decoded body; null where it is not whole, and no better way to write it is looked for
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
            { written, parsed, decoded: { ok: true, mimeType, body } },
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

/** The same of a URL that is too large to be read whole, or its head: what it comes to under gzip, if that is known in good time. */
export async function costOfLarge(written: string | Blob): Promise<Cost | null> {
  const size = typeof written === 'string' ? written.length : written.size;
  return size > maxCompressedSize ? null : { gzipped: await gzippedSize(written), better: null };
}

/**
 * Code units up to which another way to write a URL is worth a word. Base64 of text compresses so badly that any share
 * counts; escapes count only if there are many.
 */
const worthwhile = (length: number, base64: boolean): number =>
  Math.min(length - worthLength, base64 ? length : Math.floor(length * (1 - worthShare)));

/** A cheap no for nearly all: base64 of what is no text, and text with few escapes. */
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

/** The shortest way to write the same, text without base64; null where there is none that nothing new is said against. */
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
 * A shorter URL of the same bytes and MIME type, text without base64; null where there is none or the URL is
 * rejected. It can be put into HTML and CSS in quotes of either kind.
 */
export const betterUrl = (written: string): string | null => atOnce(bettering(written));

/** The same in turns: yields now and then. */
export function* bettering(written: string): Generator<void, string | null, void> {
  if (hasLongHead(written)) return null;
  return yield* shortest(yield* readingUrl(written), written.length - 1);
}
