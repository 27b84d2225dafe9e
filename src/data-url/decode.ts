/** Decodes a whole data: URL as `fetch()` does: https://fetch.spec.whatwg.org/#data-url-processor. */
import { type Problem, unlessTooLarge } from '../problem.ts';
import { bodyDecoder } from './body-decoder.ts';
import { bodyText, type Head, headOf, readHead } from './head.ts';
import { joinedBytes, pieceEnd } from './pieces.ts';
import { tooLarge } from './problems.ts';

/** The MIME type and the body, or the reason why `fetch()` fails. */
export type Decoded =
  | { ok: true; mimeType: string; body: Uint8Array<ArrayBuffer> }
  | { ok: false; problem: Problem };

/**
 * The result of `fetch(input)`: the MIME type, serialized by the MIME Sniffing Standard, and the body byte for byte;
 * where `fetch` fails, the reason and its position in `input`. Accepts any string; linear, never throws.
 */
export function decodeDataUrl(input: string): Decoded {
  return unlessTooLarge(() => decode(input, readHead(input)), tooLarge(input.length));
}

/** The body after a head, all at once. */
function decode(input: string, head: Head): Decoded {
  const refusal = head.problem ?? head.credentials;
  if (refusal !== null) return { ok: false, problem: refusal };
  const { text, start, end } = bodyText(input, head);
  const decoder = bodyDecoder(head.base64);
  decoder.write(text, start, end, 0, true);
  decoder.finish();
  const problem = decoder.problem();
  if (problem !== null) return { ok: false, problem: placed(problem, head, text === input) };
  return { ok: true, mimeType: head.mimeType, body: decoder.take() };
}

/** In a body that dot-segments changed, the original positions are unknown. */
const placed = (problem: Problem, head: Head, isAsWritten: boolean): Problem =>
  isAsWritten ? problem : { ...problem, start: head.comma + 1, end: head.end };

/** Code units that are decoded at once. */
const pieceLength = 1 << 18;

/**
 * The same as `decodeDataUrl`, as a generator that yields now and then.
 *
 * @param known `readHead(input)`, if it was computed before
 */
export function* decoding(input: string, known?: Head): Generator<void, Decoded, void> {
  try {
    const head = known ?? (yield* headOf(input));
    return input.length <= pieceLength ? decode(input, head) : yield* decodingLong(input, head);
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, problem: tooLarge(input.length) };
    throw error;
  }
}

function* decodingLong(input: string, head: Head): Generator<void, Decoded, void> {
  const refusal = head.problem ?? head.credentials;
  if (refusal !== null) return { ok: false, problem: refusal };
  const { text, start, end } = bodyText(input, head);
  const decoder = bodyDecoder(head.base64);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let at = start; at < end; ) {
    const to = pieceEnd(text, at, Math.min(at + pieceLength, end));
    decoder.write(text, at, to, 0, to === end);
    if (decoder.problem() !== null) break;
    chunks.push(decoder.take());
    at = to;
    yield;
  }
  decoder.finish();
  chunks.push(decoder.take());
  const problem = decoder.problem();
  if (problem !== null) return { ok: false, problem: placed(problem, head, text === input) };
  return { ok: true, mimeType: head.mimeType, body: joinedBytes(chunks) };
}
