/**
 * Makes a Blob of pieces of text, in turns: strings have a maximum length, and encoding it all takes long.
 */
import { turn } from '../yield-to-event-loop.ts';

/** Code units of one part of a Blob: many small parts have a large overhead. */
const partLength = 1 << 18;

/** @param texts well-formed, not split within a surrogate pair */
export async function blobOf(texts: Iterable<string>, type = ''): Promise<Blob> {
  const parts: Blob[] = [];
  let part = '';
  for (const text of texts) {
    part += text;
    if (part.length >= partLength) {
      // Encoded here, not together with all other parts.
      parts.push(new Blob([part]));
      part = '';
    }
    await turn();
  }
  return new Blob([...parts, part], { type });
}
