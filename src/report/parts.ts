/** A Blob of text that comes in pieces, in turns: a string has a longest length, and all of it at once takes long. */
import { turn } from '../turns.ts';

/** Code units that a Blob is made of at once: many small ones cost more than they hold. */
const partLength = 1 << 18;

/** @param texts well-formed, or parted nowhere between the halves of a surrogate pair */
export async function blobOf(texts: Iterable<string>, type = ''): Promise<Blob> {
  const parts: Blob[] = [];
  let part = '';
  for (const text of texts) {
    part += text;
    if (part.length >= partLength) {
      // Its UTF-8 is made here, not of all parts together.
      parts.push(new Blob([part]));
      part = '';
    }
    await turn();
  }
  return new Blob([...parts, part], { type });
}
