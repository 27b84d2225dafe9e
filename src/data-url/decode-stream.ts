/**
 * Decodes a data: URL of any length in constant memory: applies https://fetch.spec.whatwg.org/#data-url-processor to
 * text that arrives in pieces. Keeps in memory only the text before the comma, and C0 controls and spaces that may turn
 * out to be trailing and thus not part of the URL. (Only `data:/…`, whose dot-segments can remove earlier text, is read
 * as a whole.)
 */

import type { MimeType } from '../mime/mime-type.ts';
import type { Problem } from '../problem.ts';
import { pieceEnd } from '../truncate.ts';
import { checkObject, urlText } from '../url-text.ts';
import { inTurns, turn } from '../yield-to-event-loop.ts';
import { slicesOf } from './blobs.ts';
import { bodyDecoder } from './decode.ts';
import { afterScheme } from './is-data-url.ts';
import { bodyText, type Head, headOf } from './parse.ts';
import { withoutTrailingSpace } from './pieces.ts';
import { tooLarge } from './problems.ts';

/** The MIME type and the chunks of the body, or the reason why `fetch()` fails. */
export type DecodedStream =
  | {
      ok: true;
      /** The serialized MIME type, as `decodeDataUrl` returns it. */
      mimeType: string;
      /** The parsed MIME type. */
      type: MimeType;
      base64: boolean;
      /** Index of the comma in the written URL. */
      comma: number;
      /** The problem for which fetch() alone rejects the URL; set only with `isAnyPlace`. */
      credentials: Problem | null;
      /** The body, in separate non-empty arrays. Can be read only once. */
      chunks: AsyncGenerator<Uint8Array, void, void>;
      /**
       * The error in the body, with its position; known once `chunks` has ended. If there is an error, the URL is
       * rejected, and browsers would not use the chunks before it.
       */
      problem(): Problem | null;
    }
  | { ok: false; base64: boolean; problem: Problem };

type Source = AsyncIterator<string, void, void>;

/** Length, in code units, of a piece when this module splits the input. */
const pieceLength = 1 << 18;

/**
 * Like `decodeDataUrl`, for input that is too large to keep twice in memory. Positions are UTF-16 code units of the
 * URL, even if the input is bytes, which must be UTF-8 (as in a Blob made from a string).
 *
 * @param isAnyPlace whether to read a URL with credentials, which some destinations load but fetch() rejects
 */
export async function decodeDataUrlStream(
  input: string | URL | Blob | ReadableStream<string | Uint8Array>,
  { isAnyPlace = false } = {},
): Promise<DecodedStream> {
  if (typeof (input as ReadableStream)?.getReader === 'function')
    return start(heldBack(piecesOfStream(input as ReadableStream<string | Uint8Array>)), isAnyPlace);
  if (typeof (input as Blob)?.stream === 'function') return decodeDataUrlBlob(input as Blob, isAnyPlace);
  return start(
    piecesOfString(withoutTrailingSpace(urlText(input as string, 'decodeDataUrlStream'))),
    isAnyPlace,
  );
}

/** Like `decodeDataUrlStream`, for a URL whose UTF-8 is in a Blob. */
export const decodeDataUrlBlob = async (blob: Blob, isAnyPlace: boolean): Promise<DecodedStream> =>
  start(piecesOfBlob(await trimmedEnd(blob)), isAnyPlace);

/** Converts the chunks to a stream, for `Response`, `CompressionStream` and the like. */
export function asReadableStream(chunks: AsyncGenerator<Uint8Array, void, void>): ReadableStream<Uint8Array> {
  checkObject(chunks, 'asReadableStream', 'the chunks of decodeDataUrlStream', 'next');
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await chunks.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await chunks.return();
      },
    },
    { highWaterMark: 0 },
  );
}

async function start(source: Source, isAnyPlace: boolean): Promise<DecodedStream> {
  const read = await readStart(source);
  const { head, text } = read;
  const refusal = head.problem ?? (isAnyPlace ? null : head.credentials);
  if (refusal !== null) return { ok: false, base64: head.base64, problem: refusal };
  const { text: body, start: bodyStart, end } = bodyText(text, head);
  const rest = read.isWhole ? piecesOfString(body.slice(bodyStart, end)) : source;
  const first = read.isWhole ? '' : body.slice(bodyStart);
  let problem: Problem | null = null;
  async function* chunks(): AsyncGenerator<Uint8Array, void, void> {
    try {
      problem = yield* decodeBody(rest, head.base64, first, bodyStart);
      // The original positions are unknown in a body that dot-segments changed.
      if (problem !== null && body !== text) problem = { ...problem, start: head.comma + 1, end: head.end };
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      problem = tooLarge(0);
    } finally {
      await source.return?.();
    }
  }
  return {
    ok: true,
    mimeType: head.mimeType,
    type: head.type,
    base64: head.base64,
    comma: head.comma,
    credentials: head.credentials,
    chunks: chunks(),
    problem: () => problem,
  };
}

interface Start {
  head: Head;
  /** The text read so far: either all of it, or the part up to some index after the comma. */
  text: string;
  isWhole: boolean;
}

/**
 * Reads a text up to the comma. Reads only the beginning of a text that is not a data: URL, and all of a text without a
 * comma or whose path must be resolved.
 */
