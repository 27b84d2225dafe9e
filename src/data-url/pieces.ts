/** Text and bytes of any length, piece by piece: as UTF-8, to a Blob and from one. */
import { atOnce, strideLength, turn } from '../yield-to-event-loop.ts';

/** The end of a piece near `to` that is not within a surrogate pair. Code units of `text`. */
export const pieceEnd = (text: string, from: number, to: number): number =>
  to < text.length && to - from > 1 && (text.charCodeAt(to - 1) & 0xfc00) === 0xd800 ? to - 1 : to;

/**
 * A text without the C0 controls and spaces at its end, which are not part of a URL
 * (https://url.spec.whatwg.org/#url-parsing).
 */
export function withoutTrailingSpace(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) <= 0x20) end--;
  return text.slice(0, end);
}

/** All chunks in one array; a single chunk is returned itself. */
export function joinedBytes(chunks: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const filled = chunks.filter(({ length }) => length > 0);
  const [only] = filled;
  if (only && filled.length === 1) return only;
  const whole = new Uint8Array(filled.reduce((size, chunk) => size + chunk.length, 0));
  let at = 0;
  for (const chunk of filled) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/**
 * A text with each piece of it changed; a generator that yields now and then.
 *
 * @param change handles escapes, surrogate pairs and a `<` with the character after it: no piece ends within one. It
 *   must not replace with a plain string, of which V8 makes a tree of strings that takes seconds to be joined
 */
export function* changed(text: string, change: (piece: string) => string): Generator<void, string, void> {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const to = at + strideLength < text.length ? changeEnd(text, at + strideLength) : text.length;
    parts.push(change(text.slice(at, to)));
    at = to;
    yield;
  }
  return parts.join('');
}

function changeEnd(text: string, to: number): number {
  if (text[to - 2] === '%') return to - 2;
  const last = text.charCodeAt(to - 1);
  return last === 0x25 || last === 0x3c || (last & 0xfc00) === 0xd800 ? to - 1 : to;
}

/** Bytes of UTF-8 as text, including a byte order mark; a generator that yields now and then. */
export const textOfUtf8 = (bytes: Uint8Array): Generator<void, string, void> =>
  decodedBy(new TextDecoder('utf-8', { ignoreBOM: true }), bytes);

/** The same without a byte order mark; null if the bytes are not UTF-8. */
export function* validUtf8(bytes: Uint8Array): Generator<void, string | null, void> {
  try {
    return yield* decodedBy(new TextDecoder('utf-8', { fatal: true }), bytes);
  } catch {
    return null;
  }
}

function* decodedBy(decoder: TextDecoder, bytes: Uint8Array): Generator<void, string, void> {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += strideLength) {
    parts.push(decoder.decode(bytes.subarray(at, at + strideLength), { stream: true }));
    yield;
  }
  parts.push(decoder.decode());
  return parts.join('');
}

/** Bytes of a text's UTF-8, in which an unpaired surrogate counts as U+FFFD (Encoding 8.1.2), without encoding it. */
export function utf8Length(text: string): number {
  let length = text.length;
  const beyondAscii = /[^\0-\x7f]+/g;
  for (let match = beyondAscii.exec(text); match; match = beyondAscii.exec(text)) {
    for (const character of match[0]) {
      const code = character.codePointAt(0) as number;
      // A pair is two code units and four bytes.
      length += code < 0x800 ? 1 : 2;
    }
  }
  return length;
}

/**
 * Bytes of UTF-8 in a part. Chromium sends up to 250 KiB in a message of its own; more goes through shared memory, and
 * a busy browser sometimes never delivers the first byte of that.
 */
const partSize = 240 << 10;

/**
 * The text as UTF-8, unpaired surrogates as U+FFFD (Encoding 8.1.2), through one buffer: strings passed to the Blob
 * constructor would stay in memory until garbage is collected, as large as the whole text together.
 *
 * @yields after each part, where the caller may pause
 */
export function* makeBlob(text: string, type = ''): Generator<void, Blob, void> {
  const encoder = new TextEncoder();
  const buffer = new Uint8Array(Math.min(text.length * 3, partSize));
  const parts: Blob[] = [];
  for (let start = 0; start < text.length; ) {
    // The slice has as many code units as the buffer has bytes. Half of a surrogate pair at its end does not
    // fit, and is encoded with the next part.
    const { read, written } = encoder.encodeInto(text.slice(start, start + partSize), buffer);
    parts.push(new Blob([buffer.subarray(0, written)]));
    start += read;
    yield;
  }
  return new Blob(parts, { type });
}

/** The same as `makeBlob`, at once. */
export const blobOf = (text: string): Blob => atOnce(makeBlob(text));

/** Maximum bytes of a slice. */
const sliceLength = 1 << 18;

/**
 * The bytes of a Blob, slice by slice. Each slice must be used before the next is requested, as its memory is
 * then reused. All go through one stream and one buffer, because each `slice()` of a Blob, and each chunk
 * that a stream allocates, stays in memory in Chromium until it is collected, in the browser's process as
 * well: 100 MB in either for 100 MB read.
 */
export async function* slicesOf(blob: Blob): AsyncGenerator<Uint8Array, void, void> {
  const stream = blob.stream();
  const reader = byteReader(stream);
  if (reader === null) return yield* chunksOf(stream);
  try {
    let buffer = new ArrayBuffer(sliceLength);
    for (;;) {
      // Data that is in memory arrives without a pause.
      await turn();
      const { done, value } = await reader.read(new Uint8Array(buffer));
      if (done) return;
      yield value;
      buffer = value.buffer;
    }
  } finally {
    // Harmless after the end; before it, cancels the source.
    await reader.cancel().catch(() => undefined);
  }
}

/** Null where the streams of Blobs do not read into a given buffer, as in Bun and older versions of Safari. */
function byteReader(stream: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | null {
  try {
    return stream.getReader({ mode: 'byob' });
  } catch {
    return null;
  }
}

/** The chunks of a stream, split into slices. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      await turn();
      const { done, value } = await reader.read();
      if (done) return;
      for (let at = 0; at < value.length; at += sliceLength) yield value.subarray(at, at + sliceLength);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** ES2024, which Node 20 lacks. */
interface Transferable {
  transfer?(length: number): ArrayBuffer;
}

/** Releases an array's memory at once: arrays pile up faster than the garbage collector runs. */
export function release(bytes: Uint8Array): void {
  (bytes.buffer as Transferable).transfer?.(0);
}
