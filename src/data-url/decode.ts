/**
 * A data: URL to what `fetch()` gives of it: https://fetch.spec.whatwg.org/#data-url-processor, whole.
 */
import { defaultMimeType, parseMimeType, serializeMimeType } from '../mime/mime-type.ts';
import type { Problem } from '../problem.ts';
import { base64Decode, base64Flush, base64State } from './forgiving-base64.ts';
import { readHead } from './head.ts';
import { percentDecode, percentFlush, percentState } from './percent-decode.ts';
import { tooLarge } from './problems.ts';

export type Decoded = { ok: true; mimeType: string; body: Uint8Array } | { ok: false; problem: Problem };

/** Code units that are turned into UTF-8 at a time: what fits into the processor's second cache. */
const pieceLength = 1 << 15;
const piece = new Uint8Array(pieceLength * 3);
const encoder = new TextEncoder();

/**
 * What `fetch(input)` would give: the MIME type, serialized as the MIME Sniffing Standard says, and the body byte for
 * byte; where `fetch` fails, the reason and its position in `input`. Any string at all; linear, never throws.
 */
export function decodeDataUrl(input: string): Decoded {
  try {
    return decode(input);
  } catch (error) {
    // Nothing here throws but an allocation that is too large for the platform.
    if (error instanceof RangeError) return { ok: false, problem: tooLarge(0, input.length) };
    throw error;
  }
}

function decode(input: string): Decoded {
  const head = readHead(input);
  if (head.problem !== null) return { ok: false, problem: head.problem };
  const resolved = head.hierarchical?.resolvedBody ?? null;
  const text = resolved ?? input;
  const start = resolved === null ? head.comma + 1 : 0;
  const end = resolved === null ? head.end : text.length;
  let body: Uint8Array;
  if (head.base64) {
    const decoded = decodeBase64(text, start, end);
    if (!(decoded instanceof Uint8Array)) {
      // In a body that dot-segments changed there is no telling where a character stood.
      const problem = resolved === null ? decoded : { ...decoded, start: head.comma + 1, end: head.end };
      return { ok: false, problem };
    }
    body = decoded;
  } else {
    body = decodePercent(text, start, end);
  }
  const mimeType = serializeMimeType(parseMimeType(head.mimeTypeInput) ?? defaultMimeType);
  return { ok: true, mimeType, body };
}

/** The end of a piece that starts at `from`: never between the halves of a surrogate pair. */
export function pieceEnd(text: string, from: number, end: number): number {
  let to = Math.min(from + pieceLength, end);
  if (to < end && (text.charCodeAt(to - 1) & 0xfc00) === 0xd800) to--;
  return to;
}

function decodePercent(text: string, start: number, end: number): Uint8Array {
  const state = percentState();
  let out = new Uint8Array(end - start + 2);
  let at = 0;
  for (let i = start; i < end; ) {
    const to = pieceEnd(text, i, end);
    const { written: length } = encoder.encodeInto(text.slice(i, to), piece);
    if (at + length + 2 > out.length) {
      const larger = new Uint8Array(Math.max(at + length + 2, Math.ceil(out.length * 1.5)));
      larger.set(out.subarray(0, at));
      out = larger;
    }
    at = percentDecode(state, piece, length, out, at);
    i = to;
  }
  at = percentFlush(state, out, at);
  return at === out.length ? out : out.slice(0, at);
}

function decodeBase64(text: string, start: number, end: number): Uint8Array | Problem {
  const state = base64State();
  let last = end;
  while (last > start && end - last < 2 && text.charCodeAt(last - 1) === 0x3d) last--;
  const out = new Uint8Array(Math.floor(((last - start) * 3) / 4));
  let at = 0;
  for (let i = start; i < end; ) {
    const to = pieceEnd(text, i, end);
    const { written: length } = encoder.encodeInto(text.slice(i, to), piece);
    at = base64Decode(state, piece, length, i, out, at);
    if (state.problem !== null) return state.problem;
    i = to;
  }
  at = base64Flush(state, out, at);
  if (state.problem !== null) return state.problem;
  return at === out.length ? out : out.slice(0, at);
}
