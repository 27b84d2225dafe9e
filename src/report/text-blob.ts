/** Makes a Blob from pieces of text, with pauses, because strings have a maximum length and encoding takes long. */
import { turn } from '../yield-to-event-loop.ts';

/** Length, in code units, of one part of a Blob: many small parts would have a large overhead. */
const partLength = 1 << 18;

/**
 * Makes a Blob from pieces of text.
 *
 * @param texts pieces of text, not split within a surrogate pair
 */
export async function blobOf(texts: Iterable<string>, type = ''): Promise<Blob> {
  const parts: Blob[] = [];
  let part = '';
  for (const text of texts) {
    part += text;
    if (part.length >= partLength) {
      // Encodes this part now, rather than later together with all others.
      parts.push(new Blob([part]));
      part = '';
    }
    await turn();
  }
  return new Blob([...parts, part], { type });
}
