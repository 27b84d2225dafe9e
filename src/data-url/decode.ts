/**
 * A data: URL to what `fetch()` gives of it: https://fetch.spec.whatwg.org/#data-url-processor, whole.
 */
import {
  defaultMimeType,
  mimeTypeIn,
  parseMimeType,
  serialized,
  serializeMimeType,
} from '../mime/mime-type.ts';
import { type Problem, unlessTooLarge } from '../problem.ts';
import { bodyDecoder } from './body-decoder.ts';
import { bodyText, type Head, headOf, readHead } from './head.ts';
import { joinedBytes, pieceEnd } from './pieces.ts';
import { tooLarge } from './problems.ts';

export type Decoded = { ok: true; mimeType: string; body: Uint8Array } | { ok: false; problem: Problem };

/**
 * What `fetch(input)` would give: the MIME type, serialized as the MIME Sniffing Standard says, and the body byte for
 * byte; where `fetch` fails, the reason and its position in `input`. Any string at all; linear, never throws.
 */
export function decodeDataUrl(input: string): Decoded {
  return unlessTooLarge(() => decode(input), tooLarge(input.length));
}

function decode(input: string): Decoded {
  const head = readHead(input);
  if (head.problem !== null) return { ok: false, problem: head.problem };
  const { text, start, end } = bodyText(input, head);
  const decoder = bodyDecoder(head.base64);
  decoder.write(text, start, end, 0, true);
  decoder.finish();
  const problem = decoder.problem();
  if (problem !== null) return { ok: false, problem: placed(problem, head, text === input) };
  const mimeType = serializeMimeType(parseMimeType(head.mimeTypeInput) ?? defaultMimeType);
  return { ok: true, mimeType, body: decoder.take() };
}

/** In a body that dot-segments changed there is no telling where a character stood. */
const placed = (problem: Problem, head: Head, isAsWritten: boolean): Problem =>
  isAsWritten ? problem : { ...problem, start: head.comma + 1, end: head.end };

/** Code units that are decoded at once. */
const pieceLength = 1 << 18;

/** The same in turns: yields now and then. */
export function* decoding(input: string): Generator<void, Decoded, void> {
  if (input.length <= pieceLength) return decodeDataUrl(input);
  try {
    return yield* decodingLong(input);
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, problem: tooLarge(input.length) };
    throw error;
  }
}

function* decodingLong(input: string): Generator<void, Decoded, void> {
  const head = yield* headOf(input);
  if (head.problem !== null) return { ok: false, problem: head.problem };
  const { text, start, end } = bodyText(input, head);
  const decoder = bodyDecoder(head.base64);
  const chunks: Uint8Array[] = [];
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
  yield;
  const type = (yield* mimeTypeIn(head.mimeTypeInput)) ?? defaultMimeType;
  return { ok: true, mimeType: yield* serialized(type), body: joinedBytes(chunks) };
}
