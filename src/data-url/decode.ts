/**
 * Decodes a whole data: URL as `fetch()` does (https://fetch.spec.whatwg.org/#data-url-processor), either at once or in
 * turns. `bodyDecoder` decodes bodies, including streams, in any number of pieces.
 */

import { type Problem, unlessTooLarge } from '../problem.ts';
import { pieceEnd } from '../truncate.ts';
import { urlText } from '../url-text.ts';
import { atOnce } from '../yield-to-event-loop.ts';
import { joinedBytes } from './blobs.ts';
import { base64Decode, base64Flush, base64State } from './forgiving-base64.ts';
import { bodyText, type Head, headOf, readHead } from './parse.ts';
import { percentDecode, percentFlush, percentState } from './percent-decode.ts';
import { tooLarge } from './problems.ts';

/** The MIME type and the body, or the reason why `fetch()` fails. */
export type Decoded =
  | { ok: true; mimeType: string; body: Uint8Array<ArrayBuffer> }
  | { ok: false; problem: Problem };

/**
 * The result of `fetch(input)`: the MIME type, serialized by the MIME Sniffing Standard, and the body byte for byte;
 * if `fetch` fails, the reason and its position in `input`. Accepts any string, in linear time.
 *
 * @param input a string, or a URL object, whose `href` is used; positions then refer to it
 * @throws {TypeError} if the input is neither a string nor a URL; nothing else is thrown
 */
export function decodeDataUrl(input: string | URL): Decoded {
  const written = urlText(input, 'decodeDataUrl');
  return unlessTooLarge(
    () => decode(written, readHead(written)),
    () => tooLarge(written.length),
  );
}

/** Decodes the body that follows a head, in one go. */
function decode(input: string, head: Head): Decoded {
  const refusal = head.problem ?? head.credentials;
  if (refusal !== null) return { ok: false, problem: refusal };
  const { text, start, end } = bodyText(input, head);
  const decoder = bodyDecoder(head.base64);
  const body = decoder.write(text, start, end, 0, true);
  const problem = decoder.problem();
  if (problem !== null) return { ok: false, problem: placed(problem, head, text === input) };
  return { ok: true, mimeType: head.mimeType, body };
}

/**
 * Makes a problem cover the whole body if dot-segments changed the body, because the exact position is then unknown.
 */
const placed = (problem: Problem, head: Head, isAsWritten: boolean): Problem =>
  isAsWritten ? problem : { ...problem, start: head.comma + 1, end: head.end };

/** Maximum number of code units that are decoded in one go. */
const maxAtOnce = 1 << 18;

/**
 * Like `decodeDataUrl`, but a generator that yields now and then.
 *
 * @param known `readHead(input)`, if it was computed before
 */
export function* decoding(input: string, known?: Head): Generator<void, Decoded, void> {
  try {
    const head = known ?? (yield* headOf(input));
    return input.length <= maxAtOnce ? decode(input, head) : yield* decodingLong(input, head);
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, problem: tooLarge(input.length) };
    throw error;
  }
}

function* decodingLong(input: string, head: Head): Generator<void, Decoded, void> {
  const refusal = head.problem ?? head.credentials;
  if (refusal !== null) return { ok: false, problem: refusal };
  const body = bodyText(input, head);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const problem = yield* decodingPieces(body, head.base64, (chunk) => chunks.push(chunk));
  if (problem !== null) return { ok: false, problem: placed(problem, head, body.text === input) };
  return { ok: true, mimeType: head.mimeType, body: joinedBytes(chunks) };
}

/** Decodes a part of a text, and yields after each piece. */
function* decodingPieces(
  { text, start, end }: ReturnType<typeof bodyText>,
  base64: boolean,
  add: (chunk: Uint8Array<ArrayBuffer>) => void,
): Generator<void, Problem | null, void> {
  const decoder = bodyDecoder(base64);
  for (let at = start; at < end && decoder.problem() === null; ) {
    const to = pieceEnd(text, at, Math.min(at + maxAtOnce, end));
    add(decoder.write(text, at, to, 0, to === end));
    at = to;
    yield;
  }
  return decoder.problem();
}

/**
 * The size in bytes of the body of a data: URL. For base64 without whitespace and escapes, only its length is computed;
 * anything else is decoded, piece by piece, in constant memory.
 * @returns null if the URL is rejected because of the text before the body, or because of a body that had to be
 *   decoded; base64 that was only measured is assumed to be valid
 */
export function decodedSize(url: string | URL): number | null {
  const written = urlText(url, 'decodedSize');
  const head = readHead(written);
  if (head.problem !== null) return null;
  const { text, start, end } = bodyText(written, head);
  if (head.base64 && isPlainBase64(text, start, end))
    return bytesOf(end - start - padsBefore(text, start, end));
  let size = 0;
  const problem = atOnce(
    decodingPieces({ text, start, end }, head.base64, (chunk) => {
      size += chunk.length;
    }),
  );
  return problem === null ? size : null;
}

