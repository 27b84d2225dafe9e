/** Bytes looked for in a body of any size. */

/** The bytes that a person means; null for what is no hexadecimal, and for nothing. */
export function needleOf(wanted: string, as: 'text' | 'hex'): Uint8Array | null {
  if (as === 'text') return wanted === '' ? null : new TextEncoder().encode(wanted);
  const digits = wanted.replace(/0x|[\s,:]/gi, '');
  if (!/^(?:[0-9a-f]{2})+$/i.test(digits)) return null;
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** An offset as people write it: decimal, or hexadecimal after 0x; null for what is none below `size`. */
export function offsetOf(written: string, size: number): number | null {
  const text = written.trim();
  if (!/^(?:0x[0-9a-f]+|\d+)$/i.test(text)) return null;
  const offset = Number(text);
  return offset < size ? offset : null;
}

/**
 * Of each beginning of the bytes, how long the longest is that it also ends in (Knuth, Morris and Pratt): so much still
 * fits after a byte that does not, and no byte is looked at again.
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

/** Where some bytes stand among others, from an offset on; -1 where they do not. Linear in both. */
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

/** Bytes that are looked at together. */
const pieceSize = 1 << 22;

/**
 * The next place of some bytes in a Blob, going on from its beginning when its end is reached; -1 where there is none.
 *
 * @param isWanted asked now and then whether anybody still waits
 */
export async function findInBlob(
  blob: Blob,
  needle: Uint8Array,
  from: number,
  isWanted: () => boolean = () => true,
): Promise<number> {
  const find = async (start: number, end: number): Promise<number> => {
    for (let at = start; at < end && isWanted(); at += pieceSize) {
      // The needle may begin in this piece and end in the next.
      const piece = blob.slice(at, Math.min(end, at + pieceSize) + needle.length - 1);
      const found = indexOfBytes(new Uint8Array(await piece.arrayBuffer()), needle, 0);
      if (found >= 0) return at + found;
    }
    return -1;
  };
  const behind = await find(from, blob.size);
  return behind >= 0 ? behind : find(0, Math.min(from, blob.size));
}
