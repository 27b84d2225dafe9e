/** Fields of a few bits, in the order in which a format packs them. */
import { u8 } from '../bytes.ts';

/**
 * Reads unsigned fields, one after the other; bits beyond the end are 0.
 *
 * @param at the byte where the first field begins
 * @param first whether the highest or the lowest bit of each byte comes first
 * @returns a function that reads a field of at most 32 bits
 */
export function bitReader(
  bytes: Uint8Array,
  at: number,
  first: 'highest' | 'lowest',
): (count: number) => number {
  let position = 8 * at;
  return (count) => {
    let value = 0;
    for (let i = 0; i < count; i++, position++) {
      const within = position % 8;
      const bit = (u8(bytes, position >>> 3) >>> (first === 'highest' ? 7 - within : within)) & 1;
      value = first === 'highest' ? 2 * value + bit : value + bit * 2 ** i;
    }
    return value;
  };
}