/** Whether base64 contains neither whitespace nor escapes. Uses native searches, one for each such character. */
export function isPlainBase64(text: string, start: number, end: number): boolean {
  for (const c of '% \t\n\r\f') {
    const at = text.indexOf(c, start);
    if (at >= 0 && at < end) return false;
  }
  return true;
}

/** Number of code units encoded as UTF-8 at a time: few enough for the processor's second-level cache. */
const pieceLength = 1 << 15;
/**
 * Index of the text in `piece`. Escapes are decoded in place; the two bytes before the text are for an incomplete
 * escape at the end of the previous piece.
 */
const pieceStart = 2;
const piece = new Uint8Array(pieceStart + pieceLength * 3);
const pieceText = piece.subarray(pieceStart);
const encoder = new TextEncoder();

/** Number of code units passed to `setFromBase64` at a time; much larger slices make V8 many times slower. */
const sliceLength = 1 << 20;
/** Maximum number of code units that are decoded to complete a group, so that `setFromBase64` can decode the rest. */
const completingLength = 64;

type SetFromBase64 = (
  this: Uint8Array,
  text: string,
  options: { lastChunkHandling: 'loose' | 'stop-before-partial' },
) => { read: number; written: number };

export interface BodyDecoder {
  /**
   * Decodes `text` from `start` to `end`, which must not lie within a surrogate pair. `position` is the index of
   * `text` in the written text; `last`: whether the body ends here, so that an incomplete escape or group is decoded.
   *
   * @returns the bytes in a new array: those before an error in the base64, after which nothing is decoded
   */
  write(text: string, start: number, end: number, position: number, last: boolean): Uint8Array<ArrayBuffer>;
  /** The error in the base64, if any. */
  problem(): Problem | null;
}

/** A decoder for one body. */
export const bodyDecoder = (base64: boolean): BodyDecoder => (base64 ? base64Decoder() : percentDecoder());

function percentDecoder(): BodyDecoder {
  const state = percentState();
  return {
    write(text, start, end, _position, last) {
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      let i = start;
      do {
        const to = pieceEnd(text, i, Math.min(i + pieceLength, end));
        const { written } = encoder.encodeInto(text.slice(i, to), pieceText);
        let length = percentDecode(state, piece, pieceStart, pieceStart + written);
        if (last && to === end) length = percentFlush(state, piece, length);
        chunks.push(piece.slice(0, length));
        i = to;
      } while (i < end);
      return joinedBytes(chunks);
    },
    problem: () => null,
  };
}

function base64Decoder(): BodyDecoder {
  const state = base64State();
  return {
    write(text, start, end, position, last) {
      // The maximum size of the result, including that of an incomplete last group.
      const out = new Uint8Array(bytesOf(state.count + end - start - padsBefore(text, start, end)));
      const { setFromBase64 } = out as { setFromBase64?: SetFromBase64 };
      let at = 0;
      for (let i = start; i < end && state.problem === null; ) {
        const isBetween = state.count + state.pads + state.pending === 0;
        const maxLength =
          setFromBase64 !== undefined && !isBetween ? completingLength - state.count : sliceLength;
        const to = pieceEnd(text, i, Math.min(i + maxLength, end));
        const slice = text.slice(i, to);
        if (setFromBase64 !== undefined && isBetween && !slice.includes('%')) {
          const final = last && to === end;
          const done = native(setFromBase64, at === 0 ? out : out.subarray(at), slice, final);
          // This path can't be used if padding occurs before the last slice or text follows the padding: only the
          // code below computes the positions of errors.
          if (
            done !== null &&
            (done.written % 3 === 0 || (final && done.read === slice.length)) &&
            done.read > 0
          ) {
            at += done.written;
            i += done.read;
            continue;
          }
        }
        while (i < to && state.problem === null) {
          const next = pieceEnd(text, i, Math.min(i + pieceLength, to));
          const { written } = encoder.encodeInto(text.slice(i, next), piece);
          at = base64Decode(state, piece, written, position + i, out, at);
          i = next;
        }
      }
      if (last) at = base64Flush(state, out, at);
      return at === out.length ? out : out.slice(0, at);
    },
    problem: () => state.problem,
  };
}

/** The number of bytes that `characters` base64 characters encode; padding must not be counted. */
export const bytesOf = (characters: number) => Math.floor((characters * 3) / 4);

/** The number of `=`, at most 2, at the end of the text from `start` to `end`. */
export function padsBefore(text: string, start: number, end: number): number {
  let pads = 0;
  while (pads < 2 && end - pads > start && text.charCodeAt(end - pads - 1) === 0x3d) pads++;
  return pads;
}

function native(
  setFromBase64: SetFromBase64,
  out: Uint8Array,
  text: string,
  final: boolean,
): { read: number; written: number } | null {
  try {
    return setFromBase64.call(out, text, { lastChunkHandling: final ? 'loose' : 'stop-before-partial' });
  } catch {
    return null;
  }
}
