/** Processes text of any length, and its UTF-8, piece by piece. */
import { strideLength } from '../yield-to-event-loop.ts';

/**
 * Removes the C0 controls and spaces at the end of a text, which are not part of a URL
 * (https://url.spec.whatwg.org/#url-parsing).
 */
export function withoutTrailingSpace(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) <= 0x20) end--;
  return text.slice(0, end);
}

/**
 * Changes a text piece by piece; a generator that yields now and then.
 *
 * @param change changes one piece; no piece ends within an escape or a surrogate pair, or directly after a `<`. Must
 *   not call `replace` with a plain string: V8 would build a tree of strings, which takes seconds to join
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

/** Decodes UTF-8 without removing a byte order mark; a generator that yields now and then. */
export const textOfUtf8 = (bytes: Uint8Array): Generator<void, string, void> =>
  decodedBy(new TextDecoder('utf-8', { ignoreBOM: true }), bytes);

/** Like `textOfUtf8`, but removes a byte order mark, and returns null if the bytes are not UTF-8. */
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

/**
 * The length of a text's UTF-8 in bytes, computed without encoding it. An unpaired surrogate counts as U+FFFD
 * (Encoding 8.1.2).
 */
export function utf8Length(text: string): number {
  let length = text.length;
  const beyondAscii = /[^\0-\x7f]+/g;
  for (let match = beyondAscii.exec(text); match; match = beyondAscii.exec(text)) {
    for (const character of match[0]) {
      const code = character.codePointAt(0) as number;
      // A surrogate pair is two code units and four bytes.
      length += code < 0x800 ? 1 : 2;
    }
  }
  return length;
}
