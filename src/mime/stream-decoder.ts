/** Decodes text piece by piece with the platform's decoders. */
import { strideLength } from '../yield-to-event-loop.ts';

/** Decodes a text piece by piece. Never throws. */
export interface StreamDecoder {
  decode(bytes: Uint8Array): string;
  /** Returns the rest of the text: U+FFFD if a character was cut off. */
  end(): string;
}

export function platformDecoder(encoding: string, options?: TextDecoderOptions): StreamDecoder {
  const decoder = new TextDecoder(encoding, options);
  return { decode: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

/** Decodes bytes; a generator that yields now and then. @param isCut whether an incomplete character at the end is ignored */
export function* decodedBy(
  decoder: StreamDecoder,
  bytes: Uint8Array,
  isCut: boolean,
): Generator<void, string, void> {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += strideLength) {
    if (at > 0) yield;
    parts.push(decoder.decode(bytes.subarray(at, at + strideLength)));
  }
  if (!isCut) parts.push(decoder.end());
  return parts.join('');
}