async function readStart(source: Source): Promise<Start> {
  const parts: string[] = [];
  let looksRight = false;
  let searching = true;
  while (searching) {
    const next = await source.next();
    if (next.done) break;
    parts.push(next.value);
    if (!looksRight) {
      if (!/[^\0-\x20]/.test(next.value)) continue;
      const text = parts.join('');
      const after = afterScheme(text);
      if (after < 0) {
        // Five significant characters are enough to recognize the scheme.
        if (text.slice(0, 4096).replace(/[\0-\x20]+/g, '').length < 5) continue;
        // The text is not a data: URL, so the rest of it doesn't matter.
        await source.return?.();
        return { head: await inTurns(headOf(text)), text, isWhole: true };
      }
      looksRight = true;
      searching = !/[,#]/.test(text.slice(after));
    } else {
      searching = !/[,#]/.test(next.value);
    }
  }
  const text = parts.join('');
  const after = afterScheme(text);
  const comma = text.indexOf(',', after);
  if (after >= 0 && comma >= 0 && !startsWithSlash(text, after)) {
    const head = await inTurns(headOf(text.slice(0, comma + 1)));
    if (head.problem === null) return { head, text, isWhole: false };
  }
  const rest: string[] = [text];
  for (;;) {
    const next = await source.next();
    if (next.done) break;
    rest.push(next.value);
  }
  const whole = rest.join('');
  return { head: await inTurns(headOf(whole)), text: whole, isWhole: true };
}

function startsWithSlash(text: string, from: number): boolean {
  let i = from;
  while (i < text.length && '\t\n\r'.includes(text.charAt(i))) i++;
  return text.charAt(i) === '/';
}

/**
 * Decodes `text`, which begins at index `start` of the written URL, and then the pieces of `source`, up to a `#` or the
 * end.
 */
async function* decodeBody(
  source: Source,
  base64: boolean,
  text: string,
  start: number,
): AsyncGenerator<Uint8Array, Problem | null, void> {
  const decoder = bodyDecoder(base64);
  let position = start;
  let piece = text;
  for (;;) {
    const hash = piece.indexOf('#');
    const to = hash < 0 ? piece.length : hash;
    const chunk = decoder.write(piece, 0, to, position, false);
    if (decoder.problem() !== null) return decoder.problem();
    if (chunk.length > 0) yield chunk;
    if (hash >= 0) break;
    position += piece.length;
    const next = await source.next();
    if (next.done) break;
    piece = next.value;
  }
  const chunk = decoder.write('', 0, 0, position, true);
  if (decoder.problem() === null && chunk.length > 0) yield chunk;
  return decoder.problem();
}

/** Holds back C0 controls and spaces that are trimmed unless more text follows. */
async function* heldBack(source: AsyncGenerator<string, void, void>): AsyncGenerator<string, void, void> {
  let held: string[] = [];
  for await (const piece of source) {
    const { length } = withoutTrailingSpace(piece);
    if (length > 0) {
      yield* held;
      held = [];
      yield piece.slice(0, length);
    }
    if (length < piece.length) held.push(piece.slice(length));
  }
}

async function* piecesOfString(text: string): AsyncGenerator<string, void, void> {
  for (let i = 0; i < text.length; ) {
    await turn();
    const to = pieceEnd(text, i, Math.min(i + pieceLength, text.length));
    yield text.slice(i, to);
    i = to;
  }
}

async function* piecesOfStream(
  stream: ReadableStream<string | Uint8Array>,
): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const reader = stream.getReader();
  let carried = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      let text = done
        ? decoder.decode()
        : typeof value === 'string'
          ? value
          : decoder.decode(value, { stream: true });
      text = carried + text;
      carried = '';
      if (!done && (text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800) {
        carried = text.slice(-1);
        text = text.slice(0, -1);
      }
      for (let i = 0; i < text.length; ) {
        const to = pieceEnd(text, i, Math.min(i + pieceLength, text.length));
        yield text.slice(i, to);
        i = to;
      }
      if (done) return;
    }
  } finally {
    // Cancels the source if the caller stops early; has no effect after the end.
    await reader.cancel().catch(() => undefined);
  }
}

async function* piecesOfBlob(blob: Blob): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let mayBeCut = false;
  for await (const bytes of slicesOf(blob)) {
    if (mayBeCut || !isAscii(bytes)) {
      yield decoder.decode(bytes, { stream: true });
    } else {
      // Not decoded with `TextDecoder`: Chromium allocates its strings outside of V8's heap, where they stay until
      // garbage collection.
      for (let i = 0; i < bytes.length; i += shortLength)
        yield String.fromCharCode.apply(null, bytes.subarray(i, i + shortLength) as unknown as number[]);
    }
    mayBeCut = bytes[bytes.length - 1]! > 0x7f;
  }
  yield decoder.decode();
}

/** Number of bytes decoded per call: few enough for the arguments of one call, and for V8's young generation. */
const shortLength = 1 << 13;

function isAscii(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if (bytes[i]! > 0x7f) return false;
  return true;
}

/** Removes the C0 controls and spaces at the end of a Blob. */
async function trimmedEnd(blob: Blob): Promise<Blob> {
  let end = blob.size;
  while (end > 0) {
    const start = Math.max(0, end - 4096);
    const bytes = new Uint8Array(await blob.slice(start, end).arrayBuffer());
    let i = bytes.length;
    while (i > 0 && bytes[i - 1]! <= 0x20) i--;
    end = start + i;
    if (i > 0) break;
  }
  return end === blob.size ? blob : blob.slice(0, end);
}
