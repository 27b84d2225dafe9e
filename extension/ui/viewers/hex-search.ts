/** Searches for bytes in a body of any size. */

/** Converts a search text to bytes; null if the text is empty or not valid hexadecimal. */
export function needleOf(wanted: string, as: 'text' | 'hex'): Uint8Array | null {
  if (as === 'text') return wanted === '' ? null : new TextEncoder().encode(wanted);
  const digits = wanted.replace(/0x|[\s,:]/gi, '');
  if (!/^(?:[0-9a-f]{2})+$/i.test(digits)) return null;
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Parses an offset in decimal, or in hexadecimal after 0x; null if it is not a number below `size`. */
export function offsetOf(written: string, size: number): number | null {
  const text = written.trim();
  if (!/^(?:0x[0-9a-f]+|\d+)$/i.test(text)) return null;
  const offset = Number(text);
  return offset < size ? offset : null;
}

/**
 * For each prefix of the bytes, the length of its longest proper prefix that is also its suffix (Knuth, Morris, and
 * Pratt). With these lengths, the search never goes back.
 */
function overlaps(needle: Uint8Array): Uint32Array {
  const lengths = new Uint32Array(needle.length);
  for (let at = 1, length = 0; at < needle.length; at++) {
    while (length > 0 && needle[at] !== needle[length]) length = lengths[length - 1] as number;
    if (needle[at] === needle[length]) length++;
    lengths[at] = length;
  }
  return lengths;
}

/**
 * The index of some bytes within others, starting at an offset; -1 if they are not found. Takes linear time in the
 * lengths of both.
 */
export function indexOfBytes(bytes: Uint8Array, needle: Uint8Array, from: number): number {
  const first = needle[0];
  if (first === undefined) return -1;
  const lengths = overlaps(needle);
  for (let at = from, fitting = 0; ; at++) {
    if (fitting === 0) {
      at = bytes.indexOf(first, at);
      if (at < 0) return -1;
    } else if (at >= bytes.length) return -1;
    while (fitting > 0 && bytes[at] !== needle[fitting]) fitting = lengths[fitting - 1] as number;
    if (bytes[at] === needle[fitting]) fitting++;
    if (fitting === needle.length) return at - fitting + 1;
  }
}

/** Number of bytes that are searched at a time. */
const pieceSize = 1 << 22;

/**
 * Finds the next match of some bytes in a Blob, and wraps around at its end; -1 if there is none.
 *
 * @param isWanted called now and then; returns whether the result is still wanted
 */
export async function findInBlob(
  blob: Blob,
  needle: Uint8Array,
  from: number,
  isWanted: () => boolean = () => true,
): Promise<number> {
  const find = async (start: number, end: number): Promise<number> => {
    for (let at = start; at < end && isWanted(); at += pieceSize) {
      // The piece is extended, because a match may begin in this piece and end in the next.
      const piece = blob.slice(at, Math.min(end, at + pieceSize) + needle.length - 1);
      const found = indexOfBytes(new Uint8Array(await piece.arrayBuffer()), needle, 0);
      if (found >= 0) return at + found;
    }
    return -1;
  };
  const behind = await find(from, blob.size);
  return behind >= 0 ? behind : find(0, Math.min(from, blob.size));
}
